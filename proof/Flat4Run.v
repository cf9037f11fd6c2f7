(* 3sat-edflat-4 (doc/flat.md), the direction satisfiable => consistent: when each event happens in the run of a model.

   Three numbers, compared one after the other, say when; a message has a slot, the first two of them.  eo is the order of the
   slots and mo that of eo (FIFO).  Every edge of happens-before leads to a later time.

       A, B, W:  0          A and B post the first round, each pair in the order of the model
                 r + 1      W runs round r, pair after pair; A and B have their sections in the message that runs
       A, B, D:  m + 1 + j  the literals of clause j, from a true one, t, around to itself: S of t, then F and S of t+1, ...,
                            t-1, in the order of the model, then F of t *)

From Coq Require Import Relations List Arith Bool Lia.
From HB Require Import Definition1 Lists Stamps Flat4.
Import ListNotations.

Local Arguments Nat.mul : simpl never.
Local Arguments Nat.min : simpl never.

Section Run.
  Variables (f : formula) (v : nat -> bool).
  Hypothesis model : satisfies v f.

  Notation lit := (lit f).
  Notation size := (size f).
  Notation first := (first f).
  Notation posted := (posted f).
  Notation body := (body f).
  Notation home := (home_ f).
  Notation rounds := (rounds f).

  Definition var j t : nat := snd (lit j t).
  Definition true_ j t : bool := eqb (v (var j t)) (fst (lit j t)).

  (* Which of a pair runs first: b of a true variable, a of a false one. *)
  Definition turn (i : nat) (s : bool) : nat := if eqb s (v i) then 0 else 1.

  (* The first true literal of clause j, and where the others stand in the circle that begins and ends with it. *)
  Fixpoint first_true (j k t : nat) : nat :=
    match k with 0 => 0 | S k => if true_ j t then t else first_true j k (S t) end.
  Definition start j : nat := first_true j (size j) 0.
  Definition place j t s : nat :=
    if t =? start j then if eqb s (first j t) then size j + 1 else 0
    else if start j <? t then t - start j else t + size j - start j.

  Definition slot1 (m : msg) : nat :=
    match m with init _ => 0 | reg r _ _ => r + 1 | copy j _ _ => rounds + 1 + j end.
  Definition slot2 (m : msg) : nat :=
    match m with
    | init _ => 0
    | reg _ i s => 2 * i + turn i s
    | copy j t s => 2 * place j t s + turn (var j t) s
    end.

  (* When an event happens.  Initial messages are over after the last round, also in sections that they do not have. *)
  Definition time1 (e : ev) : nat :=
    match e with
    | get m => slot1 m
    | post (init _) => 0
    | post (reg r _ _) => Nat.min r rounds
    | post (copy j _ _) => Nat.min (j + 1) rounds
    | rstart r _ _ | wend r _ _ => Nat.min (r + 1) rounds
    | wstart r _ _ | rend r _ _ => r + 1
    | wlit j _ | rlit j _ => rounds + 1 + j
    | rnone _ | wnone _ => 0
    end.
  Definition time2 (e : ev) : nat :=
    match e with
    | get m => slot2 m
    | post (init _) => 0
    | post (reg _ i s) => 2 * i + turn i s
    | post (copy j t s) => 2 * var j t + turn (var j t) s
    | wstart _ i s | rstart _ i s | wend _ i s | rend _ i s => 2 * i + turn i s
    | wlit j t => slot2 (S_ f j t)
    | rlit j t => slot2 (F f j t)
    | rnone _ | wnone _ => 0
    end.
  Definition time3 (e : ev) : nat :=
    match e with
    | get _ | rnone _ | wnone _ => 0
    | wstart _ _ _ | wlit _ _ | rlit _ _ => 1
    | rstart _ _ _ => 2
    | post (copy _ t _) => 4 + t
    | post _ => 3
    | wend r _ _ => 4 + size r
    | rend r _ _ => 5 + size r
    end.

  Definition before (x y : ev) : Prop := later (time1 x) (time2 x) (time3 x) (time1 y) (time2 y) (time3 y).

  Definition eo (m n : msg) : Prop := runs_ m = runs_ n /\ later (slot1 m) (slot2 m) 0 (slot1 n) (slot2 n) 0.

  Lemma before_trans x y z : before x y -> before y z -> before x z.
  Proof. unfold before, later. lia. Qed.
  Lemma before_irreflexive x : ~ before x x.
  Proof. unfold before, later. lia. Qed.

  (* --- Facts about pairs and clauses ------------------------------------------------------------------ *)

  Lemma turn_below i s : turn i s < 2.
  Proof. unfold turn. destruct (eqb s (v i)); lia. Qed.

  Lemma turn_one i s s' : turn i s = turn i s' -> s = s'.
  Proof. unfold turn. destruct s, s', (v i); simpl; congruence. Qed.

  Lemma turn_first j t s : turn (var j t) s = if eqb s (first j t) then (if true_ j t then 1 else 0)
                                              else (if true_ j t then 0 else 1).
  Proof. unfold turn, true_, first. destruct s, (v _), (fst _); reflexivity. Qed.

  (* Of a satisfied clause there is a true literal. *)
  Lemma start_true j : j < rounds -> 0 < size j -> start j < size j /\ true_ j (start j) = true.
  Proof.
    intros J Z.
    assert (H : exists t, t < size j /\ true_ j t = true).
    { assert (C : In (nth j f []) f) by (apply nth_In; exact J).
      specialize (model _ C). destruct model as (l & I & H).
      assert (T : tautology (nth j f []) = false).
      { unfold size, Flat4.size, lits, normal in Z. destruct (tautology _); [simpl in Z; lia | reflexivity]. }
      apply (normal_all _ _ T) in I. apply (In_nth _ _ (true, 0)) in I. destruct I as (t & L & E).
      assert (E' : lit j t = l) by exact E.
      exists t. split; [exact L |]. unfold true_, var. rewrite E'. apply eqb_true_iff. exact H. }
    assert (G : forall k t, (exists u, t <= u < t + k /\ true_ j u = true) ->
              first_true j k t < t + k /\ true_ j (first_true j k t) = true).
    { induction k as [| k IH]; intros t (u & L & U); [lia |]. simpl.
      destruct (true_ j t) eqn:T; [split; [lia | exact T] |].
      destruct (IH (S t)) as (L' & T'); [| split; [lia | exact T']].
      exists u. destruct (Nat.eq_dec t u) as [-> | N]; [congruence | split; [lia | exact U]]. }
    unfold start. apply (G (size j) 0). destruct H as (t & L & T). exists t. split; [lia | exact T].
  Qed.

  Lemma empty_false j : empty f j = false.
  Proof.
    unfold empty. destruct (nth_error f j) as [c |] eqn:N; [| reflexivity].
    apply nth_error_In in N. destruct (model c N) as (l & I & _). destruct c; [contradiction | reflexivity].
  Qed.

  Lemma eqb_first j t : eqb (first j t) (first j t) = true.
  Proof. apply eqb_reflx. Qed.
  Lemma eqb_second j t : eqb (second f j t) (first j t) = false.
  Proof. unfold first, Flat4.first, second. destruct (fst _); reflexivity. Qed.

  (* --- eo ----------------------------------------------------------------------------------------- *)

  Lemma pairs_apart a b i k s s' : 2 * a + turn i s = 2 * b + turn k s' -> a = b /\ turn i s = turn k s'.
  Proof. pose proof (turn_below i s). pose proof (turn_below k s'). lia. Qed.

  Lemma copy_handler j t s m : runs_ m = runs_ (copy j t s) -> slot1 m > rounds ->
    match m with copy _ t' _ => t' = t | reg _ _ _ => True | init _ => False end.
  Proof.
    destruct m as [u | r i u | j' t' u]; simpl; [lia | trivial |].
    destruct t' as [| [| t']], t as [| [| t]]; simpl; congruence.
  Qed.

  Lemma not_on_W j t s : runs_ (copy j t s) <> W.
  Proof. destruct t as [| [| t]]; discriminate. Qed.

  Lemma slots_differ m n : runs_ m = runs_ n -> slot1 m = slot1 n -> slot2 m = slot2 n -> m = n.
  Proof.
    destruct m as [s | r i s | j t s], n as [s' | r' i' s' | j' t' s']; intros R E1 E2;
      cbn [slot1] in E1; try (exfalso; lia).
    - destruct s, s'; simpl in R; congruence.
    - apply pairs_apart in E2. destruct E2 as (<- & E2). apply turn_one in E2. f_equal; [lia | assumption].
    - symmetry in R. contradiction (not_on_W _ _ _ R).
    - contradiction (not_on_W _ _ _ R).
    - assert (t = t') as <- by (apply (copy_handler _ _ _ _ R); simpl; lia).
      assert (j = j') as <- by lia. apply pairs_apart in E2. destruct E2 as (_ & E2). apply turn_one in E2. congruence.
  Qed.

  Lemma eo_good : is_eo (flat4 f) eo.
  Proof.
    split; [| split]; simpl.
    - intros m n (R & L). split; [exact R |]. intros ->. unfold later in L. lia.
    - intros m n R D.
      destruct (lt_eq_lt_dec (slot1 m) (slot1 n)) as [[H1 | H1] | H1];
        [left | | right]; try (split; [congruence | unfold later; lia]).
      destruct (lt_eq_lt_dec (slot2 m) (slot2 n)) as [[H2 | H2] | H2];
        [left | | right]; try (split; [congruence | unfold later; lia]).
      exfalso. apply D. apply slots_differ; assumption.
    - intros m n I R D. split; [exact R |]. destruct m as [s | |]; try contradiction.
      destruct n as [s' | r i s' | j t s']; [destruct s, s'; simpl in R; congruence | |]; unfold later; simpl; lia.
  Qed.

  (* An event happens in the slot of its message, those of initial messages before all other slots of their handlers. *)
  Lemma in_slot x : (exists s, home x = init s /\ time1 x <= rounds) \/ (time1 x = slot1 (home x) /\ time2 x = slot2 (home x)).
  Proof.
    destruct x as [m | [s | r i s | j t s] | | r i s | r i s | | | | |]; try (right; split; reflexivity);
      left; eexists; (split; [reflexivity | simpl; lia]).
  Qed.

  (* All events of a message are before all of a later one. *)
  Lemma eo_later x y : eo (home x) (home y) -> before x y.
  Proof.
    intros (R & L). unfold before. destruct (in_slot x) as [(s & Hx & Tx) | (Tx1 & Tx2)], (in_slot y) as [(u & Hy & Ty) | (Ty1 & Ty2)].
    - rewrite Hx, Hy in L. unfold later in L. simpl in L. lia.
    - rewrite Hx in R, L. rewrite Ty1, Ty2. destruct (home y) as [u | r i u | j t u].
      + unfold later in L. simpl in L. lia.
      + destruct s; discriminate R.
      + unfold later. simpl. lia.
    - rewrite Hy in L. unfold later in L. simpl in L. lia.
    - rewrite Tx1, Tx2, Ty1, Ty2. unfold later in *. lia.
  Qed.

  (* --- Posts are in the order of eo ---------------------------------------------------------------- *)

  (* Of the two copies of a literal the first one in the order of the model runs first. *)
  Lemma slot_turn j t s s' : j < rounds -> t < size j ->
    slot2 (copy j t s) < slot2 (copy j t s') -> turn (var j t) s < turn (var j t) s'.
  Proof.
    intros J Z. destruct (start_true j J) as (L & T); [lia |]. simpl. unfold place.
    destruct (Nat.eqb_spec t (start j)) as [E | N]; [| lia].
    rewrite <- E in T. rewrite !turn_first, T. destruct (eqb s (first j t)), (eqb s' (first j t)); lia.
  Qed.

  Lemma posts_later m n : posted m -> posted n -> eo m n -> before (post m) (post n).
  Proof.
    intros Pm Pn (R & L). unfold before.
    destruct m as [s | r i s | j t s]; [contradiction | |];
      destruct n as [s' | r' i' s' | j' t' s']; try contradiction.
    - destruct Pm as (Pm & _), Pn as (Pn & _). unfold later in *. simpl in *. lia.
    - symmetry in R. contradiction (not_on_W _ _ _ R).
    - contradiction (not_on_W _ _ _ R).
    - assert (t = t') as <- by (apply (copy_handler _ _ _ _ R); simpl; lia).
      destruct Pm as (Pm & Z), Pn as (Pn & _). unfold later in L. simpl slot1 in L.
      destruct (Nat.eq_dec j j') as [<- | D]; [| unfold later; simpl; lia].
      assert (slot2 (copy j t s) < slot2 (copy j t s')) as H by lia. apply slot_turn in H; [| assumption ..].
      unfold later. simpl. lia.
  Qed.

  (* --- The given edges ------------------------------------------------------------------------------ *)

  Lemma pb_later m : posted m -> before (post m) (get m).
  Proof.
    unfold before, later. destruct m as [s | r i s | j t s]; intro P; [contradiction | |]; simpl in *; lia.
  Qed.

  (* Around the circle. *)
  Lemma circle j t : j < rounds -> t < size j -> slot2 (S_ f j (prev f j t)) < slot2 (F f j t).
  Proof.
    intros J Z. destruct (start_true j J) as (L & T); [lia |].
    unfold S_, F. cbn [slot2]. rewrite !turn_first, eqb_first, eqb_second. unfold place. rewrite eqb_first, eqb_second.
    set (u := prev f j t).
    assert (U : (t = 0 /\ u = size j - 1) \/ t = S u) by (destruct t; [left | right]; auto).
    destruct (Nat.eqb_spec u (start j)) as [E | E].
    - rewrite <- E in T. rewrite T. destruct (Nat.eqb_spec t (start j)); [lia |].
      destruct (Nat.ltb_spec (start j) t); destruct (true_ j t); lia.
    - destruct (Nat.eqb_spec t (start j)) as [E' | E'].
      + destruct (Nat.ltb_spec (start j) u); destruct (true_ j t), (true_ j u); lia.
      + destruct (Nat.ltb_spec (start j) u), (Nat.ltb_spec (start j) t); destruct (true_ j t), (true_ j u); lia.
  Qed.

  Lemma rf_later x y : rf_ f x y -> before x y.
  Proof.
    unfold before, later. intros [r i s (P & _) | r i s (P & _) | j t J Z | j E].
    - simpl. lia.
    - simpl. lia.
    - pose proof (circle j t J Z). cbn [time1 time2]. lia.
    - rewrite empty_false in E. discriminate.
  Qed.

  Lemma section_times r i s x : r < rounds -> In x (section f r i s) -> time1 x = r + 1 /\ time2 x = 2 * i + turn i s.
  Proof.
    intros L I. assert (M : Nat.min (r + 1) rounds = r + 1) by lia.
    destruct I as [<- | I]; [simpl; auto |].
    apply in_app_or in I. destruct I as [I | I]; [| apply in_app_or in I; destruct I as [I | I]].
    - unfold next_of in I. destruct (Nat.ltb_spec (S r) rounds); [| contradiction].
      destruct I as [<- | []]. simpl. split; [lia | reflexivity].
    - apply in_flat_map in I. destruct I as (t & _ & I).
      destruct (Nat.eqb_spec (snd (lit r t)) i) as [<- |]; [| contradiction]. destruct I as [<- | []]. simpl. auto.
    - destruct I as [<- | []]. simpl. auto.
  Qed.

  Lemma section_grows r i s x y : precedes x y (section f r i s) -> time3 x < time3 y.
  Proof.
    assert (C : forall z, In z (copies_of f r i s) -> exists t, z = post (copy r t s) /\ t < size r).
    { intros z I. apply in_flat_map in I. destruct I as (t & T & I). apply in_seq in T.
      destruct (snd (lit r t) =? i); [| contradiction]. destruct I as [<- | []]. exists t. split; [reflexivity | lia]. }
    assert (N : forall z, In z (next_of f r i s) -> z = post (reg (S r) i s)).
    { intros z I. unfold next_of in I. destruct (S r <? rounds); [| contradiction]. destruct I as [<- | []]. reflexivity. }
    unfold section. intros [(<- & I) | P].
    - rewrite !in_app_iff in I. destruct I as [I | [I | [<- | []]]].
      + rewrite (N y I). simpl. lia.
      + destruct (C y I) as (t & -> & _). simpl. lia.
      + simpl. lia.
    - rewrite !precedes_app in P. destruct P as [P | [[P | [P | (Ix & Iy)]] | (Ix & Iy)]].
      + unfold next_of in P. destruct (S r <? rounds); simpl in P; tauto.
      + unfold copies_of in P. apply precedes_flat_map in P. destruct P as [(t & _ & P) | (t & u & P & It & Iu)].
        * destruct (snd (lit r t) =? i); simpl in P; tauto.
        * apply seq_grows in P. destruct (snd (lit r t) =? i); [| contradiction]. destruct (snd (lit r u) =? i); [| contradiction].
          destruct It as [<- | []], Iu as [<- | []]. simpl. lia.
      + simpl in P. tauto.
      + destruct (C x Ix) as (t & -> & T). destruct Iy as [<- | []]. simpl. lia.
      + rewrite (N x Ix). apply in_app_or in Iy. destruct Iy as [Iy | [<- | []]]; [| simpl; lia].
        destruct (C y Iy) as (t & -> & _). simpl. lia.
  Qed.

  Lemma vars_grow a b : precedes a b (vars f) -> a < b.
  Proof. intro P. eapply seq_grows, filter_precedes, P. Qed.

  Lemma in_sections s x : In x (flat_map (sections f s) (seq 0 rounds)) -> exists r i, r < rounds /\ In x (section f r i s).
  Proof.
    intro I. apply in_flat_map in I. destruct I as (r & R & I). apply in_flat_map in I. destruct I as (i & _ & I).
    apply in_seq in R. exists r, i. split; [lia | exact I].
  Qed.

  Lemma initial_later s x y : precedes x y (body (init s)) -> before x y.
  Proof.
    assert (Z : (if s then [] else flat_map (none f) (seq 0 rounds)) = []).
    { destruct s; [reflexivity |]. induction (seq 0 rounds) as [| j l IH]; [reflexivity |].
      simpl. unfold none at 1. rewrite empty_false. exact IH. }
    simpl. rewrite Z, app_nil_r, precedes_app. unfold before, later. intros [P | [P | (Ix & Iy)]].
    - apply map_precedes in P. destruct P as (a & b & -> & -> & P). apply vars_grow in P.
      pose proof (turn_below a s). simpl. lia.
    - apply precedes_flat_map in P. destruct P as [(r & R & P) | (r & q & P & Ix & Iy)].
      + apply in_seq in R. apply precedes_flat_map in P. destruct P as [(i & _ & P) | (i & k & P & Ix & Iy)].
        * destruct (precedes_in _ _ _ P) as (Ix & Iy).
          destruct (section_times r i s x) as (-> & ->); [lia | exact Ix |].
          destruct (section_times r i s y) as (-> & ->); [lia | exact Iy |].
          apply section_grows in P. lia.
        * apply vars_grow in P. pose proof (turn_below i s).
          destruct (section_times r i s x) as (-> & ->); [lia | exact Ix |].
          destruct (section_times r k s y) as (-> & ->); [lia | exact Iy |]. lia.
      + destruct (precedes_in _ _ _ P) as (R & Q). apply in_seq in R, Q. apply seq_grows in P.
        apply in_flat_map in Ix, Iy. destruct Ix as (i & _ & Ix), Iy as (k & _ & Iy).
        destruct (section_times r i s x) as (-> & _); [lia | exact Ix |].
        destruct (section_times q k s y) as (-> & _); [lia | exact Iy |]. lia.
    - apply in_map_iff in Ix. destruct Ix as (a & <- & _). apply in_sections in Iy. destruct Iy as (r & i & R & Iy).
      destruct (section_times r i s y R Iy) as (-> & _). simpl. lia.
  Qed.

  Lemma po_later x y : po_ f x y -> before x y.
  Proof.
    intros (m & T & P). destruct m as [s | r i s | j t s]; [eapply initial_later, P | |].
    - unfold before, later. simpl in P. intuition (subst; simpl; lia).
    - unfold before, later. simpl in P. destruct (eqb s (first j t)) eqn:E.
      + apply eqb_prop in E. subst s. unfold F in *. intuition (subst; try (simpl; lia)).
      + assert (s = second f j t) as ->.
        { revert E. unfold first, Flat4.first, second. destruct s, (fst _); simpl; congruence. }
        intuition (subst; try (simpl; lia)).
  Qed.

  (* --- All edges lead to a later time ----------------------------------------------------------------- *)

  Lemma model_consistent : consistent (flat4 f).
  Proof.
    apply (consistent_by_stamps (flat4 f) posted post get) with (eo := eo) (before := before); try (simpl; tauto).
    - intros m n E. injection E. auto.
    - exact eo_good.
    - exact before_trans.
    - exact before_irreflexive.
    - exact po_later.
    - exact rf_later.
    - intros x y [(w & _ & []) | ([] & _)].
    - exact pb_later.
    - exact posts_later.
    - exact eo_later.
  Qed.
End Run.

Theorem satisfiable_consistent f : satisfiable f -> consistent (flat4 f).
Proof. intros (v & M). apply model_consistent with v. exact M. Qed.

(* The trace of a formula is consistent iff the formula is satisfiable. *)
Theorem flat4_correct f : consistent (flat4 f) <-> satisfiable f.
Proof. split; [apply consistent_satisfiable | apply satisfiable_consistent]. Qed.

Print Assumptions flat4_correct.
