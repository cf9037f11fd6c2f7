(* ed2 FORMULA.cnf: the trace of 3sat-ed2, as Coq's definition has it, in the form of `hbkit reduce 3sat-ed2`.

   What is not proved is here: reading DIMACS (clauses of one to three literals; a shorter one repeats its last), names, and
   which write a read reads, which is rf of Ed2.v. *)

open Ed2_trace

let rec nat n = if n = 0 then O else S (nat (n - 1))
let int n = let rec count k = function O -> k | S n -> count (k + 1) n in count 0 n

let clause literals =
  let literal l = (l > 0, nat (abs l - 1)) in
  match List.map literal literals with
  | [ a ] -> { l1 = a; l2 = a; l3 = a }
  | [ a; b ] -> { l1 = a; l2 = b; l3 = b }
  | [ a; b; c ] -> { l1 = a; l2 = b; l3 = c }
  | _ -> failwith "a clause of one to three literals was expected"

let formula path = List.map clause (Dimacs.read path)

let side s = if s then "b" else "a"
let place = function One -> 1 | Two -> 2 | Three -> 3

let name = function
  | Init _ -> assert false
  | Reg (r, i, s) -> Printf.sprintf "%s%d.x%d" (side s) (int r + 1) (int i + 1)
  | Copy (j, t, s) -> Printf.sprintf "%s.%d.%d" (side s) (int j + 1) (place t)
  | Pq (j, k) -> Printf.sprintf "%s.%d" (if k then "q" else "p") (int j + 1)

let s j = Printf.sprintf "s.%d" (int j + 1)
let tie j k n = Printf.sprintf "%s.%d" (name (Pq (j, k))) n
let write v = Printf.printf "  w.%s: write %s 1\n" v v
let read v = Printf.printf "  read %s w.%s\n" v v

let event = function
  | Get _ -> ()
  | Post m -> Printf.printf "  post %s\n" (name m)
  | Read_s j -> read (s j)
  | Write_s j -> write (s j)
  | Wu (j, k) -> write (tie j k 1)
  | Ru (j, k) -> read (tie j k 1)
  | Wv (j, k) -> write (tie j k 2)
  | Rv (j, k) -> read (tie j k 2)

let () =
  let f = formula Sys.argv.(1) in
  let all = [ messages f false; messages f true ] in
  print_string "edt 1\nmeta reduction \"3sat-ed2\"\nmailbox queue\n";
  List.iter2
    (fun h messages ->
      Printf.printf "handler %s\n" h;
      List.iter
        (fun m ->
          (match m with Init _ -> print_endline "initial" | m -> Printf.printf "message %s\n" (name m));
          List.iter event (body f m))
        messages)
    [ "A"; "B" ] all;
  let sum g = List.fold_left (fun n m -> n + g m) 0 (List.concat all) in
  Printf.printf "end %d %d 2\n" (sum (fun m -> List.length (body f m))) (sum (fun _ -> 1))
