(* hbkit-certify-verified T.edt CERTIFICATE: the checker of Certify.v, which is proved, with what it is fed with.

   Of traces of queues, without eo and mo lines and with no message that is empty.  Not proved, and to be trusted, is the
   reading of the trace (`read_trace`) and that the answer printed is the checker's.  Not to be trusted is the rest: the
   certificate's lines are handed over as they are, with cycles and clauses beside them that say which orders are the same
   (doc/formats.md, "Variables"); what is wrong among them is refused.

   Exit status: 0 verified, 1 not, 2 a file that cannot be read, 3 a trace of another kind. *)

open Certify_verified

let max = Stdlib.max and min = Stdlib.min

exception Other_kind of string
exception Wrong of string

let wrong text = raise (Wrong text)

let rec positive i = if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))
let number i = if i = 0 then N0 else Npos (positive i)
let rec of_positive = function XH -> 1 | XI p -> (2 * of_positive p) + 1 | XO p -> 2 * of_positive p
let int = function N0 -> 0 | Npos p -> of_positive p

let lines path =
  let input = open_in_bin path in
  let rec all sofar = match input_line input with l -> all (l :: sofar) | exception End_of_file -> List.rev sofar in
  let result = all [] in
  close_in input;
  result

let words line =
  let line = match String.index_opt line '#' with Some i -> String.sub line 0 i | None -> line in
  List.filter (( <> ) "") (String.split_on_char ' ' (String.map (function '\t' | '\r' -> ' ' | c -> c) line))

(* --- The trace ------------------------------------------------------------------------------------- *)

type event = Get | Post of int | Write of int | Read of int * int option

type trace = {
  kinds : event array;
  home : int array; (* event -> message *)
  rank : int array; (* write -> its place in co *)
  handler : int array; (* message -> handler *)
  initial : bool array;
  post_of : int array; (* message -> its post, or -1 *)
  get_of : int array;
  first : int array; (* message -> its first event *)
  handlers : int;
}

(* Places in co: the chains have to leave one write after another. *)
let ranks kinds chains =
  let rank = Array.make (Array.length kinds) 0 in
  let variables = Hashtbl.create 16 in
  Array.iteri
    (fun e -> function
      | Write v -> Hashtbl.replace variables v (e :: Option.value ~default:[] (Hashtbl.find_opt variables v))
      | _ -> ())
    kinds;
  let before = Hashtbl.create 16 in
  let rec link = function a :: (b :: _ as rest) -> Hashtbl.add before b a; link rest | _ -> () in
  List.iter link chains;
  Hashtbl.iter
    (fun _ writes ->
      let rec place i left =
        if left <> [] then
          match List.filter (fun w -> not (List.exists (fun a -> List.mem a left) (Hashtbl.find_all before w))) left with
          | [ w ] -> rank.(w) <- i; place (i + 1) (List.filter (( <> ) w) left)
          | _ -> wrong "co is not total"
      in
      place 0 writes)
    variables;
  rank

let read_trace path =
  let handlers = Hashtbl.create 8 and names = Hashtbl.create 64 and labels = Hashtbl.create 64 in
  let variables = Hashtbl.create 16 in
  let events = ref [] and messages = ref [] and chains = ref [] and ended = ref None in
  let count = ref 0 and place = ref 0 and message = ref (-1) and name = ref "" and handler = ref "" in
  let number_of table key =
    match Hashtbl.find_opt table key with
    | Some i -> i
    | None -> let i = Hashtbl.length table in Hashtbl.add table key i; i
  in
  let add label e =
    Hashtbl.replace labels (Printf.sprintf "%s@%d" !name !place) !count;
    Option.iter (fun l -> Hashtbl.replace labels l !count) label;
    events := (e, !message) :: !events;
    incr count;
    incr place
  in
  let open_message called kind =
    name := called;
    place := 0;
    incr message;
    messages := (Hashtbl.find handlers !handler, kind) :: !messages
  in
  let item label = function
    | [ "edt"; "1" ] | "meta" :: _ | [ "mailbox"; "queue" ] -> ()
    | "mailbox" :: _ -> raise (Other_kind "other mailboxes than queues")
    | [ "handler"; h ] | [ "handler"; h; "queue" ] -> ignore (number_of handlers h); handler := h
    | "handler" :: _ -> raise (Other_kind "other mailboxes than queues")
    | [ "initial" ] -> open_message !handler `Initial
    | "message" :: m :: options ->
        let external_ = List.mem "external" options in
        open_message m (if external_ then `External else `Posted);
        Hashtbl.replace names m !message;
        if not external_ then add None `Get
    | [ "post"; m ] -> add label (`Post m)
    | "write" :: v :: _ -> add label (`Write (number_of variables v))
    | [ "read"; v; from ] -> add label (`Read (number_of variables v, from))
    | "co" :: _ :: chain -> chains := chain :: !chains
    | ("eo" | "mo") :: _ -> raise (Other_kind "orders in the trace")
    | [ "end"; e; m; h ] -> ended := Some (int_of_string e, int_of_string m, int_of_string h)
    | word :: _ -> wrong ("trace: " ^ word)
    | [] -> ()
  in
  List.iter
    (fun line ->
      match words line with
      | label :: rest when rest <> [] && String.length label > 1 && label.[String.length label - 1] = ':' ->
          item (Some (String.sub label 0 (String.length label - 1))) rest
      | all -> item None all)
    (lines path);
  let event_at address = try Hashtbl.find labels address with Not_found -> wrong ("no event " ^ address) in
  let resolve = function
    | `Get -> Get
    | `Post m -> Post (try Hashtbl.find names m with Not_found -> wrong ("no message " ^ m))
    | `Write v -> Write v
    | `Read (v, "init") -> Read (v, None)
    | `Read (v, from) -> Read (v, Some (event_at from))
  in
  let events = Array.of_list (List.rev !events) and messages = Array.of_list (List.rev !messages) in
  let kinds = Array.map (fun (e, _) -> resolve e) events and home = Array.map snd events in
  let size = Array.length messages in
  if !ended <> Some (Array.length kinds, size, Hashtbl.length handlers) then wrong "the trace is truncated";
  let post_of = Array.make size (-1) and get_of = Array.make size (-1) and first = Array.make size (-1) in
  Array.iteri
    (fun e kind ->
      if first.(home.(e)) < 0 then first.(home.(e)) <- e;
      match kind with Post m -> post_of.(m) <- e | Get -> get_of.(home.(e)) <- e | _ -> ())
    kinds;
  if Array.exists (fun e -> e < 0) first then raise (Other_kind "empty messages");
  {
    kinds; home; post_of; get_of; first;
    rank = ranks kinds (List.map (List.map event_at) !chains);
    handler = Array.map fst messages;
    initial = Array.map (fun (_, kind) -> kind = `Initial) messages;
    handlers = Hashtbl.length handlers;
  }

(* As the checker has it. *)
let told t =
  let at array n = array.(int n) in
  let kinds =
    Array.mapi
      (fun e -> function
        | Get -> A_get
        | Post m -> A_post (number m)
        | Write v -> A_write (number v, number t.rank.(e))
        | Read (v, w) -> A_read (number v, Option.map number w))
      t.kinds
  in
  let home = Array.map number t.home and handler = Array.map number t.handler in
  {
    events = number (Array.length t.kinds);
    messages = number (Array.length t.handler);
    kind_of = at kinds;
    message_of = at home;
    handler_of = at handler;
    is_initial = at t.initial;
  }

(* --- Consistent ------------------------------------------------------------------------------------ *)

let range word =
  match String.split_on_char '-' word with
  | [ a ] -> [ int_of_string a ]
  | [ a; b ] -> let a = int_of_string a and b = int_of_string b in List.init (max 0 (b - a + 1)) (( + ) a)
  | _ -> wrong word

let check_run t lines =
  let rec in_order = function
    | ("eo" | "mo") :: rest -> in_order rest
    | rest -> List.iter (fun word -> if word <> "run" then wrong word) rest
  in
  in_order (List.map List.hd lines);
  let run = List.concat_map (function "run" :: es -> List.concat_map range es | _ -> []) lines in
  let size = Array.length t.kinds in
  let time = Array.make size 0 in
  List.iteri (fun i e -> if e < 0 || e >= size || time.(e) > 0 then wrong "run" else time.(e) <- i + 1) run;
  if Array.exists (( = ) 0) time then wrong "the run is not whole";
  (* The orders claimed are those of the run. *)
  let claimed word h =
    List.concat_map (function w :: k :: ms when w = word && int_of_string k = h -> List.map int_of_string ms | _ -> []) lines
  in
  let sorted key all = List.sort (fun m n -> compare time.(key m) time.(key n)) all in
  for h = 0 to t.handlers - 1 do
    let on = List.filter (fun m -> t.handler.(m) = h && not t.initial.(m)) (List.init (Array.length t.handler) Fun.id) in
    let posted = List.filter (fun m -> t.post_of.(m) >= 0) on in
    if claimed "eo" h <> sorted (fun m -> t.first.(m)) on then wrong "eo";
    if claimed "mo" h <> sorted (fun m -> t.post_of.(m)) posted then wrong "mo"
  done;
  let times = Array.map number time in
  run_b (told t) (fun e -> times.(int e)) (fun m -> times.(t.first.(int m)))

(* --- Inconsistent: which orders are the same ------------------------------------------------------- *)

(* Classes of pairs (a, b): "a runs before b".  `truth` stands for what always holds. *)
let truth = (-1, 0)
let swap (a, b) = if (a, b) = truth then (0, -1) else if (a, b) = (0, -1) then truth else (b, a)
let parents : (int * int, int * int) Hashtbl.t = Hashtbl.create 256

let rec root p = match Hashtbl.find_opt parents p with Some q -> root q | None -> p

let unite p q =
  let constant r = r = truth || r = swap truth in
  let p = root p and q = root q in
  if p <> q && p <> swap q then
    let p, q = if constant p then (q, p) else (p, q) in
    Hashtbl.replace parents p q;
    Hashtbl.replace parents (swap p) (swap q)

(* Direct edges of memory and posts into and out of events. *)
let edges t =
  let size = Array.length t.kinds in
  let into = Array.make size [] and out = Array.make size [] in
  let link a b = out.(a) <- b :: out.(a); into.(b) <- a :: into.(b) in
  let writes = Hashtbl.create 64 in
  Array.iteri (fun e -> function Write v -> Hashtbl.replace writes (v, t.rank.(e)) e | _ -> ()) t.kinds;
  let next v rank e = Option.iter (link e) (Hashtbl.find_opt writes (v, rank)) in
  Array.iteri
    (fun e -> function
      | Get -> link t.post_of.(t.home.(e)) e
      | Post _ -> ()
      | Write v -> next v (t.rank.(e) + 1) e
      | Read (v, None) -> next v 0 e
      | Read (v, Some w) -> link w e; next v (t.rank.(w) + 1) e)
    t.kinds;
  (into, out)

(* A message that is under way while a post happens: an event of it that leads to the post, one that the post leads to,
   and the ways there and back. *)
type host = { message : int; enter : int; into_post : int list; out_of_post : int list; leave : int }

let hosts t (into, out) post =
  let home = t.home.(post) in
  let same = List.filter (fun e -> t.home.(e) = home) (List.init (Array.length t.kinds) Fun.id) in
  let other e = t.handler.(t.home.(e)) <> t.handler.(home) in
  let entries = List.concat_map (fun e -> if e >= post then [] else List.map (fun a -> (a, e)) (List.filter other into.(e))) same in
  let exits = List.concat_map (fun e -> if e <= post then [] else List.map (fun b -> (e, b)) (List.filter other out.(e))) same in
  { message = home; enter = post; into_post = []; out_of_post = []; leave = post }
  :: List.concat_map
       (fun (a, e) ->
         List.filter_map
           (fun (f, b) ->
             if t.home.(a) = t.home.(b) then
               Some { message = t.home.(a); enter = a; into_post = [ e; post ]; out_of_post = [ f; b ]; leave = b }
             else None)
           exits)
       entries

let helpers : line list ref = ref []
let pair (a, b) = (number a, number b)
let given = List.map (fun e -> (By_given, number e))
let help start path = helpers := A_cycle (number start, path) :: !helpers

(* The posts of A and B, in this order, exclude the hosts in the other one; or altogether, if they are out of order. *)
let exclude t a b ha hb =
  let x = t.post_of.(a) and y = t.post_of.(b) in
  let way = given hb.out_of_post and back = given ha.into_post in
  let between =
    if ha.message = hb.message || t.initial.(hb.message) then (By_given, number ha.enter)
    else (By_runs (number hb.message, number ha.message), number ha.enter)
  in
  help x (((By_posts (number a, number b), number y) :: way) @ (between :: back))

let related = Hashtbl.create 256

let rec relate t all (a, b) =
  if not (Hashtbl.mem related (a, b)) then begin
    Hashtbl.replace related (a, b) ();
    Hashtbl.replace related (b, a) ();
    if t.post_of.(a) >= 0 && t.post_of.(b) >= 0 && t.handler.(a) = t.handler.(b) then begin
      let mine = hosts t all t.post_of.(a) and others = hosts t all t.post_of.(b) in
      List.iter
        (fun ha ->
          List.iter
            (fun hb -> if t.handler.(ha.message) = t.handler.(hb.message) then tie t all (a, b) ha hb)
            others)
        mine
    end
  end

and tie t all (a, b) ha hb =
  let in_order = ha.message = hb.message && ha.leave < hb.enter and out_of = ha.message = hb.message && hb.leave < ha.enter in
  if (t.initial.(hb.message) && ha.message <> hb.message) || out_of then begin
    exclude t a b ha hb;
    unite (a, b) (swap truth)
  end
  else if (t.initial.(ha.message) && ha.message <> hb.message) || in_order then begin
    exclude t b a hb ha;
    unite (a, b) truth
  end
  else if ha.message <> hb.message then begin
    exclude t a b ha hb;
    exclude t b a hb ha;
    unite (a, b) (ha.message, hb.message);
    relate t all (ha.message, hb.message)
  end

(* --- Inconsistent: the lines ------------------------------------------------------------------------ *)

let order t word =
  match String.split_on_char '<' word with
  | [ a; b ] ->
      let a = int_of_string a and b = int_of_string b in
      if max a b >= Array.length t.handler || min a b < 0 then wrong word else (a, b)
  | _ -> wrong word

let reason t word =
  let length = String.length word in
  match word with
  | "po" | "rf" | "co" | "fr" | "pb" -> By_given
  | _ when length > 3 -> (
      let a, b = order t (String.sub word 3 (length - 3)) in
      match String.sub word 0 3 with
      | "eo:" -> By_runs (number a, number b)
      | "mo:" -> By_posts (number a, number b)
      | _ -> wrong word)
  | _ -> wrong word

let rec steps t = function
  | [] -> []
  | r :: e :: rest -> (reason t r, number (int_of_string e)) :: steps t rest
  | _ -> wrong "a cycle that ends early"

(* A clause by the roots of its literals: nothing if it always holds. *)
let by_roots clause =
  let roots = List.sort_uniq compare (List.map root clause) in
  if List.mem truth roots || List.exists (fun l -> List.mem (swap l) roots) roots then None
  else Some (List.filter (( <> ) (swap truth)) roots)

let clause_line clause = Option.map (fun c -> A_clause (List.map pair c)) (by_roots clause)

let check_cycles t lines =
  let all = edges t in
  let ints (a, b) = (int a, int b) in
  let of_reason = function By_given -> [] | By_runs (a, b) | By_posts (a, b) -> [ ints (a, b) ] in
  let parsed =
    List.filter_map
      (function
        | "cycle" :: e :: rest -> Some (`Cycle (number (int_of_string e), steps t rest))
        | "rup" :: clause ->
            let bare w = if String.length w > 3 && String.sub w 0 3 = "mo:" then String.sub w 3 (String.length w - 3) else w in
            Some (`Clause (List.map (fun w -> order t (bare w)) clause))
        | "del" :: _ -> Some `Deletion
        | word :: _ -> wrong word
        | [] -> None)
      lines
  in
  let mentioned = function
    | `Cycle (_, s) -> List.concat_map (fun (r, _) -> of_reason r) s
    | `Clause c -> c
    | `Deletion -> []
  in
  List.iter (fun l -> List.iter (relate t all) (mentioned l)) parsed;
  let clause = function `Cycle _ as l -> Some (List.map swap (mentioned l)) | `Clause c -> Some c | `Deletion -> None in
  let rec in_order = function
    | [ l ] -> if clause l <> Some [] then wrong "no contradiction"
    | l :: rest -> if clause l = Some [] then wrong "lines behind the contradiction" else in_order rest
    | [] -> wrong "no contradiction"
  in
  in_order parsed;
  let own =
    List.concat_map
      (fun l ->
        let derived = Option.to_list (Option.bind (clause l) clause_line) in
        match l with
        | `Cycle (e, s) -> A_cycle (e, s) :: (if mentioned l = [] then [] else derived)
        | _ -> derived)
      parsed
  in
  let rec fuel n = if n = 0 then O else S (fuel (n - 1)) in
  refute (told t) (fun m -> number (max 0 t.get_of.(int m))) (fuel 100000) (List.rev !helpers @ own) []

(* --- The program ------------------------------------------------------------------------------------ *)

let check trace certificate =
  let t = read_trace trace in
  let rec until = function
    | [ [ "end" ] ] -> []
    | [] | [ "end" ] :: _ -> wrong "the certificate is truncated, or goes on"
    | l :: rest -> l :: until rest
  in
  match List.filter (( <> ) []) (List.map words (lines certificate)) with
  | [ "hbcert"; "1" ] :: [ "trace"; e; m; h ] :: [ verdict ] :: rest ->
      if (int_of_string e, int_of_string m, int_of_string h) <> (Array.length t.kinds, Array.length t.handler, t.handlers)
      then wrong "the certificate is of another trace";
      let rest = until rest in
      if verdict = "consistent" then (check_run t rest, "CONSISTENT")
      else if verdict = "inconsistent" then (check_cycles t rest, "INCONSISTENT")
      else wrong verdict
  | _ -> wrong "no certificate"

let () =
  let finish text status = print_endline text; exit status in
  if Array.length Sys.argv <> 3 then finish "usage: hbkit-certify-verified T.edt CERTIFICATE" 2;
  match check Sys.argv.(1) Sys.argv.(2) with
  | true, verdict -> finish ("s VERIFIED " ^ verdict) 0
  | false, _ -> finish "s NOT VERIFIED" 1
  | exception Wrong what -> finish ("c " ^ what ^ "\ns NOT VERIFIED") 1
  | exception (Failure _ | Invalid_argument _ | Not_found) -> finish "s NOT VERIFIED" 1
  | exception Other_kind what -> finish ("c not for this checker: " ^ what) 3
  | exception Sys_error what -> finish ("c " ^ what) 2
