/* Scripts: what `choose` gives in a run, number by number, and the next script in lexicographic order, until all have
 * been tried. */
#ifndef HBKIT_ROBUST_SCRIPT_H
#define HBKIT_ROBUST_SCRIPT_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct hb_script
{
  VEC (int32_t) numbers;
  VEC (int32_t) highest; /* of each number */
  size_t used;           /* numbers taken by the run; 0 at its start */
};

/* The next number: beyond the end LOW, which is added, with HIGH as its last alternative. */
int32_t hb_script_take (struct hb_script *script, int32_t low, int32_t high);

/* Advances to the script behind the part that the run used, and to the start of its run; false: there is none. */
bool hb_script_next (struct hb_script *script);

void hb_script_clear (struct hb_script *script);
void hb_script_free (struct hb_script *script);

#endif
