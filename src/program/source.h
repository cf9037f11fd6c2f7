/* The text of a program in one of hbkit's languages, and what does not depend on which: its names, its comments,
 * its expressions, places for errors.
 *
 * The languages are `.ed` (program.h) and `.aed` (robust/program.h).  Both are read word by word (lex.h, words.h),
 * with the same expressions (read_exp.c), and written in the same layout (write_exp.h).  Expressions lie in a pool
 * and name each other by number. */
#ifndef HBKIT_PROGRAM_SOURCE_H
#define HBKIT_PROGRAM_SOURCE_H

#include "base/diag.h"
#include "base/input.h"
#include "base/names.h"
#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HB_LONGEST_NAME 100

/* Where something stands in the program's text; line 0: nowhere. */
struct hb_spot
{
  uint32_t line, column; /* from 1 */
};

enum hb_exp_kind
{
  HB_EXP_NUMBER,
  HB_EXP_NAME, /* a register, message parameter, loop variable or program parameter */
  HB_EXP_VAR,  /* NAME[INDEX]: a shared variable of an array */
  HB_EXP_SELF, /* the index of the handler that runs this, in its array */
  HB_EXP_UNARY,
  HB_EXP_BINARY
};

enum hb_operator
{
  HB_OP_OR,
  HB_OP_AND,
  HB_OP_EQ,
  HB_OP_NE,
  HB_OP_LT,
  HB_OP_LE,
  HB_OP_GT,
  HB_OP_GE,
  HB_OP_ADD,
  HB_OP_SUB,
  HB_OP_MUL,
  HB_OP_DIV,
  HB_OP_MOD,
  HB_OP_NEG,
  HB_OP_NOT,
  HB_OP_MIN,
  HB_OP_MAX
};

/* What a name in an expression stands for, found by the check of names. */
enum hb_meaning
{
  HB_MEANS_NOTHING,
  HB_MEANS_PARAM,    /* `slot`: number of the program parameter */
  HB_MEANS_REGISTER, /* number of the register's name among all register names */
  HB_MEANS_LOCAL,    /* place among the message's locals */
  HB_MEANS_VARIABLE  /* number of the declaration */
};

struct hb_exp
{
  uint8_t kind;    /* enum hb_exp_kind */
  uint8_t op;      /* enum hb_operator */
  uint8_t meaning; /* enum hb_meaning */
  hb_id name;      /* in `names` */
  hb_id slot;      /* see `meaning` */
  hb_id left;      /* operand, or the index of HB_EXP_VAR */
  hb_id right;
  uint32_t depth; /* of its tree, 1 for a leaf */
  int64_t number;
  struct hb_spot spot;
};

/* A comment's text, in `comments`, `first .. first + count - 1`. */
struct hb_remarks
{
  hb_id first, count;
};

typedef struct hb_source
{
  const char *const *keywords; /* of the language, ended by NULL: no names unless in quotes */
  hb_names *names;             /* all names of the program */
  char *file;                  /* where it was read from */
  VEC (char) text;
  VEC (size_t) line_starts; /* line L starts at text[line_starts[L - 1]] */
  VEC (char *) comments;    /* without the # */
  VEC (struct hb_exp) exps;
  VEC (hb_id) args; /* expressions: those of a call stand side by side */
} hb_source;

/* An empty text of that file in a language with these KEYWORDS (borrowed); freed with `hb_source_free`. */
void hb_source_init (hb_source *source, const char *file, const char *const *keywords);
void hb_source_free (hb_source *source);

/* Takes the text of INPUT (borrowed) in, a line feed behind every line.  False after an error: it cannot be read,
 * or has 4 GB or more. */
bool hb_source_load (hb_source *source, hb_input *input, hb_diag *diag);

/* Is TEXT a keyword of the language? */
bool hb_source_is_keyword (const hb_source *source, const char *text);

/* The place of SPOT for an error; its texts are borrowed from SOURCE. */
struct hb_place hb_source_place (const hb_source *source, struct hb_spot spot);

/* As `hb_error` at a spot of the text. */
void hb_source_error (const hb_source *source, hb_diag *diag, struct hb_spot spot,
                      const char *format, ...) HB_PRINTF (4, 5);

/* The operator as it is written. */
const char *hb_operator_text (enum hb_operator op);

#ifdef __cplusplus
}
#endif
#endif
