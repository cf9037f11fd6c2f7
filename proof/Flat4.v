(* 3sat-edflat-4 (doc/flat.md): the trace of a formula in which only initial messages post, four handlers with queues, and
   the direction consistent => satisfiable, by the cycle of a falsified clause.  The other direction is Flat4Run.v.

   Clauses have any number of literals, in any order; what the trace is made of is their normal form.  Clauses, rounds and
   the literals of a clause are counted from 0; side false is a and what A posts, true is b and what B posts. *)

From Coq Require Import Relations List Arith Bool Lia.
From HB Require Import Definition1 Lists Queue.
Import ListNotations.

Definition literal : Type := bool * nat. (* true: positive *)
Definition clause := list literal.
Definition formula := list clause.

Definition holds (v : nat -> bool) (l : literal) : Prop := v (snd l) = fst l.
Definition satisfies (v : nat -> bool) (f : formula) : Prop :=
  forall c, In c f -> exists l, In l c /\ holds v l.
Definition satisfiable (f : formula) : Prop := exists v, satisfies v f.

(* --- Clauses in normal form: by variable, each literal once; tautologies have none ------------------- *)

Definition tautology (c : clause) : bool :=
  existsb (fun l => existsb (fun k => (snd k =? snd l) && negb (eqb (fst k) (fst l))) c) c.

Fixpoint insert (l : literal) (c : clause) : clause :=
  match c with
  | [] => [l]
  | k :: rest => if snd l <? snd k then l :: c else if snd l =? snd k then c else k :: insert l rest
  end.

Definition normal (c : clause) : clause := if tautology c then [] else fold_right insert [] c.

(* The variables that occur, in the order of their numbers. *)
Definition occurs (f : formula) (i : nat) : bool := existsb (fun l => snd l =? i) (concat f).
Definition vars (f : formula) : list nat := filter (occurs f) (seq 0 (S (list_max (map snd (concat f))))).

(* --- The trace -------------------------------------------------------------------------------------- *)

Inductive who := A | B | W | D (q : nat).

Inductive msg :=
| init (s : bool)                     (* of A, and of B *)
| reg (r i : nat) (s : bool)          (* the register on W: variable i in round r *)
| copy (j t : nat) (s : bool).        (* of the t-th literal of clause j *)

Inductive ev :=
| get (m : msg)
| post (m : msg)
| wstart (r i : nat) (s : bool) | rstart (r i : nat) (s : bool)  (* the section of reg r i s: it writes, A or B reads, *)
| wend (r i : nat) (s : bool) | rend (r i : nat) (s : bool)      (* and when that has posted it writes what reg reads *)
| wlit (j t : nat) | rlit (j t : nat) (* S of the t-th literal of clause j writes, F reads what S of the one before writes *)
| rnone (j : nat) | wnone (j : nat).  (* an empty clause *)

Section Flat4.
  Variable f : formula.

  Definition rounds : nat := length f.
  Definition lits (j : nat) : clause := normal (nth j f []).
  Definition size (j : nat) : nat := length (lits j).
  Definition lit (j t : nat) : literal := nth t (lits j) (true, 0).
  Definition empty (j : nat) : bool := match nth_error f j with Some [] => true | _ => false end.

  (* The side of F, whose coming first makes the literal false; the other one is that of S. *)
  Definition first (j t : nat) : bool := negb (fst (lit j t)).
  Definition second (j t : nat) : bool := fst (lit j t).
  Definition F j t := copy j t (first j t).
  Definition S_ j t := copy j t (second j t).
  Definition prev (j t : nat) : nat := match t with 0 => size j - 1 | S u => u end.

  Definition runs_ (m : msg) : who :=
    match m with
    | init false | copy _ 0 _ => A
    | init true | copy _ 1 _ => B
    | reg _ _ _ => W
    | copy _ (S (S q)) _ => D q
    end.

  Definition side (m : msg) : bool := match m with init s | reg _ _ s | copy _ _ s => s end.

  Definition posted (m : msg) : Prop :=
    match m with
    | init _ => False
    | reg r i _ => r < rounds /\ In i (vars f)
    | copy j t _ => j < rounds /\ t < size j
    end.

  Definition home_ (e : ev) : msg :=
    match e with
    | get m => m
    | post m => init (side m)
    | wstart r i s | rend r i s => reg r i s
    | rstart _ _ s | wend _ _ s => init s
    | wlit j t => S_ j t
    | rlit j t => F j t
    | rnone _ | wnone _ => init false
    end.

  (* The events of a message, in program order. *)
  Definition next_of (r i : nat) (s : bool) : list ev :=
    if S r <? rounds then [post (reg (S r) i s)] else [].
  Definition copies_of (r i : nat) (s : bool) : list ev :=
    flat_map (fun t => if snd (lit r t) =? i then [post (copy r t s)] else []) (seq 0 (size r)).
  Definition section (r i : nat) (s : bool) : list ev :=
    rstart r i s :: next_of r i s ++ copies_of r i s ++ [wend r i s].
  Definition sections (s : bool) (r : nat) : list ev := flat_map (fun i => section r i s) (vars f).
  Definition load (s : bool) : list ev := map (fun i => post (reg 0 i s)) (vars f).
  Definition none (j : nat) : list ev := if empty j then [rnone j; wnone j] else [].

  Definition body (m : msg) : list ev :=
    match m with
    | init s => load s ++ flat_map (sections s) (seq 0 rounds) ++ if s then [] else flat_map none (seq 0 rounds)
    | reg r i s => [get m; wstart r i s; rend r i s]
    | copy j t s => [get m; if eqb s (first j t) then rlit j t else wlit j t]
    end.

  Definition in_trace (m : msg) : Prop := match m with init _ => True | _ => posted m end.

  Definition po_ (x y : ev) : Prop := exists m, in_trace m /\ precedes x y (body m).

  Inductive rf_ : ev -> ev -> Prop :=
  | rf_start r i s : posted (reg r i s) -> rf_ (wstart r i s) (rstart r i s)
  | rf_end r i s : posted (reg r i s) -> rf_ (wend r i s) (rend r i s)
  | rf_lit j t : j < rounds -> t < size j -> rf_ (wlit j (prev j t)) (rlit j t)
  | rf_none j : empty j = true -> rf_ (wnone j) (rnone j).

  Definition flat4 : trace := {|
    event := ev; message := msg; handler := who;
    home := home_; runs := runs_;
    initial := fun m => match m with init _ => True | _ => False end;
    get_of := fun e m => posted m /\ e = get m;
    post_of := fun e m => posted m /\ e = post m;
    po := po_; rf := rf_;
    co := fun _ _ => False; (* every variable has one write *)
    reads_initial := fun _ => False;
    same_variable := fun _ _ => False
  |}.

  (* All posts stand in initial messages. *)
  Theorem flat4_flat e m : post_of flat4 e m -> initial flat4 (home flat4 e).
  Proof. intros (_ & ->). exact I. Qed.

  (* --- The normal form says the same ------------------------------------------------------------------ *)

  Lemma in_insert x l c : In x (insert l c) -> x = l \/ In x c.
  Proof.
    induction c as [| k c IH]; simpl; [intuition |].
    destruct (snd l <? snd k); [simpl; intuition |]. destruct (snd l =? snd k); simpl; intuition.
  Qed.

  Lemma insert_keeps l c : (forall k, In k c -> snd k = snd l -> k = l) ->
    forall x, x = l \/ In x c -> In x (insert l c).
  Proof.
    induction c as [| k c IH]; simpl; intros U x; [intuition |].
    destruct (snd l <? snd k); [simpl; intuition |].
    destruct (Nat.eqb_spec (snd l) (snd k)) as [E | N].
    - rewrite (U k) by auto. simpl. intuition.
    - simpl. intros [-> | [-> | I]]; auto.
  Qed.

  Lemma tautology_literals c l k : tautology c = false -> In l c -> In k c -> snd k = snd l -> k = l.
  Proof.
    intros T Il Ik E. destruct (bool_dec (fst k) (fst l)) as [G | N].
    - destruct k, l. simpl in *. congruence.
    - exfalso. assert (H : tautology c = true); [| congruence].
      apply existsb_exists. exists l. split; [exact Il |]. apply existsb_exists. exists k. split; [exact Ik |].
      rewrite E, Nat.eqb_refl. destruct (fst k), (fst l); simpl; congruence.
  Qed.

  Lemma in_sorted x c : In x (fold_right insert [] c) -> In x c.
  Proof.
    induction c as [| l c IH]; simpl; [tauto |]. intro I. apply in_insert in I. intuition.
  Qed.

  Lemma in_normal x c : In x (normal c) -> In x c.
  Proof. unfold normal. destruct (tautology c); [contradiction | apply in_sorted]. Qed.

  Lemma normal_all c x : tautology c = false -> In x c -> In x (normal c).
  Proof.
    intro T. unfold normal. rewrite T.
    assert (U : forall l k, In l c -> In k c -> snd k = snd l -> k = l)
      by (intros; eapply tautology_literals; eassumption).
    clear T. induction c as [| l c IH]; simpl; [tauto |]. intro I. apply insert_keeps.
    - intros k K E. apply in_sorted in K. apply U; simpl; auto.
    - destruct I as [-> | I]; [auto |]. right. apply IH; [| exact I]. intros; apply U; simpl; auto.
  Qed.

  Lemma tautology_holds v c : tautology c = true -> exists l, In l c /\ holds v l.
  Proof.
    intro T. apply existsb_exists in T. destruct T as (l & Il & T).
    apply existsb_exists in T. destruct T as (k & Ik & T).
    apply andb_prop in T. destruct T as (E & N). apply Nat.eqb_eq in E.
    unfold holds. destruct (bool_dec (v (snd l)) (fst l)) as [H | H]; [exists l; auto | exists k; split; [exact Ik |]].
    rewrite E. revert H N. destruct (v (snd l)), (fst l), (fst k); simpl; congruence.
  Qed.

  Lemma insert_size l c : length (insert l c) <= S (length c).
  Proof.
    induction c as [| k c IH]; simpl; [lia |].
    destruct (snd l <? snd k); simpl; [lia |]. destruct (snd l =? snd k); simpl; lia.
  Qed.

  Lemma normal_size c : length (normal c) <= length c.
  Proof.
    unfold normal. destruct (tautology c); simpl; [lia |].
    induction c as [| l c IH]; simpl; [lia |]. pose proof (insert_size l (fold_right insert [] c)). lia.
  Qed.

  Lemma in_lits j l : In l (lits j) -> exists c, In c f /\ nth_error f j = Some c /\ In l c.
  Proof.
    unfold lits. intro I. destruct (nth_error f j) as [c |] eqn:N.
    - exists c. rewrite (nth_error_nth f j [] N) in I. apply in_normal in I.
      repeat split; [eapply nth_error_In; eassumption | exact I].
    - apply nth_error_None in N. rewrite nth_overflow in I by exact N. contradiction.
  Qed.

  Lemma lit_in j t : t < size j -> In (lit j t) (lits j).
  Proof. apply nth_In. Qed.

  Lemma lit_occurs j t : t < size j -> In (snd (lit j t)) (vars f).
  Proof.
    intro L. apply lit_in, in_lits in L. destruct L as (c & C & _ & L).
    assert (I : In (lit j t) (concat f)) by (apply in_concat; exists c; auto).
    apply filter_In. split.
    - apply in_seq. pose proof (proj1 (list_max_le (map snd (concat f)) _) (le_n _)) as M.
      rewrite Forall_forall in M. specialize (M _ (in_map snd _ _ I)). lia.
    - apply existsb_exists. exists (lit j t). split; [exact I | apply Nat.eqb_refl].
  Qed.

  (* --- Handlers --------------------------------------------------------------------------------------- *)

  (* With at most three literals a clause: four handlers. *)
  Theorem four_handlers m : (forall c, In c f -> length c <= 3) -> in_trace m -> In (runs_ m) [A; B; W; D 0].
  Proof.
    intros T P. destruct m as [[] | r i s | j t s]; simpl; auto.
    assert (L : t < 3).
    { destruct P as (J & L). unfold size, lits in L. pose proof (normal_size (nth j f [])) as N.
      specialize (T _ (nth_In f [] J)). lia. }
    destruct t as [| [| [| t]]]; auto. lia.
  Qed.

  (* --- Consistent => satisfiable ---------------------------------------------------------------------- *)

  (* A section, in program order. *)
  Lemma in_section s r i x y : r < rounds -> In i (vars f) -> precedes x y (section r i s) -> po_ x y.
  Proof.
    intros L I P. exists (init s). split; [exact Logic.I |]. simpl. rewrite !precedes_app. right. left. left.
    apply (flat_map_precedes _ _ _ _ r); [apply in_seq; lia |].
    apply (flat_map_precedes _ _ _ _ i); [exact I | exact P].
  Qed.

  Lemma section_order r i s x : In x (next_of r i s ++ copies_of r i s) ->
    precedes (rstart r i s) x (section r i s) /\ precedes x (wend r i s) (section r i s).
  Proof.
    intro I. unfold section. rewrite app_assoc. split.
    - left. split; [reflexivity |]. apply in_or_app. auto.
    - right. apply precedes_app. right. right. split; [exact I | left; reflexivity].
  Qed.

  Section Sound.
    Variables (eo : relation msg) (mo : relation ev).
    Hypothesis eo_good : is_eo flat4 eo.
    Hypothesis mo_good : is_mo flat4 mo.
    Hypothesis no_cycle : acyclic flat4 eo mo.

    Notation hb := (Definition1.hb flat4 eo mo).
    Notation trans := (trans flat4 eo mo).
    Notation rf_hb := (rf_hb flat4 eo mo).
    Notation po_hb := (po_hb flat4 eo mo).
    Notation eo_hb := (eo_hb flat4 eo mo).
    Notation eo_total := (eo_total flat4 eo eo_good).

    (* Lemma 1 of doc/flat.md: a section runs inside its message. *)
    Lemma section_inside r i s x : posted (reg r i s) -> In x (next_of r i s ++ copies_of r i s) ->
      hb (wstart r i s) x /\ hb x (rend r i s).
    Proof.
      intros P I. destruct (section_order r i s x I) as (P1 & P2). destruct P as (L & V). split.
      - apply trans with (rstart r i s); [apply rf_hb; constructor; split; assumption |].
        apply po_hb. eapply in_section; eassumption.
      - apply trans with (wend r i s); [apply po_hb; eapply in_section; eassumption |].
        apply rf_hb. constructor. split; assumption.
    Qed.

    Lemma sides_differ s : s <> negb s.
    Proof. destruct s; discriminate. Qed.

    (* Lemma 2: a copy has the value of the original. *)
    Lemma copies r i s m n : posted (reg r i s) -> posted m -> posted n -> runs_ m = runs_ n -> m <> n ->
      In (post m) (next_of r i s ++ copies_of r i s) ->
      In (post n) (next_of r i (negb s) ++ copies_of r i (negb s)) ->
      eo (reg r i s) (reg r i (negb s)) -> eo m n.
    Proof.
      intros P Pm Pn R N Im In_ E.
      assert (H : forall k, posted k -> handed flat4 (post k) (get k) k) by (repeat split; assumption).
      apply (posted_in_order flat4 eo mo eo_good mo_good no_cycle (post m) (post n) (get m) (get n)); auto.
      apply trans with (rend r i s); [apply section_inside; assumption |].
      apply trans with (wstart r i (negb s)); [apply eo_hb; exact E |].
      apply section_inside; assumption.
    Qed.

    (* All rounds of the register agree. *)
    Lemma all_rounds r i s : r < rounds -> In i (vars f) -> eo (reg 0 i s) (reg 0 i (negb s)) ->
      eo (reg r i s) (reg r i (negb s)).
    Proof.
      intros L V E. induction r as [| r IH]; [assumption |].
      assert (N : forall u, In (post (reg (S r) i u)) (next_of r i u ++ copies_of r i u)).
      { intro u. apply in_or_app. left. unfold next_of. destruct (Nat.ltb_spec (S r) rounds); [left; reflexivity | lia]. }
      apply (copies r i s); [split; [lia | assumption] | split; assumption | split; assumption | reflexivity | | apply N | apply N |].
      - intro H. assert (H' : s = negb s) by congruence. exact (sides_differ s H').
      - apply IH. lia.
    Qed.

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
    Lemma literal_or_order (v : nat -> bool) j t : j < rounds -> t < size j ->
      (forall i, In i (vars f) -> (v i = true <-> value i)) ->
      holds v (lit j t) \/ eo (F j t) (S_ j t).
    Proof.
      intros J L V. set (i := snd (lit j t)).
      assert (I : In i (vars f)) by (apply lit_occurs; assumption).
      specialize (V i I).
      assert (N : second j t = negb (first j t)) by (unfold first, second; destruct (fst (lit j t)); reflexivity).
      assert (C : eo (reg 0 i (first j t)) (reg 0 i (negb (first j t))) -> eo (F j t) (S_ j t)).
      { intro E. unfold F, S_. rewrite N.
        assert (K : forall u, In (post (copy j t u)) (next_of j i u ++ copies_of j i u)).
        { intro u. apply in_or_app. right. apply in_flat_map. exists t. split; [apply in_seq; lia |].
          unfold i. rewrite Nat.eqb_refl. left. reflexivity. }
        apply (copies j i (first j t)); [split; assumption | split; assumption | split; assumption | | | apply K | apply K |].
        - destruct t as [| [| t]]; reflexivity.
        - intro H. assert (H' : first j t = negb (first j t)) by congruence. exact (sides_differ _ H').
        - apply all_rounds; assumption. }
      unfold holds. fold i. unfold first in C. destruct (fst (lit j t)) eqn:sign; simpl in C.
      - destruct (value_decided i) as [H | H]; [left; apply V, H | right; apply C].
        destruct (eo_total (reg 0 i true) (reg 0 i false)) as [G | G];
          [reflexivity | discriminate | contradiction | exact G].
      - destruct (v i) eqn:vi; [right; apply C, V; reflexivity | left; reflexivity].
    Qed.

    (* The cycle of a falsified clause: F of the first literal, S, F of the second, ..., S of the last one, F of the first. *)
    Lemma not_all_false j : j < rounds -> 0 < size j -> (forall t, t < size j -> eo (F j t) (S_ j t)) -> False.
    Proof.
      intros J Z E.
      assert (P : forall t, t < size j -> hb (rlit j 0) (wlit j t)).
      { induction t as [| t IH]; intro L; [apply eo_hb; apply E, L |].
        apply trans with (wlit j t); [apply IH; lia |].
        apply trans with (rlit j (S t)); [apply rf_hb; exact (rf_lit j (S t) J L) | apply eo_hb; apply E, L]. }
      apply (no_cycle (rlit j 0)). apply trans with (wlit j (size j - 1)); [apply P; lia |].
      apply rf_hb. exact (rf_lit j 0 J Z).
    Qed.

    Lemma not_empty j : empty j = true -> False.
    Proof.
      intro H. assert (J : j < rounds).
      { unfold empty in H. destruct (nth_error f j) eqn:N; [| discriminate]. apply nth_error_Some. congruence. }
      apply (no_cycle (rnone j)). apply trans with (wnone j); [| apply rf_hb; constructor; exact H].
      apply po_hb. exists (init false). split; [exact I |]. simpl. rewrite !precedes_app. right. left. right. left.
      apply (flat_map_precedes _ _ _ _ j); [apply in_seq; lia |]. unfold none. rewrite H. simpl. auto.
    Qed.

    Lemma value_satisfies (v : nat -> bool) :
      (forall i, In i (vars f) -> (v i = true <-> value i)) -> satisfies v f.
    Proof.
      intros V c C. destruct (In_nth_error f c C) as (j & N).
      assert (J : j < rounds) by (apply nth_error_Some; rewrite N; discriminate).
      assert (G : lits j = normal c) by (unfold lits; rewrite (nth_error_nth f j [] N); reflexivity).
      destruct (tautology c) eqn:T; [apply tautology_holds; exact T |].
      assert (Z : 0 < size j).
      { destruct c as [| l c]; [exfalso; apply (not_empty j); unfold empty; rewrite N; reflexivity |].
        unfold size. rewrite G. pose proof (normal_all (l :: c) l T (in_eq l c)) as K.
        destruct (normal (l :: c)); [contradiction | simpl; lia]. }
      assert (Q : forall k, k <= size j -> (exists t, t < size j /\ holds v (lit j t)) \/ forall t, t < k -> eo (F j t) (S_ j t)).
      { induction k as [| k IH]; intro L; [right; lia |].
        destruct IH as [H | H]; [lia | left; exact H |].
        destruct (literal_or_order v j k) as [K | K]; [assumption | lia | assumption | |].
        - left. exists k. split; [lia | exact K].
        - right. intros t Lt. destruct (Nat.eq_dec t k) as [-> | D]; [exact K | apply H; lia]. }
      destruct (Q (size j)) as [(t & L & H) | H]; [lia | |].
      - exists (lit j t). split; [| exact H]. apply in_normal. rewrite <- G. apply lit_in, L.
      - exfalso. exact (not_all_false j J Z H).
    Qed.
  End Sound.

  Theorem consistent_satisfiable : consistent flat4 -> satisfiable f.
  Proof.
    intros (eo & mo & E & M & H).
    destruct (values_of (value eo) (vars f)) as (v & V).
    - intro i. exact (value_decided eo mo E H i).
    - exists v. apply value_satisfies with eo mo; assumption.
  Qed.
End Flat4.

Print Assumptions flat4_flat.
Print Assumptions four_handlers.
Print Assumptions consistent_satisfiable.
