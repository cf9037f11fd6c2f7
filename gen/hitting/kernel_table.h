/* The schedules of the kernels.  Private to kernel.c. */
#ifndef HBKIT_GEN_HITTING_KERNEL_TABLE_H
#define HBKIT_GEN_HITTING_KERNEL_TABLE_H

struct hb_kernel
{
  int depth, levels; /* depth 0 ends the table */
  const char *text;  /* a letter a node, A .. Z, a .. for 1 .. 26, 27 ..; schedule after schedule */
};

extern const struct hb_kernel hb_kernels[];

#endif
