/* Cycles that violate robustness, read from the files that `hb_robust_cycle_write` makes.
 *
 *     { "violated": "serializability", "shortest": true,
 *       "steps": [ {"relation": "fr", "before": "1:send@2", "after": "2:doubleclick@1"},
 *                  {"relation": "rf", "before": "2:doubleclick@1", "after": "1.1:bg@1"} ] }
 *
 * A conflict is rf, co or fr between two accesses; `dfs`: two messages of one event, by their depth-first order.  Each
 * step starts where the one before ended: in the same message (determinism), or in the same event. */
#include "robust/trace.h"

#include "base/json_load.h"
#include "trace/order.h"

#include <string.h>

struct reader
{
  const char *path;
  const hb_trace *trace;
  struct hb_robust_trace *result;
  hb_diag *diag;
};

static bool
fails (const struct reader *r, size_t step, const char *what, const char *name)
{
  struct hb_place place = { .file = r->path };
  hb_error (r->diag, &place, name ? "step %zu: %s '%.60s'" : "step %zu: %s", step + 1, what, name);
  return false;
}

/* The access, or of `dfs` the message, that VALUE names under KEY. */
static bool
take_end (const struct reader *r, size_t i, const json_t *value, const char *key, bool dfs,
          hb_id *end)
{
  const char *name = json_string_value (json_object_get (value, key));
  if (!name)
    return fails (r, i, "expected a name under", key);
  *end = dfs ? hb_trace_find_message (r->trace, name) : hb_trace_find_event (r->trace, name);
  return *end != HB_NONE || fails (r, i, dfs ? "no message" : "no event", name);
}

static hb_id
message_of (const struct reader *r, const struct hb_robust_step *step, hb_id end)
{
  return step->dfs ? end : r->trace->events.data[end].message;
}

static bool
dfs_holds (const struct reader *r, const struct hb_robust_step *step)
{
  return r->result->event_of[step->before] == r->result->event_of[step->after]
         && r->result->place[step->before] < r->result->place[step->after];
}

static bool
take_step (const struct reader *r, size_t i, const json_t *value)
{
  const char *relation = json_string_value (json_object_get (value, "relation"));
  struct hb_robust_step step = { .dfs = relation && !strcmp (relation, "dfs") };
  static const enum hb_relation conflicts[] = { HB_RF, HB_CO, HB_FR };
  bool known = step.dfs;
  for (size_t k = 0; k < 3 && relation && !known; k++)
    if ((known = !strcmp (relation, hb_relation_name (conflicts[k]))))
      step.relation = (uint8_t)conflicts[k];
  if (!known)
    return fails (r, i, "expected rf, co, fr or dfs under 'relation'", NULL);
  if (!take_end (r, i, value, "before", step.dfs, &step.before)
      || !take_end (r, i, value, "after", step.dfs, &step.after))
    return false;
  struct hb_step conflict = { .from = step.before,
                              .to = step.after,
                              .relation = (enum hb_relation)step.relation,
                              .before = HB_NONE,
                              .after = HB_NONE };
  const char *why = NULL;
  if (step.dfs ? !dfs_holds (r, &step) : !hb_step_holds (r->trace, &conflict, &why))
    return fails (r, i, "the trace has no such step", NULL);
  vec_push (r->result->cycle, step);
  return true;
}

/* Every step starts where the one before ended. */
static bool
is_closed (const struct reader *r)
{
  const struct hb_robust_trace *result = r->result;
  for (size_t i = 0; i < result->cycle.size; i++)
    {
      const struct hb_robust_step *one = &result->cycle.data[i],
                                  *next = &result->cycle.data[(i + 1) % result->cycle.size];
      hb_id end = message_of (r, one, one->after), start = message_of (r, next, next->before);
      if (result->part == HB_PART_DET ? end != start
                                      : result->event_of[end] != result->event_of[start])
        return fails (r, i, "the next step does not start where it ends", NULL);
    }
  return true;
}

static bool
take_cycle (const struct reader *r, const json_t *root)
{
  struct hb_place place = { .file = r->path };
  const char *violated = json_string_value (json_object_get (root, "violated"));
  const json_t *steps = json_object_get (root, "steps");
  bool det = violated && !strcmp (violated, "determinism");
  if (!det && (!violated || strcmp (violated, "serializability") != 0))
    hb_error (r->diag, &place, "expected determinism or serializability under 'violated'");
  else if (!json_is_array (steps) || json_array_size (steps) < 2)
    hb_error (r->diag, &place, "expected an array of two steps or more under 'steps'");
  if (hb_diag_errors (r->diag))
    return false;
  r->result->part = det ? HB_PART_DET : HB_PART_SER;
  r->result->answer = HB_ROBUST_VIOLATED;
  vec_clear (r->result->cycle);
  for (size_t i = 0; i < json_array_size (steps); i++)
    if (!take_step (r, i, json_array_get (steps, i)))
      return false;
  return is_closed (r);
}

bool
hb_robust_cycle_is (const char *path)
{
  struct hb_json_text text = { VEC_EMPTY };
  hb_diag *silent = hb_diag_new ();
  hb_input *input = hb_input_open (path, silent);
  json_t *root = input ? hb_json_load (input, &text, silent) : NULL;
  bool is = json_object_get (root, "violated") != NULL;
  json_decref (root);
  hb_input_close (input);
  vec_free (text.bytes);
  hb_diag_free (silent);
  return is;
}

bool
hb_robust_cycle_read (const char *path, const hb_trace *trace, struct hb_robust_trace *result,
                      hb_diag *diag)
{
  struct reader reader = { path, trace, result, diag };
  struct hb_json_text text = { VEC_EMPTY };
  hb_input *input = hb_input_open (path, diag);
  json_t *root = input ? hb_json_load (input, &text, diag) : NULL;
  bool good = root && take_cycle (&reader, root);
  json_decref (root);
  hb_input_close (input);
  vec_free (text.bytes);
  return good;
}
