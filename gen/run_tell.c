/* A recorded run, told to a builder.  Handlers are called h1, h2, ..., messages m1, m2, ... in the
 * order of their posts, external ones e1, e2, ..., variables x1, x2, ... */
#include "gen/run.h"

#include <stdio.h>

static void
name_handler (const void *about, hb_id handler, char name[HB_RECORD_NAME])
{
  (void)about;
  snprintf (name, HB_RECORD_NAME, "h%u", handler + 1);
}

static void
name_message (const void *about, const struct hb_record *record, hb_id message,
              char name[HB_RECORD_NAME])
{
  const struct run *run = about;
  hb_id handlers = record->handlers, externals = run->shape->externals;
  if (message < handlers + externals)
    snprintf (name, HB_RECORD_NAME, "e%u", message - handlers + 1);
  else
    snprintf (name, HB_RECORD_NAME, "m%u", message - handlers - externals + 1);
}

static void
name_variable (const void *about, hb_id variable, char name[HB_RECORD_NAME])
{
  (void)about;
  snprintf (name, HB_RECORD_NAME, "x%u", variable + 1);
}

void
run_tell (const struct run *run, hb_builder *builder)
{
  struct hb_record_names names = {
    .about = run, .handler = name_handler, .message = name_message, .variable = name_variable
  };
  hb_record_tell (&run->record, &names, builder);
}
