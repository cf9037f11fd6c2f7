/* A sequential program as a circuit: see bmc.h, bmc_unroll.c. */
#ifndef HBKIT_ROBUST_BMC_UNROLL_H
#define HBKIT_ROBUST_BMC_UNROLL_H

#include "robust/bmc.h"
#include "sat/bits.h"

/* A place where a run chooses. */
struct bmc_choice
{
  hb_lit guard; /* the run comes here */
  hb_word word; /* the number, less its least value */
  int32_t low;
};

struct bmc_circuit
{
  hb_bits *bits;
  VEC (struct bmc_choice) choices; /* in the order in which a run makes them */
  VEC (hb_lit) always;             /* what is true in every run */
  hb_lit fails;                    /* an assertion fails */
  hb_lit cut;                      /* the bound is passed */
  bool given_up;                   /* too large */
};

/* Fills CIRCUIT; its bits are the caller's to free, and its vectors. */
void bmc_unroll (const hb_acode *code, const struct hb_bmc_options *options,
                 struct bmc_circuit *circuit);

#endif
