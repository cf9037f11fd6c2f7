/* See encode.h: which traces are encoded, in which form. */
#include "import/encode_graph.h"

/* Nodes that an uninterpreted order may have: its axioms grow with their cube. */
#define MOST_UNINTERPRETED 400

/* How many pairs the form takes unless told otherwise. */
static uint64_t
usual_pairs (enum hb_encode_form form)
{
  return form == HB_ENCODE_DIMACS ? 500000 : 10000000;
}

bool
hb_encode (const hb_trace *trace, const struct hb_encode_options *options, hb_output *output,
           hb_diag *diag)
{
  uint64_t pairs = hb_trace_pairs (trace), most = options->most_pairs;
  if (!most)
    most = usual_pairs (options->form);
  if (pairs > most)
    {
      hb_error (
          diag, NULL,
          "%llu pairs of messages to encode, and the limit is %llu; the number grows with the "
          "square of the messages",
          (unsigned long long)pairs, (unsigned long long)most);
      return false;
    }
  struct encode_graph graph;
  bool good = true;
  encode_graph_make (&graph, trace, options);
  if (options->form == HB_ENCODE_UF && graph.nodes > MOST_UNINTERPRETED)
    {
      hb_error (
          diag, NULL,
          "%u nodes of an order whose axioms are spelt out, and the limit is %d; expected integers "
          "(QF_IDL) for larger ones",
          (unsigned)graph.nodes, MOST_UNINTERPRETED);
      good = false;
    }
  else if (options->form == HB_ENCODE_CLASP)
    good = encode_clasp (&graph, output, diag);
  else if (options->form == HB_ENCODE_DIMACS)
    good = encode_dimacs (&graph, output, diag);
  else
    encode_smt (&graph, output);
  encode_graph_free (&graph);
  return good;
}
