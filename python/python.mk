# python/: the package on the library, which is copied as it stands.  One name a line, sorted.

EXTRA_DIST += \
	python/README.md \
	python/hbkit/__init__.py \
	python/hbkit/_library.py \
	python/hbkit/_relay.py \
	python/hbkit/formula.py \
	python/hbkit/own.py \
	python/hbkit/program.py \
	python/hbkit/py.typed \
	python/hbkit/sweep.py \
	python/hbkit/trace.py \
	python/pyproject.toml \
	python/quickstart.ipynb
