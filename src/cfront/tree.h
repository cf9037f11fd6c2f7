/* A program in a subset of C, as a tree with positions.
 *
 * The subset: what C code of small controllers and drivers is made of.  Integers of all widths, _Bool,
 * enums, arrays of constant size (of none, where the last field of a struct leaves it open), structs,
 * pointers, functions, floating types (read, so that a program that computes with them beside what
 * matters is not refused; their values have no meaning here); all
 * statements; static assertions; static variables of functions (globals, FUNCTION.NAME); macros, #include "file", #if, #line, #pragma (ignored); sizeof, _Alignof, offsetof;
 * structs without a name within structs; [0 ... 2] = 1 in lists, of constants.  C of before 1989
 * too: implicit int, calls before the declaration, parameters left open or declared behind the
 * parentheses, `int f (a, b) int a; char *b; { }`.  No
 * bit-fields, no unions; of the system's headers assert.h, stdbool.h, stddef.h, stdint.h and limits.h alone.
 *
 * Every name is resolved, every expression has its type, and every conversion stands in the tree as a
 * C_CAST, so that who walks the tree needs no rule of C's arithmetic but wrap-around.  Sizes are those of
 * x86-64 Linux: char is signed and has 8 bits, int 32, long 64; an enum is unsigned if no constant of it is negative.
 *
 * All parts live as long as the unit, `hb_c_unit`.  Nothing here knows tasks, threads or locks. */
#ifndef HBKIT_CFRONT_TREE_H
#define HBKIT_CFRONT_TREE_H

#include "base/diag.h"
#include "base/vec.h"

/* A place: line and column (in bytes, from 1) of source file FILE of the unit. */
struct hb_c_spot
{
  hb_id file;
  uint32_t line, column;
};

enum hb_c_kind
{
  C_VOID,
  C_INTEGER,
  C_FLOATING,
  C_POINTER,
  C_ARRAY,
  C_FUNCTION,
  C_STRUCT
};

struct hb_c_symbol;

struct hb_c_field
{
  const char
      *name; /* "": a struct that has none, whose fields are those of the struct around it, too */
  const struct hb_c_type *type;
  uint64_t offset; /* in bytes, behind the struct's beginning */
};

struct hb_c_type
{
  enum hb_c_kind kind;
  unsigned
      width; /* bits of an integer, 1 for _Bool; of a floating type 32, 64 or, for a long double, 128 */
  bool is_signed;
  const struct hb_c_type *to; /* of a pointer or an array; what a function returns */
  size_t count;               /* elements of an array; SIZE_MAX: left open */
  struct hb_c_symbol **parameters;
  size_t parameter_count;
  bool open;                 /* a function: parameters left open, () or ... */
  bool old;                  /* a function defined as before 1989: arguments are promoted first */
  unsigned height;           /* so many types stand within one another */
  const char *tag;           /* of a struct, an enum */
  struct hb_c_field *fields; /* of a struct */
  size_t field_count;
  uint64_t size, alignment; /* of a struct, in bytes */
  uint64_t cells;           /* of a struct, see `hb_c_cells` */
};

enum hb_c_role
{
  C_VARIABLE,
  C_PARAMETER,
  C_FUNCTION_NAME,
  C_CONSTANT, /* of an enum */
  C_TYPE_NAME
};

struct hb_c_symbol
{
  const char *name;
  enum hb_c_role role;
  struct hb_c_type *type;
  struct hb_c_spot spot;
  bool global;
  bool is_extern;           /* declared, never defined */
  bool implicit;            /* a function that was called and never declared */
  int64_t value;            /* of a constant */
  struct hb_c_exp *initial; /* NULL: none; C_LIST for { ... } */
  struct hb_c_stmt *body;   /* of a function; NULL: none is given */
  hb_id number; /* among the unit's globals and functions, or among the function's locals */
  hb_id locals; /* a function: how many parameters and locals it has */
};

enum hb_c_operation
{
  C_NUMBER,  /* value */
  C_REAL,    /* a floating constant; only its text is known */
  C_TEXT,    /* a string */
  C_NAME,    /* symbol */
  C_NEGATE,  /* -a */
  C_INVERT,  /* ~a */
  C_NOT,     /* !a, an int */
  C_CONTENT, /* *a */
  C_ADDRESS, /* &a */
  C_BEFORE,  /* ++a, --a: a is assigned a + value, which is what comes out */
  C_AFTER,   /* a++, a--: the value before */
  C_ADD,
  C_SUBTRACT,
  C_MULTIPLY,
  C_DIVIDE,
  C_REST,
  C_LEFT,
  C_RIGHT,
  C_AND,
  C_OR,
  C_XOR,
  C_LESS,
  C_LESS_EQUAL,
  C_EQUAL, /* > and >= are written the other way round, the left side evaluated first all the same */
  C_UNEQUAL,
  C_GREATER,
  C_GREATER_EQUAL,
  C_BOTH,   /* a && b */
  C_EITHER, /* a || b */
  C_CHOICE, /* a ? b : c */
  C_COMMA,
  C_ASSIGN, /* a = b; with COMPUTE set a = (a COMPUTE b), computed in the type `compute` */
  C_INDEX,  /* a[b] */
  C_FIELD,  /* a.field number `value` */
  C_CALL,   /* a (items), a a C_NAME of a function or a pointer to one */
  C_CAST,   /* to the node's type */
  C_LIST    /* { items }, of an initialiser */
};

struct hb_c_exp
{
  enum hb_c_operation op;
  unsigned height; /* so many nodes stand one above the other, before there are casts */
  struct hb_c_spot spot;
  const struct hb_c_type *type;
  struct hb_c_exp *a, *b, *c;
  struct hb_c_exp **items;
  size_t count;
  uint64_t value; /* as 64 bits, wrapped or sign-extended to its type; of a C_TEXT: its bytes */
  struct hb_c_symbol *symbol;
  const char *text;               /* of C_TEXT, C_REAL; the name of a field */
  enum hb_c_operation compute;    /* of C_ASSIGN: C_ASSIGN for =, else C_ADD ... C_XOR */
  const struct hb_c_type *common; /* of C_ASSIGN with COMPUTE: the type it is computed in */
  bool explicit_cast;             /* a C_CAST that the program writes */
};

enum hb_c_act
{
  C_DO_NOTHING,
  C_EVALUATE, /* exp */
  C_DECLARE,  /* symbol, with its initial value */
  C_BLOCK,    /* items */
  C_IF,       /* exp, first, second (may be NULL) */
  C_WHILE,    /* exp, first */
  C_DO_WHILE, /* first, exp */
  C_FOR,      /* items[0] (start), exp (may be NULL), step (may be NULL), first */
  C_SWITCH,   /* exp, first */
  C_CASE,     /* value .. last, first */
  C_DEFAULT,  /* first */
  C_LABEL,    /* label, first */
  C_GOTO,     /* label */
  C_BREAK,
  C_CONTINUE,
  C_RETURN /* exp (may be NULL) */
};

struct hb_c_stmt
{
  enum hb_c_act act;
  struct hb_c_spot spot;
  struct hb_c_exp *exp, *step;
  struct hb_c_stmt *first, *second;
  struct hb_c_stmt **items;
  size_t count;
  struct hb_c_symbol *symbol;
  int64_t value, last;
  const char *label;
};

typedef struct hb_c_unit hb_c_unit;

/* How a program is read. */
struct hb_c_options
{
  const char
      *stop_at; /* reading ends before the definition of the function of this name; or NULL */
  /* Words that may be called and used as variables without a declaration get one silently; all others
   * are errors (calls are not: C of before 1999).  NULL-terminated, or NULL. */
  const char *const *known;
  /* A macro with parameters whose name starts so, in whatever case, is not taken from the program: who reads the tree
   * has a meaning for its calls.  NULL: there are none. */
  const char *own;
  bool
      macros_are_calls; /* NAME (constant, ...); outside functions, of an unknown NAME, is kept (`hb_c_uses`) */
};

/* A use NAME (arguments) outside of functions (see `macros_are_calls`). */
struct hb_c_use
{
  const char *name;
  struct hb_c_spot spot;
  struct hb_c_exp *
      *arguments; /* numbers, or C_NAME with only the text (and the symbol, if there is one) */
  size_t count;
};

/* Reads the C program at PATH (- for standard input, compressed files too).  NULL after errors in DIAG,
 * with file, line, column and a caret.  OPTIONS may be NULL.  New; linear.  Not safe to be called twice at
 * once on one DIAG. */
hb_c_unit *hb_c_read (const char *path, const struct hb_c_options *options, hb_diag *diag);

/* The same for the SIZE bytes at TEXT (copied) under the name NAME. */
hb_c_unit *hb_c_read_text (const char *name, const char *text, size_t size,
                           const struct hb_c_options *options, hb_diag *diag);

/* Frees the unit and all of its tree; NULL is legal. */
void hb_c_free (hb_c_unit *unit);

/* The global symbols (variables, functions, constants, types) in the order of their declaration: how
 * many, and number I (its `number` is I).  Borrowed. */
size_t hb_c_globals (const hb_c_unit *unit);
const struct hb_c_symbol *hb_c_global (const hb_c_unit *unit, size_t i);

/* The global symbol of that name, or NULL.  Borrowed. */
const struct hb_c_symbol *hb_c_find (const hb_c_unit *unit, const char *name);

/* The uses outside of functions.  Borrowed. */
size_t hb_c_uses (const hb_c_unit *unit);
const struct hb_c_use *hb_c_use (const hb_c_unit *unit, size_t i);

/* SPOT for an error message: file and line are those that #line announces, the text is the physical
 * line.  Borrowed from UNIT. */
struct hb_place hb_c_place (const hb_c_unit *unit, struct hb_c_spot spot);

/* An error at SPOT.  Where #line calls the line otherwise than the file that was read has it, the text ends with that
 * file and line: what #line names need not be there. */
void hb_c_error (const hb_c_unit *unit, hb_diag *diag, struct hb_c_spot spot, const char *format,
                 ...) HB_PRINTF (4, 5);

/* What the tree says of the value of a constant expression of integers (numbers, enums, operators,
 * casts) with its types; false if it is none. */
bool hb_c_constant (const struct hb_c_exp *exp, int64_t *value);

/* Is EXP the address of a global or of a part of one, a text, or NULL: what a global pointer may start as (C17 6.6)? */
bool hb_c_is_address (const struct hb_c_exp *exp);

/* Is EXP a null pointer constant, a constant 0? */
static inline bool
hb_c_is_zero (const struct hb_c_exp *exp)
{
  int64_t value;
  return exp->type->kind == C_INTEGER && hb_c_constant (exp, &value) && !value;
}

/* VALUE as an integer of TYPE: cut to its width and extended by its sign; for _Bool 0 or 1. */
uint64_t hb_c_wrap (const struct hb_c_type *type, uint64_t value);

/* How many things that hold one value (numbers, pointers, functions) a TYPE is made of: at most INT64_MAX, or
 * HB_C_TOO_LARGE; none for an array left open.  The variables of a unit have a million at most, all together. */
#define HB_C_TOO_LARGE UINT64_MAX
uint64_t hb_c_cells (const struct hb_c_type *type);

/* May what is of type OBJECT be read and written by a pointer to AS?  Arrays count as their elements, integers as those
 * of the other sign, pointers as one another; nothing else as what has other bytes. */
bool hb_c_may_be (const struct hb_c_type *object, const struct hb_c_type *as);

/* Is a TYPE made of others, an array or a struct?  How many parts it then has, and the type of number I of them. */
static inline bool
hb_c_has_parts (const struct hb_c_type *type)
{
  return type->kind == C_ARRAY || type->kind == C_STRUCT;
}

static inline size_t
hb_c_parts (const struct hb_c_type *type)
{
  return type->kind == C_ARRAY ? type->count : type->field_count;
}

static inline const struct hb_c_type *
hb_c_part (const struct hb_c_type *type, size_t i)
{
  return type->kind == C_ARRAY ? type->to : type->fields[i].type;
}

/* The number of the field NAME of struct TYPE, or of the field without a name that has NAME within it; as many as there
 * are fields if there is none. */
size_t hb_c_field_of (const struct hb_c_type *type, const char *name);

/* "unsigned char", "int [3]", ... for messages.  New. */
char *hb_c_type_name (const struct hb_c_type *type);

/* The symbol of what A (a call's `a`) calls: through parentheses, *, & and casts; NULL if it is computed. */
const struct hb_c_symbol *hb_c_callee (const struct hb_c_exp *call);

#endif
