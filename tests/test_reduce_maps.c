/* The maps of the reductions from formulas to traces, as a stranger uses them: what they say of variables, literals and
 * clauses holds of the witnesses of models. */
#include "unit.h"

#include <ctype.h>
#include <jansson.h>

#include "reduced.h"
#include "reduction_instances.h"

struct mapped
{
  const struct hb_reduction *reduction;
  const hb_cnf *cnf;
  const hb_trace *trace;
  const char *map;
};

/* The message of that name; of a thread's (3sat-sc) the one of its first event. */
static hb_id
message_of (const hb_trace *trace, json_t *name)
{
  char *thread = hb_format ("w:%s.0", json_string_value (name));
  hb_id message = hb_trace_find_message (trace, json_string_value (name));
  if (message == HB_NONE)
    message = hb_trace_find_message (trace, thread);
  hb_free (thread);
  assert_int_not_equal (message, HB_NONE);
  return message;
}

/* Its place in the witness's eo; those of one handler are compared. */
static hb_id
rank_of (const hb_trace *trace, const hb_witness *witness, json_t *name)
{
  hb_id message = message_of (trace, name);
  hb_id h = trace->messages.data[message].handler;
  for (hb_id k = witness->eo_start[h]; k < witness->eo_start[h + 1]; k++)
    if (witness->eo[k] == message)
      return k;
  fail_msg ("message %s does not run", json_string_value (name));
  return HB_NONE;
}

static void
check_variable (const struct mapped *mapped, const hb_witness *witness, const signed char *model,
                json_t *line)
{
  json_int_t v = json_integer_value (json_object_get (line, "variable"));
  json_t *pair;
  size_t i;
  json_array_foreach (json_object_get (line, "pairs"), i, pair)
  {
    bool first = rank_of (mapped->trace, witness, json_array_get (pair, 0))
                 < rank_of (mapped->trace, witness, json_array_get (pair, 1));
    assert_int_equal (first, model[v] > 0);
  }
  assert_true (i > 0);
}

/* The last number of LETTERS.J.NUMBER, or 0. */
static unsigned long
number_in (const char *name)
{
  const char *first = strchr (name, '.'), *second = first ? strchr (first + 1, '.') : NULL;
  return second ? strtoul (second + 1, NULL, 10) : 0;
}

/* Has it the first two literals of a clause look at one pair, in opposite orders? */
static bool
shares_pairs (const struct hb_reduction *r)
{
  return !strcmp (r->name, "3sat-multiset3");
}

/* A literal is one of its clause, in a gadget that at its place, where the last one is repeated up to three; its first
 * message runs before the second iff it is false. */
static void
check_literal (const struct mapped *mapped, const hb_witness *witness, const signed char *model,
               json_t *clause, json_t *line)
{
  size_t size, place = (size_t)json_integer_value (json_object_get (line, "place")), k = 0;
  const int *literals = hb_cnf_clause (
      mapped->cnf, (size_t)json_integer_value (json_object_get (clause, "clause")) - 1, &size);
  int literal = (int)json_integer_value (json_object_get (line, "literal"));
  json_t *first = json_object_get (line, "first"), *second = json_object_get (line, "second"),
         *handler = json_object_get (line, "handler");
  assert_in_range (place, 1, 3);
  while (k < size && literals[k] != literal)
    k++;
  assert_true (k < size);
  if (json_object_get (clause, "gadget"))
    {
      unsigned long one = number_in (json_string_value (first)),
                    two = number_in (json_string_value (second));
      assert_int_equal (literal, literals[place <= size ? place - 1 : size - 1]);
      assert_true (one == two && (!one || one == place));
    }
  hb_id before = rank_of (mapped->trace, witness, first),
        behind = rank_of (mapped->trace, witness, second);
  assert_int_not_equal (before, behind);
  if (place == 3 || !shares_pairs (mapped->reduction))
    assert_int_equal (before < behind, !hb_literal_holds (model, literal));
  if (handler)
    {
      hb_id m = message_of (mapped->trace, first);
      assert_string_equal (
          json_string_value (handler),
          hb_handler_name (mapped->trace, mapped->trace->messages.data[m].handler));
    }
}

/* Does the name say that the message is of gadget J: LETTERS.J or LETTERS.J.MORE? */
static bool
is_of_gadget (const char *name, unsigned long j)
{
  while (isalpha ((unsigned char)*name))
    name++;
  char *end;
  return *name == '.' && strtoul (name + 1, &end, 10) == j && (!*end || *end == '.');
}

static void
check_clause (const struct mapped *mapped, const hb_witness *witness, const signed char *model,
              json_t *line)
{
  unsigned long gadget = (unsigned long)json_integer_value (json_object_get (line, "gadget"));
  json_t *literals = json_object_get (line, "literals"), *literal;
  json_t *messages = json_object_get (line, "messages"), *name;
  size_t i;
  json_array_foreach (literals, i, literal)
  {
    check_literal (mapped, witness, model, line, literal);
    if (json_array_size (literals) == 3)
      assert_int_equal (json_integer_value (json_object_get (literal, "place")), i + 1);
  }
  json_array_foreach (messages, i, name)
      assert_true (is_of_gadget (json_string_value (name), gadget));
  assert_true (!messages || i > 0);
}

static void
check_model (void *context, const signed char *model)
{
  const struct mapped *mapped = context;
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness
      = witness_of_model (mapped->reduction, mapped->cnf, model, mapped->trace, diag);
  size_t variables = 0, clauses = 0;
  for (const char *at = mapped->map; *at; at = strchr (at, '\n') + 1)
    {
      json_t *line = json_loads (at, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, NULL);
      const char *role = json_string_value (json_object_get (line, "role"));
      assert_true (role || at == mapped->map);
      if (role && !strcmp (role, "variable"))
        {
          check_variable (mapped, witness, model, line);
          variables++;
        }
      else if (role && !strcmp (role, "clause"))
        {
          check_clause (mapped, witness, model, line);
          clauses++;
        }
      json_decref (line);
    }
  assert_true (variables > 0);
  assert_true (!clauses || clauses == hb_cnf_clauses (mapped->cnf));
  hb_witness_free (witness);
  hb_diag_free (diag);
}

TEST (maps_say_what_holds)
{
  const struct hb_reduction *r;
  hb_cnf *cnf = formula_of_text (4, "1 -2 3 0 -1 2 0 -3 -4 1 0");
  size_t maps = 0;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (is_tested (r) && r->from == &hb_problem_sat && r->to == &hb_problem_ed)
      {
        hb_output *map = hb_output_to_memory ();
        hb_trace *trace = (hb_trace *)target_of_formula (r, cnf, NULL, map);
        char *text = hb_output_text (map, NULL);
        struct mapped mapped = { r, cnf, trace, text };
        for_all_models (cnf, 16, check_model, &mapped);
        hb_free (text);
        hb_trace_free (trace);
        maps++;
      }
  assert_true (maps);
  hb_cnf_free (cnf);
}
