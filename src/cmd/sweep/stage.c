/* See stage.h. */
#include "cmd/sweep/stage.h"

#include "base/buffer.h"
#include "cmd/frame/brought.h"
#include "engine/engine.h"
#include "gen/hitting/hunt.h"

#include "reduce/reductions.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[]
    = { "gen", "solve", "reduce", "shuffle", "check", "certify", "hunt" };

const char *
sweep_kind_name (enum sweep_kind kind)
{
  return kind_names[kind];
}

bool
sweep_stage_decides (const struct sweep_stage *stage)
{
  return stage->kind == SWEEP_SOLVE || stage->kind == SWEEP_CHECK;
}

/* What the words are read into. */
struct parser
{
  sweep_stages *stages;
  sweep_solver_finder find;
  const void *context;
  hb_diag *diag;
  size_t at_hand; /* the stage whose output is read next */
};

static struct sweep_stage *
at_hand (const struct parser *p)
{
  return &p->stages->data[p->at_hand];
}

/* The way to the output of a stage: "gen", "gen/3bisat-ed".  New. */
static char *
way_to (const struct sweep_stage *stage)
{
  if (stage->kind == SWEEP_GEN)
    return hb_copy_text ("gen");
  return hb_format ("%s/%s", stage->input, stage->kind == SWEEP_SHUFFLE ? "shuffle" : stage->tool);
}

/* A file's name for that way. New. */
static char *
file_of (const char *way, const char *suffix)
{
  char *name = hb_format ("%s.%s", way, suffix);
  for (char *c = name; *c; c++)
    if (*c == '/' || *c == ':')
      *c = '-';
  return name;
}

/* A stage that makes the next file at hand. */
static void
add_maker (struct parser *p, enum sweep_kind kind, const char *tool, bool formula, bool bug)
{
  struct sweep_stage stage = { .kind = kind,
                               .tool = hb_copy_text (tool),
                               .input = p->stages->size ? way_to (at_hand (p)) : hb_copy_text (""),
                               .from = p->at_hand,
                               .formula = formula,
                               .bug = bug };
  char *way = way_to (&stage);
  stage.output = file_of (way, formula ? "cnf" : bug ? "poset" : "edt");
  hb_free (way);
  p->at_hand = p->stages->size;
  vec_push (*p->stages, stage);
}

static bool
needs (const struct parser *p, const char *word, bool formula)
{
  if (at_hand (p)->formula == formula && !at_hand (p)->bug)
    return true;
  if (at_hand (p)->bug)
    {
      hb_error (p->diag, NULL, "stage '%s' is not for bugs; expected hunt:WHO", word);
      return false;
    }
  hb_error (p->diag, NULL,
            formula ? "stage '%s' works on a formula, but a trace is at hand there"
                    : "stage '%s' works on a trace, but a formula is at hand there; put "
                      "'reduce:3bisat-ed' before it",
            word);
  return false;
}

/* The stage of REDUCTION, which the `.reduction` file at FILE describes (NULL: it is hbkit's). */
static bool
add_reduction (struct parser *p, const char *word, const struct hb_reduction *reduction,
               const char *file)
{
  bool formula = !strcmp (reduction->to->suffix, "cnf");
  if (!formula && reduction->to != &hb_problem_ed)
    {
      hb_error (p->diag, NULL,
                "stage '%s' makes a %s; a sweep goes on with formulas and traces alone", word,
                reduction->to->thing);
      return false;
    }
  if (!needs (p, word, true))
    return false;
  if (reduction->from != &hb_problem_sat && file)
    {
      hb_error (p->diag, NULL, "stage '%s' takes a %s; a sweep has formulas for it", word,
                reduction->from->thing);
      return false;
    }
  add_maker (p, SWEEP_REDUCE, reduction->name, formula, false);
  vec_top (*p->stages).file = file ? realpath (file, NULL) : NULL;
  return true;
}

static bool
add_reduce (struct parser *p, const char *word, const char *name)
{
  if (brought_is_one (name, strlen (name)))
    {
      hb_own *own = hb_own_read (name, p->diag);
      bool good = own && add_reduction (p, word, hb_own_reduction (own), name);
      hb_own_free (own);
      return good;
    }
  const struct hb_reduction *reduction = hb_reduction_find (*name ? name : "3bisat-ed");
  if (reduction)
    return add_reduction (p, word, reduction, NULL);
  hb_error (p->diag, NULL, "stage '%s': no such reduction; 'hbkit reductions' lists them", word);
  return false;
}

/* What --solver gets for that name.  New; NULL after an error. */
static char *
solver_named (const struct parser *p, const char *word, const char *name)
{
  const char *command = p->find ? p->find (p->context, name, strlen (name)) : NULL;
  if (command || !strcmp (name, "cadical") || !strcmp (name, "picosat"))
    return hb_copy_text (command ? command : name);
  hb_error (p->diag, NULL,
            "stage '%s': no such solver; expected cadical, picosat or the name on a line "
            "'solver NAME COMMAND'",
            word);
  return NULL;
}

static bool
add_solve (struct parser *p, const char *word, const char *name)
{
  name = *name ? name : "cadical";
  char *solver = needs (p, word, true) ? solver_named (p, word, name) : NULL;
  if (!solver)
    return false;
  struct sweep_stage stage = { .kind = SWEEP_SOLVE,
                               .tool = hb_copy_text (name),
                               .solver = solver,
                               .input = way_to (at_hand (p)),
                               .from = p->at_hand };
  vec_push (*p->stages, stage);
  return true;
}

static bool
add_check (struct parser *p, const char *word, const char *tool)
{
  tool = *tool ? tool : "cds";
  size_t length = strcspn (tool, ":");
  char *engine = hb_copy_bytes (tool, length), *solver = NULL;
  bool good = needs (p, word, false);
  if (good && !hb_engine_find (engine))
    {
      hb_error (p->diag, NULL, "stage '%s': no such engine; 'hbkit check --help' lists them", word);
      good = false;
    }
  if (good && tool[length])
    good = (solver = solver_named (p, word, tool + length + 1));
  if (!good)
    {
      hb_free (engine);
      return false;
    }
  struct sweep_stage stage = { .kind = SWEEP_CHECK,
                               .tool = hb_copy_text (tool),
                               .engine = engine,
                               .solver = solver,
                               .input = way_to (at_hand (p)),
                               .from = p->at_hand };
  vec_push (*p->stages, stage);
  return true;
}

static bool
add_hunt (struct parser *p, const char *word, const char *who)
{
  size_t length = strlen (who);
  static const char hunters[] = HB_HUNTERS;
  const char *found = strstr (hunters, who);
  if (!found || (found[length] && found[length] != ' ') || (found != hunters && found[-1] != ' '))
    {
      hb_error (p->diag, NULL, "stage '%s': expected one of " HB_HUNTERS, word);
      return false;
    }
  if (!at_hand (p)->bug)
    {
      hb_error (p->diag, NULL, "stage '%s' is for bugs: put it below 'from bug'", word);
      return false;
    }
  struct sweep_stage stage = { .kind = SWEEP_HUNT,
                               .tool = hb_copy_text (who),
                               .input = way_to (at_hand (p)),
                               .from = p->at_hand };
  vec_push (*p->stages, stage);
  return true;
}

static bool
is_twice (const sweep_stages *stages, size_t i)
{
  const struct sweep_stage *a = &stages->data[i];
  for (size_t j = 0; j < i; j++)
    {
      const struct sweep_stage *b = &stages->data[j];
      if (a->kind == b->kind && !strcmp (a->tool, b->tool) && !strcmp (a->input, b->input))
        return true;
    }
  return false;
}

/* What is asked of all stages of a kind. */
struct wishes
{
  bool certify, prove;
};

static bool
add_word (struct parser *p, const char *word, struct wishes *wishes)
{
  size_t length = strcspn (word, ":");
  const char *rest = word[length] ? word + length + 1 : "";
  bool good = true;
  if (!strcmp (word, "certify"))
    wishes->certify = true;
  else if (!strcmp (word, "prove"))
    wishes->prove = true;
  else if (!strcmp (word, "shuffle"))
    {
      good = needs (p, word, false);
      if (good)
        add_maker (p, SWEEP_SHUFFLE, "", false, false);
    }
  else if (length == 5 && !memcmp (word, "solve", 5))
    good = add_solve (p, word, rest);
  else if (length == 6 && !memcmp (word, "reduce", 6))
    good = add_reduce (p, word, rest);
  else if (length == 5 && !memcmp (word, "check", 5))
    good = add_check (p, word, rest);
  else if (length == 4 && !memcmp (word, "hunt", 4))
    good = add_hunt (p, word, *rest ? rest : "family");
  else
    {
      hb_error (
          p->diag, NULL,
          "no stage '%s'; expected solve:SOLVER, reduce:NAME, shuffle, check:ENGINE, hunt:WHO, "
          "certify or prove",
          word);
      return false;
    }
  if (good && is_twice (p->stages, p->stages->size - 1) && strcmp (word, "certify") != 0
      && strcmp (word, "prove") != 0)
    {
      hb_error (p->diag, NULL, "stage '%s' is there twice", word);
      return false;
    }
  return good;
}

/* Does the stage write a proof that is then checked? */
static bool
proves (const struct sweep_stage *stage, struct wishes wishes)
{
  return (wishes.certify && stage->kind == SWEEP_CHECK)
         || (wishes.prove && stage->kind == SWEEP_SOLVE && !strcmp (stage->tool, "cadical"));
}

/* Those that prove write a proof and are followed by its check. */
static void
add_certificates (sweep_stages *stages, struct wishes wishes)
{
  sweep_stages all = VEC_EMPTY;
  VEC (size_t) place = VEC_EMPTY; /* old place -> new one */
  for (size_t i = 0; i < stages->size; i++)
    {
      struct sweep_stage stage = stages->data[i];
      bool proof = proves (&stage, wishes);
      vec_push (place, all.size);
      stage.from = place.data[stage.from];
      if (proof)
        {
          char *suffix
              = hb_format ("%s.%s", stage.tool, stage.kind == SWEEP_SOLVE ? "drat" : "cert");
          stage.output = file_of (stage.input, suffix);
          hb_free (suffix);
        }
      vec_push (all, stage);
      if (!proof)
        continue;
      struct sweep_stage certify = { .kind = SWEEP_CERTIFY,
                                     .tool = hb_copy_text (stage.tool),
                                     .input = hb_copy_text (stage.input),
                                     .from = stage.from,
                                     .checked = all.size - 1 };
      vec_push (all, certify);
    }
  vec_free (place);
  vec_free (*stages);
  *stages = all;
}

bool
sweep_stages_parse (sweep_stages *stages, const char *source, const char *words,
                    sweep_solver_finder find, const void *context, hb_diag *diag)
{
  struct parser p = { .stages = stages, .find = find, .context = context, .diag = diag };
  bool formula = !strcmp (source, "cnf"), bug = !strcmp (source, "bug"), good = true;
  struct wishes wishes = { .certify = false };
  if (!words)
    words = bug       ? "hunt:family hunt:random hunt:pct"
            : formula ? "solve:cadical solve:picosat reduce:3bisat-ed check:cds certify"
                      : "check:cds check:sat certify";
  add_maker (&p, SWEEP_GEN, "", formula, bug);
  while (good && *(words += strspn (words, " \t")))
    {
      size_t length = strcspn (words, " \t");
      char *word = hb_copy_bytes (words, length);
      good = add_word (&p, word, &wishes);
      hb_free (word);
      words += length;
    }
  if (good)
    add_certificates (stages, wishes);
  return good;
}

void
sweep_stages_free (sweep_stages *stages)
{
  for (size_t i = 0; i < stages->size; i++)
    {
      struct sweep_stage *stage = &stages->data[i];
      hb_free (stage->tool);
      hb_free (stage->engine);
      hb_free (stage->file);
      hb_free (stage->solver);
      hb_free (stage->input);
      hb_free (stage->output);
    }
  vec_free (*stages);
}
