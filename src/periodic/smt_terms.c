/* What jobs compute, in SMT-LIB; see smt.h.
 *
 * A node of the circuit is a vector of one bit, n7.  The operations that the program itself has, the terms t0, t1, ...,
 * are written in the words of the theory of bit vectors, and the nodes that they made are their bits; the rest (paths,
 * joins, conversions) are gates. */
#include "periodic/smt.h"

void
hb_smt_bit (hb_output *output, hb_lit a)
{
  if (a <= HB_TRUE)
    hb_put (output, a == HB_TRUE ? "#b1" : "#b0");
  else
    hb_putf (output, a & 1 ? "(bvnot n%u)" : "n%u", a >> 1);
}

void
hb_smt_word (hb_output *output, hb_word word)
{
  uint64_t number;
  if (hb_word_constant (word, &number))
    {
      hb_putf (output, "(_ bv%llu %u)", (unsigned long long)number, word.width);
      return;
    }
  if (word.width > 1)
    hb_put (output, "(concat");
  for (unsigned i = word.width; i-- > 0;)
    {
      if (word.width > 1)
        hb_put_char (output, ' ');
      hb_smt_bit (output, word.bits[i]);
    }
  if (word.width > 1)
    hb_put_char (output, ')');
}

/* The theory's word for an operation. */
struct word
{
  const char *text;
  bool compares;
};

static struct word
word_of (const struct hb_term *term)
{
  bool s = term->is_signed;
  switch (term->op)
    {
    case C_ADD:
      return (struct word){ .text = "bvadd" };
    case C_SUBTRACT:
      return (struct word){ .text = "bvsub" };
    case C_MULTIPLY:
      return (struct word){ .text = "bvmul" };
    case C_DIVIDE:
      return (struct word){ .text = s ? "bvsdiv" : "bvudiv" };
    case C_REST:
      return (struct word){ .text = s ? "bvsrem" : "bvurem" };
    case C_LEFT:
      return (struct word){ .text = "bvshl" };
    case C_RIGHT:
      return (struct word){ .text = s ? "bvashr" : "bvlshr" };
    case C_AND:
      return (struct word){ .text = "bvand" };
    case C_OR:
      return (struct word){ .text = "bvor" };
    case C_XOR:
      return (struct word){ .text = "bvxor" };
    case C_LESS:
      return (struct word){ s ? "bvslt" : "bvult", true };
    case C_GREATER:
      return (struct word){ s ? "bvsgt" : "bvugt", true };
    case C_LESS_EQUAL:
      return (struct word){ s ? "bvsle" : "bvule", true };
    case C_GREATER_EQUAL:
      return (struct word){ s ? "bvsge" : "bvuge", true };
    case C_UNEQUAL:
      return (struct word){ "distinct", true };
    default:
      return (struct word){ "=", true };
    }
}

static void
put_term (hb_output *output, size_t i, const struct hb_term *term)
{
  struct word word = word_of (term);
  hb_putf (output, "(define-fun t%zu () (_ BitVec %u) ", i, term->out.width);
  hb_putf (output, word.compares ? "(ite (%s " : "(%s ", word.text);
  hb_smt_word (output, term->a);
  hb_put_char (output, ' ');
  hb_smt_word (output, term->b);
  hb_put (output, word.compares ? ") #b1 #b0))\n" : "))\n");
}

/* A bit of a term. */
struct place
{
  size_t term; /* from 1 on; 0: none */
  unsigned bit;
  bool inverted;
};

static void
put_node (const hb_unfolding *u, hb_output *output, hb_id node, const struct place *place)
{
  hb_lit a, b;
  bool gate = hb_bits_gate (u->bits, node, &a, &b);
  if (!place->term && !gate)
    {
      hb_putf (output, "(declare-const n%u (_ BitVec 1))\n", node);
      return;
    }
  hb_putf (output, "(define-fun n%u () (_ BitVec 1) ", node);
  if (place->term)
    hb_putf (output,
             place->inverted ? "(bvnot ((_ extract %u %u) t%zu))" : "((_ extract %u %u) t%zu)",
             place->bit, place->bit, place->term - 1);
  else
    {
      hb_put (output, "(bvand ");
      hb_smt_bit (output, a);
      hb_put_char (output, ' ');
      hb_smt_bit (output, b);
      hb_put_char (output, ')');
    }
  hb_put (output, ")\n");
}

void
hb_smt_terms (const hb_unfolding *u, hb_output *output)
{
  size_t nodes = hb_bits_nodes (u->bits), next = 0;
  struct place *places = hb_calloc (nodes, sizeof *places);
  for (hb_id node = 1; node < nodes; node++)
    {
      for (; next < u->terms.size && u->terms.data[next].nodes <= node; next++)
        {
          const struct hb_term *term = &u->terms.data[next];
          bool shift = term->op == C_LEFT || term->op == C_RIGHT, own = false;
          /* Of an amount of another width, the gates tell what it means. */
          for (unsigned i = 0; i < term->out.width && !(shift && term->a.width != term->b.width);
               i++)
            if (term->out.bits[i] >> 1 >= term->nodes && !places[term->out.bits[i] >> 1].term)
              {
                places[term->out.bits[i] >> 1]
                    = (struct place){ next + 1, i, term->out.bits[i] & 1 };
                own = true;
              }
          if (own)
            put_term (output, next, term);
        }
      put_node (u, output, node, &places[node]);
    }
  hb_free (places);
}
