/* The map of a reduction: one JSON object a line, told to an `hb_json` (base/json.h).
 *
 *     hb_json *line = hb_map_header (map, "3bisat-ed");
 *     ... members ...
 *     hb_map_end (line);
 *     line = hb_map_line (map, "variable");
 *     ... */
#ifndef HBKIT_REDUCE_MAP_H
#define HBKIT_REDUCE_MAP_H

#include "base/json.h"

/* Opens a line of that role. */
static inline hb_json *
hb_map_line (hb_output *map, const char *role)
{
  hb_json *line = hb_json_new_compact (map);
  hb_json_open_object (line);
  hb_json_member_string (line, "role", role);
  return line;
}

/* Opens the first line: format and reduction. */
static inline hb_json *
hb_map_header (hb_output *map, const char *reduction)
{
  hb_json *line = hb_json_new_compact (map);
  hb_json_open_object (line);
  hb_json_member_string (line, "format", "hbkit-map 1");
  hb_json_member_string (line, "reduction", reduction);
  return line;
}

static inline void
hb_map_end (hb_json *line)
{
  hb_json_close (line);
  hb_json_free (line);
}

/* A member that is an array of two. */
static inline void
hb_map_pair (hb_json *line, const char *key, const char *first, const char *second)
{
  if (key)
    hb_json_key (line, key);
  hb_json_open_array (line);
  hb_json_string (line, first);
  hb_json_string (line, second);
  hb_json_close (line);
}

static inline void
hb_map_range (hb_json *line, const char *key, uint64_t first, uint64_t last)
{
  hb_json_member_array (line, key);
  hb_json_unsigned (line, first);
  hb_json_unsigned (line, last);
  hb_json_close (line);
}

/* The sizes of a trace as the member "target". */
static inline void
hb_map_trace_sizes (hb_json *line, const uint64_t *sizes)
{
  hb_json_member_object (line, "target");
  hb_json_member_unsigned (line, "events", sizes[0]);
  hb_json_member_unsigned (line, "messages", sizes[1]);
  hb_json_member_unsigned (line, "handlers", sizes[2]);
  hb_json_close (line);
}

/* The sizes of a formula as the member KEY. */
static inline void
hb_map_formula_sizes (hb_json *line, const char *key, uint64_t variables, uint64_t clauses,
                      uint64_t literals)
{
  hb_json_member_object (line, key);
  hb_json_member_unsigned (line, "variables", variables);
  hb_json_member_unsigned (line, "clauses", clauses);
  hb_json_member_unsigned (line, "literals", literals);
  hb_json_close (line);
}

#endif
