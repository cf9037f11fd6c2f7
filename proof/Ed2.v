(* 3sat-ed2 (doc/map.md): the trace of a formula, two handlers with queues, and the direction
   consistent => satisfiable, by the cycle of a falsified clause.

   Clauses and rounds are counted from 0; handler false is A, true is B; side false is a, true is b.  A formula has any
   numbers as variables; the register has a pair for each, of which only those that occur have copies. *)

From Coq Require Import Relations List Arith Lia.
From HB Require Import Definition1.
Import ListNotations.

Definition literal : Type := bool * nat. (* true: positive *)
Record clause := { l1 : literal; l2 : literal; l3 : literal }.
Definition formula := list clause.

(* A valuation is a set of variables. *)
Definition holds (v : nat -> Prop) (l : literal) : Prop := if fst l then v (snd l) else ~ v (snd l).
Definition satisfies (v : nat -> Prop) (f : formula) : Prop :=
  forall c, In c f -> holds v (l1 c) \/ holds v (l2 c) \/ holds v (l3 c).
Definition satisfiable (f : formula) : Prop := exists v, satisfies v f.

(* --- The trace ------------------------------------------------------------------------------- *)

Inductive place := one | two | three.

Inductive msg :=
| init (h : bool)
| reg (r i : nat) (s : bool)            (* the register: variable i in round r *)
| copy (j : nat) (t : place) (s : bool) (* of the t-th literal of clause j *)
| pq (j : nat) (k : bool).              (* p (false) and q (true) *)

Inductive ev :=
| get (m : msg)
| post (m : msg)
| read_s (j : nat) | write_s (j : nat)
| wu (j : nat) (k : bool) | ru (j : nat) (k : bool)  (* the ties of p with dF and of q with dS: p writes u, reads v *)
| wv (j : nat) (k : bool) | rv (j : nat) (k : bool).

Section Ed2.
  Variable f : formula.

  Definition lit (j : nat) (t : place) : literal :=
    match nth_error f j, t with
    | Some c, one => l1 c | Some c, two => l2 c | Some c, three => l3 c
    | None, _ => (true, 0)
    end.

  (* The side of F, whose coming first makes the literal false, and of S. *)
  Definition first (j : nat) (t : place) : bool := negb (fst (lit j t)).
  Definition second (j : nat) (t : place) : bool := fst (lit j t).

  Definition F j t := copy j t (first j t).
  Definition S_ j t := copy j t (second j t).
  Definition round (j : nat) (t : place) : nat := match t with two => 2 * j + 1 | _ => 2 * j end.

  Definition runs_ (m : msg) : bool :=
    match m with init h => h | copy _ two _ | copy _ three _ => true | _ => false end.

  Definition poster (m : msg) : msg :=
    match m with
    | reg 0 i s => init s
    | reg (S r) i s => reg r i s
    | copy j t s => reg (round j t) (snd (lit j t)) s
    | pq j false => S_ j one
    | pq j true => F j three
    | init h => init h
    end.

  Definition posted (m : msg) : Prop :=
    match m with
    | init _ => False
    | reg r _ _ => r < 2 * length f
    | copy j _ _ | pq j _ => j < length f
    end.

  (* The message that p or q runs with. *)
  Definition partner (j : nat) (k : bool) : msg := if k then S_ j two else F j two.

  Definition home_ (e : ev) : msg :=
    match e with
    | get m => m
    | post m => poster m
    | read_s j => F j one
    | write_s j => S_ j three
    | wu j k | rv j k => pq j k
    | ru j k | wv j k => partner j k
    end.

  Inductive po_ : ev -> ev -> Prop :=
  | po_get m e : e <> get m -> home_ e = m -> po_ (get m) e
  | po_pq j k : po_ (wu j k) (rv j k)
  | po_d j k : po_ (ru j k) (wv j k).

  Inductive rf_ : ev -> ev -> Prop :=
  | rf_s j : j < length f -> rf_ (write_s j) (read_s j)
  | rf_u j k : j < length f -> rf_ (wu j k) (ru j k)
  | rf_v j k : j < length f -> rf_ (wv j k) (rv j k).

  Definition ed2 : trace := {|
    event := ev; message := msg; handler := bool;
    home := home_; runs := runs_;
    initial := fun m => match m with init _ => True | _ => False end;
    get_of := fun e m => posted m /\ e = get m;
    post_of := fun e m => posted m /\ e = post m;
    po := po_; rf := rf_;
    co := fun _ _ => False; (* every variable has one write *)
    reads_initial := fun _ => False;
    same_variable := fun _ _ => False
  |}.

  (* Two handlers: the type of handlers has two values. *)
  Lemma two_handlers : forall h : handler ed2, h = false \/ h = true.
  Proof. destruct h; auto. Qed.

  (* --- Consistent => satisfiable --------------------------------------------------------------- *)

  Section Sound.
    Variables (eo : relation msg) (mo : relation ev).
    Hypothesis eo_good : is_eo ed2 eo.
    Hypothesis mo_good : is_mo ed2 mo.
    Hypothesis no_cycle : acyclic ed2 eo mo.

    Notation hb := (Definition1.hb ed2 eo mo).

    Lemma rf_hb x y : rf_ x y -> hb x y.
    Proof. intro. apply t_step, by_rf. assumption. Qed.

    Lemma eo_hb x y : eo (home_ x) (home_ y) -> hb x y.
    Proof. intro. apply t_step, by_eo. assumption. Qed.

    Lemma mo_hb x y : mo x y -> hb x y.
    Proof. intro. apply t_step, by_mo. assumption. Qed.

    Lemma trans x y z : hb x y -> hb y z -> hb x z.
    Proof. intros. apply t_trans with y; assumption. Qed.

    Lemma eo_total m n : runs_ m = runs_ n -> m <> n -> eo m n \/ eo n m.
    Proof. destruct eo_good as (_ & T & _). apply T. Qed.

    Lemma mo_total m n : posted m -> posted n -> runs_ m = runs_ n -> m <> n ->
      mo (post m) (post n) \/ mo (post n) (post m).
    Proof. destruct mo_good as (_ & T). intros. apply (T _ _ m n); simpl; auto. Qed.

    (* The queue: messages run in the order of their posts. *)
    Lemma fifo m n : posted m -> posted n -> runs_ m = runs_ n -> m <> n ->
      mo (post m) (post n) -> eo m n.
    Proof.
      intros Pm Pn R D M. destruct (eo_total m n R D) as [H | H]; [assumption | exfalso].
      apply (no_cycle (get m)). apply trans with (get n).
      - apply t_step, by_qo. exists (post m), (post n), m, n. simpl. repeat split; auto.
      - apply eo_hb. exact H.
    Qed.

    (* Lemma 1: copies have the order of what posts them. *)
    Lemma copies m n : posted m -> posted n -> runs_ m = runs_ n -> m <> n ->
      eo (poster m) (poster n) -> eo m n.
    Proof.
      intros Pm Pn R D E. apply fifo; auto.
      destruct (mo_total m n Pm Pn R D) as [H | H]; [assumption | exfalso].
      apply (no_cycle (post m)). apply trans with (post n).
      - apply eo_hb. exact E.
      - apply mo_hb. exact H.
    Qed.

    Lemma sides_differ s : s <> negb s.
    Proof. destruct s; discriminate. Qed.

    (* All rounds of the register agree. *)
    Lemma rounds r i s : r < 2 * length f -> eo (reg 0 i s) (reg 0 i (negb s)) ->
      eo (reg r i s) (reg r i (negb s)).
    Proof.
      induction r as [| r IH]; intros L E; [assumption |].
      apply copies; [exact L | exact L | reflexivity | |].
      - intro H. assert (H' : s = negb s) by congruence. exact (sides_differ s H').
      - apply IH; [lia | assumption].
    Qed.

    Definition value (i : nat) : Prop := eo (reg 0 i true) (reg 0 i false).

    Lemma first_negb j t : second j t = negb (first j t).
    Proof. unfold first, second. destruct (fst (lit j t)); reflexivity. Qed.

    (* A literal is true, or F runs before S. *)
    Lemma literal_or_order j t : j < length f -> holds value (lit j t) \/ eo (F j t) (S_ j t).
    Proof.
      intro L. set (i := snd (lit j t)).
      assert (D : forall s, eo (reg 0 i s) (reg 0 i (negb s)) \/ eo (reg 0 i (negb s)) (reg 0 i s)).
      { intro s. apply eo_total; [reflexivity |]. intro H. assert (H' : s = negb s) by congruence. exact (sides_differ s H'). }
      assert (C : eo (reg 0 i (first j t)) (reg 0 i (negb (first j t))) -> eo (F j t) (S_ j t)).
      { intro E. unfold F, S_. rewrite first_negb.
        apply copies; [exact L | exact L | destruct t; reflexivity | |].
        - intro H. assert (H' : first j t = negb (first j t)) by congruence. exact (sides_differ _ H').
        - apply rounds; [unfold round; destruct t; lia | exact E]. }
      destruct (D (first j t)) as [H | H]; [right; apply C, H | left].
      unfold holds, value. fold i. revert H. unfold first. destruct (fst (lit j t)); simpl; intro H.
      - exact H.
      - intro V. apply (no_cycle (get (reg 0 i false))).
        apply trans with (get (reg 0 i true)); apply eo_hb; assumption.
    Qed.

    (* Lemma 2: p and q run in the order of dF and dS. *)
    Lemma ties j : j < length f -> eo (F j two) (S_ j two) -> eo (pq j false) (pq j true).
    Proof.
      intros L E. destruct (eo_total (pq j false) (pq j true)) as [H | H];
        [reflexivity | discriminate | assumption | exfalso].
      apply (no_cycle (wv j true)).
      apply trans with (rv j true); [apply rf_hb; constructor; assumption |].
      apply trans with (wu j false); [apply eo_hb; exact H |].
      apply trans with (ru j false); [apply rf_hb; constructor; assumption |].
      apply eo_hb. exact E.
    Qed.

    (* The cycle of a falsified clause. *)
    Lemma not_all_false j : j < length f ->
      eo (F j one) (S_ j one) -> eo (F j two) (S_ j two) -> eo (F j three) (S_ j three) -> False.
    Proof.
      intros L E1 E2 E3.
      assert (M : mo (post (pq j false)) (post (pq j true))).
      { destruct (mo_total (pq j false) (pq j true)) as [H | H]; simpl; auto; try discriminate.
        exfalso. apply (no_cycle (get (pq j true))). apply trans with (get (pq j false)).
        - apply t_step, by_qo. exists (post (pq j true)), (post (pq j false)), (pq j true), (pq j false).
          simpl. repeat split; auto.
        - apply eo_hb. apply ties; assumption. }
      apply (no_cycle (read_s j)).
      apply trans with (post (pq j false)); [apply eo_hb; exact E1 |].
      apply trans with (post (pq j true)); [apply mo_hb; exact M |].
      apply trans with (write_s j); [apply eo_hb; exact E3 |].
      apply rf_hb. constructor. assumption.
    Qed.

    Lemma value_satisfies : satisfies value f.
    Proof.
      intros c I. destruct (In_nth_error f c I) as (j & N).
      assert (L : j < length f) by (apply nth_error_Some; rewrite N; discriminate).
      assert (P : forall t, holds value (lit j t) \/ eo (F j t) (S_ j t))
        by (intro t; apply literal_or_order; assumption).
      assert (Q : lit j one = l1 c /\ lit j two = l2 c /\ lit j three = l3 c)
        by (unfold lit; rewrite N; auto).
      destruct Q as (Q1 & Q2 & Q3). rewrite <- Q1, <- Q2, <- Q3.
      destruct (P one) as [H1 | E1]; [tauto |].
      destruct (P two) as [H2 | E2]; [tauto |].
      destruct (P three) as [H3 | E3]; [tauto |].
      exfalso. apply (not_all_false j); assumption.
    Qed.
  End Sound.

  Theorem consistent_satisfiable : consistent ed2 -> satisfiable f.
  Proof.
    intros (eo & mo & E & M & A). exists (value eo). apply value_satisfies with mo; assumption.
  Qed.
End Ed2.

Print Assumptions consistent_satisfiable.
