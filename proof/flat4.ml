(* flat4 FORMULA.cnf: the trace of 3sat-edflat-4, as Coq's definition has it, in the form of `hbkit reduce 3sat-edflat-4`.

   What is not proved is here: reading DIMACS, names, and which write a read reads, which is rf of Flat4.v. *)

open Flat4_trace

let rec nat n = if n = 0 then O else S (nat (n - 1))
let int n = let rec count k = function O -> k | S n -> count (k + 1) n in count 0 n

let formula path = List.map (List.map (fun l -> (l > 0, nat (abs l - 1)))) (Dimacs.read path)

let side s = if s then "b" else "a"

let name = function
  | Init _ -> assert false
  | Reg (r, i, s) -> Printf.sprintf "%s%d.x%d" (side s) (int r + 1) (int i + 1)
  | Copy (j, t, s) -> Printf.sprintf "%s.%d.%d" (side s) (int j + 1) (int t + 1)

let handler = function A -> "A" | B -> "B" | W -> "W" | D q -> Printf.sprintf "D%d" (int q + 1)

let tie r i s = "tie." ^ name (Reg (r, i, s))
let literal j t = Printf.sprintf "s%d.%d" (int j + 1) (int t + 1)
let empty j = Printf.sprintf "s%d" (int j + 1)
let write label variable = Printf.printf "  %s: write %s 1\n" label variable
let read label variable = Printf.printf "  read %s %s\n" variable label

let event f = function
  | Get _ -> ()
  | Post m -> Printf.printf "  post %s\n" (name m)
  | Wstart (r, i, s) -> write ("w." ^ tie r i s) (tie r i s ^ ".1")
  | Rstart (r, i, s) -> read ("w." ^ tie r i s) (tie r i s ^ ".1")
  | Wend (r, i, s) -> write ("s." ^ tie r i s) (tie r i s ^ ".2")
  | Rend (r, i, s) -> read ("s." ^ tie r i s) (tie r i s ^ ".2")
  | Wlit (j, t) -> write ("w." ^ literal j t) (literal j t)
  | Rlit (j, t) -> let t = prev f j t in read ("w." ^ literal j t) (literal j t)
  | Rnone j -> read ("w." ^ empty j) (empty j)
  | Wnone j -> write ("w." ^ empty j) (empty j)

let () =
  let f = formula Sys.argv.(1) in
  let handlers = handlers f in
  print_string "edt 1\nmeta reduction \"3sat-edflat-4\"\nmailbox queue\n";
  List.iter
    (fun h ->
      Printf.printf "handler %s\n" (handler h);
      List.iter
        (fun m ->
          (match m with Init _ -> print_endline "initial" | m -> Printf.printf "message %s\n" (name m));
          List.iter (event f) (body f m))
        (messages f h))
    handlers;
  let sum g = List.fold_left (fun n m -> n + g m) 0 (List.concat_map (messages f) handlers) in
  Printf.printf "end %d %d %d\n" (sum (fun m -> List.length (body f m))) (sum (fun _ -> 1)) (List.length handlers)
