(* What the queues say, in any trace: messages run in the order of their posts, and posts stand in the order of happens-before. *)

From Coq Require Import Relations.
From HB Require Import Definition1.

Section Queue.
  Variables (t : trace) (eo : relation (message t)) (mo : relation (event t)).
  Hypothesis eo_good : is_eo t eo.
  Hypothesis mo_good : is_mo t mo.
  Hypothesis no_cycle : acyclic t eo mo.

  Notation hb := (Definition1.hb t eo mo).

  Lemma trans x y z : hb x y -> hb y z -> hb x z.
  Proof. intros. apply t_trans with y; assumption. Qed.

  Lemma rf_hb x y : rf t x y -> hb x y.
  Proof. intro. apply t_step, by_rf. assumption. Qed.

  Lemma po_hb x y : po t x y -> hb x y.
  Proof. intro. apply t_step, by_po. assumption. Qed.

  Lemma mo_hb x y : mo x y -> hb x y.
  Proof. intro. apply t_step, by_mo. assumption. Qed.

  Lemma eo_hb x y : eo (home t x) (home t y) -> hb x y.
  Proof. intro. apply t_step, by_eo. assumption. Qed.

  Lemma eo_total m n : runs t m = runs t n -> m <> n -> eo m n \/ eo n m.
  Proof. destruct eo_good as (_ & T & _). apply T. Qed.

  (* A message and the events that post it and get it. *)
  Definition handed (p x : event t) (m : message t) : Prop := post_of t p m /\ get_of t x m /\ home t x = m.

  Lemma fifo p q x y m n : handed p x m -> handed q y n -> runs t m = runs t n -> m <> n -> mo p q -> eo m n.
  Proof.
    intros (Pm & Gm & Hm) (Pn & Gn & Hn) R D M. destruct (eo_total m n R D) as [H | H]; [assumption | exfalso].
    apply (no_cycle x). apply trans with y.
    - apply t_step, by_qo. exists p, q, m, n. auto.
    - apply eo_hb. rewrite Hm, Hn. exact H.
  Qed.

  (* Posts that are in order anyway are so in mo, and their messages run in this order. *)
  Lemma posted_in_order p q x y m n : handed p x m -> handed q y n -> runs t m = runs t n -> m <> n -> hb p q -> eo m n.
  Proof.
    intros Hm Hn R D E. apply (fifo p q x y); auto.
    destruct Hm as (Pm & _), Hn as (Pn & _), mo_good as (_ & T).
    destruct (T p q m n Pm Pn R D) as [H | H]; [assumption | exfalso].
    apply (no_cycle p). apply trans with q; [exact E | apply mo_hb; exact H].
  Qed.
End Queue.
