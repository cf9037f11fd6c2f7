/* Figure 1 of the semantic diffing paper, left: the flag is raised before x is there. */
int x, y, flag;

void thread1 (void) { flag = 1; x = 1; }
void thread2 (void) { assume (flag == 1); y = x; }
