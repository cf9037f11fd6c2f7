/* The JSON form of a trace: what `.edt` says (design section 3), for programs that have a JSON
 * parser.
 *
 *     {
 *       "format": "edt-json",
 *       "version": 1,
 *       "meta": [["gen", "by hand"]],
 *       "mailbox": "queue",
 *       "handlers": [
 *         {
 *           "name": "h1",
 *           "messages": [
 *             {
 *               "kind": "initial",
 *               "events": [
 *                 {"op": "post", "message": "mid1"},
 *                 {"op": "post", "message": "mid2", "label": "p2"}
 *               ]
 *             }
 *           ]
 *         },
 *         {
 *           "name": "h2",
 *           "mailbox": "priority",
 *           "messages": [
 *             {
 *               "kind": "posted",
 *               "id": "mid1",
 *               "priority": 3,
 *               "events": [
 *                 {"op": "write", "variable": "x", "value": "1", "label": "a"},
 *                 {"op": "write", "variable": "x"},
 *                 {"op": "read", "variable": "x", "from": "a"},
 *                 {"op": "read", "variable": "y", "from": null}
 *               ]
 *             },
 *             {"kind": "posted", "id": "mid2", "events": []}
 *           ]
 *         }
 *       ],
 *       "co": {
 *         "x": ["a", "mid1@2"]
 *       },
 *       "eo": [{"handler": "h2", "messages": ["mid1", "mid2"]}],
 *       "mo": [{"handler": "h2", "messages": ["mid1", "mid2"]}],
 *       "end": {"events": 8, "messages": 3, "handlers": 2}
 *     }
 *
 * - A message is "initial" (no id), "posted" (its get is implied: it is event 0 and is counted, but
 * does
 *   not stand in "events") or "external".  Events follow one another as in program order.
 * - "from" is the write read from: a label, MESSAGE@K or HANDLER@K; null (or "init") is the initial
 * value.
 *   The members of "co" are such addresses as well.  Co, eo and mo are chains, as in `.edt`.
 * - "format", "version", "handlers" and "end", a handler's "name" and "messages", a message's
 * "kind", "id"
 *   and "events", an event's "op" and what its op needs must be there.  All else may be missing: "meta",
 *   "mailbox" ("queue" is meant), "co", "eo" and "mo" of the trace (the writer always writes them),
 *   "mailbox" of a handler, "priority", "label" and "value".
 * - Members of an object may come in any order.  A member that is not named here is an error, not a
 *   remark: a "lable" that nobody reads would make another trace of the file.
 * - Names have the alphabet of `.edt`; a value is a word without blanks and '#'. Texts are UTF-8;
 * bytes of
 *   a value or a meta text that are none become U+FFFD.
 *
 * From `.edt` to JSON and back gives the same bytes that `hbkit fmt` gives. */
#ifndef HBKIT_TRACE_JSON_H
#define HBKIT_TRACE_JSON_H

#include <hbkit/format.h>

#include "trace/builder.h"
#include "base/input.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the trace at PATH ("-": standard input; compressed or not).  NULL after errors in DIAG: all
 * with line and column, those of a good document also with the way to what is wrong,
 * handlers[2].messages[0].events[3]. New.  Linear; the whole document stands in memory for the time
 * of reading. */
hb_trace *hb_json_read_trace (const char *path, hb_diag *diag);

/* As above, from INPUT (stolen). */
hb_trace *hb_json_read_trace_input (hb_input *input, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
