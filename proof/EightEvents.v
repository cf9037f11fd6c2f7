(* The smallest trace on which the configuration graph of Appendix D errs (data/config-queue.edt): eight events, two
   handlers, no nested posting.  It is inconsistent for queues.

       h1: post m1, a: write x     h2: read x, post m2     m1 (h2): get, read y     m2 (h2): get, b: write y

   m1 is posted before m2, as x says, so it runs first (qo); but it reads what m2 writes. *)

From Coq Require Import Relations.
From HB Require Import Definition1.

Inductive ev := post1 | wx | rx | post2 | get1 | ry | get2 | wy.
Inductive msg := i1 | i2 | m1 | m2.

Definition where_ (e : ev) : msg :=
  match e with post1 | wx => i1 | rx | post2 => i2 | get1 | ry => m1 | get2 | wy => m2 end.

Definition eight : trace := {|
  event := ev; message := msg; handler := bool;
  home := where_;
  runs := fun m => match m with i1 => false | _ => true end;
  initial := fun m => m = i1 \/ m = i2;
  get_of := fun e m => (e = get1 /\ m = m1) \/ (e = get2 /\ m = m2);
  post_of := fun e m => (e = post1 /\ m = m1) \/ (e = post2 /\ m = m2);
  po := fun x y => (x = post1 /\ y = wx) \/ (x = rx /\ y = post2) \/ (x = get1 /\ y = ry) \/ (x = get2 /\ y = wy);
  rf := fun x y => (x = wx /\ y = rx) \/ (x = wy /\ y = ry);
  co := fun _ _ => False;
  reads_initial := fun _ => False;
  same_variable := fun _ _ => False
|}.

Theorem eight_events_inconsistent : ~ consistent eight.
Proof.
  intros (eo & mo & (_ & eo_total & _) & (_ & mo_total) & acyclic).
  assert (posts : mo post1 post2).
  { destruct (mo_total post1 post2 m1 m2) as [H | H]; simpl; auto; try discriminate.
    exfalso. apply (acyclic post1).
    (* post1 po wx rf rx po post2 mo post1 *)
    apply t_trans with wx; [apply t_step, by_po; simpl; auto |].
    apply t_trans with rx; [apply t_step, by_rf; simpl; auto |].
    apply t_trans with post2; [apply t_step, by_po; simpl; auto |].
    apply t_step, by_mo; exact H. }
  assert (gets : hb eight eo mo get1 get2).
  { apply t_step, by_qo. exists post1, post2, m1, m2. simpl. tauto. }
  destruct (eo_total m1 m2) as [H | H]; simpl; auto; try discriminate.
  - (* m1 first: wy rf ry eo wy *)
    apply (acyclic wy). apply t_trans with ry.
    + apply t_step, by_rf; simpl; auto.
    + apply t_step, by_eo; exact H.
  - (* m2 first: get1 qo get2 eo get1 *)
    apply (acyclic get1). apply t_trans with get2; [exact gets |].
    apply t_step, by_eo; exact H.
Qed.

Print Assumptions eight_events_inconsistent.
