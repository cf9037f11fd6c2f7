(* The trace of 3sat-ed2 as a program: what Ed2.v and Ed2Size.v say of `messages` and `body` holds of what it tells.
   ed2.ml writes it as `hbkit reduce 3sat-ed2` does. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From HB Require Import Ed2 Ed2Size.

Extraction "ed2_trace.ml" messages body.
