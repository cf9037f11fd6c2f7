(* The checker of Certify.v as a program; certify.ml reads the files and calls it. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From HB Require Import Certify.

Extraction "certify_verified.ml" run_b refute.
