/* See prototype.h: the defaults, and reading. */
#include "import/prototype_private.h"

struct hb_prototype_options
hb_prototype_defaults (void)
{
  return (struct hb_prototype_options){ .initial = "init,0" };
}

hb_trace *
hb_prototype_read (hb_input *input, const struct hb_prototype_options *options, hb_notes *notes,
                   hb_diag *diag)
{
  struct hb_prototype_options defaults = hb_prototype_defaults ();
  struct prototype file = { .handler_names = hb_names_new (),
                            .ids = hb_names_new (),
                            .variables = hb_names_new (),
                            .values = hb_names_new (),
                            .mailbox = -1 };
  struct prototype_reader reader = { .input = input, .diag = diag, .notes = notes, .file = &file };
  hb_trace *trace = NULL;
  prototype_parse (&reader);
  vec_free (reader.text);
  if (!hb_diag_errors (diag) && !hb_input_failed (input))
    trace = prototype_tell (&file, input, options ? options : &defaults, notes, diag);
  if (trace)
    trace->file = hb_copy_text (hb_input_name (input));
  hb_input_close (input);
  hb_names_free (file.handler_names);
  hb_names_free (file.ids);
  hb_names_free (file.variables);
  hb_names_free (file.values);
  vec_free (file.handlers);
  vec_free (file.messages);
  vec_free (file.events);
  vec_free (file.chains);
  vec_free (file.priorities);
  vec_free (file.order);
  return trace;
}
