/* The response time of L is 2, so H, which arrives at 1, may preempt it; but L arrives at 0 and is over by 1. */
HB_TASK (L, 1, 8, 1, 0)
HB_TASK (H, 2, 8, 1, 1)
int x;
void L () { assert (x == 0); }
void H () { x = 1; }
