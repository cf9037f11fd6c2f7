/* The parts of `hbkit gen` that make programs and run them. */
#ifndef HBKIT_CMD_GEN_PROGRAM_H
#define HBKIT_CMD_GEN_PROGRAM_H

#include "cmd/frame/files.h"

/* hbkit gen program, gen trace --program, gen schedule; the options are those of gen.c. */
int cmd_gen_program (struct cli *cli);
int cmd_gen_trace_of_program (struct cli *cli);
int cmd_gen_schedule (struct cli *cli);

/* hbkit gen program --of, gen schedule --of (gen_of.c). */
int cmd_gen_program_of_trace (struct cli *cli);
int cmd_gen_schedule_of_trace (struct cli *cli);

#endif
