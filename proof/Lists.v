(* Order in lists, order of three numbers, and sums: what the files on traces say of the events of a message. *)

From Coq Require Import List Arith Bool Lia.
Import ListNotations.

(* X stands somewhere before Y in the list. *)
Fixpoint precedes {A : Type} (x y : A) (l : list A) : Prop :=
  match l with [] => False | z :: rest => (z = x /\ In y rest) \/ precedes x y rest end.

Lemma precedes_in {A : Type} (x y : A) l : precedes x y l -> In x l /\ In y l.
Proof. induction l as [| z l IH]; simpl; [tauto |]. intros [(-> & I) | P]; tauto. Qed.

Lemma precedes_app {A : Type} (x y : A) k l :
  precedes x y (k ++ l) <-> precedes x y k \/ precedes x y l \/ (In x k /\ In y l).
Proof.
  induction k as [| z k IH]; simpl; [tauto |]. rewrite IH, in_app_iff.
  split; intuition (subst; auto).
Qed.

(* Two elements of one stretch, or of two in the order of what they are made from. *)
Lemma precedes_flat_map {A B : Type} (g : A -> list B) x y l : precedes x y (flat_map g l) ->
  (exists a, In a l /\ precedes x y (g a)) \/ (exists a b, precedes a b l /\ In x (g a) /\ In y (g b)).
Proof.
  induction l as [| z l IH]; simpl; [tauto |]. rewrite precedes_app. intros [P | [P | (Ix & Iy)]].
  - left. exists z. auto.
  - destruct (IH P) as [(a & I & Q) | (a & b & Q & Ia & Ib)]; [left; exists a; auto | right; exists a, b; auto].
  - right. apply in_flat_map in Iy. destruct Iy as (b & Ib & Iy). exists z, b. auto.
Qed.

Lemma flat_map_precedes {A B : Type} (g : A -> list B) x y l a :
  In a l -> precedes x y (g a) -> precedes x y (flat_map g l).
Proof.
  induction l as [| z l IH]; simpl; [tauto |]. rewrite precedes_app. intros [-> | I] P; auto.
Qed.

Lemma seq_grows x y n k : precedes x y (seq k n) -> x < y.
Proof.
  revert k. induction n as [| n IH]; intros k; simpl; [tauto |].
  intros [(-> & I) | P]; [apply in_seq in I; lia | eapply IH, P].
Qed.

Lemma filter_precedes {A : Type} (p : A -> bool) x y l : precedes x y (filter p l) -> precedes x y l.
Proof.
  induction l as [| z l IH]; simpl; [tauto |]. destruct (p z); simpl; [| tauto].
  intros [(-> & I) | P]; [left; apply filter_In in I; tauto | tauto].
Qed.

Lemma map_precedes {A B : Type} (g : A -> B) x y l :
  precedes x y (map g l) -> exists a b, x = g a /\ y = g b /\ precedes a b l.
Proof.
  induction l as [| z l IH]; simpl; [tauto |]. intros [(<- & I) | P].
  - apply in_map_iff in I. destruct I as (b & <- & I). exists z, b. auto.
  - destruct (IH P) as (a & b & -> & -> & Q). exists a, b. auto.
Qed.

(* Three numbers, compared one after the other. *)
Definition later (a b c a' b' c' : nat) : Prop := a < a' \/ (a = a' /\ (b < b' \/ (b = b' /\ c < c'))).

(* --- Sums -------------------------------------------------------------------------------------------- *)

Lemma flat_map_length {A B : Type} (g : A -> list B) l : length (flat_map g l) = list_sum (map (fun x => length (g x)) l).
Proof. induction l as [| x l IH]; simpl; [reflexivity |]. rewrite app_length, IH. reflexivity. Qed.

Lemma list_sum_add {A : Type} (g h : A -> nat) l :
  list_sum (map (fun x => g x + h x) l) = list_sum (map g l) + list_sum (map h l).
Proof. induction l as [| x l IH]; simpl; lia. Qed.

Lemma list_sum_times {A : Type} (c : nat) (g : A -> nat) l :
  list_sum (map (fun x => c * g x) l) = c * list_sum (map g l).
Proof. induction l as [| x l IH]; simpl; lia. Qed.

Lemma list_sum_const {A : Type} (c : nat) (l : list A) : list_sum (map (fun _ => c) l) = length l * c.
Proof. induction l as [| x l IH]; simpl; lia. Qed.

Lemma list_sum_same {A : Type} (g h : A -> nat) l : (forall x, In x l -> g x = h x) ->
  list_sum (map g l) = list_sum (map h l).
Proof. intro H. f_equal. apply map_ext_in. exact H. Qed.

Lemma list_sum_swap {A B : Type} (g : A -> B -> nat) k l :
  list_sum (map (fun x => list_sum (map (g x) l)) k) = list_sum (map (fun y => list_sum (map (fun x => g x y) k)) l).
Proof.
  induction k as [| x k IH]; simpl; [symmetry; rewrite list_sum_const; lia |].
  rewrite list_sum_add, IH. reflexivity.
Qed.

(* One element of a list is that which is looked for. *)
Lemma one_of {B : Type} (g : nat -> B) a l : NoDup l -> In a l ->
  list_sum (map (fun i => length (if a =? i then [g i] else [])) l) = 1.
Proof.
  assert (Z : forall k, ~ In a k -> list_sum (map (fun i => length (if a =? i then [g i] else [])) k) = 0).
  { induction k as [| x k IH]; simpl; [reflexivity |]. intro N.
    destruct (Nat.eqb_spec a x); [subst; tauto |]. simpl. apply IH. tauto. }
  induction l as [| x l IH]; simpl; [tauto |]. intros N I. inversion N as [| ? ? Nx Nl]; subst.
  destruct (Nat.eqb_spec a x) as [-> | D]; simpl; [rewrite Z; auto |].
  apply IH; [assumption |]. destruct I; [congruence | assumption].
Qed.

(* What is decided for each number is a function on any list of them. *)
Lemma values_of (P : nat -> Prop) (l : list nat) : (forall i, P i \/ ~ P i) ->
  exists v : nat -> bool, forall i, In i l -> (v i = true <-> P i).
Proof.
  intro D. induction l as [| k l (v & V)]; [exists (fun _ => true); simpl; tauto |].
  assert (b : exists b : bool, b = true <-> P k).
  { destruct (D k); [exists true; tauto | exists false; split; [discriminate | contradiction]]. }
  destruct b as (b & B). exists (fun i => if i =? k then b else v i).
  intros i I. destruct (Nat.eqb_spec i k) as [-> | N]; [exact B |].
  apply V. destruct I as [<- | I]; [contradiction | exact I].
Qed.
