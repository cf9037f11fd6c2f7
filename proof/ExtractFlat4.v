(* The trace of 3sat-edflat-4 as a program: what Flat4.v and Flat4Size.v say of `handlers`, `messages` and `body` holds of what it
   tells.  flat4.ml writes it as `hbkit reduce 3sat-edflat-4` does. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From HB Require Import Flat4 Flat4Size.

Extraction "flat4_trace.ml" handlers messages body prev.
