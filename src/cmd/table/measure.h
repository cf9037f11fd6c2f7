/* One trace of `hbkit table 1`: decided twice, certified, reduced to its core. */
#ifndef HBKIT_CMD_TABLE_MEASURE_H
#define HBKIT_CMD_TABLE_MEASURE_H

#include "cmd/frame/files.h"

/* A way of reading traces of a format. */
struct table_variant
{
  const char *name;
  void (*set) (struct hb_import_options *options); /* NULL: as the command's options say */
  void (*recorded) (
      struct hb_import_options *options); /* with the recorded order; NULL: it is there
                                                           if the file has eo and mo lines */
};

/* The ways for FORMAT, ended by a NULL name. */
const struct table_variant *table_variants (enum hb_format format);

enum table_recorded
{
  RECORDED_NONE, /* the file does not say in which order the messages ran */
  RECORDED_RUNS,
  RECORDED_FAILS
};

/* By the engines cds and sat. */
#define TABLE_ENGINES 2

struct measured
{
  char *name, *file; /* owned: of the benchmark, of the trace */
  const char *variant;
  size_t events, messages, handlers; /* as published: every message starts with a get */
  enum hb_verdict verdict[TABLE_ENGINES];
  double seconds[TABLE_ENGINES];
  bool certified; /* the certificate of the first verdict was accepted */
  bool has_core;
  size_t core_events, core_messages, core_handlers;
  enum table_recorded recorded;
};

/* Reads PATH as VARIANT wants and fills MEASURED; false after errors, which are printed. */
bool table_measure (struct cli *cli, const char *path, enum hb_format format,
                    const struct table_variant *variant, struct measured *measured);
void measured_free (struct measured *measured);

#endif
