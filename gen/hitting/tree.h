/* A forest seen as one ordered tree, and schedules of it that are told by rules.
 *
 * Levels: a tree's root has level 0; a forest of several trees gets a virtual root of level 0 that is no
 * element.  h is the level of the deepest node, so levels 0 .. h - 1 have inner nodes.  Children are
 * numbered from 0.  ldfs and rdfs are the preorders with children from left to right and from right to
 * left.
 *
 * A rule is one schedule in a line:
 *
 *     dfs left                 ldfs
 *     code 2 1 right           the nodes whose path does not take, at level 2, a child whose code has 1, in
 *                              rdfs order; then the others
 *     bit 2 0 1 left           the same for children whose number has bit 0 set (the last word but one: 0
 *                              or 1); what a running program can do without seeing the tree
 *     boxes 5 0,3,4 17         schedule 17 of the kernel for d = 5 and three levels, box by box (kernel.h)
 *
 * Chistikov, Majumdar, Niksic, "Hitting families of schedules for asynchronous programs", CAV 2016, has the
 * rules for binary trees: "dfs blocking right@i; dfs the rest". */
#ifndef HBKIT_GEN_HITTING_TREE_H
#define HBKIT_GEN_HITTING_TREE_H

#include "poset/schedules.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_tree
{
  const hb_poset *poset;     /* borrowed */
  hb_id count, height;       /* elements; h */
  hb_id *left, *right;       /* the elements in ldfs and rdfs order */
  hb_id *left_at, *right_at; /* element -> position */
  hb_id *size;               /* elements of its subtree */
  hb_id *level, *index;      /* element -> its level; its number among its siblings */
  hb_id *widest;             /* level -> the most children of a node there; HEIGHT entries */
  hb_id first;               /* the first level with a branching, or HEIGHT */
  hb_id *row_first,
      *row; /* the elements of level i in ldfs order: row[row_first[i] .. row_first[i + 1] - 1] */
  uint32_t
      *coded; /* the number j (below the widest) of level i has the code coded[code_first[i] + j] */
  size_t *code_first;
  unsigned *code_bits; /* level -> t */
};

typedef struct hb_tree hb_tree;

/* New, for a forest (borrowed).  About 36 bytes an element; linear. */
hb_tree *hb_tree_new (const hb_poset *poset);
void hb_tree_free (hb_tree *tree);

/* The least t with C(t, t / 2) >= CHILDREN, 1 for one child. */
unsigned hb_code_bits (hb_id children);

/* Appends the first COUNT subsets of T things of size t / 2 (all of the one thing for T = 1) to CODES, as
 * bits 0 .. T - 1, in the order of their numbers. */
void hb_codes (unsigned t, hb_id count, uint32_t *codes);

enum hb_rule_kind
{
  HB_RULE_DFS,
  HB_RULE_CODE,
  HB_RULE_BIT,
  HB_RULE_BOXES
};

#define HB_MOST_BOXED 4

struct hb_rule
{
  uint8_t kind;               /* enum hb_rule_kind */
  bool right;                 /* rdfs */
  uint8_t value;              /* bit: 0 or 1 */
  uint8_t depth;              /* boxes: d */
  uint8_t chosen;             /* boxes: how many levels */
  hb_id level[HB_MOST_BOXED]; /* code, bit: the level; boxes: the virtual levels, rising */
  hb_id bit; /* code, bit: which, from 0; boxes: the number of the schedule, from 0 */
};

typedef VEC (struct hb_rule) hb_rules;

/* The schedule of RULE into ORDER.  The rule must fit the tree (`hb_rule_fits`).  Linear. */
void hb_rule_expand (const hb_tree *tree, const struct hb_rule *rule, hb_id *order);

/* Which part of the schedule each element is in, into PART (COUNT entries): 0 before 1, what waits; of boxes
 * their places in the schedule, from 0.  A rule without parts has all in 0.  Linear. */
void hb_rule_parts (const hb_tree *tree, const struct hb_rule *rule, uint8_t *part);

/* Does the rule name levels, bits and boxes that the tree has? */
bool hb_rule_fits (const hb_tree *tree, const struct hb_rule *rule);

/* The rule as a line without its end, into TEXT; and back: false if LINE is none. */
#define HB_RULE_ROOM 96
void hb_rule_text (const struct hb_rule *rule, char text[HB_RULE_ROOM]);
bool hb_rule_read (const char *line, size_t length, struct hb_rule *rule);

/* The 3-hitting family for trees by codes, ours after the slides' 4h for binary trees: for each level i
 * from the first branching on, each k of the t_i of its code, and each of ldfs, rdfs.
 *
 * Children of a node at level i get different subsets (codes) of 1 .. t_i of size t_i / 2.  Let (a, b, c)
 * be admissible, w the least common ancestor of a and c, at level i (w may be a; it is never c).  Codes
 * are of one size and different, so some k is in the code of c's child of w and not in that of a's, or a
 * is w, and has no child on its path.  So a is in the first part and c in the second, for both orders;
 * b is in one of them.  If it is in the first it has to come behind a, if in the second before c, and it
 * is not an ancestor of a nor a descendant of c: in ldfs or in rdfs it is so.  2 * (sum of t_i) schedules:
 * 4h for binary trees; on a star the bound of Tarui ("On the minimum number of completely 3-scrambling
 * permutations", Discrete Mathematics 308, 2008).  A chain gets its one schedule.
 *
 * RULES is emptied first. */
void hb_hitting_tree3 (const hb_tree *tree, hb_rules *rules);

/* The same by bits of the children's numbers, two values each: twice as many on wide levels, but told by
 * what is known when a task ends. */
void hb_hitting_local (const hb_tree *tree, hb_rules *rules);

/* ldfs and rdfs: 2-hitting (one of them for a chain). */
void hb_hitting_tree2 (const hb_tree *tree, hb_rules *rules);

#ifdef __cplusplus
}
#endif
#endif
