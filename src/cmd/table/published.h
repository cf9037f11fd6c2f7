/* Table 1 of the ED-consistency paper (section 6), as published: traces of Android programs,
 * collected by DroidRacer, decided by Algorithm 1 and Algorithm 2 within 120 s. */
#ifndef HBKIT_CMD_TABLE_PUBLISHED_H
#define HBKIT_CMD_TABLE_PUBLISHED_H

struct published_row
{
  const char *name;
  int traces, events, messages, handlers; /* the largest of the traces */
  int consistent[2], timeouts[2];         /* by Algorithm 1 and 2 */
  double seconds[2]; /* mean of those that did not time out; negative: all did */
};

/* The row of that benchmark, whatever the case of its letters, or NULL. */
const struct published_row *published_row (const char *name);

#endif
