(* Reading DIMACS, for the extracted reductions: the clauses, each a list of its literals. *)

let read path =
  let input = Scanf.Scanning.open_in path in
  Scanf.bscanf input " p cnf %d %d" (fun _ clauses ->
      List.init clauses (fun _ ->
          let rec literals () = Scanf.bscanf input " %d" (fun l -> if l = 0 then [] else l :: literals ()) in
          literals ()))
