/* Figure 1 of the semantic diffing paper, right. */
int x, y, flag;

void thread1 (void) { x = 1; flag = 1; }
void thread2 (void) { assume (flag == 1); y = x; }
