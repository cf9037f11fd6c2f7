/* See engine.h. */
#include "diff/engine.h"

const char *const diff_engine_names[] = { "sat", "clocks", "search" };

struct diff_engine
{
  const diff_scope *scope;
  enum diff_engine_kind kind;
  int side;
  struct diff_encode_options how;
  hb_diag *diag;
  diff_encoding *encoding; /* NULL: not needed so far, or it cannot be made */
  diff_fewer *fewer;       /* or NULL */
  bool by_fewer;           /* the last answer was its */
  diff_search *search;
};

diff_engine *
diff_engine_new (const diff_scope *scope, int side, const struct diff_engine_options *options,
                 hb_diag *diag)
{
  diff_engine *engine = hb_calloc (1, sizeof *engine);
  engine->scope = scope;
  engine->kind = options->kind;
  if (options->kind == DIFF_ENGINE_SEARCH)
    {
      struct diff_search_options how = { .low = options->low,
                                         .high = options->high,
                                         .complete = options->complete,
                                         .limits = options->limits };
      engine->search = diff_search_new (scope->programs[side], scope, side, &how);
      return engine;
    }
  engine->side = side;
  engine->diag = diag;
  engine->how = (struct diff_encode_options){ .complete = options->complete,
                                              .clocks = options->kind == DIFF_ENGINE_CLOCKS,
                                              .solver = options->solver,
                                              .seed = options->seed,
                                              .limits = options->limits };
  engine->fewer = diff_fewer_new (scope, side, &engine->how, diag);
  if (engine->fewer || diff_engine_encoding (engine))
    return engine;
  diff_engine_free (engine);
  return NULL;
}

void
diff_engine_free (diff_engine *engine)
{
  if (!engine)
    return;
  diff_encoding_free (engine->encoding);
  diff_fewer_free (engine->fewer);
  diff_search_free (engine->search);
  hb_free (engine);
}

bool
diff_engine_follows (const diff_engine *engine)
{
  return engine->kind == DIFF_ENGINE_SAT;
}

bool
diff_engine_solves (const diff_engine *engine)
{
  return engine->kind != DIFF_ENGINE_SEARCH;
}

diff_encoding *
diff_engine_encoding (diff_engine *engine)
{
  if (!engine->encoding && !engine->search)
    engine->encoding = diff_encoding_new (engine->scope, engine->side, &engine->how, engine->diag);
  return engine->encoding;
}

bool
diff_engine_sizes (const diff_engine *engine, struct diff_encoding_sizes *sizes)
{
  if (engine->encoding)
    *sizes = diff_encoding_sizes (engine->encoding);
  return engine->encoding;
}

diff_fewer *
diff_engine_fewer (const diff_engine *engine)
{
  return engine->fewer;
}

const diff_search *
diff_engine_search (const diff_engine *engine)
{
  return engine->search;
}

int
diff_engine_ask (void *context, const hb_id *set, hb_id count, uint64_t *shown)
{
  diff_engine *engine = context;
  if (engine->search)
    return diff_search_ask (engine->search, set, count, shown);
  int answer = engine->fewer ? diff_fewer_ask (engine->fewer, set, count, shown) : -1;
  engine->by_fewer = answer >= 0;
  if (answer >= 0 || !diff_engine_encoding (engine))
    return answer;
  return diff_encoding_ask (engine->encoding, set, count, shown);
}

int
diff_engine_run_of (diff_engine *engine, const hb_id *set, hb_id count,
                    struct diff_schedule *schedule)
{
  if (engine->search)
    {
      for (size_t i = 0; i < diff_search_sets (engine->search); i++)
        if (diff_shows_all (diff_search_set (engine->search, i), set, count))
          {
            diff_search_schedule (engine->search, i, schedule);
            return 1;
          }
      return diff_search_done (engine->search) ? 0 : -1;
    }
  uint64_t *shown = hb_calloc (diff_fact_words (engine->scope), sizeof *shown);
  int answer = diff_engine_ask (engine, set, count, shown);
  hb_free (shown);
  if (answer > 0)
    diff_schedule_copy (schedule, engine->by_fewer ? diff_fewer_schedule (engine->fewer)
                                                   : diff_encoding_schedule (engine->encoding));
  return answer;
}
