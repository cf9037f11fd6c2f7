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
add_maker (struct parser *p, enum sweep_kind kind, const char *tool,
           struct sweep_at_hand made /* stolen */)
{
  struct sweep_stage stage = { .kind = kind,
                               .tool = hb_copy_text (tool),
                               .input = p->stages->size ? way_to (at_hand (p)) : hb_copy_text (""),
                               .from = p->at_hand,
                               .made = made };
  char *way = way_to (&stage);
  stage.output = file_of (way, made.suffix);
  hb_free (way);
  p->at_hand = p->stages->size;
  vec_push (*p->stages, stage);
}

/* Is WANTED at hand? */
static bool
needs (const struct parser *p, const char *word, const struct sweep_at_hand *wanted)
{
  const struct sweep_at_hand *made = &at_hand (p)->made;
  if (sweep_at_hand_same (made, wanted))
    return true;
  if (made->thing == SWEEP_BUG)
    {
      hb_error (p->diag, NULL, "stage '%s' is not for bugs; expected hunt:WHO", word);
      return false;
    }
  bool way = wanted->thing == SWEEP_TRACE && made->thing == SWEEP_FORMULA;
  char *is = sweep_at_hand_text (made), *works_on = sweep_at_hand_text (wanted);
  hb_error (p->diag, NULL, "stage '%s' works on %s %s, but %s %s is at hand there%s", word,
            *works_on == 'i' ? "an" : "a", works_on, *is == 'i' ? "an" : "a", is,
            way ? "; put 'reduce:3bisat-ed' before it" : "");
  hb_free (is);
  hb_free (works_on);
  return false;
}

static bool
needs_trace (const struct parser *p, const char *word)
{
  return needs (p, word, &(struct sweep_at_hand){ .thing = SWEEP_TRACE });
}

/* The stage of REDUCTION, which the `.reduction` file at FILE describes (NULL: it is hbkit's). */
static bool
add_reduction (struct parser *p, const char *word, const struct hb_reduction *reduction,
               const char *file)
{
  struct sweep_at_hand from = sweep_at_hand_of (reduction->from, file);
  bool good = needs (p, word, &from);
  sweep_at_hand_free (&from);
  if (!good)
    return false;
  add_maker (p, SWEEP_REDUCE, reduction->name, sweep_at_hand_of (reduction->to, file));
  vec_top (*p->stages).file = hb_copy_text (file);
  return true;
}

static bool
add_reduce (struct parser *p, const char *word, const char *name)
{
  if (brought_is_one (name, strlen (name)))
    {
      hb_own *own = hb_own_read (name, p->diag);
      char *file = own ? realpath (name, NULL) : NULL;
      bool good = own && add_reduction (p, word, hb_own_reduction (own), file);
      hb_free (file);
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

/* A stage that asks who decides PROBLEM (NULL: a SAT solver); TOOL is copied, the others are stolen. */
static void
push_solve (struct parser *p, const char *tool, char *solver, char *problem, char *decider)
{
  struct sweep_stage stage = { .kind = SWEEP_SOLVE,
                               .tool = hb_copy_text (tool),
                               .solver = solver,
                               .problem = problem,
                               .decider = decider,
                               .input = way_to (at_hand (p)),
                               .from = p->at_hand };
  vec_push (*p->stages, stage);
}

/* Who decides the source of a `.reduction` file, WHO being its name and perhaps ":" and a decider's, is asked about
 * what is at hand, if that is in files of the same kind. */
static bool
add_brought_decider (struct parser *p, const char *word, const char *who, size_t length)
{
  char *name = hb_copy_bytes (who, length), *path = realpath (name, NULL), *suffix = NULL;
  const char *decider = who[length] ? who + length + 1 : NULL;
  bool good = sweep_decider_known (path ? path : name, decider, &suffix, p->diag);
  if (good && strcmp (suffix, at_hand (p)->made.suffix) != 0)
    {
      hb_error (p->diag, NULL, "stage '%s' takes .%s files; a .%s file is at hand there", word,
                suffix, at_hand (p)->made.suffix);
      good = false;
    }
  const char *slash = strrchr (name, '/');
  if (good)
    push_solve (p, slash ? who + (slash + 1 - name) : who, NULL, hb_copy_text (path),
                hb_copy_text (decider));
  free (path);
  hb_free (suffix);
  hb_free (name);
  return good;
}

static bool
add_solve (struct parser *p, const char *word, const char *name)
{
  const struct sweep_at_hand *made = &at_hand (p)->made;
  const char *end = brought_end (name);
  if (end)
    return add_brought_decider (p, word, name, (size_t)(end - name));
  if (made->thing == SWEEP_OTHER)
    {
      char *ignored = NULL;
      bool good = sweep_decider_known (made->problem, *name ? name : NULL, &ignored, p->diag);
      if (good)
        push_solve (p, *name ? name : "first", NULL, hb_copy_text (made->problem),
                    *name ? hb_copy_text (name) : NULL);
      hb_free (ignored);
      return good;
    }
  name = *name ? name : "cadical";
  char *solver = needs (p, word, &(struct sweep_at_hand){ .thing = SWEEP_FORMULA })
                     ? solver_named (p, word, name)
                     : NULL;
  if (solver)
    push_solve (p, name, solver, NULL, NULL);
  return solver;
}

static bool
add_check (struct parser *p, const char *word, const char *tool)
{
  tool = *tool ? tool : "cds";
  size_t length = strcspn (tool, ":");
  char *engine = hb_copy_bytes (tool, length), *solver = NULL;
  bool good = needs_trace (p, word);
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
  if (at_hand (p)->made.thing != SWEEP_BUG)
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
      good = needs_trace (p, word);
      if (good)
        add_maker (p, SWEEP_SHUFFLE, "", sweep_at_hand_named (SWEEP_TRACE, "edt"));
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
         || (wishes.prove && stage->kind == SWEEP_SOLVE && !stage->problem
             && !strcmp (stage->tool, "cadical"));
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

/* What is generated from SOURCE into MADE, and the stages that are usual for it into WORDS (new) unless that is set;
 * false after an error. */
static bool
start (const struct parser *p, const char *source, struct sweep_at_hand *made, char **words)
{
  const char *usual = NULL;
  bool good = true;
  if (brought_is_one (source, strlen (source)))
    {
      hb_own *own = hb_own_read (source, p->diag);
      char *file = own ? realpath (source, NULL) : NULL;
      if ((good = own))
        {
          const struct hb_reduction *reduction = hb_own_reduction (own);
          *made = sweep_at_hand_of (reduction->from, file);
          if (!*words)
            *words = hb_format ("solve reduce:%s %s", source,
                                reduction->to == &hb_problem_ed ? "check" : "solve");
        }
      hb_free (file);
      hb_own_free (own);
    }
  else if (!strcmp (source, "bug"))
    {
      *made = sweep_at_hand_named (SWEEP_BUG, "poset");
      usual = "hunt:family hunt:random hunt:pct";
    }
  else if (!strcmp (source, "cnf"))
    {
      *made = sweep_at_hand_named (SWEEP_FORMULA, "cnf");
      usual = "solve:cadical solve:picosat reduce:3bisat-ed check:cds certify";
    }
  else if (!strcmp (source, "periodic"))
    {
      *made = sweep_at_hand_of (&hb_problem_periodic, NULL);
      usual = "reduce:periodic-sat solve:cadical solve:picosat";
    }
  else
    {
      *made = sweep_at_hand_named (SWEEP_TRACE, "edt");
      usual = "check:cds check:sat certify";
    }
  if (!*words)
    *words = hb_copy_text (usual);
  return good;
}

bool
sweep_stages_parse (sweep_stages *stages, const char *source, const char *words,
                    sweep_solver_finder find, const void *context, hb_diag *diag)
{
  struct parser p = { .stages = stages, .find = find, .context = context, .diag = diag };
  struct sweep_at_hand made = { .thing = SWEEP_OTHER };
  char *all = hb_copy_text (words);
  struct wishes wishes = { .certify = false };
  bool good = start (&p, source, &made, &all);
  if (good)
    add_maker (&p, SWEEP_GEN, "", made);
  for (const char *at = all; good && *(at += strspn (at, " \t"));)
    {
      size_t length = strcspn (at, " \t");
      char *word = hb_copy_bytes (at, length);
      good = add_word (&p, word, &wishes);
      hb_free (word);
      at += length;
    }
  hb_free (all);
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
      hb_free (stage->problem);
      hb_free (stage->decider);
      sweep_at_hand_free (&stage->made);
      hb_free (stage->input);
      hb_free (stage->output);
    }
  vec_free (*stages);
}
