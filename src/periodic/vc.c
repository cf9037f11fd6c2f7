/* See vc.h. */
#include "periodic/vc_private.h"

static void
count_clause (void *context, int literal)
{
  hb_vc *vc = context;
  vc->clauses += !literal;
  vc->sink (vc->context, literal);
}

/* Can anything of another job come after job J?  If not, nobody sees its snapshots. */
static bool
is_followed (const hb_vc *vc, hb_id j)
{
  for (hb_id k = 0; k < vc->job_count; k++)
    {
      enum hb_job_relation relation = hb_vc_relation (vc, j, k);
      if (relation == HB_JOB_BEFORE || relation == HB_JOB_OVER)
        return true;
    }
  return false;
}

/* The events of the unfolding, each job's followed by its snapshots; of locks those that matter (by arrivals: where they are
 * taken, as they keep nobody out before). */
static void
list_events (hb_vc *vc)
{
  const hb_unfolding *u = vc->unfolding;
  const hb_periodic_program *program = vc->jobs->program;
  for (hb_id j = 0; j < vc->job_count; j++)
    {
      bool *snap = hb_calloc (program->cells.size + 1, sizeof *snap);
      vec_push (vc->first, (hb_id)vc->events.size);
      struct hb_moment start = { .kind = HB_ACT_START,
                                 .job = j,
                                 .cell = HB_NONE,
                                 .guard = HB_TRUE,
                                 .action = u->first.data[j] };
      if (vc->options.keep != HB_KEEP_CONE && j < vc->jobs->jobs.size)
        vec_push (vc->events, start);
      for (hb_id i = u->first.data[j]; i < u->first.data[j + 1]; i++)
        {
          const struct hb_action *a = &u->actions.data[i];
          bool locks = a->kind == HB_ACT_LOCK || a->kind == HB_ACT_UNLOCK;
          bool takes = a->kind == HB_ACT_LOCK && vc->options.semantics != HB_SEMANTICS_PAPER;
          if (locks && !takes && vc->options.keep == HB_KEEP_CONE)
            continue;
          struct hb_moment event = { .kind = a->kind,
                                     .job = j,
                                     .cell = a->cell,
                                     .guard = a->guard,
                                     .value = a->value,
                                     .spot = a->spot,
                                     .action = i };
          vec_push (vc->events, event);
          if (!locks)
            snap[a->cell] |= a->kind == HB_ACT_WRITE;
        }
      bool useful = is_followed (vc, j);
      for (hb_id c = 0;
           c < program->cells.size && useful && vc->options.snapshots != HB_SNAPSHOTS_NONE; c++)
        if (snap[c]
            || (vc->options.snapshots == HB_SNAPSHOTS_ALL
                && program->cells.data[c].kind == HB_CELL_SHARED))
          {
            struct hb_moment event
                = { .kind = HB_ACT_SNAPSHOT,
                    .job = j,
                    .cell = c,
                    .guard = HB_TRUE,
                    .value = hb_word_input (vc->bits, program->cells.data[c].type->width),
                    .spot = program->cells.data[c].symbol->spot,
                    .action = u->first.data[j + 1] };
            vec_push (vc->events, event);
          }
      hb_free (snap);
    }
  vec_push (vc->first, (hb_id)vc->events.size);
}

/* The circuits of the deferred operations that are needed. */
static void
expand (hb_vc *vc)
{
  for (size_t i = 0; i < vc->expand.size; i++)
    if (vc->expand.data[i])
      {
        const struct hb_deferred *deferred = &vc->unfolding->deferred.data[i];
        hb_word circuit = hb_deferred_circuit (vc->bits, deferred);
        for (unsigned b = 0; b < circuit.width; b++)
          {
            hb_lit one[2] = { hb_not (circuit.bits[b]), deferred->out.bits[b] };
            hb_lit other[2] = { circuit.bits[b], hb_not (deferred->out.bits[b]) };
            hb_vc_clause (vc, one, 2);
            hb_vc_clause (vc, other, 2);
          }
      }
}

hb_vc *
hb_vc_new (hb_unfolding *unfolding, const struct hb_vc_options *options, hb_clause_sink *sink,
           void *context, hb_diag *diag)
{
  hb_vc *vc = hb_calloc (1, sizeof *vc);
  vc->unfolding = unfolding;
  vc->jobs = unfolding->jobs;
  vc->bits = unfolding->bits;
  vc->options = *options;
  vc->sink = sink;
  vc->context = context;
  vc->job_count = unfolding->first.size - 1;
  vc->order = hb_calloc (vc->job_count + 1, sizeof *vc->order);
  list_events (vc);
  if (!hb_vc_cone (vc, diag))
    {
      hb_vc_free (vc);
      return NULL;
    }
  vc->tseitin = hb_tseitin_new (vc->bits, count_clause, vc);
  hb_id followed = HB_NONE; /* the job of the last event that is needed */
  for (hb_id i = (hb_id)vc->events.size; i-- > 0;)
    {
      struct hb_moment *event = &vc->events.data[i];
      bool locks = event->kind == HB_ACT_LOCK || event->kind == HB_ACT_UNLOCK;
      event->needed |= options->keep == HB_KEEP_ALL || event->kind == HB_ACT_START
                       || (locks && (options->keep == HB_KEEP_LOCKS || followed == event->job));
      followed = event->needed ? event->job : followed;
    }
  for (hb_id i = 0; i < vc->events.size; i++)
    if (vc->events.data[i].needed)
      {
        struct hb_vc_job *job = &vc->order[vc->events.data[i].job];
        vc->events.data[i].place = (hb_id)job->events.size;
        vec_push (job->events, i);
      }
  hb_vc_literal (vc, HB_FALSE); /* the constant's own clause is none of the order's */
  size_t before = vc->clauses;
  if (options->encoding == HB_ENCODING_ROUNDS)
    hb_vc_rounds (vc);
  else
    hb_vc_position (vc);
  vc->order_clauses = vc->clauses - before;
  hb_vc_observe (vc);
  expand (vc);
  for (size_t i = 0; i < unfolding->assumptions.size; i++)
    hb_vc_clause (vc, &unfolding->assumptions.data[i], 1);
  return vc;
}

void
hb_vc_free (hb_vc *vc)
{
  if (!vc)
    return;
  hb_tseitin_free (vc->tseitin);
  for (size_t i = 0; i < vc->job_count; i++)
    {
      vec_free (vc->order[i].events);
      vec_free (vc->order[i].over);
      vec_free (vc->order[i].before);
      vec_free (vc->order[i].rounds);
    }
  hb_free (vc->order);
  for (size_t i = 0; i < vc->seen.size; i++)
    vec_free (vc->seen.data[i].writes);
  vec_free (vc->seen);
  vec_free (vc->expand);
  vec_free (vc->events);
  vec_free (vc->first);
  vec_free (vc->locks);
  hb_free (vc);
}

struct hb_vc_sizes
hb_vc_sizes (const hb_vc *vc)
{
  struct hb_vc_sizes sizes = { .order_literals = vc->order_literals,
                               .clauses = vc->clauses,
                               .order_clauses = vc->order_clauses,
                               .writes = vc->writes,
                               .observers = vc->observers };
  sizes.variables = (size_t)hb_tseitin_variables (vc->tseitin);
  for (size_t i = 0; i < vc->events.size; i++)
    sizes.events += vc->events.data[i].needed;
  return sizes;
}

int
hb_vc_fails (hb_vc *vc, size_t i)
{
  return hb_tseitin_literal (vc->tseitin, vc->unfolding->checks.data[i].fails);
}

size_t
hb_vc_events (const hb_vc *vc)
{
  return vc->events.size;
}

const hb_id *
hb_vc_job_events (const hb_vc *vc, hb_id j, size_t *count)
{
  *count = vc->order[j].events.size;
  return vc->order[j].events.data;
}

const struct hb_moment *
hb_vc_event (const hb_vc *vc, size_t i)
{
  return &vc->events.data[i];
}

const hb_unfolding *
hb_vc_unfolding (const hb_vc *vc)
{
  return vc->unfolding;
}

const struct hb_vc_options *
hb_vc_options (const hb_vc *vc)
{
  return &vc->options;
}

signed char *
hb_vc_inputs (const hb_vc *vc, hb_model_reader *value, void *context)
{
  return hb_tseitin_values (vc->tseitin, value, context);
}

bool
hb_vc_is_before (const hb_vc *vc, const signed char *values, hb_id a, hb_id b)
{
  int sure = hb_vc_surely_before (vc, a, b);
  const struct hb_moment *x = &vc->events.data[a], *y = &vc->events.data[b];
  if (sure)
    return sure > 0;
  bool under = hb_vc_relation (vc, x->job, y->job) == HB_JOB_UNDER;
  if (vc->options.encoding == HB_ENCODING_ROUNDS)
    {
      uint64_t r = hb_bits_number (values, vc->order[x->job].rounds.data[x->place]);
      uint64_t s = hb_bits_number (values, vc->order[y->job].rounds.data[y->place]);
      return under ? r <= s : r < s;
    }
  const struct hb_moment *low = under ? x : y, *high = under ? y : x;
  const struct hb_vc_job *job = &vc->order[low->job];
  for (size_t i = 0; i < job->over.size; i++)
    if (job->over.data[i] == high->job)
      {
        hb_lit first = job->before.data[low->place * job->over.size + i];
        return ((values[first >> 1] ^ (int)(first & 1)) & 1) == under;
      }
  return false;
}
