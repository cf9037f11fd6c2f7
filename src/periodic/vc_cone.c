/* What the formula needs: from the checks and assumptions back through values, guards and the writes that reads may
 * see, to a fixpoint.  Everything else cannot change an answer: jobs and events without a part in it can be put into
 * any order of the others. */
#include "periodic/vc_private.h"

/* Does job J take a snapshot of CELL? */
static bool
snaps (const hb_vc *vc, hb_id j, hb_id cell)
{
  for (hb_id i = vc->first.data[j + 1]; i-- > vc->first.data[j];)
    if (vc->events.data[i].kind != HB_ACT_SNAPSHOT)
      return false;
    else if (vc->events.data[i].cell == cell)
      return true;
  return false;
}

/* (26): no job that snapshots CELL comes between J and the reader. */
static bool
is_maximal (const hb_vc *vc, hb_id j, hb_id reader, hb_id cell)
{
  for (hb_id k = 0; k < vc->job_count; k++)
    if (k != j && hb_vc_relation (vc, k, reader) == HB_JOB_BEFORE
        && hb_vc_relation (vc, j, k) == HB_JOB_BEFORE && snaps (vc, k, cell))
      return false;
  return true;
}

/* May READ see what job J writes (events that are no snapshots), and what it snapshots? */
static void
visible_job (const hb_vc *vc, hb_id read, hb_id j, bool *writes, bool *snapshots)
{
  const struct hb_moment *r = &vc->events.data[read];
  enum hb_job_relation relation = hb_vc_relation (vc, j, r->job);
  unsigned ablations = vc->options.ablations;
  *writes = relation != HB_JOB_AFTER;
  *snapshots = false;
  if (vc->options.snapshots == HB_SNAPSHOTS_NONE)
    return;
  bool down
      = relation == HB_JOB_SAME || (relation == HB_JOB_UNDER && !(ablations & HB_ABLATE_DOWN));
  bool up = relation == HB_JOB_OVER && !(ablations & HB_ABLATE_UP);
  *writes = down;
  *snapshots = up || (relation == HB_JOB_BEFORE && is_maximal (vc, j, r->job, r->cell));
}

void
hb_vc_candidates (const hb_vc *vc, hb_id read, bool pruned, struct hb_seen *seen)
{
  const struct hb_moment *r = &vc->events.data[read];
  VEC (hb_id) sure = VEC_EMPTY;
  bool dropped = !(vc->options.ablations & HB_ABLATE_MAXIMAL);
  pruned = pruned && !(vc->options.ablations & HB_ABLATE_STRICT);
  for (hb_id j = 0; j < vc->job_count; j++)
    {
      bool writes, snapshots;
      visible_job (vc, read, j, &writes, &snapshots);
      for (hb_id i = vc->first.data[j]; (writes || snapshots) && i < vc->first.data[j + 1]; i++)
        {
          const struct hb_moment *w = &vc->events.data[i];
          bool snapshot = w->kind == HB_ACT_SNAPSHOT;
          if (w->cell != r->cell || (w->kind != HB_ACT_WRITE && !snapshot)
              || !(snapshot ? snapshots : writes) || i == read
              || hb_vc_surely_before (vc, i, read) < 0)
            continue;
          if (snapshot && !dropped && hb_vc_relation (vc, j, r->job) == HB_JOB_BEFORE)
            {
              dropped = true;
              continue;
            }
          vec_push (seen->writes, i);
          if (w->guard == HB_TRUE && hb_vc_surely_before (vc, i, read) > 0)
            vec_push (sure, i);
        }
    }
  seen->initial = !sure.size || !pruned;
  size_t kept = 0;
  for (size_t i = 0; i < seen->writes.size; i++)
    {
      bool hidden = false;
      for (size_t k = 0; k < sure.size && pruned && !hidden; k++)
        hidden = sure.data[k] != seen->writes.data[i]
                 && hb_vc_surely_before (vc, seen->writes.data[i], sure.data[k]) > 0;
      if (!hidden)
        seen->writes.data[kept++] = seen->writes.data[i];
    }
  seen->writes.size = kept;
  vec_free (sure);
}

struct cone
{
  hb_vc *vc;
  hb_diag *diag;
  VEC (hb_id)
  owner; /* by node: the event whose value the input is; HB_NONE; or a choice, from CHOICES on */
  VEC (char) visited; /* by node */
  VEC (hb_id) nodes;
  VEC (hb_id) reads; /* needed, to be looked at */
  bool failed;
};

#define CHOICES 0x40000000u
#define DEFERRED 0x80000000u

static void
own (struct cone *cone, hb_word word, hb_id owner)
{
  hb_lit a, b;
  for (unsigned i = 0; i < word.width; i++)
    if (word.bits[i] > HB_TRUE && !hb_bits_gate (cone->vc->bits, word.bits[i] >> 1, &a, &b))
      cone->owner.data[word.bits[i] >> 1] = owner;
}

static void
need_event (struct cone *cone, hb_id event)
{
  struct hb_moment *e = &cone->vc->events.data[event];
  if (!e->observed && e->kind != HB_ACT_WRITE)
    vec_push (cone->reads, event);
  e->observed = e->needed = true;
}

static void
refuse (struct cone *cone, const struct hb_choice *choice)
{
  if (!cone->failed)
    hb_periodic_error (cone->vc->jobs->program, cone->diag, choice->spot, "%s", choice->refusal);
  cone->failed = true;
}

static void
need_deferred (struct cone *cone, hb_id number)
{
  const struct hb_deferred *deferred = &cone->vc->unfolding->deferred.data[number];
  if (cone->vc->expand.data[number])
    return;
  cone->vc->expand.data[number] = 1;
  for (unsigned i = 0; i < deferred->a.width; i++)
    {
      vec_push (cone->nodes, deferred->a.bits[i] >> 1);
      vec_push (cone->nodes, deferred->b.bits[i] >> 1);
    }
}

static void
need (struct cone *cone, hb_lit root)
{
  vec_push (cone->nodes, root >> 1);
  while (cone->nodes.size)
    {
      hb_id node = vec_pop (cone->nodes);
      hb_lit a, b;
      if (cone->visited.data[node])
        continue;
      cone->visited.data[node] = 1;
      if (hb_bits_gate (cone->vc->bits, node, &a, &b))
        {
          vec_push (cone->nodes, a >> 1);
          vec_push (cone->nodes, b >> 1);
          continue;
        }
      hb_id owner = cone->owner.data[node];
      if (owner == HB_NONE)
        continue;
      if (owner < CHOICES)
        need_event (cone, owner);
      else if (owner >= DEFERRED)
        need_deferred (cone, owner - DEFERRED);
      else if (cone->vc->unfolding->choices.data[owner - CHOICES].refusal)
        refuse (cone, &cone->vc->unfolding->choices.data[owner - CHOICES]);
    }
}

static void
need_word (struct cone *cone, hb_word word)
{
  for (unsigned i = 0; i < word.width; i++)
    need (cone, word.bits[i]);
}

static void
need_read (struct cone *cone, hb_id read)
{
  hb_vc *vc = cone->vc;
  struct hb_seen seen = { VEC_EMPTY, false };
  need (cone, vc->events.data[read].guard);
  hb_vc_candidates (vc, read, true, &seen);
  for (size_t i = 0; i < seen.writes.size; i++)
    {
      hb_id write = seen.writes.data[i];
      need (cone, vc->events.data[write].guard);
      need_word (cone, vc->events.data[write].value);
      need_event (cone, write);
    }
  vec_free (vc->seen.data[read].writes);
  vc->seen.data[read].initial = seen.initial;
  for (size_t i = 0; i < seen.writes.size; i++)
    vec_push (vc->seen.data[read].writes, seen.writes.data[i]);
  vec_free (seen.writes);
}

/* |W| and how often each is seen, for all reads, as the paper counts: no slice, nothing pruned. */
static void
count_observations (hb_vc *vc)
{
  for (hb_id i = 0; i < vc->events.size; i++)
    {
      struct hb_seen seen = { VEC_EMPTY, false };
      enum hb_action_kind kind = vc->events.data[i].kind;
      vc->writes += kind == HB_ACT_WRITE || kind == HB_ACT_SNAPSHOT;
      if (kind != HB_ACT_READ && kind != HB_ACT_SNAPSHOT)
        continue;
      hb_vc_candidates (vc, i, false, &seen);
      vc->observers += seen.writes.size;
      vec_free (seen.writes);
    }
}

bool
hb_vc_cone (hb_vc *vc, hb_diag *diag)
{
  struct cone cone = { .vc = vc, .diag = diag };
  const hb_unfolding *u = vc->unfolding;
  vec_resize (cone.owner, hb_bits_nodes (vc->bits), HB_NONE);
  vec_resize (cone.visited, hb_bits_nodes (vc->bits), 0);
  vec_resize (vc->seen, vc->events.size, ((struct hb_seen){ VEC_EMPTY, false }));
  for (hb_id i = 0; i < vc->events.size; i++)
    if (vc->events.data[i].kind == HB_ACT_READ || vc->events.data[i].kind == HB_ACT_SNAPSHOT)
      own (&cone, vc->events.data[i].value, i);
  for (hb_id i = 0; i < u->choices.size; i++)
    own (&cone, u->choices.data[i].value, CHOICES + i);
  vec_resize (vc->expand, u->deferred.size, 0);
  for (hb_id i = 0; i < u->deferred.size; i++)
    own (&cone, u->deferred.data[i].out, DEFERRED + i);
  for (size_t i = 0; i < u->checks.size; i++)
    need (&cone, u->checks.data[i].fails);
  for (size_t i = 0; i < u->assumptions.size; i++)
    need (&cone, u->assumptions.data[i]);
  for (size_t i = 0; i < u->actions.size; i++)
    if (u->actions.data[i].kind == HB_ACT_LOCK || u->actions.data[i].kind == HB_ACT_UNLOCK)
      need (&cone, u->actions.data[i].guard);
  while (cone.reads.size)
    need_read (&cone, vec_pop (cone.reads));
  count_observations (vc);
  vec_free (cone.owner);
  vec_free (cone.visited);
  vec_free (cone.nodes);
  vec_free (cone.reads);
  return !cone.failed;
}
