/* The cycles that saturation stands on.  See saturate.h.
 *
 * Each order that it finds is a cycle under the opposite assumption: a way from the event where a label comes from to one
 * that carries it, and back.  There may be tens of thousands of such ways, with hundreds of steps, and only who refutes
 * the trace has to tell them.  So what is found is noted, in some bytes, and told in a second run:
 *
 *     first run     visit 1   2   3   4   5   6   ...        second run     1   2   3   4   5   6
 *                     found:  a       b                          told:          a       b
 *                     edges:  a       b, b                       added:         a       b, b
 *
 * In the second run nothing is looked for: at each visit of a joint the edges appear that were added there in the first, and so all
 * joints carry what they carried then. */
#include "base/failure.h"
#include "engine/cds/saturate.h"

/* A cycle: what saturate_note was told, and when, with so many extra edges. */
struct finding
{
  uint64_t visit;
  size_t extras;
  hb_id node, lane, from;
  uint32_t label;
  struct hb_step closing;
};

struct cds_findings
{
  VEC (struct finding) all;
  struct extra *extras; /* all edges that were added, in the end */
  size_t place;         /* in `cycles`, where those of all findings belong */
};

/* --- what is noted ------------------------------------------------------------------------------ */

void
saturate_note (struct saturation *s, hb_id node, hb_id lane, uint32_t label, hb_id from,
               struct hb_step closing)
{
  struct finding finding = { s->visit, s->extras.size, node, lane, from, label, closing };
  vec_push (s->cds->findings->all, finding);
}

void
saturate_begin_notes (struct saturation *s)
{
  s->cds->findings = hb_calloc (1, sizeof *s->cds->findings);
  s->cds->findings->place = s->cds->cycles.size;
}

void
saturate_end_notes (struct saturation *s)
{
  vec_trim (s->extras);
  s->cds->findings->extras = s->extras.data;
  s->extras.data = NULL;
  s->extras.size = s->extras.capacity = 0;
}

size_t
cds_count_findings (const struct cds *cds)
{
  return cds->findings ? cds->findings->all.size : 0;
}

void
cds_findings_free (struct cds_findings *findings)
{
  if (!findings)
    return;
  vec_free (findings->all);
  hb_free (findings->extras);
  hb_free (findings);
}

/* --- ways back ---------------------------------------------------------------------------------- */

/* The step along edge E of the trace, which leads to NODE. */
static struct hb_step
known_step (const struct saturation *s, hb_id e, hb_id node)
{
  return (struct hb_step){ s->back->to[e], node, (enum hb_relation)s->back->relation[e], HB_NONE,
                           HB_NONE };
}

static struct hb_step
extra_step (const struct extra *extra)
{
  return (struct hb_step){ extra->from, extra->to, extra->relation, extra->before, extra->after };
}

/* A step into NODE from an event that carries LABEL (or stands in the message itself). */
static struct hb_step
step_back (const struct saturation *s, hb_id node, hb_id lane, uint32_t label)
{
  for (hb_id e = s->back->first[node]; e < s->back->first[node + 1]; e++)
    if (saturate_carries (s, s->back->to[e], lane, label))
      return known_step (s, e, node);
  for (hb_id x = s->extra_to[node]; x != HB_NONE; x = s->extras.data[x].next_to)
    {
      const struct extra *extra = &s->extras.data[x];
      if (s->place[extra->from] < s->place[node] && saturate_carries (s, extra->from, lane, label))
        return extra_step (extra);
    }
  hb_fail ("saturation lost its way; this is a bug, please report the trace");
}

/* The cycle of FINDING. */
static struct hb_cycle
cycle_of (const struct saturation *s, const struct finding *finding)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  struct hb_step closing = finding->closing;
  hb_id at = finding->node;
  do
    {
      struct hb_step step = step_back (s, at, finding->lane, finding->label);
      struct hb_step *last = cycle.steps.size ? &vec_top (cycle.steps) : NULL;
      if (last && last->relation == HB_PO && step.relation == HB_PO)
        last->from = step.from;
      else
        vec_push (cycle.steps, step);
      at = step.from;
    }
  while (finding->from == HB_NONE ? message_of (s, at) != closing.after : at != finding->from);
  hb_cycle_turn_round (&cycle);
  closing.from = finding->node;
  closing.to = at;
  vec_push (cycle.steps, closing);
  vec_trim (cycle.steps); /* there may be tens of thousands of cycles */
  return cycle;
}

/* --- the second run ----------------------------------------------------------------------------- */

void
saturate_retell (struct saturation *s)
{
  struct cds *cds = s->cds;
  size_t count = cds->findings->all.size, place = cds->findings->place;
  s->retells = true;
  size_t own = cds->cycles.size;
  vec_resize (cds->cycles, own + count, ((struct hb_cycle){ VEC_EMPTY }));
  struct hb_cycle *cycles = cds->cycles.data;
  memmove (cycles + place + count, cycles + place, (own - place) * sizeof *cycles);
}

bool
saturate_is_retold (const struct saturation *s)
{
  return s->told == s->cds->findings->all.size;
}

void
saturate_retell_visit (struct saturation *s)
{
  const struct cds_findings *findings = s->cds->findings;
  while (!saturate_is_retold (s))
    {
      const struct finding *next = &findings->all.data[s->told];
      const struct extra *edge = findings->extras + s->extras.size;
      HB_ASSERT (next->visit >= s->visit && next->extras >= s->extras.size);
      if (next->extras == s->extras.size && next->visit == s->visit)
        s->cds->cycles.data[findings->place + s->told++] = cycle_of (s, next);
      else if (next->extras > s->extras.size && edge->visit == s->visit)
        saturate_add_edge (s, edge->from, edge->to, edge->relation, edge->before, edge->after);
      else
        return;
    }
}

/* --- circles of known orders -------------------------------------------------------------------- */

/* A step into NODE, which is on a cycle or behind one, from another such node. */
static struct hb_step
step_round (const struct saturation *s, hb_id node, const hb_id *missing)
{
  for (hb_id e = s->back->first[node]; e < s->back->first[node + 1]; e++)
    if (missing[s->back->to[e]])
      return known_step (s, e, node);
  hb_id x = s->extra_to[node];
  while (!missing[s->extras.data[x].from])
    x = s->extras.data[x].next_to;
  return extra_step (&s->extras.data[x]);
}

void
saturate_refute (struct saturation *s, const hb_id *missing)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_id at = 0;
  while (!missing[at])
    at++;
  /* Who goes back for so long goes round and round. */
  for (hb_id i = 0; i < s->nodes; i++)
    at = step_round (s, at, missing).from;
  hb_id start = at;
  do
    {
      struct hb_step step = step_round (s, at, missing);
      vec_push (cycle.steps, step);
      at = step.from;
    }
  while (at != start);
  hb_cycle_turn_round (&cycle);
  vec_push (s->cds->cycles, cycle);
  s->cds->refuted = true;
}
