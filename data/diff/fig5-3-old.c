/* Figure 5 of the semantic diffing paper, first program, k = 3: parallel increments. */
int x, temp1, temp2, temp3;

void thread1 (void) { temp1 = x; x = temp1 + 1; }
void thread2 (void) { temp2 = x; x = temp2 + 1; }
void thread3 (void) { temp3 = x; x = temp3 + 1; }
