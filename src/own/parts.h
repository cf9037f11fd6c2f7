/* What a `.reduction` file is made of, for the files of this hall. */
#ifndef HBKIT_OWN_PARTS_H
#define HBKIT_OWN_PARTS_H

#include "own/call.h"
#include "own/memo.h"

/* The verbs of a reduction and of a problem. */
enum own_verb
{
  OWN_REDUCE,
  OWN_LIFT,
  OWN_EXTRACT,
  OWN_VERBS
};

/* `size MEASURE = FORMULA` */
struct own_size
{
  char *measure, *formula; /* owned */
  struct hb_place place;   /* of the formula; its file is the hb_own's path */
};

/* `ablate NAME COMMAND`: beside the records' table */
struct own_damage
{
  char *name; /* owned */
  struct own_command command;
};

struct own_decider
{
  struct hb_decider record;
  struct own_problem *problem;
  struct own_command command;
  char *name; /* owned */
};

/* A problem that the file describes: the record of the kind of its instances, with other questions. */
struct own_problem
{
  struct hb_problem record; /* first: `self` is this */
  hb_own *own;
  const struct hb_problem
      *base; /* the kind: SAT's record for `instances cnf`; NULL: lines of text */
  char *name, *question, *yes, *no;
  size_t line;
  VEC (struct own_decider *) deciders;
  VEC (const struct hb_decider *) list; /* the same, ended by NULL */
  struct own_command check, generate, enumerate;
  struct own_server server;         /* its command without a line: there is none */
  struct hb_generator any, without; /* as they come; mostly without solution */
  const struct hb_generator *generators[3];
};

struct hb_own
{
  struct hb_reduction record; /* first: `self` is this */
  char *path, *folder;        /* of the file */
  char *name;
  VEC (struct own_problem *) problems;
  char *from, *to; /* as written */
  struct hb_place from_place, to_place;
  struct own_command verbs[OWN_VERBS];
  VEC (struct own_size) sizes;
  VEC (struct own_damage) damages;
  VEC (struct hb_ablation) ablations; /* of the record, ended by a NULL name */
  struct own_server server;
  double seconds;  /* a call may take; limits of the file */
  uint64_t memory; /* bytes, of a command's processes */
  struct hb_limits *limits;
  struct own_memo *memo;
  bool is_unsure; /* `check` did not know */
  char *fault;
  struct own_call faulty; /* the call that was broken, and its reply */
  struct own_reply faulty_reply;
  char *keep;
  size_t kept;
};

/* Makes the records of what was read; false after an error in DIAG. */
bool own_problem_finish (struct own_problem *problem, hb_diag *diag);
void own_problem_free (struct own_problem *problem);

/* What `generate` prints, as an instance; NULL after an error in DIAG.  New. */
hb_instance *own_problem_generate (const struct own_problem *problem, uint64_t seed, uint64_t size,
                                   hb_diag *diag);
bool own_reduction_finish (hb_own *own, hb_diag *diag);

/* A solution of a problem that the file describes is a text. */
hb_solution *own_read_solution (const struct hb_problem *self, const hb_instance *instance,
                                hb_input *input, hb_diag *diag);

/* Keeps the call under own->keep. */
void own_keep (hb_own *own, const struct own_call *call, const struct own_reply *reply,
               hb_diag *diag);

/* Writes the files of CALL and REPLY (may be NULL) into FOLDER, a new one; false after an error in DIAG. */
bool own_keep_call (const hb_own *own, const struct own_call *call, const struct own_reply *reply,
                    const char *folder, hb_diag *diag);

#endif
