/* Shared by 3sat-flat3v and 3sat-stack3 (flat3v.c says what they are). */
#ifndef HBKIT_REDUCE_FLAT3V_H
#define HBKIT_REDUCE_FLAT3V_H

#include "reduce/registers.h"

enum hb_flat3v_damage
{
  HB_FLAT3V_NO_CYCLE = 1,
  HB_FLAT3V_UNTIED = 2,
  HB_FLAT3V_NO_EQUALITY = 4,
  HB_FLAT3V_NO_LINK = 8,
  HB_FLAT3V_NO_LOCK = 16 /* of stacks */
};

/* The members of a design (draft.h): for queues, and for stacks but for their locks.  A, B and D are handlers 0, 1 and 2. */
void hb_flat3v_draw (struct hb_draft *draft);
void hb_flat3v_sizes (uint64_t n, uint64_t m, uint64_t *sizes);

#define HB_FLAT3V_ABLATIONS                                                                        \
  { "no-cycle",                                                                                    \
    "F does not read what S3 writes: a falsified clause closes no cycle, so unsatisfiable "        \
    "formulas become consistent",                                                                  \
    HB_YES, HB_FLAT3V_NO_CYCLE },                                                                  \
      { "no-tie",                                                                                  \
        "the rounds are not tied: a value may change from round to round, so unsatisfiable "       \
        "formulas become consistent",                                                              \
        HB_YES, HB_FLAT3V_UNTIED },                                                                \
      { "no-equality",                                                                             \
        "the c(k) are not compared with their variables, so unsatisfiable formulas become "        \
        "consistent",                                                                              \
        HB_YES, HB_FLAT3V_NO_EQUALITY },                                                           \
  {                                                                                                \
    "no-link",                                                                                     \
        "F and S are not linked to c(1), so the first literal counts for nothing: unsatisfiable "  \
        "formulas become consistent",                                                              \
        HB_YES, HB_FLAT3V_NO_LINK                                                                  \
  }

#endif
