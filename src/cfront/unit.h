/* What a unit owns: the memory of its tree, its source texts, its names. */
#ifndef HBKIT_CFRONT_UNIT_H
#define HBKIT_CFRONT_UNIT_H

#include "base/names.h"
#include "cfront/lex.h"

/* From line LINE on, messages call the lines NUMBER, ... of FILE. */
struct hb_c_announced
{
  uint32_t line, number;
  const char *file;
};

struct hb_c_source
{
  char *name, *text;
  size_t size;
  VEC (size_t) starts; /* where lines start */
  VEC (struct hb_c_announced) announced;
};

struct hb_c_unit
{
  VEC (char *) blocks; /* memory of the tree */
  size_t used, room;   /* of the last block */
  VEC (struct hb_c_source) sources;
  hb_names *names;
  VEC (char *) texts; /* by the number in names; their bytes do not move */
  VEC (struct hb_c_symbol *) globals;
  VEC (struct hb_c_use) uses;
  uint64_t included; /* bytes of the files that others include */
  bool laid_out;     /* the program says how a struct lies in memory: sizes are not known here */
};

/* SIZE bytes, zeroed, that live as long as UNIT. */
void *hb_c_room (hb_c_unit *unit, size_t size);

/* The LENGTH bytes at TEXT as a zero-terminated text that lives as long as UNIT; the same bytes give
 * the same pointer. */
const char *hb_c_text (hb_c_unit *unit, const char *text, size_t length);

/* Adds a source; its number. */
hb_id hb_c_add_source (hb_c_unit *unit, const char *name, const char *text, size_t size);

hb_c_unit *hb_c_new (void);

#endif
