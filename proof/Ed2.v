(* 3sat-ed2 (doc/map.md): the trace of a formula, two handlers with queues, and the direction
   consistent => satisfiable, by the cycle of a falsified clause.  The other direction is Ed2Run.v.

   Clauses and rounds are counted from 0; handler false is A, true is B; side false is a, true is b.  A formula has any
   numbers as variables; the register has a pair for each that occurs. *)

From Coq Require Import Relations List Arith Bool Lia.
From HB Require Import Definition1 Lists Queue.
Import ListNotations.

Definition literal : Type := bool * nat. (* true: positive *)
Record clause := { l1 : literal; l2 : literal; l3 : literal }.
Definition formula := list clause.

Definition holds (v : nat -> bool) (l : literal) : Prop := v (snd l) = fst l.
Definition satisfies (v : nat -> bool) (f : formula) : Prop :=
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

(* The variables that occur, in the order of their numbers. *)
Definition widest (f : formula) : nat :=
  fold_right (fun c w => Nat.max (snd (l1 c)) (Nat.max (snd (l2 c)) (Nat.max (snd (l3 c)) w))) 0 f.
Definition occurs (f : formula) (i : nat) : bool :=
  existsb (fun c => (snd (l1 c) =? i) || (snd (l2 c) =? i) || (snd (l3 c) =? i)) f.
Definition vars (f : formula) : list nat := filter (occurs f) (seq 0 (S (widest f))).

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
    | reg r i _ => r < 2 * length f /\ In i (vars f)
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

  (* The events of a message, in program order. *)
  Definition copy_if (r i : nat) (s : bool) (t : place) : list ev :=
    if snd (lit (Nat.div2 r) t) =? i then [post (copy (Nat.div2 r) t s)] else [].
  Definition copies_of (r i : nat) (s : bool) : list ev :=
    if Nat.even r then copy_if r i s one ++ copy_if r i s three else copy_if r i s two.
  Definition next_of (r i : nat) (s : bool) : list ev :=
    if S r <? 2 * length f then [post (reg (S r) i s)] else [].

  Definition body (m : msg) : list ev :=
    match m with
    | init s => map (fun i => post (reg 0 i s)) (vars f)
    | reg r i s => get m :: copies_of r i s ++ next_of r i s
    | copy j one s => [get m; if eqb s (first j one) then read_s j else post (pq j false)]
    | copy j two s =>
        let k := negb (eqb s (first j two)) in [get m; ru j k; wv j k]
    | copy j three s => [get m; if eqb s (first j three) then post (pq j true) else write_s j]
    | pq j k => [get m; wu j k; rv j k]
    end.

  Definition in_trace (m : msg) : Prop := match m with init _ => True | _ => posted m end.

  Definition po_ (x y : ev) : Prop := exists m, in_trace m /\ precedes x y (body m).

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

  Lemma lit_occurs j t : j < length f -> In (snd (lit j t)) (vars f).
  Proof.
    intro L. unfold lit. destruct (nth_error f j) as [c |] eqn:N; [| apply nth_error_None in N; lia].
    apply nth_error_In in N. apply filter_In. split.
    - apply in_seq. assert (W : snd (l1 c) <= widest f /\ snd (l2 c) <= widest f /\ snd (l3 c) <= widest f).
      { clear L j t. induction f as [| d g IH]; [contradiction |]. simpl.
        destruct N as [-> | N]; [| specialize (IH N)]; lia. }
      destruct t; lia.
    - apply existsb_exists. exists c. split; [exact N |].
      destruct t; rewrite Nat.eqb_refl, ?orb_true_r; reflexivity.
  Qed.

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

    Notation trans := (trans ed2 eo mo).
    Notation rf_hb := (rf_hb ed2 eo mo).
    Notation eo_hb := (eo_hb ed2 eo mo).
    Notation mo_hb := (mo_hb ed2 eo mo).
    Notation eo_total := (eo_total ed2 eo eo_good).

    Lemma posted_handed m : posted m -> handed ed2 (post m) (get m) m.
    Proof. repeat split; assumption. Qed.

    Lemma mo_total m n : posted m -> posted n -> runs_ m = runs_ n -> m <> n ->
      mo (post m) (post n) \/ mo (post n) (post m).
    Proof. destruct mo_good as (_ & T). intros. apply (T _ _ m n); simpl; auto. Qed.

    (* Lemma 1: copies have the order of what posts them. *)
    Lemma copies m n : posted m -> posted n -> runs_ m = runs_ n -> m <> n ->
      eo (poster m) (poster n) -> eo m n.
    Proof.
      intros Pm Pn R D E. eapply (posted_in_order ed2 eo mo); try eassumption; try (apply posted_handed; assumption).
      apply eo_hb. exact E.
    Qed.

    Lemma sides_differ s : s <> negb s.
    Proof. destruct s; discriminate. Qed.

    (* All rounds of the register agree. *)
    Lemma rounds r i s : r < 2 * length f -> In i (vars f) -> eo (reg 0 i s) (reg 0 i (negb s)) ->
      eo (reg r i s) (reg r i (negb s)).
    Proof.
      induction r as [| r IH]; intros L I E; [assumption |].
      apply copies; [split; assumption | split; assumption | reflexivity | |].
      - intro H. assert (H' : s = negb s) by congruence. exact (sides_differ s H').
      - apply IH; [lia | assumption | assumption].
    Qed.

    Lemma first_negb j t : second j t = negb (first j t).
    Proof. unfold first, second. destruct (fst (lit j t)); reflexivity. Qed.

    (* Variable i is true: its b runs before its a.  It is one or the other. *)
    Definition value (i : nat) : Prop := eo (reg 0 i true) (reg 0 i false).

    Lemma value_decided i : value i \/ ~ value i.
    Proof.
      destruct (eo_total (reg 0 i true) (reg 0 i false)) as [H | H]; [reflexivity | discriminate | |].
      - left. exact H.
      - right. intro V. apply (no_cycle (get (reg 0 i false))).
        apply trans with (get (reg 0 i true)); apply eo_hb; assumption.
    Qed.

    (* A literal is true, or F runs before S. *)
    Lemma literal_or_order (v : nat -> bool) j t : j < length f ->
      (forall i, In i (vars f) -> (v i = true <-> value i)) ->
      holds v (lit j t) \/ eo (F j t) (S_ j t).
    Proof.
      intros L V. set (i := snd (lit j t)).
      assert (I : In i (vars f)) by (apply lit_occurs; assumption).
      specialize (V i I).
      assert (C : eo (reg 0 i (first j t)) (reg 0 i (negb (first j t))) -> eo (F j t) (S_ j t)).
      { intro E. unfold F, S_. rewrite first_negb.
        apply copies; [exact L | exact L | destruct t; reflexivity | |].
        - intro H. assert (H' : first j t = negb (first j t)) by congruence. exact (sides_differ _ H').
        - apply rounds; [unfold round; destruct t; lia | exact I | exact E]. }
      unfold holds. fold i. unfold first in C. destruct (fst (lit j t)) eqn:sign; simpl in C.
      - destruct (value_decided i) as [H | H]; [left; apply V, H | right; apply C].
        destruct (eo_total (reg 0 i true) (reg 0 i false)) as [G | G];
          [reflexivity | discriminate | contradiction | exact G].
      - destruct (v i) eqn:vi; [right; apply C, V; reflexivity | left; reflexivity].
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

    Lemma value_satisfies (v : nat -> bool) :
      (forall i, In i (vars f) -> (v i = true <-> value i)) -> satisfies v f.
    Proof.
      intros V c I. destruct (In_nth_error f c I) as (j & N).
      assert (L : j < length f) by (apply nth_error_Some; rewrite N; discriminate).
      assert (P : forall t, holds v (lit j t) \/ eo (F j t) (S_ j t))
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
    intros (eo & mo & E & M & A).
    destruct (values_of (value eo) (vars f)) as (v & V).
    - intro i. exact (value_decided eo mo E A i).
    - exists v. apply value_satisfies with eo mo; assumption.
  Qed.
End Ed2.

Print Assumptions consistent_satisfiable.
