/* Figure 2 of the semantic diffing paper, left: two increments that are not protected. */
int x, temp1, temp2;

void thread1 (void) { temp1 = x; x = temp1 + 1; }
void thread2 (void) { temp2 = x; x = temp2 + 1; }
