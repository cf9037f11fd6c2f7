/* Figure 4 of the semantic diffing paper, program 1. */
int x, y, z, l;

void thread1 (void) { lock (l); x = 1; y = 2; unlock (l); }
void thread2 (void) { lock (l); z = x + y; unlock (l); }
