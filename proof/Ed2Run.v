(* 3sat-ed2 (doc/map.md), the direction satisfiable => consistent: when each event happens in the run of a model.

   A message has a slot, three numbers compared one after the other; an event happens at its message's slot, and there at
   its step.  eo is the order of the slots and mo that of eo (FIFO).  Every edge of happens-before leads to a later time.

       A:  reg r i s       round r + 1, variable i, the pair in the order of the model
           F1, S1          in front of the register's message of round 2j + 1 that the same message has posted
           p, q            likewise, one round later: where their posters stood
       B:  F3, S3          while A is at F1 and S1, behind S1 if p has to be posted first
           dF, dS          with p and q *)

From Coq Require Import Relations List Arith Bool Sorted Lia.
From HB Require Import Definition1 Lists Stamps Ed2.
Import ListNotations.

Local Arguments Nat.mul : simpl never.

Section Run.
  Variables (f : formula) (v : nat -> bool).
  Hypothesis model : satisfies v f.

  Notation lit := (lit f).
  Notation first := (first f).
  Notation posted := (posted f).
  Notation body := (body f).
  Notation home := (home_ f).
  Notation poster := (poster f).

  Definition var j t : nat := snd (lit j t).
  Definition true_ j t : bool := eqb (v (var j t)) (fst (lit j t)).

  (* Which of a pair runs first: b of a true variable, a of a false one. *)
  Definition turn (i : nat) (s : bool) : nat := if eqb s (v i) then 0 else 1.

  (* S1 is the first or the second of its pair. *)
  Definition turn_S j : nat := if true_ j one then 0 else 1.

  (* p, at S1's place; q in front of all, if the second literal is true, or right behind p. *)
  Definition place_pq j (k : bool) : nat :=
    if k then (if true_ j two then 0 else 10 * turn_S j + 3) else 10 * turn_S j + 2.

  (* The third literal's pair is in front of the first literal's, unless p has to be posted before q. *)
  Definition place_three j s : nat :=
    if true_ j two then 0 else if true_ j one then 3 else if eqb s (first j three) then 13 else 0.

  Definition slot1 (m : msg) : nat :=
    match m with
    | init _ => 0
    | reg r _ _ => r + 1
    | copy j two _ | pq j _ => 2 * j + 3
    | copy j _ _ => 2 * j + 2
    end.
  Definition slot2 (m : msg) : nat :=
    match m with init _ => 0 | reg _ i _ => i | copy j _ _ | pq j _ => var j one end.
  Definition slot3 (m : msg) : nat :=
    match m with
    | init _ => 0
    | reg _ i s => 10 * turn i s + 5
    | copy j one s => 10 * turn (var j one) s + 2
    | copy j two s => place_pq j (negb (eqb s (first j two)))
    | copy j three s => place_three j s + turn (var j three) s
    | pq j k => place_pq j k
    end.

  Definition step_of (e : ev) : nat :=
    match e with
    | get _ => 0
    | post (copy _ three _) => 2
    | post (reg _ _ _) => 3
    | post _ | read_s _ | write_s _ | wu _ _ => 1
    | ru _ _ => 2
    | wv _ _ => 3
    | rv _ _ => 4
    end.

  (* The initial messages post variable by variable. *)
  Definition time2 (e : ev) : nat := match e with post (reg 0 i _) => i | _ => slot2 (home e) end.
  Definition time3 (e : ev) : nat :=
    match e with post (reg 0 i s) => turn i s | _ => 10 * slot3 (home e) + step_of e end.

  Definition before (x y : ev) : Prop :=
    later (slot1 (home x)) (time2 x) (time3 x) (slot1 (home y)) (time2 y) (time3 y).

  Definition eo (m n : msg) : Prop :=
    runs_ m = runs_ n /\ later (slot1 m) (slot2 m) (slot3 m) (slot1 n) (slot2 n) (slot3 n).

  Lemma before_trans x y z : before x y -> before y z -> before x z.
  Proof. unfold before, later. lia. Qed.
  Lemma before_irreflexive x : ~ before x x.
  Proof. unfold before, later. lia. Qed.

  (* --- Facts about pairs ------------------------------------------------------------------------ *)

  Lemma turn_below i s : turn i s < 2.
  Proof. unfold turn. destruct (eqb s (v i)); lia. Qed.

  Lemma turn_one i s s' : turn i s = turn i s' -> s = s'.
  Proof. unfold turn. destruct s, s', (v i); simpl; congruence. Qed.

  Lemma turn_first j t s : s = first j t -> turn (var j t) s = if true_ j t then 1 else 0.
  Proof. intros ->. unfold turn, true_, first, var. destruct (v _), (fst _); reflexivity. Qed.

  Lemma turn_second j t s : s <> first j t -> turn (var j t) s = if true_ j t then 0 else 1.
  Proof.
    unfold turn, true_, first, var. destruct s, (v _), (fst _); simpl; congruence.
  Qed.

  Lemma turn_S_below j : turn_S j < 2.
  Proof. unfold turn_S. destruct (true_ j one); lia. Qed.

  (* The clause is satisfied. *)
  Lemma some_true j : j < length f -> true_ j one = true \/ true_ j two = true \/ true_ j three = true.
  Proof.
    intro L. destruct (nth_error f j) as [c |] eqn:N; [| apply nth_error_None in N; lia].
    specialize (model c (nth_error_In _ _ N)). unfold holds in model.
    unfold true_, var, lit. rewrite N. rewrite !eqb_true_iff. exact model.
  Qed.

  (* --- eo ----------------------------------------------------------------------------------------- *)

  Ltac facts :=
    repeat match goal with
    | |- context [turn ?i ?s] => lazymatch goal with H : turn i s < 2 |- _ => fail | _ => pose proof (turn_below i s) end
    | |- context [turn_S ?j] => lazymatch goal with H : turn_S j < 2 |- _ => fail | _ => pose proof (turn_S_below j) end
    end.

  Lemma place_pq_one j k k' : place_pq j k = place_pq j k' -> k = k'.
  Proof.
    unfold place_pq. destruct k, k', (true_ j two); try reflexivity; intro H; exfalso; lia.
  Qed.

  Lemma place_three_one j s s' :
    place_three j s + turn (var j three) s = place_three j s' + turn (var j three) s' -> s = s'.
  Proof.
    intro H. destruct (bool_dec s s') as [| D]; [assumption | exfalso].
    assert (T : turn (var j three) s <> turn (var j three) s') by (intro E; apply D, (turn_one _ _ _ E)).
    revert H T. unfold place_three. facts.
    destruct (true_ j two), (true_ j one); try lia.
    destruct s, s', (first j three); simpl; try lia; congruence.
  Qed.

  Lemma slots_differ m n : runs_ m = runs_ n -> slot1 m = slot1 n -> slot2 m = slot2 n ->
    slot3 m = slot3 n -> m = n.
  Proof.
    destruct m as [h | r i s | j t s | j k], n as [h' | r' i' s' | j' t' s' | j' k'];
      try destruct t; try destruct t'; simpl runs_; simpl slot1; simpl slot2; simpl slot3;
      intros R E1 E2 E3; try discriminate; try (exfalso; lia);
      try (exfalso; revert E3; unfold place_pq; destruct (true_ _ _); try destruct k; try destruct k'; lia).
    - congruence.
    - subst i'. assert (r = r') by lia. assert (turn i s = turn i s') by lia.
      f_equal; [assumption | eapply turn_one; eassumption].
    - assert (j = j') by lia. subst j'. f_equal. apply (turn_one (var j one)). lia.
    - assert (j = j') by lia. subst j'. apply place_pq_one in E3. f_equal.
      destruct s, s', (first j two); simpl in E3; congruence.
    - assert (j = j') by lia. subst j'. f_equal. apply (place_three_one j). exact E3.
    - assert (j = j') by lia. subst j'. f_equal. apply (place_pq_one j). exact E3.
  Qed.

  Lemma eo_good : is_eo (ed2 f) eo.
  Proof.
    split; [| split]; simpl.
    - intros m n (R & L). split; [exact R |]. intros ->. unfold later in L. lia.
    - intros m n R D.
      destruct (lt_eq_lt_dec (slot1 m) (slot1 n)) as [[H1 | H1] | H1];
        [left | | right]; try (split; [congruence | unfold later; lia]).
      destruct (lt_eq_lt_dec (slot2 m) (slot2 n)) as [[H2 | H2] | H2];
        [left | | right]; try (split; [congruence | unfold later; lia]).
      destruct (lt_eq_lt_dec (slot3 m) (slot3 n)) as [[H3 | H3] | H3];
        [left | | right]; try (split; [congruence | unfold later; lia]).
      exfalso. apply D. apply slots_differ; assumption.
    - intros m n I R D. split; [exact R |]. destruct m; try contradiction.
      destruct n as [h' | r i s | j t s | j k]; simpl in *; try destruct t; unfold later; simpl; try lia.
      congruence.
  Qed.

  (* All events of a message are before all of a later one. *)
  Lemma eo_later x y : eo (home x) (home y) -> before x y.
  Proof.
    intros (_ & L). unfold before.
    assert (S : forall e, step_of e < 10) by (destruct e as [m | [| | ? [] |] | | | | | |]; simpl; lia).
    assert (T : forall e, slot1 (home e) = 0 \/
                          (time2 e = slot2 (home e) /\ time3 e = 10 * slot3 (home e) + step_of e)).
    { destruct e as [m | [h | [| r] i s | j t s | j k] | | | | | |]; auto. }
    assert (Z : forall m, slot1 m = 0 -> slot2 m = 0 /\ slot3 m = 0).
    { destruct m as [h | r i s | j [] s | j k]; simpl; lia. }
    pose proof (S x) as Sx. pose proof (S y) as Sy.
    pose proof (Z (home x)) as Zx. pose proof (Z (home y)) as Zy.
    destruct (T x) as [Tx | (Tx2 & Tx3)], (T y) as [Ty | (Ty2 & Ty3)]; unfold later in *; lia.
  Qed.

  (* --- Posts are in the order of eo ---------------------------------------------------------------- *)

  Lemma first_or_second j t s : turn (var j t) s = if eqb s (first j t) then (if true_ j t then 1 else 0)
                                                   else (if true_ j t then 0 else 1).
  Proof.
    destruct (eqb s (first j t)) eqn:E.
    - apply turn_first, eqb_prop, E.
    - apply turn_second. intros ->. rewrite eqb_reflx in E. discriminate.
  Qed.

  Lemma turn_of_S j : turn (var j one) (second f j one) = turn_S j.
  Proof.
    rewrite first_or_second. unfold turn_S, second, first.
    destruct (fst (lit j one)), (true_ j one); reflexivity.
  Qed.

  Lemma eqb_first j t : eqb (first j t) (first j t) = true.
  Proof. apply eqb_reflx. Qed.

  (* Where the posts of p and q stand. *)
  Lemma slot3_S_one j : slot3 (S_ f j one) = 10 * turn_S j + 2.
  Proof. unfold S_. simpl slot3. rewrite turn_of_S. reflexivity. Qed.
  Lemma slot3_F_three j : slot3 (F f j three) =
    (if true_ j two then 0 else if true_ j one then 3 else 13) + if true_ j three then 1 else 0.
  Proof. unfold F. simpl slot3. unfold place_three. rewrite first_or_second, eqb_first. reflexivity. Qed.

  (* When the post of a message happens. *)
  Definition post1 (m : msg) : nat :=
    match m with
    | init _ => 0
    | reg r _ _ => r
    | copy j two _ | pq j _ => 2 * j + 2
    | copy j _ _ => 2 * j + 1
    end.
  Definition post2 (m : msg) : nat :=
    match m with init _ => 0 | reg _ i _ => i | copy j t _ => var j t | pq j _ => var j one end.
  Definition post3 (m : msg) : nat :=
    match m with
    | init _ => 0
    | reg 0 i s => turn i s
    | reg _ i s => 100 * turn i s + 53
    | copy j three s => 100 * turn (var j three) s + 52
    | copy j t s => 100 * turn (var j t) s + 51
    | pq j false => 100 * turn_S j + 21
    | pq j true =>
        10 * ((if true_ j two then 0 else if true_ j one then 3 else 13) + if true_ j three then 1 else 0) + 1
    end.

  Lemma post_time m : posted m ->
    slot1 (home (post m)) = post1 m /\ time2 (post m) = post2 m /\ time3 (post m) = post3 m.
  Proof.
    destruct m as [h | [| r] i s | j t s | j k]; intro P; try contradiction; try destruct t; try destruct k;
      unfold time2, time3; simpl home; simpl post1; simpl post2; simpl post3;
      rewrite ?slot3_S_one, ?slot3_F_three; simpl slot1; simpl slot2; simpl slot3; simpl step_of;
      unfold var, round; repeat split; simpl slot1; simpl slot2; simpl slot3; unfold var; lia.
  Qed.

  Lemma posts_later m n : posted m -> posted n -> eo m n -> before (post m) (post n).
  Proof.
    intros Pm Pn (R & L). unfold before.
    destruct (post_time m Pm) as (-> & -> & ->). destruct (post_time n Pn) as (-> & -> & ->).
    destruct m as [h | r i s | j t s | j k]; [contradiction | | |];
    destruct n as [h' | r' i' s' | j' t' s' | j' k']; try contradiction;
      try destruct t; try destruct t'; simpl in R; try discriminate.
    all: simpl posted in Pm, Pn; simpl slot1 in L; simpl slot2 in L; simpl slot3 in L;
      simpl post1; simpl post2; unfold later in *.
    - simpl post3. destruct r, r'; lia.
    - simpl post3. destruct r; lia.
    - revert L. unfold place_pq, turn_S. simpl post3. unfold turn_S.
      destruct r, k', (true_ j' two), (true_ j' one), (true_ j' three); lia.
    - simpl post3. destruct r'; lia.
    - simpl post3. lia.
    - destruct (Nat.eq_dec j j') as [<- | D]; [| lia].
      revert L. simpl post3. unfold place_pq. rewrite !first_or_second. pose proof (turn_S_below j).
      destruct (eqb s (first j two)), (eqb s' (first j two)), (true_ j two); cbn [negb]; lia.
    - lia.
    - lia.
    - destruct (Nat.eq_dec j j') as [<- | D]; [| lia].
      simpl post3. revert L. unfold place_three. rewrite !first_or_second.
      pose proof (some_true j Pm) as T.
      destruct (eqb s (first j three)), (eqb s' (first j three)), (true_ j two), (true_ j one),
        (true_ j three); try lia; exfalso; intuition discriminate.
    - lia.
    - revert L. unfold place_pq, turn_S. simpl post3. unfold turn_S. pose proof (turn_below i' s').
      destruct r', k, (true_ j two), (true_ j one), (true_ j three); lia.
    - lia.
    - destruct (Nat.eq_dec j j') as [<- | D]; [| lia].
      revert L. unfold place_pq, turn_S. simpl post3. unfold turn_S.
      destruct k, k', (true_ j two), (true_ j one), (true_ j three); lia.
  Qed.

  (* --- The given edges ------------------------------------------------------------------------------ *)

  Lemma pb_later m : posted m -> before (post m) (get m).
  Proof.
    intro P. unfold before. destruct (post_time m P) as (-> & _). unfold later.
    destruct m as [h | r i s | j [] s | j k]; try contradiction; simpl; lia.
  Qed.

  Lemma partner_slot j k : slot1 (partner f j k) = 2 * j + 3 /\ slot2 (partner f j k) = var j one /\
                           slot3 (partner f j k) = place_pq j k.
  Proof.
    unfold partner, F, S_. destruct k; simpl; rewrite ?eqb_first; repeat split.
    unfold second, first. destruct (fst (lit j two)); reflexivity.
  Qed.

  Lemma rf_later x y : rf_ f x y -> before x y.
  Proof.
    unfold before, later. intros [j L | j k L | j k L].
    - (* S3 is in front of F1, or the first literal is true and F1 the second of its pair *)
      simpl home. simpl slot1. assert (T : slot3 (S_ f j three) < slot3 (F f j one)).
      { unfold S_, F. simpl slot3. unfold place_three. rewrite !first_or_second, eqb_first.
        unfold second, first. destruct (fst (lit j three)), (true_ j two), (true_ j one), (true_ j three); simpl; lia. }
      unfold time2, time3. simpl home. simpl step_of. right. split; [reflexivity |]. right.
      split; [reflexivity | lia].
    - assert (T : slot1 (partner f j k) = 2 * j + 3 /\ slot2 (partner f j k) = var j one /\
                  slot3 (partner f j k) = place_pq j k) by (apply partner_slot).
      unfold time2, time3. simpl home. destruct T as (-> & -> & ->). simpl. lia.
    - assert (T : slot1 (partner f j k) = 2 * j + 3 /\ slot2 (partner f j k) = var j one /\
                  slot3 (partner f j k) = place_pq j k) by (apply partner_slot).
      unfold time2, time3. simpl home. destruct T as (-> & -> & ->). simpl. lia.
  Qed.

  (* po: the steps of a message grow, and the initial messages post by variable. *)
  Lemma body_home m x : in_trace f m -> In x (body m) -> home x = m.
  Proof.
    destruct m as [h | r i s | j t s | j k]; simpl in_trace; intro P.
    - simpl. intro I. apply in_map_iff in I. destruct I as (i & <- & _). reflexivity.
    - simpl. intros [<- | I]; [reflexivity |]. apply in_app_or in I. destruct I as [I | I].
      + assert (C : forall t, round (Nat.div2 r) t = r -> In x (copy_if f r i s t) -> home x = reg r i s).
        { intros t R. unfold copy_if. destruct (Nat.eqb_spec (snd (lit (Nat.div2 r) t)) i); [| contradiction].
          intros [<- | []]. simpl. rewrite R, e. reflexivity. }
        unfold copies_of in I. pose proof (Nat.div2_odd r) as D. unfold Nat.odd in D.
        destruct (Nat.even r); simpl in D.
        * apply in_app_or in I. destruct I as [I | I]; revert I; apply C; unfold round; lia.
        * revert I. apply C. unfold round. lia.
      + unfold next_of in I. destruct (S r <? 2 * length f); [| contradiction].
        destruct I as [<- | []]. reflexivity.
    - assert (E : forall t, s = if eqb s (first j t) then first j t else second f j t).
      { intro u. destruct (eqb s (first j u)) eqn:E; [apply eqb_prop, E |].
        revert E. unfold first, second. destruct s, (fst (lit j u)); simpl; congruence. }
      specialize (E t). destruct t; simpl; destruct (eqb s (first j _)); simpl;
        intuition (subst x; simpl; unfold F, S_; congruence).
    - intros [<- | [<- | [<- | []]]]; reflexivity.
  Qed.

  Lemma steps_grow m x y : (forall h, m <> init h) -> precedes x y (body m) -> step_of x < step_of y.
  Proof.
    destruct m as [h | r i s | j t s | j k]; intro N.
    - contradiction (N h). reflexivity.
    - simpl. unfold copies_of, copy_if, next_of.
      destruct (Nat.even r); repeat destruct (_ =? i); destruct (S r <? _); simpl;
        intuition (subst; simpl; lia).
    - destruct t; simpl; destruct (eqb s _); simpl; intuition (subst; simpl; lia).
    - simpl. intuition (subst; simpl; lia).
  Qed.

  Lemma po_later x y : po_ f x y -> before x y.
  Proof.
    intros (m & T & P). destruct (precedes_in _ _ _ P) as (Ix & Iy).
    pose proof (body_home m x T Ix) as Hx. pose proof (body_home m y T Iy) as Hy.
    assert (C : (exists h, m = init h) \/ forall h, m <> init h)
      by (destruct m; [left; eexists; reflexivity | right; discriminate ..]).
    destruct C as [(h & ->) | C].
    - simpl in P. apply map_precedes in P. destruct P as (a & b & -> & -> & P).
      apply filter_precedes, seq_grows in P. unfold before, later. simpl. lia.
    - apply steps_grow in P; [| exact C].
      assert (T' : forall e, home e = m -> time2 e = slot2 m /\ time3 e = 10 * slot3 m + step_of e).
      { intros e He. rewrite <- He. destruct e as [? | [| [|] | |] | | | | | |]; auto.
        simpl in He. destruct (C s). congruence. }
      destruct (T' x Hx) as (X2 & X3), (T' y Hy) as (Y2 & Y3).
      unfold before, later. rewrite X2, X3, Y2, Y3, Hx, Hy. lia.
  Qed.

  (* --- All edges lead to a later time ----------------------------------------------------------------- *)

  Lemma model_consistent : consistent (ed2 f).
  Proof.
    apply (consistent_by_stamps (ed2 f) posted post get) with (eo := eo) (before := before); try (simpl; tauto).
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

Theorem satisfiable_consistent f : satisfiable f -> consistent (ed2 f).
Proof. intros (v & M). apply model_consistent with v. exact M. Qed.

(* The trace of a formula is consistent iff the formula is satisfiable. *)
Theorem ed2_correct f : consistent (ed2 f) <-> satisfiable f.
Proof. split; [apply consistent_satisfiable | apply satisfiable_consistent]. Qed.

Print Assumptions ed2_correct.
