/* The parser's state, shared by its files: parse_tools.c, parse_type.c, parse_exp.c,
 * parse_stmt.c, initial.c, and those that go over the finished tree: typing.c, initial_types.c,
 * typing_stmt.c.
 *
 * The first error ends the parse: the parser then stands at the last token, so that every loop ends. */
#ifndef HBKIT_CFRONT_PARSE_H
#define HBKIT_CFRONT_PARSE_H

#include "cfront/unit.h"

/* What a name means. */
struct hb_c_meaning
{
  struct hb_c_symbol *global;
  size_t seen;             /* 1 + the last place of `scope` with that name; 0: none */
  struct hb_c_stmt *label; /* of the function at hand */
  size_t kept;             /* how many static variables the function at hand has by that name */
};

struct hb_c_seen
{
  struct hb_c_symbol *symbol;
  struct hb_c_meaning *meaning;
  size_t hidden; /* what was `seen` before */
};

struct hb_c_switch;

struct hb_c_parser
{
  hb_c_unit *unit;
  hb_diag *diag;
  const struct hb_c_options *options;
  hb_c_tokens tokens;
  size_t at;
  /* Types have constants and structs in them, and these have types. */
  int64_t (*constant) (struct hb_c_parser *parser);
  struct hb_c_type *(*structure) (struct hb_c_parser *parser);
  struct hb_c_type *(*enumeration) (struct hb_c_parser *parser);
  bool failed;
  struct hb_c_meaning *meanings;   /* by the number of a name */
  VEC (struct hb_c_seen) scope;    /* declared in the function, and seen */
  VEC (struct hb_c_type *) tags;   /* structs and enums */
  size_t block, tag_block;         /* where the innermost block starts in `scope`, in `tags` */
  struct hb_c_symbol *function;    /* that is being read */
  unsigned loops, switches, depth; /* around what is being read */
  bool wide;                       /* a condition of the preprocessor: integers have 64 bits */
  struct hb_c_switch *within;      /* the innermost switch, when types are found */
  uint64_t cells;                  /* of all variables so far */
  size_t left_out;                 /* initial values, up to the last one given of their lists */
  VEC (struct hb_c_stmt *) gotos;
  VEC (struct hb_c_stmt *) labels;
  VEC (const char *) kept; /* names of the static variables of the function at hand */
};

/* What declares: its type before the declarators, and its storage. */
struct hb_c_specifiers
{
  struct hb_c_type *type;
  bool is_typedef, is_extern, is_static;
};

/* Reports at SPOT and ends the parse. */
void hb_c_fail (struct hb_c_parser *parser, struct hb_c_spot spot, const char *format, ...)
    HB_PRINTF (3, 4);

/* One level deeper, at SPOT: who calls it lowers `depth` again. */
void hb_c_enter (struct hb_c_parser *parser, struct hb_c_spot spot);

const struct hb_c_token *hb_c_peek (const struct hb_c_parser *parser, size_t ahead);
bool hb_c_is_mark (const struct hb_c_parser *parser, uint32_t mark);
bool hb_c_is_name (const struct hb_c_parser *parser, const char *name);

/* Over the mark or name if it is there; true if it was. */
bool hb_c_take (struct hb_c_parser *parser, uint32_t mark);
bool hb_c_take_name (struct hb_c_parser *parser, const char *name);

/* Over the mark, or an error: "expected X WHERE". */
void hb_c_expect (struct hb_c_parser *parser, char mark, const char *where);

/* Names of the program are kept once, and have a meaning each. */
struct hb_c_meaning *hb_c_meaning_of (const struct hb_c_parser *parser, const char *name);

/* SYMBOL is what NAME means, up to the end of the block. */
void hb_c_see (struct hb_c_parser *parser, const char *name, struct hb_c_symbol *symbol);

/* No symbols but the first COUNT of `scope` are seen any more. */
void hb_c_forget (struct hb_c_parser *parser, size_t count);

/* The symbol that NAME means here, or NULL. */
struct hb_c_symbol *hb_c_lookup (const struct hb_c_parser *parser, const char *name);

/* A new symbol, global unless it is a local of the function at hand; redeclarations are joined. */
struct hb_c_symbol *hb_c_declare (struct hb_c_parser *parser, const char *name, enum hb_c_role role,
                                  struct hb_c_type *type, struct hb_c_spot spot, bool global);

/* A static variable of the function at hand: global, as FUNCTION.NAME, but NAME means it in this block alone. */
struct hb_c_symbol *hb_c_declare_static (struct hb_c_parser *parser, const char *name,
                                         struct hb_c_type *type, struct hb_c_spot spot);

/* Counts the cells of a variable or parameter with those before it, which may be a million in all. */
void hb_c_count (struct hb_c_parser *parser, const struct hb_c_symbol *variable);

/* Types. */
struct hb_c_type *hb_c_type_new (struct hb_c_parser *parser, enum hb_c_kind kind);
struct hb_c_type *hb_c_integer (struct hb_c_parser *parser, unsigned width, bool is_signed);
struct hb_c_type *hb_c_floating (struct hb_c_parser *parser, unsigned width);
/* Types may stand within one another so deep. */
#define HB_C_MOST_HEIGHT 100
/* The type behind struct or enum, with its fields or constants if it is defined here. */
struct hb_c_type *hb_c_structure (struct hb_c_parser *parser);
struct hb_c_type *hb_c_enumeration (struct hb_c_parser *parser);
/* Over __attribute__ ((...)), noting whether one lays out a struct. */
void hb_c_skip_attributes (struct hb_c_parser *parser);
/* May something be of TYPE?  Nothing is void, a function, or a struct without its fields. */
bool hb_c_is_complete (const struct hb_c_type *type);
bool hb_c_at_type (const struct hb_c_parser *parser, size_t ahead);
bool hb_c_specify (struct hb_c_parser *parser, struct hb_c_specifiers *specifiers);
/* A declarator: its type, its name into *NAME (NULL if it has none). */
struct hb_c_type *hb_c_declarator (struct hb_c_parser *parser, struct hb_c_type *base,
                                   const char **name, struct hb_c_spot *spot);
struct hb_c_type *hb_c_type_word (struct hb_c_parser *parser);
/* The types of the parameters of a FUNCTION defined as before 1989, up to its body. */
void hb_c_old_parameters (struct hb_c_parser *parser, const struct hb_c_type *function);

/* Expressions and statements. */
struct hb_c_exp *hb_c_exp_new (struct hb_c_parser *parser, enum hb_c_operation op,
                               struct hb_c_spot spot);
struct hb_c_exp *hb_c_expression (struct hb_c_parser *parser);
struct hb_c_exp *hb_c_assignment (struct hb_c_parser *parser);

/* _Static_assert (condition, "text");, an error if it does not hold.  False: something else stands here. */
bool hb_c_static_assertion (struct hb_c_parser *parser);
/* What stands behind the = of a variable of TYPE: a value, or a list with a value for each part of the TYPE, NULL
 * where there is none. */
struct hb_c_exp *hb_c_initial (struct hb_c_parser *parser, const struct hb_c_type *type);
int64_t hb_c_constant_expression (struct hb_c_parser *parser);
struct hb_c_stmt *hb_c_block (struct hb_c_parser *parser);

/* What a declarator declares. */
struct hb_c_declared
{
  struct hb_c_type *type;
  const char *name;
  struct hb_c_spot spot;
};

/* A declaration's declarators after its specifiers, to the semicolon, behind FIRST, which has been read (NULL: none);
 * locals come out as statements. */
void hb_c_declarators (struct hb_c_parser *parser, const struct hb_c_specifiers *specifiers,
                       const struct hb_c_declared *first, struct hb_c_stmt ***items, size_t *count);

/* EXP with its types; the node may be another one.  To do it twice is the same. */
struct hb_c_exp *hb_c_typed (struct hb_c_parser *parser, struct hb_c_exp *exp);

/* An error, "expected WHAT, not a value of type ...", unless EXP is GOOD. */
void hb_c_require (struct hb_c_parser *parser, const struct hb_c_exp *exp, bool good,
                   const char *what);

/* Is it a number or a pointer? */
bool hb_c_is_scalar (const struct hb_c_type *type);

/* What a number of TYPE is within an expression (C17 6.3.1.1). */
const struct hb_c_type *hb_c_promoted (struct hb_c_parser *parser, const struct hb_c_type *type);

/* EXP, which has its types, as one of TYPE, or an error. */
struct hb_c_exp *hb_c_convert (struct hb_c_parser *parser, struct hb_c_exp *exp,
                               const struct hb_c_type *type);

/* Types and conversions for the value or list at INITIAL, of a variable of TYPE; what was left out is 0. */
void hb_c_type_initial (struct hb_c_parser *parser, struct hb_c_exp **initial,
                        const struct hb_c_type *type);

/* The bytes of TYPE, which is complete: at most INT64_MAX, or HB_C_TOO_LARGE. */
uint64_t hb_c_size (const struct hb_c_type *type);

/* What the address of one of TYPE, which is complete, is a multiple of. */
uint64_t hb_c_alignment (const struct hb_c_type *type);

/* The size, the alignment and the cells of a struct that has its fields, and where these are. */
void hb_c_lay_out (struct hb_c_type *type);

/* EXP with its types, as a value: an array or a function becomes a pointer.  The node may be another one. */
struct hb_c_exp *hb_c_value (struct hb_c_parser *parser, struct hb_c_exp *exp);

/* The text that gives an array of TYPE its characters, perhaps between { and }; NULL if INITIAL is none. */
const struct hb_c_exp *hb_c_characters (const struct hb_c_type *type,
                                        const struct hb_c_exp *initial);

/* Types and conversions for the whole unit. */
void hb_c_type_unit (struct hb_c_parser *parser);

/* Appends ITEM to a list that lives in the unit. */
void hb_c_append (hb_c_unit *unit, void ***list, size_t *count, void *item);

#endif
