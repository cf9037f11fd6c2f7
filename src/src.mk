# src/: the library's halls and, in src/cmd/, the program (src/README.md tells which hall may include
# which).  Each hall has its fragment with its list of files.

include src/base/base.mk
include src/sat/sat.mk
include src/graph/graph.mk
include src/trace/trace.mk
include src/format/format.mk
include src/run/run.mk
include src/engine/engine.mk
include src/program/program.mk
include src/import/import.mk
include src/poset/poset.mk
include src/gadget/gadget.mk
include src/cfront/cfront.mk
include src/periodic/periodic.mk
include src/diff/diff.mk
include src/proof/proof.mk
include src/robust/robust.mk
include src/problem/problem.mk
include src/own/own.mk
include src/cmd/cmd.mk

libhbkit_src_sources = \
	$(libhbkit_base_sources) \
	$(libhbkit_sat_sources) \
	$(libhbkit_graph_sources) \
	$(libhbkit_trace_sources) \
	$(libhbkit_format_sources) \
	$(libhbkit_run_sources) \
	$(libhbkit_engine_sources) \
	$(libhbkit_program_sources) \
	$(libhbkit_import_sources) \
	$(libhbkit_poset_sources) \
	$(libhbkit_gadget_sources) \
	$(libhbkit_cfront_sources) \
	$(libhbkit_periodic_sources) \
	$(libhbkit_diff_sources) \
	$(libhbkit_robust_sources) \
	$(libhbkit_proof_sources) \
	$(libhbkit_problem_sources) \
	$(libhbkit_own_sources)
