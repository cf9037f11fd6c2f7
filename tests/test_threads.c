/* Two threads on two handles: the library has no state that they share.
 *
 * Each thread does all that base.h allows it, again and again: reads and writes files, builds, generates, decides by
 * several engines, certifies, reduces, runs programs, draws.  What it wrote is added up; both threads come to what one
 * alone comes to.  Under the thread sanitizer (configure --enable-tsan) a race is an error. */
#include "unit.h"

#include <pthread.h>
#include <unistd.h>

#include <hbkit/hbkit.h>

#define THREADS 2
#define ROUNDS 4

/* FNV-1a of a text. */
static void
add (uint64_t *sum, const char *text, size_t size)
{
  for (size_t i = 0; i < size; i++)
    *sum = (*sum ^ (unsigned char)text[i]) * UINT64_C (0x100000001b3);
}

static void
add_output (uint64_t *sum, hb_output *output)
{
  size_t size;
  char *text = hb_output_text (output, &size);
  add (sum, text, size);
  hb_free (text);
}

/* A random trace, wrong or right. */
static hb_trace *
random_trace (struct hb_rng *rng, bool wrong, hb_diag *diag)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.wrong_reads = wrong ? 2 : 0;
  shape.messages = 12;
  hb_builder *builder = hb_builder_to_trace (diag);
  assert_true (hb_run_random (&shape, rng, builder, diag));
  hb_trace *trace = hb_builder_finish (builder);
  assert_non_null (trace);
  return trace;
}

/* Through a file, whose name is the thread's. */
static hb_trace *
through_file (const hb_trace *trace, int thread, hb_diag *diag)
{
  char path[80];
  snprintf (path, sizeof path, "threads-%d-%d.edt.%s", (int)getpid (), thread,
            thread % 2 ? "gz" : "xz");
  hb_output *output = hb_output_open (path, diag);
  assert_non_null (output);
  hb_edt_write (output, trace, NULL);
  assert_true (hb_output_commit (output));
  hb_trace *again = hb_trace_read (path, HB_FORMAT_ANY, diag);
  assert_non_null (again);
  unlink (path);
  return again;
}

static void
draw_cycle (uint64_t *sum, const hb_trace *trace, const hb_result *result, hb_diag *diag)
{
  for (int format = HB_DRAW_SVG; format <= HB_DRAW_TIKZ; format++)
    {
      struct hb_draw_options options = hb_draw_defaults ();
      options.format = (enum hb_draw_format)format;
      options.what = HB_DRAW_CYCLE;
      options.cycle = hb_result_cycle (result, 0);
      hb_output *output = hb_output_to_memory ();
      assert_true (hb_draw (trace, &options, output, diag));
      add_output (sum, output);
    }
}

static void
decide (uint64_t *sum, const hb_trace *trace, hb_diag *diag)
{
  static const char *const engines[] = { "cds", "sat", "auto", NULL };
  enum hb_verdict first = HB_UNKNOWN;
  for (int i = 0; engines[i]; i++)
    {
      hb_result *result = hb_decide (hb_engine_find (engines[i]), trace, NULL);
      enum hb_verdict verdict = hb_result_verdict (result);
      assert_int_not_equal (verdict, HB_UNKNOWN);
      assert_true (i == 0 || verdict == first);
      first = verdict;
      struct hb_certificate proof = hb_certificate_new (trace, result, NULL, diag);
      assert_non_null (proof.text);
      add (sum, proof.text, proof.size);
      hb_input *input = hb_input_of_bytes ("proof", proof.text, proof.size, diag);
      assert_int_equal (hb_certify (trace, input, diag).verdict, verdict);
      hb_input_close (input);
      hb_certificate_free (&proof);
      if (verdict == HB_INCONSISTENT)
        draw_cycle (sum, trace, result, diag);
      hb_result_free (result);
    }
}

static void
run_program (uint64_t *sum, struct hb_rng *rng, hb_diag *diag)
{
  struct hb_program_shape shape = hb_program_defaults ();
  char *text = hb_program_random (&shape, rng);
  hb_program *program = hb_program_of_bytes ("random", text, strlen (text), diag);
  hb_code *code = hb_program_bind (program, NULL, 0, -1, diag);
  hb_execution *run = hb_execution_new (code);
  struct hb_scheduling scheduling = { .seed = 7 };
  hb_execution_run (run, &scheduling, NULL);
  hb_trace *trace = hb_execution_trace (run, -1, true, diag);
  hb_output *output = hb_output_to_memory ();
  hb_json_write_trace (output, trace, NULL);
  add_output (sum, output);
  hb_trace_free (trace);
  hb_execution_free (run);
  hb_code_free (code);
  hb_program_free (program);
  hb_free (text);
}

static void
solve (struct hb_rng *rng, hb_diag *diag)
{
  struct hb_family_options wanted = hb_family_defaults ();
  wanted.variables = 12;
  hb_cnf *cnf = hb_family_formula (hb_family_find ("ksat"), &wanted, rng, NULL, diag);
  assert_int_equal (hb_solve_cnf (cnf, "cadical", 0, NULL, NULL, diag),
                    hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag));
  hb_cnf_free (cnf);
}

/* A formula, its trace, and a model from any order of that. */
static void
reduce (uint64_t *sum, struct hb_rng *rng, hb_diag *diag)
{
  struct hb_family_options wanted = hb_family_defaults ();
  wanted.variables = 6;
  wanted.planted = true;
  const struct hb_reduction *r = hb_reduction_find ("3bisat-ed");
  hb_instance *source
      = hb_instance_of_cnf (hb_family_formula (hb_family_find ("bisat"), &wanted, rng, NULL, diag));
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  const hb_trace *trace = hb_trace_of (target);
  hb_result *result = hb_decide (NULL, trace, NULL);
  assert_int_equal (hb_result_verdict (result), HB_CONSISTENT);
  hb_output *output = hb_output_to_memory ();
  hb_edt_write (output, trace, hb_result_witness (result));
  add_output (sum, output);
  /* The witness stays the result's. */
  hb_solution *model = r->extract (
      r, source, target, hb_solution_of_witness ((hb_witness *)hb_result_witness (result)), diag);
  assert_true (model && r->from->check (r->from, source, model, diag));
  r->from->free_solution (r->from, model);
  hb_result_free (result);
  r->to->free (r->to, target);
  r->from->free (r->from, source);
}

/* Errors come to the thread's own diag. */
static void
fail_to_read (int thread)
{
  hb_diag *diag = hb_diag_new ();
  char name[40], text[80];
  snprintf (name, sizeof name, "bad-%d", thread);
  int size = snprintf (text, sizeof text, "vars x\nmsgs\n  m { x = %d + }\n", thread);
  assert_null (hb_program_of_bytes (name, text, (size_t)size, diag));
  struct hb_place place;
  hb_diag_entry (diag, 0, NULL, &place);
  assert_string_equal (place.file, name);
  hb_diag_free (diag);
}

struct work
{
  int thread;
  uint64_t sum;
};

static void *
work (void *context)
{
  struct work *work = context;
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (5);
  work->sum = UINT64_C (0xcbf29ce484222325);
  for (int round = 0; round < ROUNDS; round++)
    {
      hb_trace *trace = random_trace (&rng, round % 2, diag);
      hb_trace *read = through_file (trace, work->thread, diag);
      decide (&work->sum, read, diag);
      run_program (&work->sum, &rng, diag);
      solve (&rng, diag);
      reduce (&work->sum, &rng, diag);
      fail_to_read (work->thread);
      hb_trace_free (trace);
      hb_trace_free (read);
    }
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
  return NULL;
}

TEST (test_two_threads)
{
  struct work alone = { .thread = THREADS }, all[THREADS];
  pthread_t thread[THREADS];
  work (&alone);
  for (int i = 0; i < THREADS; i++)
    {
      all[i] = (struct work){ .thread = i };
      assert_int_equal (pthread_create (&thread[i], NULL, work, &all[i]), 0);
    }
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
  for (int i = 0; i < THREADS; i++)
    assert_true (all[i].sum == alone.sum);
}

/* Several threads may look at one trace. */
static void *
look (void *context)
{
  hb_diag *diag = hb_diag_new ();
  uint64_t sum = 0;
  decide (&sum, context, diag);
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
  return NULL;
}

TEST (test_one_trace)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (6);
  hb_trace *trace = random_trace (&rng, true, diag);
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    assert_int_equal (pthread_create (&thread[i], NULL, look, trace), 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
  hb_trace_free (trace);
  hb_diag_free (diag);
}
