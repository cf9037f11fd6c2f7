# proof/: proofs for Coq, outside the build: `make proof`.

EXTRA_DIST += proof/Definition1.v proof/Ed2.v proof/EightEvents.v proof/README.md proof/check

proof:
	@$(SHELL) $(abs_top_srcdir)/proof/check $(abs_top_builddir)/proofs || test $$? = 77
.PHONY: proof
