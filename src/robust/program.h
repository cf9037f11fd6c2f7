/* Event programs with tasks (robustness paper, section 3.1, figure 4): what a program's text says.
 *
 *     shared x = 0 : 0..3
 *     event e(k in 1..2) when x {
 *       local r;
 *       r := x;
 *       async[main] p(r + k);
 *       async[any] q();
 *     }
 *     proc p(a) { x := a; }
 *     proc q() { call f(1); }
 *     proc f(n) { if n { return; } else { x := 0; } }
 *     driver { e*2 }
 *
 * Events start on the main thread; `async` posts a task to it or to a thread of its own; `call` is an ordinary call.
 * doc/robustness.md describes all of it.  Here stand the syntax tree, the reader, the writer, and the splitting of
 * statements so that each makes at most one access.  What a program does is in code.h and machine.h.
 *
 * `ghost` variables are not part of event programs: they are the memory of the instrumentation (instrument.h), may
 * stand in any expression, and count as no access.  A program with ghosts, or with one event and no `async`, is
 * sequential. */
#ifndef HBKIT_ROBUST_PROGRAM_H
#define HBKIT_ROBUST_PROGRAM_H

#include "base/output.h"
#include "program/source.h"

enum hb_aed_kind
{
  HB_AED_ASSIGN, /* NAME := EXP */
  HB_AED_CHOOSE, /* NAME := choose LOW..HIGH */
  HB_AED_ASYNC,
  HB_AED_CALL,
  HB_AED_ASSUME,
  HB_AED_ASSERT,
  HB_AED_IF,
  HB_AED_WHILE,
  HB_AED_GOTO,
  HB_AED_RETURN,
  HB_AED_LOCAL /* the declaration of `args` locals from `slot` on */
};

struct hb_aed_stmt
{
  uint8_t kind;          /* enum hb_aed_kind */
  uint8_t meaning;       /* of `name`, if assigned: HB_MEANS_LOCAL or HB_MEANS_VARIABLE */
  bool main;             /* async: to the main thread */
  bool has_else;         /* else { }, `orelse` being its statements */
  bool chained;          /* else if: `orelse` is that statement */
  hb_id label;           /* in the names, or HB_NONE */
  hb_id name;            /* assigned; called, posted; the label that is gone to */
  hb_id slot;            /* of `name`: local, variable, procedure; goto: the statement gone to */
  hb_id exp;             /* value, condition */
  hb_id first_arg, args; /* in the source's args */
  int64_t low, high;     /* choose */
  hb_id body, orelse;    /* first statement, or HB_NONE */
  hb_id next;            /* the one behind this in its block, or HB_NONE */
  struct hb_spot spot, name_spot, label_spot;
  struct hb_remarks before, behind, opened, last, opened_else, last_else;
};

struct hb_aed_variable
{
  hb_id name;
  bool ghost;
  int64_t initial, low, high;
  struct hb_spot spot;
  struct hb_remarks before, behind;
};

struct hb_aed_local
{
  hb_id name;
  int64_t low, high; /* of an event's parameter */
  struct hb_spot spot;
};

struct hb_aed_proc
{
  hb_id name;
  bool is_event;
  hb_id first_local, params, locals; /* in `locals`: the parameters first */
  hb_id guard;                       /* expression, or HB_NONE */
  hb_id guard_variable;              /* the shared variable that it reads, or HB_NONE */
  hb_id body;
  struct hb_spot spot;
  struct hb_remarks before, opened, last, behind;
};

/* NAME*TIMES in the driver. */
struct hb_aed_driven
{
  hb_id name, proc;
  uint32_t times;
  struct hb_spot spot;
  struct hb_remarks before, behind;
};

/* `before A B`: no B starts until all A have started. */
struct hb_aed_before
{
  hb_id first_name, then_name;
  hb_id first, then; /* procedures */
  struct hb_spot spot, then_spot;
  struct hb_remarks before, behind;
};

typedef struct hb_aed
{
  hb_source source;
  VEC (struct hb_aed_variable) variables;
  VEC (struct hb_aed_proc) procs;
  VEC (struct hb_aed_local) locals;
  VEC (struct hb_aed_stmt) stmts;
  VEC (struct hb_aed_driven) driven;
  VEC (struct hb_aed_before) befores;
  bool has_driver, is_split;
  struct hb_spot driver_spot;
  struct hb_remarks driver_before, driver_opened, driver_last, driver_behind, last;
} hb_aed;

/* How many there may be: what an engine keeps of events is a set of 64. */
#define HB_AED_MOST_STARTS 64

/* Reads and checks the program at PATH ("-": standard input), or in the SIZE bytes at TEXT, errors naming NAME.  NULL
 * after errors in DIAG, with line, column and what was expected.  New; `hb_aed_free` (NULL is legal).  Linear. */
hb_aed *hb_aed_read (const char *path, hb_diag *diag);
hb_aed *hb_aed_read_input (hb_input *input, hb_diag *diag); /* stolen, at its start */
hb_aed *hb_aed_of_bytes (const char *name, const char *text, size_t size, hb_diag *diag);
void hb_aed_free (hb_aed *program);

/* PROGRAM in the standard layout, comments included; reading that gives the same program.  New. */
char *hb_aed_text (const hb_aed *program);

/* Splits statements with several accesses, from left to right, into reads into fresh locals and the rest: afterwards
 * an access is a statement `local := shared` or `shared := ...` of its own.  Comments stay; once is enough. */
void hb_aed_split (hb_aed *program);

/* The name of a procedure; borrowed. */
const char *hb_aed_name (const hb_aed *program, hb_id proc);

/* How often the driver starts the event PROC. */
uint32_t hb_aed_times (const hb_aed *program, hb_id proc);

/* Does the program have `choose`?  The first one, in the order of the text, or HB_NONE. */
hb_id hb_aed_first_choose (const hb_aed *program);

/* Must all FROM have started before TO starts, by the driver's start order, directly or not?  Linear in the order, times
 * the events. */
bool hb_aed_precedes (const hb_aed *program, hb_id from, hb_id to);

/* Is PATH that of such a program: does it end in .aed, packed or not? */
bool hb_aed_is (const char *path);

#endif
