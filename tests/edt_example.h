/* A small `.edt` text, for the tests of the format. */
#ifndef HBKIT_EDT_EXAMPLE_H
#define HBKIT_EDT_EXAMPLE_H

/* The example of the format, with every kind of line. */
extern const char edt_example[];

/* TEXT with the first FROM, which must be there, replaced by TO.  New. */
char *replaced (const char *text, const char *from, const char *to);

#endif
