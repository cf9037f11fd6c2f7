/* Fuzzing the reader of `.trace` files: whatever the bytes, there is a trace or an error with its place,
 * never a crash; and what was read can be written and is read back as itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "import/prototype.h"
#include "small_traces.h"
#include "fuzz.h"

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

static char *
text_of_output (const hb_trace *trace)
{
  static const struct hb_prototype_write_options options = { .rename = true };
  int file;
  char *path = scratch_file (&file);
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (path, diag);
  char *text = NULL;
  if (hb_prototype_write (output, trace, &options, NULL, diag))
    {
      if (!hb_output_commit (output))
        hb_die ("%s", hb_diag_first (diag));
      size_t size = 1 << 20;
      text = hb_calloc (size, 1);
      FILE *stream = fopen (path, "r");
      if (!stream || fread (text, 1, size - 1, stream) == size - 1)
        hb_die ("cannot read %s", path);
      fclose (stream);
    }
  else
    hb_output_discard (output);
  unlink (path);
  close (file);
  hb_free (path);
  hb_diag_free (diag);
  return text;
}

static bool
take_file (const char *data, size_t size)
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
  bool good = trace;
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
  return good;
}

/* '`' stands for a blank. */
static const char words[]
    = "@ @`h1 { } ( ) , ; -> $ $(CO) - > get(m1) get GET(init) done done(m1) write read "
      "post write(x0,1) read(x0,1) write(x1, x0 post(h0, 1 2 h-1 @h-1 0 init \n \r \t ` "
      "\xff m1 h0 mailbox`stack $(EO) lock(a,b,c) ->`-> {`get(z)`} post(m2) post(h0,q) "
      "write(x0,9) ~";

static char *
random_text (uint64_t seed)
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

const struct fuzz fuzz = { .name = "fuzz_prototype",
                           .what = "files",
                           .rounds = 20000,
                           .fresh = 16,
                           .stream = 53,
                           .least = 1,
                           .most = 4,
                           .few = 1.0 / 50,
                           .many = 3.0 / 4,
                           .words = words,
                           .make = random_text,
                           .take = take_file };
