/* Figure 4 of the semantic diffing paper, program 2: the writes in the other order. */
int x, y, z, l;

void thread1 (void) { lock (l); y = 2; x = 1; unlock (l); }
void thread2 (void) { lock (l); z = x + y; unlock (l); }
