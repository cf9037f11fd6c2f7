/* Where one stands in the document that tells a trace (trace_json.h), and taking things out of it
 * with errors that say so.  Private to the reader.
 *
 * Such a `way` is shown as handlers[2].messages[0].events[3].  The builder knows places as lines
 * and columns; it is given the number of the way for a line, and all errors are kept aside until
 * these numbers are turned into words, and into the true lines and columns. */
#ifndef HBKIT_JSON_WAY_H
#define HBKIT_JSON_WAY_H

#include "trace/builder_private.h"
#include "base/json_load.h"

/* handlers[i].messages[j].events[k], eo[i].messages[j], co.KEY[i], meta[i]; i, j, k being `index`. */
struct hb_way
{
  const char *section; /* a key of the document; NULL: the document itself */
  const char *key;     /* the variable of a co chain, or NULL; borrowed from the document */
  hb_id index[3];      /* HB_NONE: the way ends above */
};

struct hb_json_reader
{
  hb_diag *diag; /* errors, the line being a number in `ways` plus one; owned */
  hb_builder *builder;
  struct hb_way here;
  VEC (struct hb_way) ways;
};

/* Makes `here` the section, or a member of it. */
void hb_way_go (struct hb_json_reader *reader, const char *section, const char *key);

/* Makes `here` the place of what the builder is told next. */
void hb_way_mark (struct hb_json_reader *reader);

/* Adds an error at `here`; gives false. */
bool hb_way_fails (struct hb_json_reader *reader, const char *format, ...) HB_PRINTF (2, 3);

/* Passes the errors on to DIAG, with their ways in words, as errors of the file at PATH with that
 * TEXT. */
void hb_way_report (const struct hb_json_reader *reader, const char *path,
                    const struct hb_json_text *text, hb_diag *diag);

/* The functions below give false after an error.  NEEDED: it is an error that there is no KEY. */

/* OBJECT is an object with no other keys than KEYS (ended by NULL).  WHAT it is, for errors. */
bool hb_check_object (struct hb_json_reader *reader, const json_t *object, const char *what,
                      const char *const *keys);
bool hb_check_name (struct hb_json_reader *reader, struct hb_span name, const char *what);

/* The text under KEY (NULL where there is none), borrowed; a text that is a name; an array. */
bool hb_take_text (struct hb_json_reader *reader, const json_t *object, const char *key,
                   bool needed, struct hb_span *text);
bool hb_take_name (struct hb_json_reader *reader, const json_t *object, const char *key,
                   const char *what, struct hb_span *name);
bool hb_take_array (struct hb_json_reader *reader, const json_t *object, const char *key,
                    bool needed, const json_t **array);

#endif
