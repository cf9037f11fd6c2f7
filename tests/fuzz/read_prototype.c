/* Fuzzing the reader of the prototype's `.trace` files: whatever the bytes, there is a trace or an error with
 * its place; what was read can be written and is read back as itself. */
#include "differential.h"
#include "targets.h"

#include "import/prototype.h"
#include "small_traces.h"

static hb_trace *
read_bytes (const char *data, size_t size, const struct hb_prototype_options *options,
            hb_diag *diag)
{
  hb_notes notes = HB_NOTES_EMPTY;
  hb_trace *trace = hb_prototype_read (hb_input_of_bytes ("fuzz.trace", data, size, diag), options,
                                       &notes, diag);
  if (!trace == !hb_diag_errors (diag))
    hb_die ("%s", trace ? "a trace with errors" : "neither a trace nor an error");
  for (size_t i = 0; i < notes.list.size; i++)
    if (strlen (notes.list.data[i].text) > 300)
      hb_die ("a note of %zu bytes", strlen (notes.list.data[i].text));
  hb_notes_clear (&notes);
  return trace;
}

static bool fits;

static void
write_trace (hb_output *output, const void *trace)
{
  static const struct hb_prototype_write_options options = { .rename = true };
  hb_diag *diag = hb_diag_new ();
  fits = hb_prototype_write (output, trace, &options, NULL, diag);
  hb_diag_free (diag);
}

/* NULL: the format cannot say it. */
static char *
text_of_output (const hb_trace *trace)
{
  char *text = fuzz_written (write_trace, trace, NULL);
  if (fits)
    return text;
  hb_free (text);
  return NULL;
}

static bool
run (const char *data, size_t size)
{
  hb_diag *diag = hb_diag_new ();
  /* The last byte chooses options, so that all ways through the reader are gone. */
  struct hb_prototype_options options = hb_prototype_defaults ();
  unsigned choice = size ? (unsigned char)data[size - 1] : 0;
  options.split = choice & 1;
  options.drop_reads = choice & 2;
  options.complete_co = choice & 4;
  options.missing = choice & 8 ? HB_MISSING_DROP : HB_MISSING_EMPTY;
  hb_trace *trace = read_bytes (data, size, &options, diag);
  if (!trace)
    hb_free (text_of_diag (diag));
  char *text = trace ? text_of_output (trace) : NULL;
  if (text)
    {
      hb_trace *again = read_bytes (text, strlen (text), NULL, diag);
      if (!again)
        hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
      char *text_again = text_of_output (again);
      if (!text_again || strcmp (text, text_again) || again->events.size != trace->events.size)
        hb_die ("what was written is not written again:\n%s\n%s", text, text_again);
      hb_trace_free (again);
      hb_free (text_again);
    }
  hb_free (text);
  hb_trace_free (trace);
  hb_diag_free (diag);
  return trace;
}

static const char *const words[]
    = { "@",          "@ h1",        "{",          "}",          "(",
        ")",          ",",           ";",          "->",         "$",
        "$(CO)",      "-",           ">",          "get(m1)",    "get",
        "GET(init)",  "done",        "done(m1)",   "write",      "read",
        "post",       "write(x0,1)", "read(x0,1)", "write(x1,",  "x0",
        "post(h0,",   "1",           "2",          "h-1",        "@h-1",
        "0",          "init",        "\n",         "\r",         "\t",
        " ",          "\xff",        "m1",         "h0",         "mailbox stack",
        "$(EO)",      "lock(a,b,c)", "-> ->",      "{ get(z) }", "post(m2)",
        "post(h0,q)", "write(x0,9)", "~" };

static char *
make (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (52, seed);
  struct trace_shape shape = { .handlers = 3,
                               .messages = 6,
                               .externals = 2,
                               .accesses = 8,
                               .variables = 2,
                               .mailbox = (int)(seed % 4),
                               .empty = true };
  hb_trace *trace = random_trace (&rng, shape);
  for (size_t m = 0; m < trace->messages.size; m++)
    trace->messages.data[m].has_priority = false;
  char *text = text_of_output (trace);
  hb_trace_free (trace);
  return text;
}

static bool
accepts (const char *data, size_t size)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = read_bytes (data, size, NULL, diag);
  hb_trace_free (trace);
  hb_diag_free (diag);
  return trace;
}

static bool
try_trace (const char *data, size_t size, bool checked)
{
  return checked ? run (data, size) : accepts (data, size);
}

const struct fuzz_target fuzz_prototype = { .name = "prototype",
                                            .sources = "import/prototype",
                                            FUZZ_WORDS (words),
                                            .make = make,
                                            .read = try_trace,
                                            .rounds = 4000,
                                            .fresh = 16,
                                            .least = 1,
                                            .most = 3,
                                            .least_good = 33,
                                            .most_good = 90 };
