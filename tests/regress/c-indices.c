/* What an index means: the part that it names and no other, and nothing where C does not come to it. */
struct pair
{
  int a;
  int b;
};
struct row
{
  int first;
  int cells[2];
};
struct pair pairs[3];
struct row row;
int grid[2][3], after = 9, list[2], i, k, done;

void
thread1 (void)
{
  int own[6] = { 0 };
  struct pair mine[2] = { { 1, 2 }, { 3, 4 } };
  i = 1;
  pairs[i].b = 5;
  pairs[i + 1].a = pairs[i].b + 1;
  assert (pairs[1].b == 5 && pairs[2].a == 6 && pairs[1].a == 0);
  row.cells[i] = 7;
  assert (row.first == 0 && row.cells[0] == 0 && row.cells[1] == 7);
  grid[1][i + 1] = 8;
  grid[i - 1][2] = 4;
  assert (grid[1][2] == 8 && grid[0][2] == 4 && grid[1][0] == 0 && after == 9);
  mine[i].a = mine[i - 1].b;
  assert (mine[1].a == 2 && mine[1].b == 4 && mine[0].a == 1);
  /* What is written is the index, too. */
  own[own[0]] = 3;
  assert (own[0] == 3 && own[3] == 0);
  i = 2;
  k = i < 2 && list[i];
  k = i >= 2 || list[i];
  k = i < 2 ? list[i] : i == 2 ? 6 : list[i];
  assert (k == 6);
  done = 1;
}
