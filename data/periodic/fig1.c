/* Figures 1 and 2 of Chaki, Gurfinkel and Sinha, FMCAD 2014: two tasks, three jobs before time 8.  In fig1-b.run the first
 * job of t2 preempts that of t1, a real schedule; in fig1-c.run t1 goes on before that job is over, and in fig1-d.run the
 * second job of t2 preempts t1, which is over before that arrives: both are no executions. */
HB_TIME (8)
HB_TASK (t1, 1, 8, 2, 0)
HB_TASK (t2, 2, 4, 1, 1)
int g;

void t1 () { int v = g; g = v - 1; }
void t2 () { int v = g; if (v >= 0) g = v * 5; else g = v + 7; }
