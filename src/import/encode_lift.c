/* The way back from a SAT solver's answer to a trace: the map that tells a stranger what the variables
 * mean, and the lifting of a model to a witness.
 *
 * The model says which case of each choice holds; with the known edges these make an order of the
 * nodes (the solver's formula sees to it that no cycle is left), and any linear order of the nodes
 * runs: messages of a handler in the order of their first nodes, posts as they stand. */
#include "import/encode_graph.h"

#include "base/plural.h"
#include "base/json.h"

/* --- nodes by number ---------------------------------------------------------------------------- */

/* Number -> node of the order.  New. */
static hb_id *
kept_nodes (const struct encode_graph *graph)
{
  hb_id *kept = hb_calloc (graph->nodes, sizeof *kept);
  for (hb_id v = 0; v < graph->order->nodes; v++)
    if (graph->number[v] != HB_NONE)
      kept[graph->number[v]] = v;
  return kept;
}

/* Node of the order -> message, for the first nodes of messages; HB_NONE for others.  New. */
static hb_id *
first_nodes (const struct encode_graph *graph)
{
  const hb_trace *trace = graph->trace;
  hb_id *message = hb_calloc (graph->order->nodes, sizeof *message);
  for (hb_id v = 0; v < graph->order->nodes; v++)
    message[v] = HB_NONE;
  for (hb_id m = 0; m < trace->messages.size; m++)
    message[hb_first_node (graph->order, trace, m)] = m;
  return message;
}

/* --- the map ------------------------------------------------------------------------------------ */

struct map
{
  const struct encode_graph *graph;
  struct encode_layout layout;
  hb_output *output;
  char **names; /* number of a node -> how the file addresses it */
  int64_t next; /* the first variable of the next choice */
};

static void
put_header (const struct map *map)
{
  hb_json *json = hb_json_new_compact (map->output);
  hb_json_open_object (json);
  hb_json_member_string (json, "encoding",
                         map->graph->options->form == HB_ENCODE_CLASP ? "clasp" : "dimacs");
  hb_json_member_unsigned (json, "nodes", map->graph->nodes);
  hb_json_member_unsigned (json, "choices", map->graph->choices);
  hb_json_member_bool (json, "tied", !map->graph->options->as_printed);
  hb_json_key (json, "rule");
  hb_json_string (json,
                  "a literal that holds asks for its edges; with the trace's own edges they have "
                  "no cycle; messages of a handler run in the order of their first nodes");
  hb_json_close (json);
  hb_json_free (json);
}

static void
put_node (const struct map *map, hb_id number)
{
  hb_json *json = hb_json_new_compact (map->output);
  hb_json_open_object (json);
  hb_json_member_string (json, "node", map->names[number]);
  hb_json_member_array (json, "bits");
  for (int bit = 0; bit < map->layout.bits; bit++)
    hb_json_signed (json, (int64_t)number * map->layout.bits + bit + 1);
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
}

static void
put_case (const struct map *map, const struct encode_case *one, int64_t literal)
{
  hb_json *json = hb_json_new_compact (map->output);
  hb_json_open_object (json);
  hb_json_member_signed (json, "literal", literal);
  hb_json_member_array (json, "edges");
  for (int k = 0; k < one->edges; k++)
    {
      hb_json_open_array (json);
      hb_json_string (json, map->names[one->from[k]]);
      hb_json_string (json, map->names[one->to[k]]);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
}

static void
put_choice (void *context, const struct encode_choice *choice)
{
  struct map *map = context;
  for (int i = 0; i < choice->count; i++)
    put_case (map, &choice->cases[i], encode_literal (choice, i, map->next));
  map->next += encode_width (choice);
}

/* Number of a node -> its event's address, or the name of a message without events.  New. */
static char **
node_names (const struct encode_graph *graph)
{
  char **names = hb_calloc (graph->nodes, sizeof *names);
  hb_id *kept = kept_nodes (graph), *firsts = first_nodes (graph);
  for (hb_id i = 0; i < graph->nodes; i++)
    names[i] = kept[i] < graph->trace->events.size
                   ? hb_event_address (graph->trace, kept[i])
                   : hb_copy_text (hb_message_name (graph->trace, firsts[kept[i]]));
  hb_free (kept);
  hb_free (firsts);
  return names;
}

void
hb_encode_map (const hb_trace *trace, const struct hb_encode_options *options, hb_output *output)
{
  struct encode_graph graph;
  encode_graph_make (&graph, trace, options);
  struct encode_layout layout = encode_layout (&graph);
  struct map map = { &graph, layout, output, node_names (&graph), layout.first_choice };
  put_header (&map);
  for (hb_id i = 0; i < graph.nodes; i++)
    if (map.layout.bits)
      put_node (&map, i);
  encode_choices (&graph, put_choice, &map);
  for (hb_id i = 0; i < graph.nodes; i++)
    hb_free (map.names[i]);
  hb_free (map.names);
  encode_graph_free (&graph);
}

/* --- lifting ------------------------------------------------------------------------------------ */

/* All edges that hold, and a topological order of the nodes. */
struct lifting
{
  const signed char *model;
  int64_t next;       /* the first variable of the next choice */
  uint64_t undecided; /* choices of which no case holds */
  VEC (hb_id) edges;  /* pairs */
};

static void
add_edge (void *context, hb_id from, hb_id to)
{
  struct lifting *lifting = context;
  vec_push (lifting->edges, from);
  vec_push (lifting->edges, to);
}

static void
add_choice (void *context, const struct encode_choice *choice)
{
  struct lifting *lifting = context;
  bool holds = false;
  for (int i = 0; i < choice->count; i++)
    {
      int64_t literal = encode_literal (choice, i, lifting->next);
      bool value = lifting->model[literal < 0 ? -literal : literal] > 0;
      if (value != (literal > 0))
        continue;
      holds = true;
      for (int k = 0; k < choice->cases[i].edges; k++)
        add_edge (lifting, choice->cases[i].from[k], choice->cases[i].to[k]);
    }
  lifting->undecided += !holds;
  lifting->next += encode_width (choice);
}

/* The nodes (numbers) in an order that the edges allow, the smallest first where several could be
 * next at a time; how many have a place: fewer than all if the edges have a cycle. */
static hb_id
sort_nodes (const struct lifting *lifting, hb_id nodes, hb_id *sorted)
{
  const hb_id *edges = lifting->edges.data;
  size_t count = lifting->edges.size / 2;
  hb_id *waits = hb_calloc (nodes, sizeof *waits);
  size_t *first = hb_calloc ((size_t)nodes + 1, sizeof *first), *at;
  hb_id *to = hb_calloc (count, sizeof *to), done = 0, ready = 0;
  for (size_t i = 0; i < count; i++)
    {
      first[edges[2 * i] + 1]++;
      waits[edges[2 * i + 1]]++;
    }
  for (hb_id v = 0; v < nodes; v++)
    first[v + 1] += first[v];
  at = hb_calloc (nodes, sizeof *at);
  for (size_t i = 0; i < count; i++)
    to[first[edges[2 * i]] + at[edges[2 * i]]++] = edges[2 * i + 1];
  for (hb_id v = 0; v < nodes; v++)
    if (!waits[v])
      sorted[ready++] = v;
  for (; done < ready; done++)
    for (size_t i = first[sorted[done]]; i < first[sorted[done] + 1]; i++)
      if (!--waits[to[i]])
        sorted[ready++] = to[i];
  hb_free (waits);
  hb_free (first);
  hb_free (at);
  hb_free (to);
  return ready;
}

static hb_witness *
witness_of_order (const struct encode_graph *graph, const hb_id *sorted)
{
  const hb_trace *trace = graph->trace;
  hb_witness *witness = hb_witness_new (trace);
  hb_id *kept = kept_nodes (graph), *firsts = first_nodes (graph);
  hb_id *eo = hb_calloc (trace->handlers.size, sizeof *eo);
  hb_id *mo = hb_calloc (trace->handlers.size, sizeof *mo);
  for (hb_id i = 0; i < graph->nodes; i++)
    {
      hb_id node = kept[sorted[i]], m = firsts[node];
      if (m != HB_NONE && trace->messages.data[m].kind != HB_INITIAL)
        {
          hb_id h = trace->messages.data[m].handler;
          witness->eo[witness->eo_start[h] + eo[h]++] = m;
        }
      if (node < trace->events.size && trace->events.data[node].kind == HB_POST)
        {
          hb_id posted = trace->events.data[node].object;
          hb_id h = trace->messages.data[posted].handler;
          witness->mo[witness->mo_start[h] + mo[h]++] = posted;
        }
    }
  hb_free (kept);
  hb_free (firsts);
  hb_free (eo);
  hb_free (mo);
  return witness;
}

int64_t
hb_encode_variables (const hb_trace *trace, const struct hb_encode_options *options)
{
  struct encode_graph graph;
  encode_graph_make (&graph, trace, options);
  int64_t variables = encode_layout (&graph).variables;
  encode_graph_free (&graph);
  return variables;
}

hb_witness *
hb_encode_lift (const hb_trace *trace, const struct hb_encode_options *options,
                const signed char *model, hb_diag *diag)
{
  struct encode_graph graph;
  hb_witness *witness = NULL;
  encode_graph_make (&graph, trace, options);
  struct lifting lifting = { .model = model, .next = encode_layout (&graph).first_choice };
  hb_id *sorted = hb_calloc (graph.nodes, sizeof *sorted);
  encode_known_edges (&graph, add_edge, &lifting);
  encode_choices (&graph, add_choice, &lifting);
  if (lifting.undecided)
    hb_error (diag, NULL,
              "%llu pair%s of messages %s left without order: this is no model of the formula that "
              "these options make of the trace",
              (unsigned long long)lifting.undecided, HB_S (lifting.undecided),
              lifting.undecided == 1 ? "is" : "are");
  else if (sort_nodes (&lifting, graph.nodes, sorted) < graph.nodes)
    hb_error (diag, NULL,
              "the order of the messages has a cycle: this is no model of the formula that "
              "these options make of the trace");
  else
    witness = witness_of_order (&graph, sorted);
  vec_free (lifting.edges);
  hb_free (sorted);
  encode_graph_free (&graph);
  return witness;
}
