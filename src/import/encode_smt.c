/* Algorithm 2 as SMT-LIB 2.  Nodes are called e0, e1, ...; with integer differences they are
 * integers and the order is <, with special relations they are the values of an enumeration T and
 * the order is O, a partial order (reflexive, so between two different values it is strict); without any theory O is
 * uninterpreted, and that it is transitive and irreflexive is said for all nodes:
 *
 *     (assert (< e0 e1))                  (assert (O e0 e1))
 *     (assert (or (and (< e4 e6) (< e1 e2)) (and (< e7 e3) (< e2 e1)))) */
#include "import/encode_graph.h"

struct smt
{
  hb_output *output;
  const char *less;
};

static void
put_less (const struct smt *smt, hb_id from, hb_id to)
{
  hb_put (smt->output, smt->less);
  hb_put_number (smt->output, from);
  hb_put (smt->output, " e");
  hb_put_number (smt->output, to);
  hb_put_char (smt->output, ')');
}

static void
put_known (void *context, hb_id from, hb_id to)
{
  const struct smt *smt = context;
  hb_put (smt->output, "(assert ");
  put_less (smt, from, to);
  hb_put (smt->output, ")\n");
}

static void
put_choice (void *context, const struct encode_choice *choice)
{
  const struct smt *smt = context;
  hb_put (smt->output, "(assert (or");
  for (int i = 0; i < choice->count; i++)
    {
      const struct encode_case *one = &choice->cases[i];
      hb_put (smt->output, one->edges > 1 ? " (and " : " ");
      for (int k = 0; k < one->edges; k++)
        {
          if (k)
            hb_put_char (smt->output, ' ');
          put_less (smt, one->from[k], one->to[k]);
        }
      if (one->edges > 1)
        hb_put_char (smt->output, ')');
    }
  hb_put (smt->output, "))\n");
}

/* Which event a node is. */
static void
put_node (const struct encode_graph *graph, hb_output *output, hb_id node)
{
  if (node >= graph->trace->events.size)
    {
      hb_put (output, " ; a message without events\n");
      return;
    }
  char *address = hb_event_address (graph->trace, node);
  hb_put (output, " ; ");
  hb_put (output, address);
  hb_put_char (output, '\n');
  hb_free (address);
}

/* NAME as a quoted symbol, which knows neither bars nor backslashes. */
static void
put_quoted (hb_output *output, const char *text)
{
  hb_put_char (output, '|');
  for (; *text; text++)
    hb_put_char (output, *text == '|' || *text == '\\' ? '/' : *text);
  hb_put_char (output, '|');
}

/* TEXT as a string, in which quotes are doubled. */
static void
put_string (hb_output *output, const char *text)
{
  hb_put_char (output, '"');
  for (; *text; text++)
    {
      if (*text == '"')
        hb_put_char (output, '"');
      hb_put_char (output, *text);
    }
  hb_put_char (output, '"');
}

/* What SMT-LIB asks of a benchmark, around the logic, in its order. */
static void
put_head (const struct encode_graph *graph, const char *logic, hb_output *output)
{
  const struct hb_encode_info *info = graph->options->info;
  if (info)
    hb_put (output, "(set-info :smt-lib-version 2.6)\n");
  hb_putf (output, "(set-logic %s)\n", logic);
  if (info && info->source)
    {
      hb_put (output, "(set-info :source ");
      put_quoted (output, info->source);
      hb_put (output, ")\n");
    }
  if (info && info->license)
    {
      hb_put (output, "(set-info :license ");
      put_string (output, info->license);
      hb_put (output, ")\n");
    }
  if (info && info->category)
    {
      hb_put (output, "(set-info :category ");
      put_string (output, info->category);
      hb_put (output, ")\n");
    }
  if (info)
    hb_putf (output, "(set-info :status %s)\n", info->status ? info->status : "unknown");
}

/* An order without quantifiers: it is irreflexive and transitive on all nodes. */
static void
put_uninterpreted (const struct encode_graph *graph, hb_output *output)
{
  put_head (graph, "QF_UF", output);
  hb_put (output, "(declare-sort T 0)\n(declare-fun O (T T) Bool)\n");
  for (hb_id v = 0; v < graph->order->nodes; v++)
    if (graph->number[v] != HB_NONE)
      {
        hb_putf (output, "(declare-fun e%u () T)", (unsigned)graph->number[v]);
        put_node (graph, output, v);
      }
  unsigned nodes = (unsigned)graph->nodes;
  for (unsigned a = 0; a < nodes; a++)
    {
      hb_putf (output, "(assert (not (O e%u e%u)))\n", a, a);
      for (unsigned b = 0; b < nodes; b++)
        for (unsigned c = 0; c < nodes && b != a; c++)
          if (c != b)
            hb_putf (output, "(assert (=> (and (O e%u e%u) (O e%u e%u)) (O e%u e%u)))\n", a, b, b,
                     c, a, c);
    }
}

static void
put_integers (const struct encode_graph *graph, hb_output *output)
{
  put_head (graph, graph->options->form == HB_ENCODE_LIA ? "QF_LIA" : "QF_IDL", output);
  for (hb_id v = 0; v < graph->order->nodes; v++)
    if (graph->number[v] != HB_NONE)
      {
        hb_put (output, "(declare-const e");
        hb_put_number (output, graph->number[v]);
        hb_put (output, " Int)");
        put_node (graph, output, v);
      }
}

static void
put_enumeration (const struct encode_graph *graph, hb_output *output)
{
  if (!graph->nodes)
    return;
  hb_put (output, "(declare-datatypes ((T 0)) ((\n");
  for (hb_id v = 0; v < graph->order->nodes; v++)
    if (graph->number[v] != HB_NONE)
      {
        hb_put (output, "  (e");
        hb_put_number (output, graph->number[v]);
        hb_put_char (output, ')');
        put_node (graph, output, v);
      }
  hb_put (output, ")))\n"
                  "(define-fun O ((x T) (y T)) Bool ((_ partial-order 0) x y))\n");
}

void
encode_smt (const struct encode_graph *graph, hb_output *output)
{
  bool special = graph->options->form == HB_ENCODE_SPECIAL,
       uf = graph->options->form == HB_ENCODE_UF;
  struct smt smt = { output, special || uf ? "(O e" : "(< e" };
  encode_comments (graph, output, ";");
  if (special)
    put_enumeration (graph, output);
  else if (uf)
    put_uninterpreted (graph, output);
  else
    put_integers (graph, output);
  encode_known_edges (graph, put_known, &smt);
  encode_choices (graph, put_choice, &smt);
  hb_put (output, "(check-sat)\n");
  if (graph->options->info && !special)
    hb_put (output, "(exit)\n");
}
