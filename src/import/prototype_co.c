/* The coherence order of a `.trace` file: each chain orders all its members, co is the union of the
 * chains, and it must be total on the writes of every variable. */
#include "import/prototype_private.h"

#include "format/edt_words.h"
#include "base/plural.h"
#include "base/linear.h"

/* The writes of each variable, in the order of the file, and the edges of its chains. */
struct coherence
{
  hb_id *first;       /* variable -> its first write in `writes`; one more entry for the end */
  hb_id *writes;      /* events of the file */
  hb_id *rank;        /* event of the file -> its place among the writes of its variable */
  size_t *edges_at;   /* variable -> its first edge in `edges`, likewise */
  hb_id *edges;       /* pairs of ranks */
  struct spot *spots; /* where a variable's first chain starts */
};

static void
gather_writes (const struct prototype_teller *teller, struct coherence *co)
{
  const struct prototype *file = teller->file;
  hb_id variables = hb_names_count (file->variables);
  co->first = hb_calloc (variables + 1, sizeof *co->first);
  co->rank = hb_realloc (NULL, file->events.size, sizeof *co->rank);
  for (size_t e = 0; e < file->events.size; e++)
    if (file->events.data[e].kind == HB_WRITE)
      co->rank[e] = co->first[file->events.data[e].one + 1]++;
  for (hb_id v = 0; v < variables; v++)
    co->first[v + 1] += co->first[v];
  co->writes = hb_calloc (co->first[variables], sizeof *co->writes);
  for (hb_id e = 0; e < file->events.size; e++)
    if (file->events.data[e].kind == HB_WRITE)
      co->writes[co->first[file->events.data[e].one] + co->rank[e]] = e;
}

/* The write that a member of a chain names, or HB_NONE after an error. */
static hb_id
member (struct prototype_teller *teller, const struct prototype_write *write)
{
  char one[48], two[48];
  if (write->write == HB_NONE)
    prototype_complain (
        teller, write->spot, "no write of '%s' with the value '%s' in this file; expected one",
        hb_shown (hb_span (hb_names_text (teller->file->variables, write->variable)), one),
        hb_shown (hb_span (hb_names_text (teller->file->values, write->value)), two));
  return write->write;
}

static void
gather_edges (struct prototype_teller *teller, struct coherence *co)
{
  const struct prototype *file = teller->file;
  hb_id variables = hb_names_count (file->variables), previous = HB_NONE;
  co->edges_at = hb_calloc (variables + (size_t)1, sizeof *co->edges_at);
  co->spots = hb_calloc (variables, sizeof *co->spots);
  for (size_t i = 0; i < file->chains.size; i++)
    co->edges_at[file->chains.data[i].variable + 1] += !file->chains.data[i].starts;
  for (hb_id v = 0; v < variables; v++)
    co->edges_at[v + 1] += co->edges_at[v];
  size_t *at = hb_calloc (variables, sizeof *at);
  memcpy (at, co->edges_at, variables * sizeof *at);
  co->edges = hb_calloc (2 * co->edges_at[variables], sizeof *co->edges);
  for (size_t i = 0; i < file->chains.size && !hb_diag_full (teller->diag); i++)
    {
      const struct prototype_write *write = &file->chains.data[i];
      hb_id e = member (teller, write);
      if (e == HB_NONE)
        continue;
      if (!co->spots[write->variable].line)
        co->spots[write->variable] = write->spot;
      if (!write->starts && previous != HB_NONE)
        {
          size_t edge = 2 * at[write->variable]++;
          co->edges[edge] = co->rank[previous];
          co->edges[edge + 1] = co->rank[e];
        }
      previous = e;
    }
  hb_free (at);
}

/* Orders the writes of V into ORDER (ranks); true if the chains left some of it open. */
static bool
order_variable (struct prototype_teller *teller, const struct coherence *co, hb_id v, hb_id *order)
{
  const struct prototype *file = teller->file;
  char one[48], two[48], name[48];
  hb_id pair[2];
  enum hb_linear result
      = hb_linear_order (co->first[v + 1] - co->first[v], co->edges + 2 * co->edges_at[v],
                         co->edges_at[v + 1] - co->edges_at[v], order, pair);
  if (result == HB_LINEAR || (result == HB_PARTIAL && teller->options->complete_co))
    return result == HB_PARTIAL;
  const struct prototype_event *a = &file->events.data[co->writes[co->first[v] + pair[0]]];
  const struct prototype_event *b = &file->events.data[co->writes[co->first[v] + pair[1]]];
  struct spot spot = co->spots[v].line ? co->spots[v] : b->spot;
  hb_shown (hb_span (hb_names_text (file->values, a->two)), one);
  hb_shown (hb_span (hb_names_text (file->values, b->two)), two);
  hb_shown (hb_span (hb_names_text (file->variables, v)), name);
  if (result == HB_PARTIAL)
    prototype_complain (
        teller, spot,
        "the chains leave write(%s,%s) and write(%s,%s) without order; expected a total "
        "order, or --co complete for one that the chains allow",
        name, one, name, two);
  else
    prototype_complain (
        teller, spot,
        "the chains put write(%s,%s) before write(%s,%s) and the other way round; expected "
        "an order",
        name, one, name, two);
  return false;
}

void
prototype_tell_co (struct prototype_teller *teller, hb_builder *builder)
{
  const struct prototype *file = teller->file;
  struct coherence co = { 0 };
  size_t completed = 0;
  gather_writes (teller, &co);
  gather_edges (teller, &co);
  hb_id variables = hb_diag_errors (teller->diag) ? 0 : hb_names_count (file->variables);
  for (hb_id v = 0; v < variables && !hb_diag_full (teller->diag); v++)
    {
      hb_id count = co.first[v + 1] - co.first[v];
      hb_id *order = hb_calloc (count, sizeof *order);
      completed += order_variable (teller, &co, v, order);
      if (!hb_diag_errors (teller->diag))
        {
          builder->class->chain_start (
              builder, 'c', prototype_name (teller->variables, teller->variable_name.data[v]));
          for (hb_id i = 0; i < count; i++)
            hb_builder_chain_event (builder, teller->numbers[co.writes[co.first[v] + order[i]]]);
        }
      hb_free (order);
    }
  if (completed)
    hb_note (teller->notes,
             "completed the coherence order of %zu variable%s: INCONSISTENT may mean only that "
             "another order was the right one",
             completed, HB_S (completed));
  hb_free (co.first);
  hb_free (co.writes);
  hb_free (co.rank);
  hb_free (co.edges_at);
  hb_free (co.edges);
  hb_free (co.spots);
}
