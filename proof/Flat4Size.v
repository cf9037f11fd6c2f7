(* 3sat-edflat-4 (doc/flat.md): the trace of a formula as a list, handler by handler, and how large it is.

   `messages` names the messages in the order in which `hbkit reduce` writes them, `body` (Flat4.v) their events.  ExtractFlat4.v
   makes a program of both, and a test compares what it writes with what `hbkit reduce` writes. *)

From Coq Require Import List Arith Bool Lia.
From HB Require Import Definition1 Lists Flat4.
Import ListNotations.

Section Size.
  Variable f : formula.

  Notation rounds := (rounds f).
  Notation size := (size f).

  Definition copies_at (j t : nat) : list msg := if t <? size j then [copy j t false; copy j t true] else [].
  Definition mailbox (t : nat) : list msg := flat_map (fun j => copies_at j t) (seq 0 rounds).
  Definition regs (r : nat) : list msg := flat_map (fun i => [reg r i false; reg r i true]) (vars f).

  Definition messages (h : who) : list msg :=
    match h with
    | A => init false :: mailbox 0
    | B => init true :: mailbox 1
    | W => flat_map regs (seq 0 rounds)
    | D q => mailbox (q + 2)
    end.

  (* As many as the widest clause asks for. *)
  Definition width : nat := list_max (map size (seq 0 rounds)).
  Definition handlers : list who := [A; B; W] ++ map D (seq 0 (width - 2)).

  Lemma in_mailbox m t : In m (mailbox t) <-> exists j s, m = copy j t s /\ j < rounds /\ t < size j.
  Proof.
    unfold mailbox, copies_at. rewrite in_flat_map. split.
    - intros (j & J & I). apply in_seq in J. destruct (Nat.ltb_spec t (size j)); [| contradiction].
      destruct I as [<- | [<- | []]]; eexists j, _; repeat split; lia.
    - intros (j & s & -> & J & L). exists j. split; [apply in_seq; lia |].
      destruct (Nat.ltb_spec t (size j)); [| lia]. destruct s; simpl; auto.
  Qed.

  Lemma in_regs m : In m (flat_map regs (seq 0 rounds)) <-> exists r i s, m = reg r i s /\ r < rounds /\ In i (vars f).
  Proof.
    unfold regs. rewrite in_flat_map. split.
    - intros (r & R & I). apply in_seq in R. apply in_flat_map in I. destruct I as (i & V & [<- | [<- | []]]);
        eexists r, i, _; repeat split; try assumption; lia.
    - intros (r & i & s & -> & R & V). exists r. split; [apply in_seq; lia |].
      apply in_flat_map. exists i. split; [exact V |]. destruct s; simpl; auto.
  Qed.

  Lemma widest j : j < rounds -> size j <= width.
  Proof.
    intro J. pose proof (proj1 (list_max_le (map size (seq 0 rounds)) _) (le_n _)) as M.
    rewrite Forall_forall in M. apply M, in_map, in_seq. lia.
  Qed.

  (* All messages of the trace are listed, and no others, each with its handler, which is listed, too. *)
  Theorem messages_all m h : In m (messages h) <-> in_trace f m /\ runs_ m = h.
  Proof.
    destruct h as [| | | q]; simpl; rewrite ?in_mailbox, ?in_regs; split.
    - intros [<- | (j & s & -> & J & L)]; simpl; auto.
    - intros (P & R). destruct m as [[] | r i s | j [| [| t]] s]; try discriminate; [left; reflexivity | right].
      exists j, s. simpl in P. tauto.
    - intros [<- | (j & s & -> & J & L)]; simpl; auto.
    - intros (P & R). destruct m as [[] | r i s | j [| [| t]] s]; try discriminate; [left; reflexivity | right].
      exists j, s. simpl in P. tauto.
    - intros (r & i & s & -> & R & V). simpl. auto.
    - intros (P & R). destruct m as [[] | r i s | j [| [| t]] s]; try discriminate. exists r, i, s. simpl in P. tauto.
    - intros (j & s & -> & J & L). rewrite Nat.add_comm in L |- *. simpl. auto.
    - intros (P & R). destruct m as [[] | r i s | j [| [| t]] s]; try discriminate. injection R as <-.
      exists j, s. rewrite Nat.add_comm. simpl in P. tauto.
  Qed.

  Theorem handlers_all m : in_trace f m -> In (runs_ m) handlers.
  Proof.
    unfold handlers. rewrite in_app_iff, in_map_iff. destruct m as [[] | r i s | j [| [| t]] s]; simpl; auto.
    intros (J & L). right. exists t. split; [reflexivity |]. apply in_seq. pose proof (widest j J). lia.
  Qed.

  (* --- How many ---------------------------------------------------------------------------------------- *)

  Definition events (l : list msg) : nat := length (flat_map (body f) l).
  Definition literals : nat := list_sum (map size (seq 0 rounds)). (* in normal form: K *)
  Definition empties : nat := list_sum (map (fun j => if empty f j then 1 else 0) (seq 0 rounds)). (* E *)
  Definition n : nat := length (vars f).

  Definition all : list msg := flat_map messages handlers.

  Lemma events_sum l : events l = list_sum (map (fun m => length (body f m)) l).
  Proof. apply flat_map_length. Qed.

  Lemma sum_app {X : Type} (g : X -> nat) k l : list_sum (map g (k ++ l)) = list_sum (map g k) + list_sum (map g l).
  Proof. rewrite map_app. apply list_sum_app. Qed.

  Lemma sum_flat_map {X Y : Type} (g : Y -> nat) (k : X -> list Y) l :
    list_sum (map g (flat_map k l)) = list_sum (map (fun x => list_sum (map g (k x))) l).
  Proof. induction l as [| x l IH]; simpl; [reflexivity |]. rewrite sum_app, IH. reflexivity. Qed.

  (* Each literal has two messages in the mailbox of its place. *)
  Lemma literals_by_place (w : nat) (l : list nat) : (forall j, In j l -> size j <= w) ->
    list_sum (map (fun t => list_sum (map (fun j => if t <? size j then 1 else 0) l)) (seq 0 w)) = list_sum (map size l).
  Proof.
    intro W. rewrite list_sum_swap. apply list_sum_same. intros j J. specialize (W j J).
    replace w with (size j + (w - size j)) by lia. generalize (w - size j) as d. intro d.
    rewrite seq_app, sum_app.
    rewrite (list_sum_same _ (fun _ => 1)), list_sum_const, seq_length.
    - rewrite (list_sum_same _ (fun _ => 0)), list_sum_const; [lia |].
      intros t T. apply in_seq in T. destruct (Nat.ltb_spec t (size j)); [lia | reflexivity].
    - intros t T. apply in_seq in T. destruct (Nat.ltb_spec t (size j)); [reflexivity | lia].
  Qed.

  (* Any count of messages, all of the mailboxes being worth C each. *)
  Lemma mailbox_sum (g : msg -> nat) c t : (forall j s, g (copy j t s) = c) ->
    list_sum (map g (mailbox t)) = 2 * c * list_sum (map (fun j => if t <? size j then 1 else 0) (seq 0 rounds)).
  Proof.
    intro C. unfold mailbox. rewrite sum_flat_map, <- list_sum_times. apply list_sum_same. intros j _.
    unfold copies_at. destruct (t <? size j); simpl; rewrite ?C; lia.
  Qed.

  Lemma mailboxes_sum (g : msg -> nat) c : (forall j t s, g (copy j t s) = c) ->
    list_sum (map g (mailbox 0)) + list_sum (map g (mailbox 1)) +
    list_sum (map (fun h => list_sum (map g (messages h))) (map D (seq 0 (width - 2)))) = 2 * c * literals.
  Proof.
    intro C. rewrite map_map.
    rewrite (list_sum_same _ (fun q => 2 * c * list_sum (map (fun j => if q + 2 <? size j then 1 else 0) (seq 0 rounds))))
      by (intros q _; apply mailbox_sum; auto).
    rewrite !(mailbox_sum g c) by auto. rewrite list_sum_times.
    set (h := fun t => list_sum (map (fun j => if t <? size j then 1 else 0) (seq 0 rounds))).
    change (2 * c * h 0 + 2 * c * h 1 + 2 * c * list_sum (map (fun q => h (q + 2)) (seq 0 (width - 2))) = 2 * c * literals).
    assert (H : h 0 + h 1 + list_sum (map (fun q => h (q + 2)) (seq 0 (width - 2))) = literals); [| nia].
    unfold literals. rewrite <- (literals_by_place (2 + (width - 2)) (seq 0 rounds)).
    - change (fun t => list_sum (map (fun j => if t <? size j then 1 else 0) (seq 0 rounds))) with h.
      simpl. rewrite <- (seq_shift _ 1), <- (seq_shift _ 0), !map_map.
      rewrite Nat.add_assoc. f_equal. apply list_sum_same. intros q _. f_equal. lia.
    - intros j J. apply in_seq in J. pose proof (widest j). lia.
  Qed.

  Lemma regs_sum (g : msg -> nat) c : (forall r i s, g (reg r i s) = c) ->
    list_sum (map g (messages W)) = 2 * c * n * rounds.
  Proof.
    intro C. simpl. rewrite sum_flat_map.
    rewrite (list_sum_same _ (fun _ => 2 * c * n)), list_sum_const, seq_length; [lia |]. intros r _.
    unfold regs. rewrite sum_flat_map, (list_sum_same _ (fun _ => 2 * c)), list_sum_const; [unfold n; lia |].
    intros i _. simpl. rewrite !C. lia.
  Qed.

  Lemma all_sum (g : msg -> nat) : list_sum (map g all) =
    g (init false) + g (init true) + list_sum (map g (messages W)) +
    (list_sum (map g (mailbox 0)) + list_sum (map g (mailbox 1)) +
     list_sum (map (fun h => list_sum (map g (messages h))) (map D (seq 0 (width - 2))))).
  Proof.
    unfold all, handlers. rewrite sum_flat_map, sum_app.
    change (map (fun x => list_sum (map g (messages x))) [A; B; W])
      with [list_sum (map g (messages A)); list_sum (map g (messages B)); list_sum (map g (messages W))].
    simpl messages. simpl map. simpl list_sum. lia.
  Qed.

  (* n variables that occur, m clauses, K literals (of clauses in normal form): 2nm + 2K + 2 messages. *)
  Theorem messages_counted : length all = 2 * n * rounds + 2 * literals + 2.
  Proof.
    assert (L : length all = list_sum (map (fun _ => 1) all)) by (rewrite list_sum_const; lia).
    rewrite L, all_sum, (mailboxes_sum _ 1), (regs_sum _ 1) by reflexivity. lia.
  Qed.

  (* The variable of a literal has its section once in the round of its clause. *)
  Lemma copies_sum r s : r < rounds -> list_sum (map (fun i => length (copies_of f r i s)) (vars f)) = size r.
  Proof.
    intro R. rewrite (list_sum_same _ (fun i => list_sum (map (fun t =>
      length (if snd (lit f r t) =? i then [post (copy r t s)] else [])) (seq 0 (size r))))).
    - rewrite list_sum_swap, (list_sum_same _ (fun _ => 1)), list_sum_const, seq_length; [lia |].
      intros t T. apply in_seq in T.
      apply (one_of (fun _ => post (copy r t s))); [apply NoDup_filter, seq_NoDup | apply lit_occurs; lia].
    - intros i _. unfold copies_of. apply flat_map_length.
  Qed.

  Lemma sections_sum r s : r < rounds ->
    length (sections f s r) = n * (2 + if S r <? rounds then 1 else 0) + size r.
  Proof.
    intro R. unfold sections. rewrite flat_map_length.
    rewrite (list_sum_same _ (fun i => (2 + (if S r <? rounds then 1 else 0)) + length (copies_of f r i s))).
    - rewrite list_sum_add, list_sum_const, copies_sum by exact R. reflexivity.
    - intros i _. unfold section, next_of. simpl. rewrite !app_length. destruct (S r <? rounds); simpl; lia.
  Qed.

  Lemma all_sections s k : k < rounds -> length (flat_map (sections f s) (seq 0 k)) = n * 3 * k + list_sum (map size (seq 0 k)).
  Proof.
    induction k as [| k IH]; intro K; [simpl; lia |].
    rewrite seq_S, flat_map_app, app_length, IH, sum_app by lia. simpl flat_map. rewrite app_nil_r, sections_sum by lia.
    destruct (Nat.ltb_spec (S k) rounds); [| lia]. simpl map. simpl list_sum. lia.
  Qed.

  Lemma no_vars : rounds = 0 -> n = 0.
  Proof. unfold n, Flat4.rounds. destruct f; [reflexivity | discriminate]. Qed.

  Lemma initial_length s : length (body f (init s)) = 3 * n * rounds + literals + if s then 0 else 2 * empties.
  Proof.
    simpl. rewrite !app_length. unfold load. rewrite map_length. fold n.
    assert (E : length (if s then [] else flat_map (none f) (seq 0 rounds)) = if s then 0 else 2 * empties).
    { destruct s; [reflexivity |]. rewrite flat_map_length. unfold empties. rewrite <- list_sum_times.
      apply list_sum_same. intros j _. unfold none. destruct (empty f j); reflexivity. }
    rewrite E. clear E. destruct rounds as [| k] eqn:R.
    - rewrite no_vars by exact R. unfold literals. rewrite R. reflexivity.
    - assert (K : k < rounds) by lia. unfold literals. rewrite R.
      rewrite seq_S, flat_map_app, app_length, all_sections, sum_app by exact K.
      simpl flat_map. rewrite app_nil_r, sections_sum by exact K.
      destruct (Nat.ltb_spec (S k) rounds); [lia |]. simpl map. simpl list_sum. destruct s; lia.
  Qed.

  (* And E empty clauses: 12nm + 6K + 2E events. *)
  Theorem events_counted : events all = 12 * n * rounds + 6 * literals + 2 * empties.
  Proof.
    rewrite events_sum, all_sum, (mailboxes_sum _ 2), (regs_sum _ 3), !initial_length by reflexivity. lia.
  Qed.

  Theorem handlers_counted : length handlers = Nat.max (width + 1) 3.
  Proof. unfold handlers. simpl. rewrite map_length, seq_length. lia. Qed.

  (* A polynomial in the length of the formula alone: its literals as they are written, and its clauses. *)
  Definition written : nat := length (concat f).

  Lemma few_vars : n <= written.
  Proof.
    assert (I : incl (vars f) (map snd (concat f))).
    { intros i V. apply filter_In in V. destruct V as (_ & V). apply existsb_exists in V.
      destruct V as (l & L & E). apply Nat.eqb_eq in E. subst i. apply in_map, L. }
    apply NoDup_incl_length in I; [| apply NoDup_filter, seq_NoDup]. rewrite map_length in I. exact I.
  Qed.

  Lemma few_literals : literals <= written.
  Proof.
    unfold literals, size, Flat4.size, lits, written, Flat4.rounds.
    assert (G : forall g : formula, list_sum (map (fun j => length (normal (nth j g []))) (seq 0 (length g))) <= length (concat g)).
    { induction g as [| c g IH]; simpl; [lia |]. rewrite <- seq_shift, map_map, app_length. simpl.
      pose proof (normal_size c). lia. }
    apply G.
  Qed.

  Lemma few_empties : empties <= rounds.
  Proof.
    unfold empties. generalize rounds as k. intro k. rewrite <- (seq_length k 0) at 2. induction (seq 0 k) as [| j l IH]; simpl; [lia |].
    destruct (empty f j); lia.
  Qed.

  Theorem events_bounded : events all <= 12 * written * length f + 6 * written + 2 * length f.
  Proof.
    rewrite events_counted. pose proof few_vars. pose proof few_literals. pose proof few_empties. unfold Flat4.rounds in *. nia.
  Qed.
End Size.

Print Assumptions messages_all.
Print Assumptions handlers_all.
Print Assumptions messages_counted.
Print Assumptions events_counted.
Print Assumptions handlers_counted.
Print Assumptions events_bounded.
