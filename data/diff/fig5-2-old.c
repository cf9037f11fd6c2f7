/* Figure 5 of the semantic diffing paper, first program, k = 2: parallel increments. */
int x, temp1, temp2;

void thread1 (void) { temp1 = x; x = temp1 + 1; }
void thread2 (void) { temp2 = x; x = temp2 + 1; }
