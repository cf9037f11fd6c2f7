/* From an Android log to a trace, pass by pass; see android.h. */
#include "import/android_log.h"

struct hb_android_options
hb_android_as_published (void)
{
  return (struct hb_android_options){ .drop_posts = true,
                                      .delayed = HB_DELAYED_FIFO,
                                      .front = HB_JUMPING_FIFO,
                                      .input = HB_JUMPING_FIFO,
                                      .native = HB_NATIVE_THREAD,
                                      .nested = HB_NESTED_END,
                                      .forks = HB_FORKS_DROP,
                                      .drop_notifies = true,
                                      .enable = HB_ENABLE_DROP,
                                      .objects_only = true,
                                      .drop_statics = true,
                                      .drop_databases = true,
                                      .drop_initial_reads = true,
                                      .drop_private = true,
                                      .drop_idle_messages = true,
                                      .ignore_returns = true };
}

struct hb_android_options
hb_android_for_robustness (void)
{
  return (struct hb_android_options){ .delayed = HB_DELAYED_FIFO,
                                      .front = HB_JUMPING_FIFO,
                                      .forks = HB_FORKS_POST,
                                      .any_order = true,
                                      .drop_orders = true };
}

struct hb_android_options
hb_android_defaults (void)
{
  return (struct hb_android_options){ .drop_posts = false };
}

static void
free_log (struct hb_android *log)
{
  vec_free (log->ops);
  vec_free (log->runs);
  vec_free (log->threads);
  vec_free (log->stranger_counts);
  hb_names_free (log->thread_names);
  hb_names_free (log->message_names);
  hb_names_free (log->variables);
  hb_names_free (log->keys);
  hb_names_free (log->strangers);
}

bool
hb_android_build (hb_input *input, const struct hb_android_options *options, hb_builder *builder,
                  hb_notes *notes, hb_diag *diag)
{
  struct hb_android log = { .options = options,
                            .notes = notes,
                            .diag = diag,
                            .thread_names = hb_names_new (),
                            .message_names = hb_names_new (),
                            .variables = hb_names_new (),
                            .keys = hb_names_new (),
                            .strangers = hb_names_new () };
  bool good = hb_android_scan (&log, input);
  hb_input_close (input);
  if (good)
    {
      hb_android_find_runs (&log);
      hb_android_resolve_posts (&log);
      hb_android_order (&log);
      hb_android_select (&log);
      hb_android_flow (&log);
      hb_android_emit (&log, builder);
      hb_android_tell (&log);
    }
  free_log (&log);
  return good;
}

/* Takes the eo and mo lines out of TRACE. */
static hb_witness *
take_orders (hb_trace *trace, bool keep)
{
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  hb_diag_free (diag);
  if (keep)
    return witness;
  vec_free (trace->eo);
  vec_free (trace->mo);
  vec_free (trace->chained);
  return witness;
}

hb_trace *
hb_android_read (hb_input *input, const struct hb_android_options *options, hb_notes *notes,
                 hb_diag *diag)
{
  struct hb_android_options own = *options;
  if (own.hint)
    *own.hint = NULL;
  if (own.recorded_posts)
    own.hint = NULL;
  own.recorded |= own.hint != NULL;
  hb_builder *builder = hb_builder_to_trace (diag);
  bool good = hb_android_build (input, &own, builder, notes, diag);
  hb_trace *trace = hb_builder_finish (builder);
  if (!good)
    {
      hb_trace_free (trace);
      trace = NULL;
    }
  if (own.hint)
    *own.hint = trace ? take_orders (trace, options->recorded) : NULL;
  return trace;
}
