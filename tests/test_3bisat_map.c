/* The map of 3bisat-ed, as a stranger uses it: what it says of a clause and of a variable is so in the trace, and the
 * values that it reads from a witness are those of the model that the witness was made of. */
#include "unit.h"
#include <cmocka.h>
#include <jansson.h>

#include "reduced.h"
#include "run/replay.h"
#include "small_formulas.h"

static const struct hb_reduction *const R = &hb_reduction_bisat_ed;

static hb_id
event_at (const hb_trace *trace, json_t *object, const char *key, enum hb_event_kind kind)
{
  hb_id event = hb_trace_find_event (trace, json_string_value (json_object_get (object, key)));
  assert_int_not_equal (event, HB_NONE);
  assert_int_equal (trace->events.data[event].kind, kind);
  return event;
}

/* Its read reads from the message's write, its write is read in the message, and the message comes by
 * the route named. */
static void
check_box (const hb_trace *trace, json_t *box, bool with_route)
{
  const struct hb_event *events = trace->events.data;
  hb_id read = event_at (trace, box, "read", HB_READ),
        write = event_at (trace, box, "write", HB_WRITE);
  hb_id in = event_at (trace, box, "message_write", HB_WRITE);
  hb_id out = event_at (trace, box, "message_read", HB_READ);
  assert_int_equal (write, read + 1);
  assert_int_equal (events[read].partner, in);
  assert_int_equal (events[out].partner, write);
  assert_int_equal (events[in].message, events[out].message);
  assert_string_equal (hb_message_name (trace, events[in].message),
                       json_string_value (json_object_get (box, "message")));
  assert_string_equal (hb_handler_name (trace, hb_event_handler (trace, read)),
                       json_string_value (json_object_get (box, "handler")));
  json_t *route = json_object_get (box, "route"), *through = json_object_get (box, "through");
  hb_id poster = HB_NONE;
  assert_int_equal (json_array_size (route), json_array_size (through));
  for (size_t k = 0; k < json_array_size (route); k++)
    {
      const char *name = json_string_value (json_array_get (route, k));
      hb_id message = hb_trace_find_message (trace, name);
      assert_int_not_equal (message, HB_NONE);
      hb_id handler = trace->messages.data[message].handler;
      assert_string_equal (hb_handler_name (trace, handler),
                           json_string_value (json_array_get (through, k)));
      if (k)
        assert_int_equal (events[trace->messages.data[message].post].message, poster);
      poster = message;
    }
  if (with_route)
    assert_int_equal (events[trace->messages.data[events[in].message].post].message, poster);
}

static void
check_clause (const hb_cnf *cnf, const hb_trace *trace, json_t *object, bool one_copy)
{
  size_t size, j = (size_t)json_integer_value (json_object_get (object, "clause")) - 1;
  const int *literals = hb_cnf_clause (cnf, j, &size);
  json_t *z = json_object_get (object, "z"), *boxes = json_object_get (object, "boxes");
  if (z)
    assert_int_equal (trace->events.data[event_at (trace, z, "read", HB_READ)].partner,
                      event_at (trace, z, "write", HB_WRITE));
  assert_int_equal (json_array_size (boxes), 2 * size);
  for (size_t k = 0; k < 2 * size; k++)
    {
      json_t *box = json_array_get (boxes, k);
      json_int_t row = json_integer_value (json_object_get (box, "row"));
      assert_int_equal (row, k % 2 ? -literals[k / 2] : literals[k / 2]);
      check_box (trace, box, !one_copy);
    }
}

/* The value of a variable by each of its pairs. */
static void
check_variable (const hb_trace *trace, const hb_witness *witness, json_t *object,
                const signed char *model)
{
  json_t *pairs = json_object_get (object, "pairs");
  json_int_t v = json_integer_value (json_object_get (object, "variable"));
  assert_true (json_array_size (pairs) > 0);
  for (size_t p = 0; p < json_array_size (pairs); p++)
    {
      hb_id rank[2] = { HB_NONE, HB_NONE };
      for (size_t side = 0; side < 2; side++)
        {
          json_t *name = json_array_get (json_array_get (pairs, p), side);
          hb_id message = hb_trace_find_message (trace, json_string_value (name));
          assert_int_not_equal (message, HB_NONE);
          for (hb_id k = 0; witness && k < witness->eo_start[12]; k++)
            if (witness->eo[k] == message)
              rank[side] = k;
        }
      if (witness)
        assert_int_equal (rank[0] < rank[1] ? 1 : -1, model[v]);
    }
}

static void
check_map (const hb_cnf *cnf, const char *ablation, const hb_witness *witness,
           const signed char *model)
{
  hb_diag *diag = hb_diag_new ();
  hb_output *map = hb_output_open (unit_scratch (), diag);
  hb_trace *trace = (hb_trace *)target_of_formula (R, cnf, ablation, map);
  assert_non_null (trace);
  assert_true (hb_output_commit (map));
  FILE *file = fopen (unit_scratch (), "r");
  char line[8192];
  size_t lines = 0, clauses = 0;
  for (; fgets (line, sizeof line, file); lines++)
    {
      json_t *object = json_loads (line, JSON_REJECT_DUPLICATES, NULL);
      assert_non_null (object);
      const char *role = json_string_value (json_object_get (object, "role"));
      if (!lines)
        {
          json_t *target = json_object_get (object, "target");
          assert_int_equal (json_integer_value (json_object_get (target, "events")),
                            trace->events.size);
          assert_int_equal (json_integer_value (json_object_get (target, "messages")),
                            trace->messages.size);
        }
      else if (!strcmp (role, "variable"))
        check_variable (trace, witness, object, model);
      else
        {
          clauses++;
          check_clause (cnf, trace, object, ablation && !strcmp (ablation, "one-copy"));
        }
      json_decref (object);
    }
  assert_int_equal (clauses, hb_cnf_clauses (cnf));
  fclose (file);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

static void
check_map_of_model (void *context, const signed char *model)
{
  const struct lifting *lifting = context;
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = witness_of_model (R, lifting->cnf, model, lifting->trace, diag);
  check_map (lifting->cnf, NULL, witness, model);
  hb_witness_free (witness);
  hb_diag_free (diag);
}

TEST (test_map)
{
  for (uint64_t i = 0; i < 20; i++)
    {
      hb_cnf *cnf = bisat_of_stream (7, i, 7, 9);
      hb_trace *trace = trace_of_formula (R, cnf, NULL);
      struct lifting lifting = { R, cnf, trace };
      for_all_models (cnf, 5, check_map_of_model, &lifting);
      for (const struct hb_ablation *a = R->ablations; a->name; a++)
        check_map (cnf, a->name, NULL, NULL);
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
}
