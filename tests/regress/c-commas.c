/* What is left of a comma comes first, whatever stands to the right of it. */
int x, y, z, done;
int
twice (int v)
{
  return v * 2;
}
void
set_y (void)
{
  y = 7;
}
void
set_z (void)
{
  z = 7;
}

void
thread1 (void)
{
  x = 5, (x == 5 && y++);
  assert (y == 1);
  z = (x = 3, twice (x));
  assert (z == 6);
  y = (x = 4, x == 4 ? x++ : 0) + 1;
  assert (x == 5 && y == 5);
  /* Choices without a value. */
  x == 5 ? set_y () : set_z ();
  x == 4 ? set_y () : set_z ();
  assert (y == 7 && z == 7);
  done = 1;
}
