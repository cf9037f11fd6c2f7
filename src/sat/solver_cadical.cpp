/* CaDiCaL behind solver.h.  The only C++ of hbkit: CaDiCaL's C header has neither phases nor
 * proofs.
 *
 * What the library says of its version is not what packages call it (Debian's 1.5.3 says sc2021), so the package
 * that configure found stands behind it.
 *
 * `lucky` is off since CaDiCaL 1.5.3 ignores phases where a lucky guess solves the formula. */
#include "config.h"

#include "sat/solver_ops.h"

#include "base/failure.h"
#include "base/progress.h"

#include <cadical.hpp>

#include <climits>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

namespace {

/* CaDiCaL asks it now and then whether to stop. */
struct State;

class Limit : public CaDiCaL::Terminator {
public:
  struct hb_limits *limits = nullptr;
  State *state = nullptr; /* that it belongs to */
  unsigned calls = 0;
  void tell ();
  bool
  terminate () override
  {
    if (hb_progress_wanted ())
      tell ();
    return ++calls % 16 ? hb_limits_hit (limits) : hb_limits_check (limits);
  }
};

/* Is told of every clause learned; counts them. */
class Count : public CaDiCaL::Learner {
public:
  uint64_t clauses = 0, units = 0;
  bool
  learning (int size) override
  {
    clauses++;
    units += size == 1;
    return false;
  }
  void
  learn (int) override
  {
  }
};

/* Runs WHAT; memory that runs out ends as it does everywhere (base/memory.h). */
template <typename What>
auto
guarded (What what) -> decltype (what ())
{
  try
    {
      return what ();
  } catch (const std::bad_alloc &)
    {
      hb_exhausted (1, 0);
  }
}

struct State
{
  Count count; /* before the solver, which it outlives */
  CaDiCaL::Solver solver;
  Limit limit;
  std::string signature;
  bool proving = false;
};

/* While it solves it tells nothing but the number of its variables. */
void
Limit::tell ()
{
  struct hb_progress progress = {};
  progress.doing = "solving";
  progress.counts[0] = { "conflicts", state->count.clauses };
  progress.counts[1] = { "units", state->count.units };
  progress.counts[2] = { "variables", static_cast<uint64_t> (state->solver.vars ()) };
  hb_progress_tell (&progress);
}

State *
of (void *state)
{
  return static_cast<State *> (state);
}

void
cadical_free (void *state)
{
  delete of (state);
}

const char *
cadical_signature (void *state)
{
  return of (state)->signature.c_str ();
}

void
cadical_add (void *state, int literal)
{
  guarded ([=] { of (state)->solver.add (literal); });
}

void
cadical_assume (void *state, int literal)
{
  guarded ([=] { of (state)->solver.assume (literal); });
}

void
cadical_phase (void *state, int literal)
{
  guarded ([=] { of (state)->solver.phase (literal); });
}

void
cadical_hint (void *state, enum hb_solver_hint hint)
{
  guarded ([=] {
    of (state)->solver.set (hint == HB_SOLVER_PLAIN ? "inprocessing" : "elim", 0);
    if (hint == HB_SOLVER_BRIEF)
      of (state)->solver.set ("shrink", 0);
  });
}

int
cadical_solve (void *state, struct hb_limits *limits)
{
  State *s = of (state);
  s->limit.limits = limits;
  s->limit.state = s;
  s->solver.connect_terminator (&s->limit);
  int answer = guarded ([=] { return s->solver.solve (); });
  s->solver.disconnect_terminator ();
  hb_progress_over ();
  if (s->proving)
    guarded ([=] { s->solver.flush_proof_trace (); });
  return answer;
}

/* The first value asked for makes the whole model, which takes memory. */
int
cadical_value (void *state, int literal)
{
  CaDiCaL::Solver *solver = &of (state)->solver;
  return guarded ([=] { return literal <= solver->vars () && solver->val (literal) > 0 ? 1 : -1; });
}

bool
cadical_failed (void *state, int literal)
{
  return guarded ([=] { return of (state)->solver.failed (literal); });
}

bool
cadical_proof (void *state, const char *path)
{
  State *s = of (state);
  s->proving = guarded ([=] {
    return (s->solver.state () & CaDiCaL::CONFIGURING) && s->solver.set ("binary", 0)
           && s->solver.trace_proof (path);
  });
  return s->proving;
}

bool
cadical_conflicts (void *state, uint64_t *count)
{
  *count = of (state)->count.clauses;
  return true;
}

}

const struct hb_solver_ops hb_cadical_ops
    = { cadical_free,  cadical_signature, cadical_add,    cadical_assume, cadical_phase,
        cadical_solve, cadical_value,     cadical_failed, cadical_proof,  cadical_conflicts,
        nullptr,       nullptr,           cadical_hint };

static State *
new_state (uint64_t seed)
{
  State *state = new State;
  state->signature = std::string ("cadical ") + CaDiCaL::Solver::version () + HB_CADICAL_PACKAGE;
  state->solver.set ("quiet", 1);
  state->solver.set ("lucky", 0);
  state->solver.connect_learner (&state->count);
  if (seed)
    {
      /* The option takes 0 .. 2 * 10^9; the initial phase makes more of a difference than it. */
      state->solver.set ("seed", static_cast<int> (seed % 1999999973));
      state->solver.set ("phase", static_cast<int> ((seed >> 1) & 1));
    }
  return state;
}

void *
hb_cadical_new (uint64_t seed)
{
  return guarded ([=] { return new_state (seed); });
}
