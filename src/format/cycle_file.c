/* Cycle files: a cycle of happens-before as JSON.  See cycle_file.h.
 *
 *     { "hbkit": "cycle",
 *       "assumptions": [ ["mid1", "mid2"] ],
 *       "steps": [
 *         { "from": "mid1@1", "to": "mid2@0", "relation": "eo", "assumption": ["mid1", "mid2"] },
 *         { "from": "mid2@0", "to": "a", "relation": "po" },
 *         ... ] }
 *
 * An assumption says that its first message runs before its second one.  Events are named by their
 * addresses; the place of a message without events is MESSAGE@0 (HANDLER@0 for an initial one). */
#include "format/cycle_file.h"
#include "base/json_load.h"

#include <string.h>

/* Puts an address or a name in quotes: the alphabet of names needs no escapes. */
static void
put_node (hb_output *output, const hb_trace *trace, hb_id node)
{
  hb_put_char (output, '"');
  if (node < trace->events.size)
    {
      char *address = hb_event_address (trace, node);
      hb_put (output, address);
      hb_free (address);
    }
  else
    {
      hb_id empty = node - (hb_id)trace->events.size;
      for (hb_id m = 0; m < trace->messages.size; m++)
        if (!trace->messages.data[m].count && !empty--)
          hb_putf (output, "%s@0", hb_message_name (trace, m));
    }
  hb_put_char (output, '"');
}

static void
put_assumption (hb_output *output, const hb_trace *trace, const struct hb_step *step)
{
  hb_putf (output, "[\"%s\", \"%s\"]", hb_message_name (trace, step->before),
           hb_message_name (trace, step->after));
}

static bool
is_repeated (const struct hb_cycle *cycle, size_t i)
{
  const struct hb_step *step = &cycle->steps.data[i];
  for (size_t j = 0; j < i; j++)
    if (cycle->steps.data[j].before == step->before && cycle->steps.data[j].after == step->after)
      return true;
  return false;
}

void
hb_cycle_write (hb_output *output, const hb_trace *trace, const struct hb_cycle *cycle)
{
  hb_put (output, "{ \"hbkit\": \"cycle\",\n  \"assumptions\": [");
  const char *separator = " ";
  for (size_t i = 0; i < cycle->steps.size; i++)
    if (cycle->steps.data[i].before != HB_NONE && !is_repeated (cycle, i))
      {
        hb_put (output, separator);
        put_assumption (output, trace, &cycle->steps.data[i]);
        separator = ", ";
      }
  hb_put (output, " ],\n  \"steps\": [");
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      hb_put (output, i ? ",\n    { \"from\": " : "\n    { \"from\": ");
      put_node (output, trace, step->from);
      hb_put (output, ", \"to\": ");
      put_node (output, trace, step->to);
      hb_putf (output, ", \"relation\": \"%s\"", hb_relation_name (step->relation));
      if (step->before != HB_NONE)
        {
          hb_put (output, ", \"assumption\": ");
          put_assumption (output, trace, step);
        }
      hb_put (output, " }");
    }
  hb_put (output, "\n  ] }\n");
}

struct reader
{
  const char *path;
  const hb_trace *trace;
  hb_diag *diag;
};

static bool
fails (const struct reader *r, size_t step, const char *what, const char *name)
{
  struct hb_place place = { .file = r->path };
  if (name)
    hb_error (r->diag, &place, "step %zu: %s '%.60s'", step, what, name);
  else
    hb_error (r->diag, &place, "step %zu: %s", step, what);
  return false;
}

/* The node of an empty message that ADDRESS names, or HB_NONE. */
static hb_id
find_empty (const hb_trace *trace, const char *address)
{
  size_t length = strlen (address);
  if (length < 3 || strcmp (address + length - 2, "@0") != 0)
    return HB_NONE;
  hb_id node = (hb_id)trace->events.size;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const char *name = hb_message_name (trace, m);
      if (trace->messages.data[m].count)
        continue;
      if (strlen (name) == length - 2 && !strncmp (name, address, length - 2))
        return node;
      node++;
    }
  return HB_NONE;
}

static bool
take_node (const struct reader *r, size_t i, const json_t *value, const char *which, hb_id *node)
{
  const char *address = json_string_value (value);
  if (!address)
    return fails (r, i, "expected the address of an event under", which);
  *node = hb_trace_find_event (r->trace, address);
  if (*node == HB_NONE)
    *node = find_empty (r->trace, address);
  return *node != HB_NONE || fails (r, i, "no event", address);
}

static bool
take_message (const struct reader *r, size_t i, const json_t *value, hb_id *message)
{
  const char *name = json_string_value (value);
  if (!name)
    return fails (r, i, "expected two names of messages under 'assumption'", NULL);
  *message = hb_trace_find_message (r->trace, name);
  return *message != HB_NONE || fails (r, i, "no message", name);
}

static bool
take_relation (const struct reader *r, size_t i, const json_t *value, struct hb_step *step)
{
  const char *name = json_string_value (value);
  for (unsigned k = 0; name && k < HB_RELATIONS; k++)
    if (!strcmp (name, hb_relation_name ((enum hb_relation)k)))
      {
        step->relation = (enum hb_relation)k;
        return true;
      }
  return fails (r, i, "expected po, rf, co, fr, pb, eo, mo or gp under 'relation'", NULL);
}

static bool
take_step (const struct reader *r, size_t i, const json_t *value, struct hb_step *step)
{
  step->before = step->after = HB_NONE;
  if (!json_is_object (value))
    return fails (r, i, "expected an object", NULL);
  if (!take_node (r, i, json_object_get (value, "from"), "from", &step->from)
      || !take_node (r, i, json_object_get (value, "to"), "to", &step->to)
      || !take_relation (r, i, json_object_get (value, "relation"), step))
    return false;
  const json_t *assumption = json_object_get (value, "assumption");
  if (assumption && json_array_size (assumption) != 2)
    return fails (r, i, "expected two names of messages under 'assumption'", NULL);
  if (assumption
      && (!take_message (r, i, json_array_get (assumption, 0), &step->before)
          || !take_message (r, i, json_array_get (assumption, 1), &step->after)))
    return false;
  const char *why = NULL;
  return hb_step_holds (r->trace, step, &why) || fails (r, i, why, NULL);
}

static bool
take_cycle (const struct reader *r, const json_t *root, struct hb_cycle *cycle)
{
  struct hb_place place = { .file = r->path };
  const json_t *steps = json_object_get (root, "steps");
  if (!json_is_array (steps) || !json_array_size (steps))
    {
      hb_error (r->diag, &place, "no steps; expected an object with an array 'steps'");
      return false;
    }
  for (size_t i = 0; i < json_array_size (steps); i++)
    {
      struct hb_step step;
      if (!take_step (r, i + 1, json_array_get (steps, i), &step))
        return false;
      vec_push (cycle->steps, step);
    }
  for (size_t i = 0; i < cycle->steps.size; i++)
    if (cycle->steps.data[i].to != cycle->steps.data[(i + 1) % cycle->steps.size].from)
      return fails (r, i + 1, "the step does not end where the next one starts", NULL);
  return true;
}

bool
hb_cycle_read (const char *path, const hb_trace *trace, struct hb_cycle *cycle, hb_diag *diag)
{
  struct hb_json_text text = { VEC_EMPTY };
  struct reader reader = { path, trace, diag };
  vec_clear (cycle->steps);
  hb_input *input = hb_input_open (path, diag);
  json_t *root = input ? hb_json_load (input, &text, diag) : NULL;
  bool fine = root && take_cycle (&reader, root, cycle);
  hb_input_close (input);
  json_decref (root);
  vec_free (text.bytes);
  return fine;
}
