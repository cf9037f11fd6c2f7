/* The two semantics of event programs, step by step (robustness paper, sections 3.2 and 3.3).
 *
 *     multi-thread   events start, and tasks posted to main begin, only while main runs nothing; a task for a
 *                    thread of its own begins when it is posted
 *     single-thread  all on one thread: an event's body, then its tasks in depth-first order of the call tree,
 *                    which is what figure 6's stack of queues gives; the next event starts when all is done
 *
 * A step of a task is an access or a post; what is local goes along with it.  The machine keeps the whole run, so
 * that it can be told as a trace.  It shares no code with the engines: schedules found by them are replayed here. */
#ifndef HBKIT_ROBUST_MACHINE_H
#define HBKIT_ROBUST_MACHINE_H

#include "robust/lap.h"
#include "robust/schedule.h"
#include "trace/builder.h"

enum hb_amachine_kind
{
  HB_MULTI_THREAD,
  HB_SINGLE_THREAD
};

enum hb_task_status
{
  HB_TASK_PENDING, /* posted to main, not begun */
  HB_TASK_RUNNING, /* before an access or a post */
  HB_TASK_BLOCKED, /* at an assume that is false, or in an error */
  HB_TASK_DONE
};

/* What stops a task for good besides `assume`. */
enum hb_task_error
{
  HB_TASK_FINE,
  HB_TASK_RANGE,   /* a write beyond the variable's range */
  HB_TASK_ASSERT,  /* an assertion fails (the task goes on) */
  HB_TASK_FOREVER, /* it comes round without an access or a post (lap.h) */
  HB_TASK_LONG, /* no access or post in HB_MOST_LOCAL_STEPS, or HB_MOST_LOCAL_CHOICES: not carried out further */
  HB_TASK_DEEP /* more than HB_MOST_FRAMES calls within one another: likewise */
};

struct hb_aframe
{
  hb_id proc, at; /* the next instruction */
  hb_id locals;   /* first one, in the task's */
};

struct hb_atask
{
  hb_id proc, parent; /* HB_NONE: an event's body */
  hb_id event;        /* the task that is its event's body */
  hb_id depth;        /* how many tasks its path has, itself among them */
  hb_id number;       /* the so manieth post of its parent, or event of the run, from 1 */
  bool main;
  uint8_t status; /* enum hb_task_status */
  VEC (struct hb_aframe) frames;
  VEC (int32_t) locals;
  VEC (hb_id) posted; /* tasks, in the order of its posts */
};

/* What happened: an access, a post, a begin. */
struct hb_aentry
{
  hb_id task;
  hb_id object; /* variable, or the task posted or begun */
  hb_id from;   /* read: the entry of the write read from, or HB_NONE */
  uint8_t kind; /* enum hb_event_kind */
  int32_t value;
};

struct hb_aerror
{
  uint8_t kind; /* enum hb_task_error */
  hb_id task, ins;
};

typedef struct hb_amachine
{
  const hb_acode *code; /* borrowed */
  uint8_t kind;         /* enum hb_amachine_kind */
  bool queue;           /* main takes tasks in the order in which they were posted */
  int32_t *values;      /* of the variables; owned */
  hb_id *last_write;    /* of each variable: entry, or HB_NONE; owned */
  uint32_t *started;    /* how often each event has started; owned */
  VEC (hb_id) bodies;   /* tasks of the events that did, in order */
  hb_id on_main;        /* the task that main runs, or HB_NONE */
  struct hb_lap lap;    /* of the task that takes local steps; how often it chose on them */
  size_t choices;
  hb_id choosing;    /* while `choose` is asked for a number: the task that chooses */
  size_t unfinished; /* tasks that are not done */
  VEC (struct hb_atask) tasks;
  VEC (struct hb_aentry) entries;
  VEC (hb_id)
  waiting; /* single: tasks to run, the next one last; queue: pending ones, the first first */
  VEC (struct hb_aerror) errors;
} hb_amachine;

/* A machine at the start.  New; `hb_amachine_free` (NULL is legal). */
hb_amachine *hb_amachine_new (const hb_acode *code, enum hb_amachine_kind kind, bool queue);
void hb_amachine_free (hb_amachine *machine);

/* What `choose` gives: a number in LOW..HIGH.  False: there is none left. */
typedef bool hb_chooser (void *context, int32_t low, int32_t high, int32_t *chosen);

/* Could event PROC start with these ARGUMENTS: main is free (single-thread: nothing is unfinished), the driver and
 * the guard allow it? */
bool hb_amachine_may_start (const hb_amachine *machine, hb_id proc, const int32_t *arguments);

/* Carries a move out.  False if it is not possible, with the reason in *WHY (static); then nothing has changed,
 * unless it is that CHOOSE had no number. */
bool hb_amachine_start (hb_amachine *machine, hb_id proc, const int32_t *arguments,
                        hb_chooser *choose, void *context, const char **why);
bool hb_amachine_begin (hb_amachine *machine, hb_id task, hb_chooser *choose, void *context,
                        const char **why);
bool hb_amachine_step (hb_amachine *machine, hb_id task, hb_chooser *choose, void *context,
                       const char **why);

/* Is TASK running, its next step a post? */
static inline bool
hb_amachine_is_at_post (const hb_amachine *machine, hb_id task)
{
  const struct hb_atask *t = &machine->tasks.data[task];
  return t->status == HB_TASK_RUNNING && t->frames.size
         && machine->code->ins.data[vec_top (t->frames).at].op == HB_AOP_POST;
}

/* Has a task gone no further because the machine does not, though the program may? */
bool hb_amachine_is_cut (const hb_amachine *machine);

/* The path of TASK in the call tree, into PATH, if it fits into ROOM; its length.  Linear in the path if that is so. */
size_t hb_amachine_path (const hb_amachine *machine, hb_id task, int32_t *path, size_t room);

/* The task with that path, or HB_NONE.  O(LENGTH). */
hb_id hb_amachine_find (const hb_amachine *machine, const int32_t *path, size_t length);

/* Adds a step of TASK, or its begin, to SCHEDULE, with the numbers that were chosen. */
void hb_amachine_note (const hb_amachine *machine, enum hb_move_kind kind, hb_id task,
                       const int32_t *choices, size_t count, hb_aschedule *schedule);

/* The name of TASK, as traces have it: 1.2:proc.  New. */
char *hb_amachine_task_name (const hb_amachine *machine, hb_id task);

/* Carries SCHEDULE out.  False after an error in DIAG that names the line of PATH, or the move if PATH is NULL. */
bool hb_amachine_replay (hb_amachine *machine, const hb_aschedule *schedule, const char *path,
                         hb_diag *diag);

/* `meta before A B` in a trace: message B does not start before A has. */
#define HB_META_BEFORE "before"

/* Tells the run as a trace, with the start order of the driver: handler `main`, a multiset (or queue) mailbox; a handler for each task of its own
 * thread; events as external messages.  Tasks that are pending begin, and end at once.  With ORDERS, a witness. */
void hb_amachine_tell (const hb_amachine *machine, bool orders, hb_builder *builder);

/* The same as a trace.  New. */
hb_trace *hb_amachine_trace (const hb_amachine *machine, bool orders, hb_diag *diag);

#endif
