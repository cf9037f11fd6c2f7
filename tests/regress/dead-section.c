/* What nobody comes to is no part of an atomic section, and no error. */
int x, y;

void
thread1 (void)
{
  if (0)
    {
      atomicStart ();
      if (y)
        x = 2;
      atomicEnd ();
    }
  x = 1;
}
void
thread2 (void)
{
  y = x;
  return;
  atomicStart ();
  while (x)
    y = 2;
  atomicEnd ();
}
