/* Figure 5 of the semantic diffing paper, first program, k = 7: parallel increments. */
int x, temp1, temp2, temp3, temp4, temp5, temp6, temp7;

void thread1 (void) { temp1 = x; x = temp1 + 1; }
void thread2 (void) { temp2 = x; x = temp2 + 1; }
void thread3 (void) { temp3 = x; x = temp3 + 1; }
void thread4 (void) { temp4 = x; x = temp4 + 1; }
void thread5 (void) { temp5 = x; x = temp5 + 1; }
void thread6 (void) { temp6 = x; x = temp6 + 1; }
void thread7 (void) { temp7 = x; x = temp7 + 1; }
