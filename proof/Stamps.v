(* Consistency by time stamps, in any trace of queues: messages have a post and a get each, eo is some order of them, the posts stand in
   mo as their messages in eo (FIFO), and every edge leads to what happens later.  Then the trace is consistent. *)

From Coq Require Import Relations.
From HB Require Import Definition1.

Section Stamps.
  Variables (t : trace) (posted : message t -> Prop) (post get : message t -> event t).
  Hypothesis post_is : forall x m, post_of t x m <-> posted m /\ x = post m.
  Hypothesis get_is : forall x m, get_of t x m <-> posted m /\ x = get m.
  Hypothesis post_injective : forall m n, post m = post n -> m = n.
  Hypothesis get_home : forall m, home t (get m) = m.

  Variable eo : relation (message t).
  Hypothesis eo_good : is_eo t eo.

  Definition mo (x y : event t) : Prop := exists m n, x = post m /\ y = post n /\ posted m /\ posted n /\ eo m n.

  Lemma mo_good : is_mo t mo.
  Proof.
    split.
    - intros x y (m & n & -> & -> & Pm & Pn & E). exists m, n.
      repeat split; [apply post_is; auto .. | apply eo_good, E | apply eo_good, E].
    - intros x y m n X Y R D. apply post_is in X as (Pm & ->), Y as (Pn & ->).
      destruct (proj1 (proj2 eo_good) m n R D) as [E | E]; [left; exists m, n | right; exists n, m]; auto.
  Qed.

  Variable before : relation (event t).
  Hypothesis before_trans : forall x y z, before x y -> before y z -> before x z.
  Hypothesis before_irreflexive : forall x, ~ before x x.
  Hypothesis po_later : forall x y, po t x y -> before x y.
  Hypothesis rf_later : forall x y, rf t x y -> before x y.
  Hypothesis co_later : forall x y, co t x y -> before x y.
  Hypothesis fr_later : forall x y, fr t x y -> before x y.
  Hypothesis pb_later : forall m, posted m -> before (post m) (get m).
  Hypothesis posts_later : forall m n, posted m -> posted n -> eo m n -> before (post m) (post n).
  Hypothesis eo_later : forall x y, eo_events t eo x y -> before x y.

  Lemma step_later x y : step t eo mo x y -> before x y.
  Proof.
    intros [H | H | H | H | (m & X & Y) | (m & n & -> & -> & Pm & Pn & E) | H | (p & q & m & n & M & P & Q & X & Y)]; auto.
    - apply post_is in X as (P & ->). apply get_is in Y as (_ & ->). auto.
    - destruct M as (m' & n' & -> & -> & _ & _ & E).
      apply post_is in P as (_ & P), Q as (_ & Q). apply post_injective in P as ->, Q as ->.
      apply get_is in X as (_ & ->), Y as (_ & ->). apply eo_later. unfold eo_events. rewrite !get_home. exact E.
  Qed.

  Theorem consistent_by_stamps : consistent t.
  Proof.
    exists eo, mo. split; [exact eo_good | split; [exact mo_good |]].
    assert (forall x y, hb t eo mo x y -> before x y) as L.
    { induction 1 as [x y H | x y z _ H1 _ H2]; [apply step_later, H | eapply before_trans; eassumption]. }
    intros x H. exact (before_irreflexive x (L x x H)).
  Qed.
End Stamps.
