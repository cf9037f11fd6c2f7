/* sql DATABASE QUERY...: executes the queries, prints the rows as sqlite3 (1) does: "a|b|c".  So that the
 * tests need no sqlite3. */
#include <sqlite3.h>
#include <stdio.h>

static int
print_row (void *context, int columns, char **values, char **names)
{
  (void)context, (void)names;
  for (int i = 0; i < columns; i++)
    printf ("%s%s", i ? "|" : "", values[i] ? values[i] : "");
  putchar ('\n');
  return 0;
}

int
main (int count, char **arguments)
{
  sqlite3 *database = NULL;
  char *error = NULL;
  int code = count < 3 || sqlite3_open (arguments[1], &database);
  sqlite3_busy_timeout (database, 10000);
  for (int i = 2; !code && i < count; i++)
    code = sqlite3_exec (database, arguments[i], print_row, NULL, &error);
  if (code)
    fprintf (stderr, "sql: %s\n", error ? error : "expected DATABASE QUERY...");
  sqlite3_free (error);
  sqlite3_close (database);
  return code ? 1 : 0;
}
