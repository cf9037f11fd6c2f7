# viz/: figures.  Includes src/ only.  One name a line, sorted.

if HB_CGRAPH
libhbkit_dot_sources = viz/dot.c
else
libhbkit_dot_sources = viz/dot_none.c
endif
EXTRA_DIST += viz/dot.c viz/dot_none.c

libhbkit_viz_sources = \
	$(libhbkit_dot_sources) \
	viz/arrange.c \
	viz/arrange.h \
	viz/bend.c \
	viz/bend.h \
	viz/caption.c \
	viz/circle.c \
	viz/circle.h \
	viz/dependencies.c \
	viz/dependencies.h \
	viz/dependency_table.c \
	viz/dependency_table.h \
	viz/diagram.c \
	viz/diagram.h \
	viz/draw.c \
	viz/draw.h \
	viz/explain.c \
	viz/explain.h \
	viz/explain_known.c \
	viz/explain_known.h \
	viz/explorer/attempt.c \
	viz/explorer/attempt.h \
	viz/explorer/data.c \
	viz/explorer/data.h \
	viz/explorer/explorer.c \
	viz/explorer/explorer.h \
	viz/explorer/why.c \
	viz/figure.c \
	viz/figure.h \
	viz/flow.c \
	viz/flow.h \
	viz/flow_graph.c \
	viz/flow_graph.h \
	viz/fold.c \
	viz/full_order.c \
	viz/full_order.h \
	viz/gantt.c \
	viz/gantt.h \
	viz/gantt_caption.c \
	viz/gantt_marks.c \
	viz/gantt_private.h \
	viz/gantt_reads.c \
	viz/job_graph.c \
	viz/job_graph.h \
	viz/grid.c \
	viz/grid.h \
	viz/grid_place.h \
	viz/hitting.h \
	viz/hitting_clique.c \
	viz/hitting_table.c \
	viz/hitting_tree.c \
	viz/html.c \
	viz/html.h \
	viz/label.c \
	viz/legend.c \
	viz/mailboxes.c \
	viz/mailboxes.h \
	viz/name.c \
	viz/network.c \
	viz/network.h \
	viz/observation.c \
	viz/observation.h \
	viz/pages.c \
	viz/pages.h \
	viz/panels.c \
	viz/parts.c \
	viz/path.c \
	viz/pen.c \
	viz/pen.h \
	viz/place.c \
	viz/plot/gnuplot.c \
	viz/plot/plot.c \
	viz/plot/plot.h \
	viz/plot/tex.c \
	viz/ports.c \
	viz/relate.c \
	viz/relate_hb.c \
	viz/route.c \
	viz/route.h \
	viz/route_grid.c \
	viz/route_search.c \
	viz/rows.c \
	viz/select.c \
	viz/select.h \
	viz/select_cycle.c \
	viz/select_cycle.h \
	viz/select_clause.c \
	viz/select_gadget.c \
	viz/select_row.c \
	viz/select_trace.c \
	viz/sketch.c \
	viz/sketch.h \
	viz/sketch_dot.c \
	viz/sketch_label.c \
	viz/sketch_parts.c \
	viz/sketch_tikz.c \
	viz/strip.c \
	viz/strip.h \
	viz/strip_panels.c \
	viz/strip_panels.h \
	viz/style.c \
	viz/svg.c \
	viz/svg_parts.c \
	viz/svg_parts.h \
	viz/text.c \
	viz/text.h \
	viz/thread_boxes.c \
	viz/thread_boxes.h \
	viz/thread_runs.c \
	viz/thread_runs.h \
	viz/tikz.c \
	viz/tikz_parts.c \
	viz/tikz_parts.h \
	viz/tiles.c \
	viz/tiles.h \
	viz/tracks.c \
	viz/timeline.c \
	viz/timeline.h \
	viz/transitive.c \
	viz/transitive.h \
	viz/violation.c \
	viz/violation.h

# The explorer's page, from which viz/explorer/embed.sh makes viz/explorer/files.c.
explorer_page = \
	viz/explorer/embed.sh \
	viz/explorer/explorer.css \
	viz/explorer/page.html \
	viz/explorer/model.js \
	viz/explorer/layout.js \
	viz/explorer/camera.js \
	viz/explorer/paint.js \
	viz/explorer/focus.js \
	viz/explorer/find.js \
	viz/explorer/cycles.js \
	viz/explorer/player.js \
	viz/explorer/table.js \
	viz/explorer/columns.js \
	viz/explorer/formula.js \
	viz/explorer/state.js \
	viz/explorer/main.js
EXTRA_DIST += $(explorer_page)
nodist_libhbkit_viz_sources = viz/explorer/files.c
CLEANFILES += viz/explorer/files.c
viz/explorer/files.c: $(explorer_page)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(SHELL) $(srcdir)/viz/explorer/embed.sh $(srcdir)/viz/explorer >$@.new && mv -f $@.new $@
