(* A checker of certificates (doc/formats.md) for traces of queues without eo and mo lines, and that it is right:

     run_sound      if it accepts times for all events the trace is consistent;
     refute_sound   if it accepts cycles and clauses that follow from them, the trace is inconsistent.

   A trace is told by functions on numbers, as a program has arrays.  Numbers beyond the last event or message stand for
   nothing: each such event is alone in a message on a handler of its own. *)

From Coq Require Import Relations List NArith Bool Lia.
From Coq Require Import Structures.Orders Structures.OrdersEx MSets.MSetAVL.
From HB Require Import Definition1.
Import ListNotations.
Local Open Scope N_scope.

Inductive kind :=
| a_get
| a_post (m : N)
| a_write (v rank : N)             (* the rank-th in co *)
| a_read (v : N) (w : option N).   (* of a write; None: the initial value *)

Record told := {
  events : N;
  messages : N;
  kind_of : N -> kind;
  message_of : N -> N;
  handler_of : N -> N;
  is_initial : N -> bool;
}.

Module Pair := PairOrderedType N_as_OT N_as_OT.
Module PS := MSetAVL.Make Pair.

Section Told.
  Variable t : told.

  Definition home_ (e : N) : N := if e <? events t then message_of t e else messages t + e.
  Definition runs_ (m : N) : N + N := if m <? messages t then inl (handler_of t m) else inr m.

  Definition gets (e m : N) : Prop := e < events t /\ kind_of t e = a_get /\ home_ e = m.
  Definition posts (e m : N) : Prop := e < events t /\ kind_of t e = a_post m.

  Definition po_b (x y : N) : bool :=
    (x <? events t) && (y <? events t) && (message_of t x =? message_of t y) && (x <? y).
  Definition rf_b (x y : N) : bool :=
    (x <? events t) && (y <? events t) &&
    match kind_of t x, kind_of t y with a_write _ _, a_read _ (Some w) => w =? x | _, _ => false end.
  Definition co_b (x y : N) : bool :=
    (x <? events t) && (y <? events t) &&
    match kind_of t x, kind_of t y with a_write v r, a_write v' r' => (v =? v') && (r <? r') | _, _ => false end.
  Definition starts_b (x : N) : bool :=
    (x <? events t) && match kind_of t x with a_read _ None => true | _ => false end.
  Definition same_b (x y : N) : bool :=
    (x <? events t) && (y <? events t) &&
    match kind_of t x, kind_of t y with a_read v _, a_write v' _ => v =? v' | _, _ => false end.

  Definition meaning : trace := {|
    event := N; message := N; handler := N + N;
    home := home_; runs := runs_;
    initial := fun m => m < messages t /\ is_initial t m = true;
    get_of := gets; post_of := posts;
    po := fun x y => po_b x y = true;
    rf := fun x y => rf_b x y = true;
    co := fun x y => co_b x y = true;
    reads_initial := fun x => starts_b x = true;
    same_variable := fun x y => same_b x y = true
  |}.

  Definition same_handler (m n : N) : bool :=
    (m <? messages t) && (n <? messages t) && (handler_of t m =? handler_of t n).

  Lemma same_handler_runs m n : same_handler m n = true -> runs_ m = runs_ n.
  Proof.
    unfold same_handler, runs_. rewrite !andb_true_iff, N.eqb_eq. intros ((-> & ->) & ->). reflexivity.
  Qed.

  Lemma runs_same_handler m n : runs_ m = runs_ n -> m = n \/ same_handler m n = true.
  Proof.
    unfold same_handler, runs_. destruct (m <? messages t), (n <? messages t); intro H; try discriminate.
    - injection H as ->. right. rewrite N.eqb_refl. reflexivity.
    - injection H as ->. left. reflexivity.
  Qed.

  (* fr by its edge to a write: of what is read a later one, of the initial value any. *)
  Definition fr_b (x y : N) : bool :=
    (starts_b x && same_b x y) ||
    ((x <? events t) && match kind_of t x with a_read _ (Some w) => rf_b w x && co_b w y | _ => false end).

  Lemma fr_iff x y : fr meaning x y <-> fr_b x y = true.
  Proof.
    unfold fr, fr_b. simpl. rewrite orb_true_iff, !andb_true_iff, N.ltb_lt. split.
    - intros [(w & R & C) | (I & S)]; [right | left; auto].
      assert (L : x < events t /\ exists v, kind_of t x = a_read v (Some w)).
      { revert R. unfold rf_b. rewrite !andb_true_iff, !N.ltb_lt.
        destruct (kind_of t w), (kind_of t x) as [| | |? [|]]; intuition try discriminate.
        - apply N.eqb_eq in H0. subst. eauto. }
      destruct L as (L & v & K). rewrite K. split; [exact L |]. rewrite R, C. reflexivity.
    - intros [(I & S) | (L & H)]; [right; auto | left].
      destruct (kind_of t x) as [| | |? [w |]]; try discriminate.
      apply andb_true_iff in H. exists w. exact H.
  Qed.

  (* --- Consistent ------------------------------------------------------------------------------------- *)

  Fixpoint from (k : nat) (i : N) (p : N -> bool) : bool :=
    match k with O => true | S k => p i && from k (N.succ i) p end.
  Definition below (n : N) (p : N -> bool) : bool := from (N.to_nat n) 0 p.

  Lemma from_all k : forall i p x, from k i p = true -> i <= x < i + N.of_nat k -> p x = true.
  Proof.
    induction k as [| k IH]; intros i p x H L; [lia |]. simpl in H. apply andb_true_iff in H. destruct H as (H & G).
    destruct (N.eq_dec x i) as [-> | D]; [exact H |]. apply (IH (N.succ i)); [exact G | lia].
  Qed.

  Lemma below_all n p x : below n p = true -> x < n -> p x = true.
  Proof. intros H L. apply (from_all _ 0 p x H). rewrite N2Nat.id. lia. Qed.

  (* When events happen and messages start, to be checked. *)
  Variables (time start : N -> N).

  Definition pb_b (x y : N) : bool :=
    match kind_of t x, kind_of t y with a_post m, a_get => message_of t y =? m | _, _ => false end.
  Definition eo_b (m n : N) : bool := same_handler m n && (start m <? start n).

  Definition edge_b (x y : N) : bool :=
    po_b x y || rf_b x y || co_b x y || fr_b x y || pb_b x y || eo_b (message_of t x) (message_of t y).

  Definition posts_b (x y : N) : bool :=
    match kind_of t x, kind_of t y with
    | a_post m, a_post n =>
        negb (same_handler m n && negb (m =? n)) ||
        (negb (time x =? time y) && (negb (time x <? time y) || (start m <? start n)))
    | _, _ => true
    end.

  Definition run_b : bool :=
    below (events t) (fun x =>
      match kind_of t x with a_get => start (message_of t x) =? time x | _ => true end &&
      below (events t) (fun y => (negb (edge_b x y) || (time x <? time y)) && posts_b x y)) &&
    below (messages t) (fun m => below (messages t) (fun n =>
      negb (same_handler m n && negb (m =? n)) ||
      (negb (start m =? start n) && (negb (is_initial t m) || (start m <? start n))))).

  Section Run.
    Hypothesis good : run_b = true.

    Definition eo_run (m n : N) : Prop := eo_b m n = true.
    Definition mo_run (x y : N) : Prop :=
      exists m n, posts x m /\ posts y n /\ same_handler m n = true /\ m <> n /\ time x < time y.

    Lemma good_events x y : x < events t -> y < events t ->
      (edge_b x y = true -> time x < time y) /\ posts_b x y = true /\
      (kind_of t x = a_get -> start (message_of t x) = time x).
    Proof.
      intros X Y. unfold run_b in good. apply andb_true_iff in good. destruct good as (G & _).
      pose proof (below_all _ _ x G X) as P. apply andb_true_iff in P. destruct P as (K & P).
      pose proof (below_all _ _ y P Y) as Q. apply andb_true_iff in Q. destruct Q as (E & Q).
      split; [| split; [exact Q |]].
      - intro H. rewrite H in E. apply N.ltb_lt in E. exact E.
      - intro H. rewrite H in K. apply N.eqb_eq in K. exact K.
    Qed.

    Lemma good_messages m n : same_handler m n = true -> m <> n ->
      start m <> start n /\ (is_initial t m = true -> start m < start n).
    Proof.
      intros S D. unfold run_b in good. apply andb_true_iff in good. destruct good as (_ & G).
      assert (L : m < messages t /\ n < messages t).
      { revert S. unfold same_handler. rewrite !andb_true_iff, !N.ltb_lt. tauto. }
      pose proof (below_all _ _ n (below_all _ _ m G (proj1 L)) (proj2 L)) as P. simpl in P.
      rewrite S in P. apply N.eqb_neq in D. rewrite D in P. simpl in P.
      apply andb_true_iff in P. destruct P as (P & Q). apply negb_true_iff, N.eqb_neq in P.
      split; [exact P |]. intro I. rewrite I in Q. apply N.ltb_lt in Q. exact Q.
    Qed.

    Lemma good_posts x y m n : posts x m -> posts y n -> same_handler m n = true -> m <> n ->
      time x <> time y /\ (time x < time y -> start m < start n).
    Proof.
      intros (X & Kx) (Y & Ky) S D. destruct (good_events x y X Y) as (_ & P & _).
      unfold posts_b in P. rewrite Kx, Ky, S in P. apply N.eqb_neq in D. rewrite D in P. simpl in P.
      apply andb_true_iff in P. destruct P as (P & Q). apply negb_true_iff, N.eqb_neq in P.
      split; [exact P |]. intro L. apply N.ltb_lt in L. rewrite L in Q. apply N.ltb_lt in Q. exact Q.
    Qed.

    Lemma in_range x : home_ x < messages t -> x <? events t = true.
    Proof. unfold home_. destruct (x <? events t); [reflexivity | lia]. Qed.

    Lemma eo_run_later x y : eo_run (home_ x) (home_ y) -> time x < time y.
    Proof.
      intro E. assert (L : home_ x < messages t /\ home_ y < messages t).
      { revert E. unfold eo_run, eo_b, same_handler. rewrite !andb_true_iff, !N.ltb_lt. tauto. }
      assert (X : x <? events t = true) by (apply in_range; tauto).
      assert (Y : y <? events t = true) by (apply in_range; tauto).
      apply good_events; [apply N.ltb_lt, X | apply N.ltb_lt, Y |].
      unfold edge_b. unfold eo_run, home_ in E. rewrite X, Y in E. rewrite E. apply orb_true_r.
    Qed.

    Lemma step_later x y : step meaning eo_run mo_run x y -> time x < time y.
    Proof.
      assert (B : forall p, p x y = true -> (p x y = true -> x < events t /\ y < events t) ->
                            (p x y = true -> edge_b x y = true) -> time x < time y).
      { intros p H R G. apply good_events; [apply R, H | apply R, H | apply G, H]. }
      assert (R : forall b, (x <? events t) && (y <? events t) && b = true -> x < events t /\ y < events t).
      { intro b. rewrite !andb_true_iff, !N.ltb_lt. tauto. }
      unfold edge_b in B. intros [H | H | H | H | H | H | H | H].
      - apply (B po_b); [exact H | unfold po_b; rewrite !andb_true_iff, !N.ltb_lt; tauto | intros ->; reflexivity].
      - apply (B rf_b); [exact H | apply R | intros ->; rewrite ?orb_true_r; reflexivity].
      - apply (B co_b); [exact H | apply R | intros ->; rewrite ?orb_true_r; reflexivity].
      - apply fr_iff in H. apply (B fr_b); [exact H | | intros ->; rewrite ?orb_true_r; reflexivity].
        unfold fr_b. rewrite orb_true_iff, !andb_true_iff.
        intros [(_ & S) | (L & S)]; [apply (R _ S) |]. apply N.ltb_lt in L. split; [exact L |].
        destruct (kind_of t x) as [| | |? [w |]]; try discriminate. apply andb_true_iff in S.
        destruct S as (_ & S). unfold co_b in S. rewrite !andb_true_iff, !N.ltb_lt in S. tauto.
      - destruct H as (m & (X & Kx) & (Y & Ky & Hy)). apply good_events; try assumption.
        unfold edge_b, pb_b. rewrite Kx, Ky. unfold home_ in Hy. apply N.ltb_lt in Y. rewrite Y in Hy.
        rewrite Hy, N.eqb_refl, ?orb_true_r. reflexivity.
      - destruct H as (m & n & _ & _ & _ & _ & L). exact L.
      - apply eo_run_later. exact H.
      - destruct H as (p & q & m & n & (m' & n' & Pm & Pn & S & D & L) & (Lp & Km) & (Lq & Kn) & Gx & Gy).
        destruct Pm as (_ & Km'), Pn as (_ & Kn'). rewrite Km in Km'. rewrite Kn in Kn'.
        injection Km' as <-. injection Kn' as <-.
        destruct (good_posts p q m n (conj Lp Km) (conj Lq Kn) S D) as (_ & F). specialize (F L).
        destruct Gx as (X & Kx & Hx), Gy as (Y & Ky & Hy).
        destruct (good_events x y X Y) as (_ & _ & Sx), (good_events y x Y X) as (_ & _ & Sy).
        specialize (Sx Kx). specialize (Sy Ky). unfold home_ in Hx, Hy.
        apply N.ltb_lt in X, Y. rewrite X in Hx. rewrite Y in Hy. subst. lia.
    Qed.

    Lemma run_consistent : consistent meaning.
    Proof.
      exists eo_run, mo_run. split; [| split].
      - split; [| split]; simpl.
        + intros m n H. unfold eo_run, eo_b in H. apply andb_true_iff in H. destruct H as (S & L).
          split; [apply same_handler_runs, S |]. intros ->. apply N.ltb_lt in L. lia.
        + intros m n R D. destruct (runs_same_handler m n R) as [| S]; [contradiction |].
          destruct (good_messages m n S D) as (E & _). unfold eo_run, eo_b.
          assert (S' : same_handler n m = true).
          { revert S. unfold same_handler. rewrite !andb_true_iff, !N.eqb_eq. intuition. }
          rewrite S, S'. simpl. rewrite !N.ltb_lt. lia.
        + intros m n (_ & I) R D. destruct (runs_same_handler m n R) as [| S]; [contradiction |].
          unfold eo_run, eo_b. rewrite S. apply N.ltb_lt. apply good_messages; assumption.
      - split; simpl.
        + intros x y (m & n & Pm & Pn & S & D & _). exists m, n. repeat split; try apply Pm; try apply Pn; try assumption.
          apply same_handler_runs, S.
        + intros x y m n Pm Pn R D. destruct (runs_same_handler m n R) as [| S]; [contradiction |].
          destruct (good_posts x y m n Pm Pn S D) as (T & _).
          assert (S' : same_handler n m = true).
          { revert S. unfold same_handler. rewrite !andb_true_iff, !N.eqb_eq. intuition. }
          destruct (N.lt_total (time x) (time y)) as [L | [L | L]]; [left | contradiction | right].
          * exists m, n. auto.
          * exists n, m. auto.
      - assert (L : forall x y, hb meaning eo_run mo_run x y -> time x < time y).
        { induction 1 as [x y H | x y z _ H1 _ H2]; [apply step_later, H | lia]. }
        intros x H. specialize (L x x H). lia.
    Qed.
  End Run.

  Theorem run_sound : run_b = true -> consistent meaning.
  Proof. apply run_consistent. Qed.

  (* --- Inconsistent ---------------------------------------------------------------------------------- *)

  (* "m runs before n", and a set of such that cannot all hold. *)
  Definition literal : Type := N * N.
  Definition nogood := list literal.

  Inductive reason :=
  | by_given                 (* po, rf, co, fr, pb, or from an initial message *)
  | by_runs (a b : N)        (* eo *)
  | by_posts (a b : N).      (* mo, of the posts of a and b *)

  Record cycle := { steps : list (N * reason * N); start_ : N }.

  Variable get_event : N -> N. (* the get of a posted message, to be checked *)

  Definition is_get (m : N) : bool :=
    (get_event m <? events t) && match kind_of t (get_event m) with a_get => true | _ => false end
    && (message_of t (get_event m) =? m).

  Definition given_b (x y : N) : bool :=
    po_b x y || rf_b x y || co_b x y || fr_b x y ||
    ((x <? events t) && (y <? events t) &&
     (match kind_of t x, kind_of t y with a_post m, a_get => message_of t y =? m | _, _ => false end ||
      (is_initial t (message_of t x) && same_handler (message_of t x) (message_of t y)
       && negb (message_of t x =? message_of t y)))).

  Definition step_b (x : N) (r : reason) (y : N) : bool :=
    match r with
    | by_given => given_b x y
    | by_runs a b => (x <? events t) && (y <? events t) && (message_of t x =? a) && (message_of t y =? b)
    | by_posts a b =>
        (x <? events t) && (y <? events t) &&
        match kind_of t x, kind_of t y with a_post m, a_post n => (m =? a) && (n =? b) | _, _ => false end &&
        same_handler a b && negb (a =? b) && is_get a && is_get b
    end.

  Fixpoint path_b (x : N) (l : list (reason * N)) : option N :=
    match l with
    | [] => Some x
    | (r, y) :: l => if step_b x r y then path_b y l else None
    end.

  Definition cycle_b (x : N) (l : list (reason * N)) : bool :=
    match l with [] => false | _ => match path_b x l with Some y => x =? y | None => false end end.

  Definition assumed (l : list (reason * N)) : nogood :=
    flat_map (fun s => match fst s with by_given => [] | by_runs a b | by_posts a b => [(a, b)] end) l.

  (* --- Unit propagation --- *)

  Definition flip (l : literal) : literal := (snd l, fst l).
  Definition can_flip (l : literal) : bool := same_handler (fst l) (snd l) && negb (fst l =? snd l).

  Inductive passed := conflict | went_on (s : PS.t) (changed : bool).

  Fixpoint pass (ngs : list nogood) (s : PS.t) (changed : bool) : passed :=
    match ngs with
    | [] => went_on s changed
    | ng :: ngs =>
        match filter (fun l => negb (PS.mem l s)) ng with
        | [] => conflict
        | [l] => if can_flip l && negb (PS.mem (flip l) s) then pass ngs (PS.add (flip l) s) true
                 else pass ngs s changed
        | _ => pass ngs s changed
        end
    end.

  Fixpoint propagate (fuel : nat) (ngs : list nogood) (s : PS.t) : bool :=
    match fuel with
    | O => false
    | S fuel => match pass ngs s false with
                | conflict => true
                | went_on s changed => changed && propagate fuel ngs s
                end
    end.

  Definition set_of (ng : nogood) : PS.t := fold_right PS.add PS.empty ng.

  Inductive line :=
  | a_cycle (x : N) (l : list (reason * N))
  | a_clause (c : list literal). (* one of these orders holds *)

  Variable fuel : nat.

  Fixpoint refute (lines : list line) (ngs : list nogood) : bool :=
    match lines with
    | [] => false
    | a_cycle x l :: lines =>
        cycle_b x l && match assumed l with [] => true | ng => refute lines (ng :: ngs) end
    | a_clause c :: lines =>
        let ng := map flip c in
        forallb can_flip c && propagate fuel ngs (set_of ng) &&
        match c with [] => true | _ => refute lines (ng :: ngs) end
    end.

  Section Sound.
    Variables (eo : relation N) (mo : relation N).
    Hypothesis eo_good : is_eo meaning eo.
    Hypothesis mo_good : is_mo meaning mo.
    Hypothesis no_cycle : acyclic meaning eo mo.

    Notation hb := (Definition1.hb meaning eo mo).

    Definition holds_ (l : literal) : Prop := eo (fst l) (snd l).
    Definition excluded (ng : nogood) : Prop := (forall l, In l ng -> holds_ l) -> False.

    Lemma home_in e : e <? events t = true -> home_ e = message_of t e.
    Proof. unfold home_. intros ->. reflexivity. Qed.

    Lemma runs_step x y : (x <? events t) = true -> (y <? events t) = true ->
      eo (message_of t x) (message_of t y) -> hb x y.
    Proof.
      intros X Y E. apply t_step, by_eo. unfold eo_events. simpl. rewrite !home_in by assumption. exact E.
    Qed.

    Lemma given_step x y : given_b x y = true -> hb x y.
    Proof.
      unfold given_b. rewrite !orb_true_iff. intros [[[[H | H] | H] | H] | H].
      - apply t_step, by_po, H.
      - apply t_step, by_rf, H.
      - apply t_step, by_co, H.
      - apply t_step, by_fr, fr_iff, H.
      - rewrite !andb_true_iff, orb_true_iff in H. destruct H as ((X & Y) & [H | H]).
        + destruct (kind_of t x) as [| m | |] eqn:Kx; try discriminate.
          destruct (kind_of t y) eqn:Ky; try discriminate. apply N.eqb_eq in H.
          apply t_step, by_pb. exists m. simpl. unfold posts, gets. rewrite home_in by assumption.
          apply N.ltb_lt in X, Y. auto.
        + rewrite !andb_true_iff, negb_true_iff, N.eqb_neq in H. destruct H as ((I & S) & D).
          apply runs_step; try assumption. destruct eo_good as (_ & _ & F). apply F; simpl.
          * split; [| exact I]. revert S. unfold same_handler. rewrite !andb_true_iff, !N.ltb_lt. tauto.
          * apply same_handler_runs, S.
          * exact D.
    Qed.

    Lemma is_get_gets m : is_get m = true -> gets (get_event m) m.
    Proof.
      unfold is_get, gets. rewrite !andb_true_iff, N.eqb_eq. intros ((L & K) & M).
      rewrite home_in by assumption. apply N.ltb_lt in L.
      destruct (kind_of t (get_event m)); try discriminate. auto.
    Qed.

    (* Queues: what runs first was posted first. *)
    Lemma posts_step x y a b : posts x a -> posts y b -> runs_ a = runs_ b -> a <> b ->
      gets (get_event a) a -> gets (get_event b) b -> eo a b -> hb x y.
    Proof.
      intros Px Py R D Ga Gb E. destruct mo_good as (_ & T).
      destruct (T x y a b Px Py R D) as [M | M]; [apply t_step, by_mo, M | exfalso].
      apply (no_cycle (get_event a)). apply t_trans with (get_event b).
      - apply t_step, by_eo. unfold eo_events. simpl.
        destruct Ga as (_ & _ & ->), Gb as (_ & _ & ->). exact E.
      - apply t_step, by_qo. exists y, x, b, a. simpl. auto.
    Qed.

    Lemma step_holds x r y : step_b x r y = true -> (forall l, In l (assumed [(r, y)]) -> holds_ l) -> hb x y.
    Proof.
      destruct r as [| a b | a b]; simpl; intros H A.
      - apply given_step, H.
      - rewrite !andb_true_iff, !N.eqb_eq in H. destruct H as (((X & Y) & <-) & <-).
        apply runs_step; try assumption. apply (A (message_of t x, message_of t y)). auto.
      - rewrite !andb_true_iff, negb_true_iff, N.eqb_neq in H.
        destruct H as ((((((X & Y) & K) & S) & D) & Ga) & Gb).
        destruct (kind_of t x) as [| m | |] eqn:Kx; try discriminate.
        destruct (kind_of t y) as [| n | |] eqn:Ky; try discriminate.
        rewrite !andb_true_iff, !N.eqb_eq in K. destruct K as (-> & ->). apply N.ltb_lt in X, Y.
        apply (posts_step x y a b); try (split; assumption); try assumption.
        + apply same_handler_runs, S.
        + apply is_get_gets, Ga.
        + apply is_get_gets, Gb.
        + apply (A (a, b)). auto.
    Qed.

    Lemma path_holds l : forall x y, l <> [] -> path_b x l = Some y ->
      (forall q, In q (assumed l) -> holds_ q) -> hb x y.
    Proof.
      induction l as [| (r, z) l IH]; intros x y N H A; [contradiction |]. simpl in H.
      destruct (step_b x r z) eqn:E; [| discriminate].
      assert (Z : hb x z).
      { apply (step_holds x r z E). intros q I. apply A. unfold assumed in *. simpl in *.
        rewrite app_nil_r in I. apply in_or_app. auto. }
      destruct l as [| s l]; [injection H as <-; exact Z |].
      apply t_trans with z; [exact Z |]. apply IH; [discriminate | exact H |].
      intros q I. apply A. unfold assumed in *. simpl in *. apply in_or_app. auto.
    Qed.

    Lemma cycle_excluded x l : cycle_b x l = true -> excluded (assumed l).
    Proof.
      unfold cycle_b, excluded. intros H A. destruct l as [| s l]; [discriminate |].
      destruct (path_b x (s :: l)) as [y |] eqn:P; [| discriminate]. apply N.eqb_eq in H. subst y.
      apply (no_cycle x). apply (path_holds (s :: l)); [discriminate | exact P | exact A].
    Qed.

    Lemma flip_holds l : can_flip l = true -> (holds_ l -> False) -> holds_ (flip l).
    Proof.
      unfold can_flip, holds_, flip. rewrite andb_true_iff, negb_true_iff, N.eqb_neq. intros (S & D) F.
      destruct eo_good as (_ & T & _).
      destruct (T (fst l) (snd l) (same_handler_runs _ _ S) D); simpl; tauto.
    Qed.

    Definition all_hold (s : PS.t) : Prop := forall l, PS.In l s -> holds_ l.

    Lemma holds_eq l k : Pair.eq l k -> holds_ k -> holds_ l.
    Proof. destruct l, k. intros (H1 & H2). compute in H1, H2. subst. auto. Qed.

    Lemma add_holds l s : holds_ l -> all_hold s -> all_hold (PS.add l s).
    Proof. intros H A k I. apply PS.add_spec in I. destruct I as [E | I]; [eapply holds_eq; eassumption | auto]. Qed.

    Lemma pass_sound ngs : forall s changed, (forall ng, In ng ngs -> excluded ng) -> all_hold s ->
      match pass ngs s changed with conflict => False | went_on s' _ => all_hold s' end.
    Proof.
      induction ngs as [| ng ngs IH]; intros s changed X A; simpl; [exact A |].
      assert (X' : forall g, In g ngs -> excluded g) by (intros; apply X; right; assumption).
      assert (M : forall l, In l ng -> PS.mem l s = true \/ In l (filter (fun l => negb (PS.mem l s)) ng)).
      { intros l I. destruct (PS.mem l s) eqn:E; [auto | right]. apply filter_In. rewrite E. auto. }
      assert (W : forall l, PS.mem l s = true -> holds_ l) by (intros l E; apply A, PS.mem_spec, E).
      destruct (filter (fun l => negb (PS.mem l s)) ng) as [| l [| k rest]].
      - apply (X ng (or_introl eq_refl)). intros l I. destruct (M l I) as [E | []]. apply W, E.
      - destruct (can_flip l && negb (PS.mem (flip l) s)) eqn:E; [| apply IH; assumption].
        apply andb_true_iff in E. destruct E as (E & _). apply IH; [assumption |].
        apply add_holds; [| assumption]. apply flip_holds; [exact E |]. intro H.
        apply (X ng (or_introl eq_refl)). intros k I. destruct (M k I) as [E' | [<- | []]]; auto.
      - apply IH; assumption.
    Qed.

    Lemma propagate_sound n : forall ngs s, (forall ng, In ng ngs -> excluded ng) -> all_hold s ->
      propagate n ngs s = true -> False.
    Proof.
      induction n as [| n IH]; intros ngs s X A H; simpl in H; [discriminate |].
      pose proof (pass_sound ngs s false X A) as P. destruct (pass ngs s false) as [| s' changed]; [exact P |].
      apply andb_true_iff in H. apply (IH ngs s' X P). tauto.
    Qed.

    Lemma set_holds ng : (forall l, In l ng -> holds_ l) -> all_hold (set_of ng).
    Proof.
      induction ng as [| l ng IH]; intro H; simpl.
      - intros k I. apply PS.empty_spec in I. contradiction.
      - apply add_holds; [apply H; left; reflexivity | apply IH; intros; apply H; right; assumption].
    Qed.

    Lemma refute_false lines : forall ngs, (forall ng, In ng ngs -> excluded ng) -> refute lines ngs = true -> False.
    Proof.
      induction lines as [| [x l | c] lines IH]; intros ngs X H; simpl in H; [discriminate | |].
      - apply andb_true_iff in H. destruct H as (C & H). pose proof (cycle_excluded x l C) as E.
        destruct (assumed l) as [| q ng] eqn:A; [apply E; contradiction |].
        apply (IH ((q :: ng) :: ngs)); [| exact H]. intros g [<- | I]; auto.
      - rewrite !andb_true_iff in H. destruct H as ((_ & P) & H).
        assert (E : excluded (map flip c)).
        { intro A. apply (propagate_sound fuel ngs (set_of (map flip c)) X); [apply set_holds, A | exact P]. }
        destruct c as [| q c]; [apply E; contradiction |].
        apply (IH (map flip (q :: c) :: ngs)); [| exact H]. intros g [<- | I]; auto.
    Qed.
  End Sound.

  Theorem refute_sound lines : refute lines [] = true -> ~ consistent meaning.
  Proof.
    intros H (eo & mo & E & M & A). apply (refute_false eo mo E M A lines []); [contradiction | exact H].
  Qed.
End Told.

Print Assumptions run_sound.
Print Assumptions refute_sound.
