/* Behind its last iteration a loop is over: of a condition that is still true nothing happens, the effects of its
 * second part neither. */
int x = 1, y = 1, z;

void
thread1 (void)
{
  while (x && y++)
    z = 1;
}
void
thread2 (void)
{
  y = 5;
  z = 2;
}
