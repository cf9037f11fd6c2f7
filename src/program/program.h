/* Event-driven programs (ED-consistency paper, section 2.1, figure 1): what a program's text says.
 *
 *     vars x y                       the figure's grammar as it stands
 *     handlers
 *       h1 regs a
 *       h2 regs b
 *     msgs
 *       h1                           the message that is called as the handler is: its initial one
 *         1: a = 5
 *         2: x = a
 *         3: post(h2, ping)
 *         4: last
 *       ping 1: b = x 2: last
 *
 * and the comforts of doc/language.md: blocks, loops, parameters, arrays, `assert`, `await`.
 *
 * Here stand the syntax tree, the reader and the writer (the formatter).  What a program does is in
 * code.h (parameters put in, made into instructions) and run.h (run).  Statements
 * lie in a pool and name each other by number; expressions do so in the source (source.h). */
#ifndef HBKIT_PROGRAM_H
#define HBKIT_PROGRAM_H

#include <hbkit/program.h>

#include "base/output.h"
#include "program/source.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hb_stmt_kind
{
  HB_STMT_ASSIGN, /* NAME = EXP as it was read; the check makes one of the next three of it */
  HB_STMT_SET,    /* register = expression */
  HB_STMT_READ,   /* register = variable */
  HB_STMT_WRITE,  /* variable = expression */
  HB_STMT_POST,
  HB_STMT_LAST,
  HB_STMT_GOTO,
  HB_STMT_IF_GOTO,
  HB_STMT_IF,
  HB_STMT_WHILE,
  HB_STMT_FOR,
  HB_STMT_REPEAT,
  HB_STMT_ASSERT,
  HB_STMT_AWAIT, /* a read that waits: await VARIABLE OP EXP */
  HB_STMT_SKIP
};

struct hb_stmt
{
  uint8_t kind;    /* enum hb_stmt_kind */
  uint8_t op;      /* await: the comparison, enum hb_operator */
  uint8_t meaning; /* assignments: what `name` is (register or local) */
  bool colon;      /* `goto:` as in the figure */
  bool chained;    /* `else` is followed by this very `if` */
  hb_id label;     /* in `names`, or HB_NONE */
  hb_id name;      /* assigned register or variable; post: the handler; for: the loop's variable;
                          goto: the label */
  hb_id slot;      /* of `name`: register, local; read, write, await: see `variable` */
  hb_id variable;  /* read, write, await: number of the declaration; post: of the handler */
  hb_id index;     /* expression: the index of the variable or handler, or HB_NONE */
  hb_id exp;       /* value, condition, first bound, count */
  hb_id other;     /* for: last bound; post: the priority, or HB_NONE */
  hb_id message;   /* post: the message's name */
  hb_id target;    /* post: number of the message */
  hb_id first_arg, args; /* post: in `args` */
  hb_id hidden;          /* for, repeat: the local that holds the bound */
  hb_id body, orelse;    /* first statement of a block, or HB_NONE */
  hb_id next;            /* the statement behind this one in its block, or HB_NONE */
  bool has_else;         /* `else { }` too */
  struct hb_spot spot, label_spot, name_spot, message_spot;
  struct hb_remarks before, behind, last; /* comments above, on the line, above the closing brace */
  struct hb_remarks last_else, before_else;
  struct hb_remarks opened, opened_else; /* on the line of the opening brace */
};

struct hb_param
{
  hb_id name, exp;
  struct hb_spot spot;
  struct hb_remarks before, behind;
};

struct hb_var_decl
{
  hb_id name;
  hb_id size;    /* expression, or HB_NONE: no array */
  hb_id initial; /* expression, or HB_NONE: 0 */
  struct hb_spot spot;
  struct hb_remarks before, behind;
};

struct hb_register_decl
{
  hb_id name;
  hb_id initial; /* as above */
  hb_id slot;    /* its number among all register names */
  struct hb_spot spot;
};

struct hb_handler_decl
{
  hb_id name;
  hb_id size;                      /* expression, or HB_NONE: no array */
  int mailbox;                     /* enum hb_mailbox; -1: the program's */
  hb_id first_register, registers; /* in `registers` */
  hb_id initial;                   /* name of its initial message; HB_NONE: not said */
  hb_id first_arg, args;           /* of the initial message */
  hb_id message;                   /* number of the initial message, or HB_NONE: none */
  struct hb_spot spot, initial_spot;
  struct hb_remarks before, behind;
};

struct hb_message_decl
{
  hb_id name;
  hb_id first_param, params; /* in `message_params` */
  hb_id body;                /* its first statement, or HB_NONE */
  hb_id locals;              /* parameters, loop variables, hidden ones */
  bool braced;               /* NAME { ... }; else the figure's form, which ends with `last` */
  struct hb_spot spot;
  struct hb_remarks before, behind, last;
  struct hb_remarks opened; /* on the line of the opening brace */
};

struct hb_message_param
{
  hb_id name;
  struct hb_spot spot;
};

/* The sections in the order in which they stand in the text, for the writer. */
enum hb_section_kind
{
  HB_SECTION_PARAM,
  HB_SECTION_MAILBOX,
  HB_SECTION_VARS,
  HB_SECTION_HANDLERS,
  HB_SECTION_MSGS
};

struct hb_section
{
  uint8_t kind;       /* enum hb_section_kind */
  hb_id first, count; /* of its declarations */
  struct hb_remarks before, behind;
};

struct hb_program
{
  hb_source source; /* text, names, comments, expressions */
  VEC (struct hb_section) sections;
  VEC (struct hb_param) params;
  VEC (struct hb_var_decl) variables;
  VEC (struct hb_handler_decl) handlers;
  VEC (struct hb_register_decl) registers;
  VEC (struct hb_message_decl) messages;
  VEC (struct hb_message_param) message_params;
  VEC (struct hb_stmt) stmts;
  struct hb_remarks last; /* comments at the end */
  int mailbox;            /* enum hb_mailbox; -1: not said (queue) */
  struct hb_spot mailbox_spot;
  hb_id register_names; /* how many different names registers have */
};

/* The same as a text.  New. */
char *hb_program_text (const hb_program *program);

/* The text of a name of the program; borrowed. */
const char *hb_program_name (const hb_program *program, hb_id name);

/* The place of SPOT for an error; its texts are borrowed from PROGRAM. */
struct hb_place hb_program_place (const hb_program *program, struct hb_spot spot);

#ifdef __cplusplus
}
#endif
#endif
