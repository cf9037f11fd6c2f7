/* An enum without negative constants has no sign; a constant that says long is not unsigned for its first digit. */
enum color
{
  RED,
  GREEN = 5,
  BLUE
};
enum level
{
  LOW = -1,
  HIGH
};
enum color color;
enum level level;
enum
{
  LARGE = 3000000000
} large;
_Bool truth;
int x, done;

void
thread1 (void)
{
  enum color mine = -1;
  color = -1;
  level = -1;
  assert (color > 0 && mine > 0 && level < 0 && -RED - 1 < 0);
  large = LARGE;
  assert (large > 0 && LARGE > 0);
  assert (0xffffffffL > -1);
  assert (!(0xffffffff > -1));
  truth = x = 2;
  assert (truth == 1);
  done = 1;
}
