/* The state of the check of a program's names.  Private to it.
 *
 *     check.c       declarations, and who runs what
 *     check_body.c  expressions and statements */
#ifndef HBKIT_PROGRAM_CHECK_H
#define HBKIT_PROGRAM_CHECK_H

#include "program/parser.h"

struct hb_local
{
  hb_id name, slot;
};

struct hb_label
{
  hb_id name, stmt, block;
};

struct hb_jump
{
  hb_id stmt, block;
};

struct hb_checker
{
  hb_program *program;
  hb_diag *diag;
  hb_id *param_of, *variable_of, *register_of, *handler_of, *message_of; /* name -> number */
  bool *runs;         /* message, handler -> posts or `initial` say that it runs the message */
  bool *has_register; /* handler, register -> it is declared there */
  hb_id message;      /* whose body is checked */
  VEC (struct hb_local) scope;
  VEC (struct hb_label) labels;
  VEC (struct hb_jump) jumps;
  VEC (hb_id) parents; /* block -> the block around it */
  bool self;           /* the expression may say `self` */
  hb_id params_known;  /* constant expressions: so many parameters may be used */
};

/* An error at a spot of the program. */
#define hb_check_error(CHECKER, SPOT, ...)                                                         \
  hb_program_error ((CHECKER)->program, (CHECKER)->diag, SPOT, __VA_ARGS__)

/* The text of a name. */
static inline const char *
hb_check_text (const struct hb_checker *checker, hb_id name)
{
  return hb_program_name (checker->program, name);
}

/* An error at SPOT if NAME is that of a variable, register or parameter of the program. */
void hb_check_free (struct hb_checker *checker, hb_id name, struct hb_spot spot);

/* Gives the names in the body of message MESSAGE their meaning. */
void hb_check_message (struct hb_checker *checker, hb_id message);

#endif
