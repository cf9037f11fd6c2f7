/* The schedules of the kernels (kernel.h), by make out of data/hitting/. */
#include "gen/hitting/kernel_table.h"

const struct hb_kernel hb_kernels[] = {
#include "gen/hitting/kernel_table.inc"
  { 0, 0, "" }
};
