/* Between interpret.c (statements) and interpret_exp.c. */
#ifndef HBKIT_PERIODIC_INTERPRET_PRIVATE_H
#define HBKIT_PERIODIC_INTERPRET_PRIVATE_H

#include "periodic/interpret.h"

enum hb_datum_kind
{
  HB_DATUM_NONE,
  HB_DATUM_NUMBER,
  HB_DATUM_REAL,
  HB_DATUM_POINTER
};

struct hb_datum
{
  enum hb_datum_kind kind;
  uint64_t number; /* wrapped to its type */
  size_t from, to; /* of a pointer: the cells of its array */
  int64_t at;      /* the cell itself; below FROM or from TO on: outside */
};

struct hb_activation
{
  size_t *places; /* by local: its first cell; 0 none yet */
  struct hb_activation *caller;
};

struct hb_c_machine
{
  const hb_periodic_program *program;
  const struct hb_interpreter *outside;
  struct hb_interpret_options options;
  hb_diag *diag;
  VEC (struct hb_datum) memory; /* the globals, then locals of open calls */
  struct hb_activation *call;
  bool final, stopped;
  uint64_t steps;
  unsigned depth;
  /* Runs a function; its value. */
  struct hb_datum (*run) (struct hb_c_machine *m, const struct hb_c_symbol *function,
                          struct hb_datum *arguments, size_t count);
};

void hb_machine_stop (struct hb_c_machine *m, struct hb_c_spot spot, const char *why);
struct hb_datum hb_machine_value (struct hb_c_machine *m, const struct hb_c_exp *exp);
bool hb_machine_true (struct hb_c_machine *m, const struct hb_c_exp *exp);

/* Puts initial values into the cells from AT on. */
void hb_machine_set (struct hb_c_machine *m, const struct hb_c_type *type,
                     const struct hb_c_exp *initial, size_t at);

#endif
