(* 3sat-ed2 (doc/map.md): the trace of a formula as a list, handler by handler, and how large it is.

   `messages` names the messages in the order in which `hbkit reduce` writes them, `body` (Ed2.v) their events.  ExtractEd2.v
   makes a program of both, and a test compares what it writes with what `hbkit reduce` writes. *)

From Coq Require Import List Arith Bool Lia.
From HB Require Import Definition1 Lists Ed2 Ed2Run.
Import ListNotations.

Section Size.
  Variable f : formula.

  Definition regs (r : nat) : list msg := flat_map (fun i => [reg r i false; reg r i true]) (vars f).
  Definition copies_ (j : nat) (t : place) : list msg := [copy j t false; copy j t true].

  Definition clause_A (j : nat) : list msg :=
    regs (2 * j) ++ copies_ j one ++ regs (2 * j + 1) ++ [pq j false; pq j true].
  Definition clause_B (j : nat) : list msg := copies_ j three ++ copies_ j two.

  Definition messages (h : bool) : list msg :=
    init h :: flat_map (if h then clause_B else clause_A) (seq 0 (length f)).

  Lemma in_regs r i s : In (reg r i s) (regs r) <-> In i (vars f).
  Proof.
    unfold regs. rewrite in_flat_map. split.
    - intros (k & I & [E | [E | []]]); injection E as E _; subst; assumption.
    - intro I. exists i. split; [exact I |]. destruct s; simpl; auto.
  Qed.

  (* All messages of the trace are listed, and no others. *)
  Theorem messages_all m h : In m (messages h) <-> in_trace f m /\ runs_ m = h.
  Proof.
    split.
    - intros [<- | I]; [simpl; auto |]. apply in_flat_map in I. destruct I as (j & J & I).
      apply in_seq in J. destruct h.
      + simpl in I. decompose [or] I; subst; try contradiction; split; try reflexivity; exact (proj2 J).
      + unfold clause_A in I. rewrite !in_app_iff in I.
        destruct I as [I | [I | [I | I]]];
          try (unfold regs in I; apply in_flat_map in I; destruct I as (i & V & I));
          simpl in I; decompose [or] I; subst; try contradiction; split; simpl; auto; try split; auto; lia.
    - intros (P & R). destruct m as [g | r i s | j t s | j k]; simpl in P, R.
      + left. congruence.
      + right. subst h. apply in_flat_map. exists (Nat.div2 r). destruct P as (P & V).
        pose proof (Nat.div2_odd r) as D. split; [apply in_seq; destruct (Nat.odd r); simpl in D; lia |].
        unfold clause_A. rewrite !in_app_iff. destruct (Nat.odd r); simpl Nat.b2n in D.
        * right. right. left. rewrite <- D. apply in_regs, V.
        * left. rewrite Nat.add_0_r in D. rewrite <- D. apply in_regs, V.
      + right. apply in_flat_map. exists j. split; [apply in_seq; lia |].
        destruct t; subst h; unfold clause_A, clause_B, copies_; rewrite ?in_app_iff; destruct s; simpl; tauto.
      + right. apply in_flat_map. exists j. split; [apply in_seq; lia |].
        subst h. unfold clause_A. rewrite !in_app_iff. destruct k; simpl; tauto.
  Qed.

  (* --- How many ---------------------------------------------------------------------------------------- *)

  Definition size (l : list msg) : nat := length (flat_map (body f) l).

  Lemma size_app k l : size (k ++ l) = size k + size l.
  Proof. unfold size. rewrite flat_map_app, app_length. reflexivity. Qed.

  Lemma vars_nodup : NoDup (vars f).
  Proof. apply NoDup_filter, seq_NoDup. Qed.

  Lemma one_copy r s t : Nat.div2 r < length f ->
    list_sum (map (fun i => length (copy_if f r i s t)) (vars f)) = 1.
  Proof.
    intro L. unfold copy_if. apply (one_of (fun i => post (copy (Nat.div2 r) t s))).
    - apply vars_nodup.
    - apply lit_occurs, L.
  Qed.

  Definition next_count (r : nat) : nat := if S r <? 2 * length f then 1 else 0.

  Lemma body_reg r i s : length (body f (reg r i s)) =
    1 + length (copies_of f r i s) + next_count r.
  Proof.
    simpl. rewrite app_length. unfold next_of, next_count. destruct (S r <? 2 * length f); simpl; lia.
  Qed.

  Lemma size_regs r : size (regs r) =
    length (vars f) * (2 + 2 * next_count r) +
    list_sum (map (fun i => length (copies_of f r i false)) (vars f)) +
    list_sum (map (fun i => length (copies_of f r i true)) (vars f)).
  Proof.
    unfold size, regs. induction (vars f) as [| i l IH]; [reflexivity |].
    cbn [flat_map app map list_sum length]. rewrite !app_length, IH, !body_reg.
    cbn [list_sum fold_right]. simpl list_sum. unfold list_sum. simpl. lia.
  Qed.

  Lemma copies_even j s : j < length f ->
    list_sum (map (fun i => length (copies_of f (2 * j) i s)) (vars f)) = 2.
  Proof.
    intro L. assert (D : Nat.div2 (2 * j) = j) by apply Nat.div2_double.
    assert (E : Nat.even (2 * j) = true) by (rewrite Nat.even_mul; reflexivity).
    transitivity (list_sum (map (fun i => length (copy_if f (2 * j) i s one) + length (copy_if f (2 * j) i s three)) (vars f))).
    - f_equal. apply map_ext. intro i. unfold copies_of. rewrite E, app_length. reflexivity.
    - rewrite list_sum_add, !one_copy; [reflexivity | |]; rewrite D; exact L.
  Qed.

  Lemma copies_odd j s : j < length f ->
    list_sum (map (fun i => length (copies_of f (2 * j + 1) i s)) (vars f)) = 1.
  Proof.
    intro L. assert (D : Nat.div2 (2 * j + 1) = j) by (rewrite Nat.add_1_r; apply Nat.div2_succ_double).
    assert (E : Nat.even (2 * j + 1) = false) by (rewrite Nat.even_add, Nat.even_mul; reflexivity).
    transitivity (list_sum (map (fun i => length (copy_if f (2 * j + 1) i s two)) (vars f))).
    - f_equal. apply map_ext. intro i. unfold copies_of. rewrite E. reflexivity.
    - apply one_copy. rewrite D. exact L.
  Qed.

  Lemma size_clause_A j : j < length f ->
    size (clause_A j) = length (vars f) * (6 + 2 * next_count (2 * j + 1)) + 16.
  Proof.
    intro L. unfold clause_A. rewrite !size_app, !size_regs, !copies_even, !copies_odd by exact L.
    assert (N : next_count (2 * j) = 1).
    { unfold next_count. destruct (Nat.ltb_spec (S (2 * j)) (2 * length f)); lia. }
    rewrite N. assert (C : size (copies_ j one) = 4).
    { unfold size, copies_. simpl. destruct (first f j one); reflexivity. }
    rewrite C. change (size [pq j false; pq j true]) with 6. lia.
  Qed.

  Lemma size_clause_B j : size (clause_B j) = 10.
  Proof. reflexivity. Qed.

  Lemma size_flat_map (g : nat -> list msg) l : size (flat_map g l) = list_sum (map (fun j => size (g j)) l).
  Proof. induction l as [| j l IH]; simpl; [reflexivity |]. rewrite size_app, IH. reflexivity. Qed.

  Lemma size_A k : k < length f ->
    list_sum (map (fun j => size (clause_A j)) (seq 0 k)) = k * (8 * length (vars f) + 16).
  Proof.
    induction k as [| k IH]; intro L; [reflexivity |].
    rewrite seq_S, map_app, list_sum_app, IH by lia. simpl list_sum. rewrite size_clause_A by lia.
    assert (N : next_count (2 * k + 1) = 1).
    { unfold next_count. destruct (Nat.ltb_spec (S (2 * k + 1)) (2 * length f)); lia. }
    rewrite N. lia.
  Qed.

  Lemma no_vars : length f = 0 -> vars f = [].
  Proof. destruct f; [reflexivity | discriminate]. Qed.

  (* n variables that occur, m clauses: 8nm + 26m events, 4nm + 8m + 2 messages. *)
  Theorem events_counted :
    size (messages false) + size (messages true) = 8 * length (vars f) * length f + 26 * length f.
  Proof.
    assert (I : forall h, size (messages h) =
              length (vars f) + size (flat_map (if h then clause_B else clause_A) (seq 0 (length f)))).
    { intro h. unfold size at 1. simpl. rewrite app_length, map_length. reflexivity. }
    rewrite !I, !size_flat_map. clear I.
    assert (B : list_sum (map (fun j => size (clause_B j)) (seq 0 (length f))) = 10 * length f).
    { rewrite (map_ext _ (fun _ => 10)) by (intro; apply size_clause_B).
      rewrite list_sum_const, seq_length. lia. }
    rewrite B. clear B. destruct (length f) as [| k] eqn:L.
    - rewrite no_vars by exact L. reflexivity.
    - rewrite seq_S, map_app, list_sum_app, size_A by lia. simpl list_sum. rewrite size_clause_A by lia.
      assert (N : next_count (2 * k + 1) = 0).
      { unfold next_count. destruct (Nat.ltb_spec (S (2 * k + 1)) (2 * length f)); lia. }
      rewrite N. lia.
  Qed.

  Theorem messages_counted :
    length (messages false) + length (messages true) = 4 * length (vars f) * length f + 8 * length f + 2.
  Proof.
    unfold messages. simpl length. rewrite !flat_map_length.
    assert (R : forall r, length (regs r) = 2 * length (vars f)).
    { intro r. unfold regs. rewrite flat_map_length. simpl. rewrite list_sum_const. lia. }
    rewrite (map_ext (fun j => length (clause_A j)) (fun _ => 4 * length (vars f) + 4)).
    - rewrite (map_ext (fun j => length (clause_B j)) (fun _ => 4)) by reflexivity.
      rewrite !list_sum_const, seq_length. lia.
    - intro j. unfold clause_A. rewrite !app_length, !R. simpl. lia.
  Qed.

  (* A polynomial in the length of the formula alone. *)
  Lemma few_vars : length (vars f) <= 3 * length f.
  Proof.
    assert (I : incl (vars f) (flat_map (fun c => [snd (l1 c); snd (l2 c); snd (l3 c)]) f)).
    { intros i V. apply filter_In in V. destruct V as (_ & V). apply existsb_exists in V.
      destruct V as (c & C & V). apply in_flat_map. exists c. split; [exact C |].
      rewrite !orb_true_iff, !Nat.eqb_eq in V. simpl. tauto. }
    apply NoDup_incl_length in I; [| apply vars_nodup].
    rewrite flat_map_length in I. simpl in I. rewrite list_sum_const in I. lia.
  Qed.

  Theorem events_bounded :
    size (messages false) + size (messages true) <= 24 * length f * length f + 26 * length f.
  Proof. rewrite events_counted. pose proof few_vars. nia. Qed.
End Size.

Print Assumptions messages_all.
Print Assumptions events_counted.
Print Assumptions messages_counted.
Print Assumptions events_bounded.
