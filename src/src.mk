# src/: the library (nothing outside src/ is included here) and, in src/cmd/, the program.
# Add a file to its list, one name a line, sorted.  Headers that stay inside the library stand with
# the .c files; public ones are in pkginclude_HEADERS and in src/hbkit.h.

libhbkit_src_sources = \
	src/buffer.c \
	src/builder.c \
	src/builder_file.c \
	src/builder_private.h \
	src/builder_resolve.c \
	src/builder_trace.c \
	src/builder_trace.h \
	src/cds.h \
	src/cds_build.c \
	src/cds_clauses.c \
	src/cds_pairs.c \
	src/cds_run.c \
	src/cds_saturate.c \
	src/cds_wait.c \
	src/cnf.c \
	src/cycle.c \
	src/cycle_check.c \
	src/cycle_json.c \
	src/diag.c \
	src/dimacs.c \
	src/edt_ahead.c \
	src/edt_read.c \
	src/edt_words.c \
	src/edt_words.h \
	src/edt_write.c \
	src/engine.c \
	src/engine_cds.c \
	src/engine_enum.c \
	src/engine_explore.c \
	src/engine_sat.c \
	src/engine_sat_cycle.c \
	src/engine_sat_pairs.c \
	src/engine_sat_pairs.h \
	src/engine_sat_refute.c \
	src/engine_sat_refute.h \
	src/engine_sat_run.c \
	src/engine_sat_run.h \
	src/engine_sat_state.h \
	src/input.c \
	src/json.c \
	src/json_load.c \
	src/json_load.h \
	src/json_way.c \
	src/json_way.h \
	src/limits.c \
	src/linear.c \
	src/linear.h \
	src/memory.c \
	src/names.c \
	src/order.c \
	src/output.c \
	src/replay.c \
	src/replay_machine.c \
	src/replay_machine.h \
	src/replay_mailbox.c \
	src/replay_mailbox.h \
	src/replay_report.c \
	src/replay_run.c \
	src/replay_script.h \
	src/rng.c \
	src/saturation.c \
	src/saturation.h \
	src/solution.c \
	src/solver.c \
	src/solver_cadical.cpp \
	src/solver_command.c \
	src/solver_ops.h \
	src/solver_picosat.c \
	src/trace.c \
	src/trace_info.c \
	src/trace_json.c \
	src/trace_json_read.c \
	src/witness.c \
	src/witness_extending.c

# Installed, flat, in $(includedir)/hbkit.
pkginclude_HEADERS += \
	src/buffer.h \
	src/builder.h \
	src/cnf.h \
	src/diag.h \
	src/edt.h \
	src/engine.h \
	src/hbkit.h \
	src/input.h \
	src/json.h \
	src/limits.h \
	src/memory.h \
	src/names.h \
	src/order.h \
	src/output.h \
	src/replay.h \
	src/rng.h \
	src/solver.h \
	src/trace.h \
	src/trace_info.h \
	src/trace_json.h \
	src/types.h \
	src/vec.h \
	src/version.h \
	src/witness.h

# The program: src/cmd/*.c and *.h.
hbkit_cmd_sources = \
	src/cmd/cli.c \
	src/cmd/cli.h \
	src/cmd/cli_help.c \
	src/cmd/cmd_check.c \
	src/cmd/cmd_convert.c \
	src/cmd/cmd_draw.c \
	src/cmd/cmd_gen.c \
	src/cmd/cmd_info.c \
	src/cmd/cmd_reduce.c \
	src/cmd/cmd_replay.c \
	src/cmd/cmd_shell.c \
	src/cmd/cmd_verify.c \
	src/cmd/commands.c \
	src/cmd/files.c \
	src/cmd/files.h \
	src/cmd/main.c \
	src/cmd/verify.c \
	src/cmd/verify.h \
	src/cmd/verify_stream.c \
	src/cmd/verify_stream.h
