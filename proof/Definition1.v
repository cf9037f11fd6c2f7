(* Traces and their consistency: Definition 1 of the ED-consistency paper, over an abstract type of events.

   A trace has events in messages, messages on handlers, and four given relations: po, rf, co and pb.  What is
   missing is eo, an order of the messages of each handler, and mo, an order of the posts to each handler.  It is
   consistent iff some eo and mo make happens-before acyclic. *)

From Coq Require Import Relations.

Record trace := {
  event : Type;
  message : Type;
  handler : Type;
  home : event -> message;            (* the message in which an event stands *)
  runs : message -> handler;          (* who runs a message *)
  initial : message -> Prop;          (* it has no get and comes before all others of its handler *)
  get_of : event -> message -> Prop;  (* the event is the get of the message *)
  post_of : event -> message -> Prop; (* the event posts the message: pb leads from it to the get *)
  po : relation event;
  rf : relation event;
  co : relation event;
  reads_initial : event -> Prop;      (* a read of the initial value, which comes before every write *)
  same_variable : relation event;     (* of a read and a write *)
}.

Section Consistency.
  Variable t : trace.

  Definition pb (x y : event t) : Prop := exists m, post_of t x m /\ get_of t y m.

  (* From reads: before the next writes of the value read, and of the initial value before all. *)
  Definition fr (x y : event t) : Prop :=
    (exists w, rf t w x /\ co t w y) \/ (reads_initial t x /\ same_variable t x y).

  Section Orders.
    Variable eo : relation (message t).
    Variable mo : relation (event t).

    (* eo is a strict total order of the messages of each handler, the initial one first; mo of the posts to it. *)
    Definition is_eo : Prop :=
      (forall m n, eo m n -> runs t m = runs t n /\ m <> n) /\
      (forall m n, runs t m = runs t n -> m <> n -> eo m n \/ eo n m) /\
      (forall m n, initial t m -> runs t m = runs t n -> m <> n -> eo m n).

    Definition is_mo : Prop :=
      (forall x y, mo x y -> exists m n, post_of t x m /\ post_of t y n /\ runs t m = runs t n /\ m <> n) /\
      (forall x y m n, post_of t x m -> post_of t y n -> runs t m = runs t n -> m <> n -> mo x y \/ mo y x).

    (* All events of a message come before all of a later one. *)
    Definition eo_events (x y : event t) : Prop := eo (home t x) (home t y).

    (* Queue order: gets in the order of the posts. *)
    Definition qo (x y : event t) : Prop :=
      exists p q m n, mo p q /\ post_of t p m /\ post_of t q n /\ get_of t x m /\ get_of t y n.

    Inductive step (x y : event t) : Prop :=
    | by_po : po t x y -> step x y
    | by_rf : rf t x y -> step x y
    | by_co : co t x y -> step x y
    | by_fr : fr x y -> step x y
    | by_pb : pb x y -> step x y
    | by_mo : mo x y -> step x y
    | by_eo : eo_events x y -> step x y
    | by_qo : qo x y -> step x y.

    Definition hb : relation (event t) := clos_trans _ step.
    Definition acyclic : Prop := forall x, ~ hb x x.
  End Orders.

  Definition consistent : Prop :=
    exists eo mo, is_eo eo /\ is_mo mo /\ acyclic eo mo.
End Consistency.
