/* hbkit verify hitting P F --hit D: does this family hit every D elements in every order that P allows? */
#include "cmd/verify/hitting.h"

#include "cmd/frame/posets.h"

#include "gen/hitting/family.h"
#include "poset/hitting.h"

#include "base/plural.h"

#include <string.h>

/* Beyond so many steps, estimated, tuples are drawn. */
#define MOST_STEPS 3e13

struct verdict
{
  const char *how;
  enum hb_hit hit;
  hb_id missed[HB_MOST_DEPTH];
  struct hb_hit_sample sample; /* if tuples were drawn */
  bool sampled, stopped;       /* STOPPED: fewer than asked for, time being up */
};

static double
steps (const hb_poset *poset, size_t schedules, int d)
{
  double n = poset->count, cost = n * n * ((double)schedules + 64);
  if (d == 3 && poset->is_forest)
    return cost;
  for (int i = 2; i < d; i++)
    cost *= n / (i == 2 ? 64 : 1);
  return cost;
}

/* The tuples drawn, and the second stratum. */
static void
draw (struct cli *cli, const hb_poset *poset, const hb_schedules *family, int d,
      struct hb_limits *limits, struct verdict *v)
{
  uint64_t samples = cli_unsigned (cli, "samples", 1000000);
  struct hb_rng rng = hb_rng_seeded (cli_unsigned (cli, "seed", 0));
  hb_id *at = hb_schedules_positions (family);
  v->how = "random tuples";
  v->sampled = true;
  hb_hit_sampled (poset, family, at, d, samples, 0.01, &rng, limits, &v->sample);
  v->stopped = v->sample.tuples < samples || v->sample.critical < samples;
  hb_free (at);
  v->hit = v->sample.missed || v->sample.critical_missed ? HB_HIT_MISSED : HB_HIT_UNKNOWN;
  memcpy (v->missed, v->sample.tuple, sizeof v->missed);
}

static void
judge (struct cli *cli, const hb_poset *poset, const struct hb_family_file *file, int d,
       struct verdict *v)
{
  bool wanted = cli_text (cli, "samples", NULL);
  struct hb_limits limits = hb_limits_new (cli_double (cli, "timeout", 0), 0);
  if (!wanted && !file->orders && hb_rules_suffice (poset, &file->rules, d))
    {
      v->how = "all rules that the theorem asks for";
      v->hit = HB_HIT_ALL;
      return;
    }
  hb_schedules *family = file->orders ? file->orders : hb_family_expand (poset, file);
  int members = poset->count < (hb_id)d ? (int)poset->count : d;
  if (members < 2 || (!wanted && steps (poset, family->count, members) < MOST_STEPS))
    {
      v->how = "every tuple";
      v->hit = hb_hit_exactly (poset, family, d, (unsigned)cli_unsigned (cli, "jobs", 1), &limits,
                               v->missed);
    }
  else
    draw (cli, poset, family, members, &limits, v);
  if (family != file->orders)
    hb_schedules_free (family);
}

static void
print (struct cli *cli, const hb_poset *poset, const struct verdict *v, size_t schedules, int d,
       double seconds)
{
  char *missed
      = v->hit == HB_HIT_MISSED
            ? poset_tuple (poset, v->missed, poset->count < (hb_id)d ? (int)poset->count : d)
            : NULL;
  const struct hb_hit_sample *s = &v->sample;
  if (cli->verbosity >= 0)
    {
      printf ("c %u element%s, %zu schedule%s, d = %d: %s, %.3f s\n", poset->count,
              HB_S (poset->count), schedules, HB_S (schedules), d, v->how, seconds);
      if (v->sampled)
        {
          printf (
              "c seed %llu: %llu of %llu uniform tuples missed: a share of %.3g to %.3g (99 %%)\n",
              (unsigned long long)cli_unsigned (cli, "seed", 0), (unsigned long long)s->missed,
              (unsigned long long)s->tuples, s->low, s->high);
          printf ("c %llu of %llu critical tuples missed\n", (unsigned long long)s->critical_missed,
                  (unsigned long long)s->critical);
        }
    }
  if (missed)
    printf ("s MISSED %s\n", missed);
  else
    puts (v->hit == HB_HIT_ALL        ? "s HITTING"
          : v->sampled && !v->stopped ? "s NO MISS FOUND"
                                      : "s UNKNOWN");
  hb_free (missed);
}

static bool
print_json (struct cli *cli, const hb_poset *poset, const struct verdict *v, size_t schedules,
            int d, double seconds)
{
  hb_output *output = cli_stdout (cli);
  hb_json *json = hb_json_new (output);
  char room[HB_ELEMENT_ROOM];
  hb_json_open_object (json);
  hb_json_member_unsigned (json, "elements", poset->count);
  hb_json_member_unsigned (json, "schedules", schedules);
  hb_json_member_unsigned (json, "depth", (uint64_t)d);
  hb_json_member_string (json, "how", v->how);
  if (v->hit == HB_HIT_UNKNOWN)
    hb_json_member_null (json, "hitting");
  else
    hb_json_member_bool (json, "hitting", v->hit == HB_HIT_ALL);
  hb_json_key (json, "missed");
  if (v->hit != HB_HIT_MISSED)
    hb_json_null (json);
  else
    {
      hb_json_flat (json);
      hb_json_open_array (json);
      for (hb_id i = 0; i < (hb_id)d && i < poset->count; i++)
        hb_json_string (json, hb_element_name (poset, v->missed[i], room));
      hb_json_close (json);
    }
  if (v->sampled)
    {
      hb_json_member_unsigned (json, "uniform", v->sample.tuples);
      hb_json_member_unsigned (json, "uniform_missed", v->sample.missed);
      hb_json_member_double (json, "share_low", v->sample.low, 12);
      hb_json_member_double (json, "share_high", v->sample.high, 12);
      hb_json_member_unsigned (json, "critical", v->sample.critical);
      hb_json_member_unsigned (json, "critical_missed", v->sample.critical_missed);
    }
  hb_json_member_double (json, "seconds", seconds, 3);
  hb_json_close (json);
  hb_json_free (json);
  return hb_output_commit (output);
}

/* The family at PATH; a list of triangle systems has its own, the realizer that it prints. */
static bool
read_family (struct cli *cli, const char *path, struct poset_file *poset,
             struct hb_family_file *family)
{
  *family = (struct hb_family_file){ .orders = NULL };
  if (poset->realizer && !strcmp (path, cli->operands[1]))
    {
      family->orders = poset->realizer;
      poset->realizer = NULL;
      return hb_schedules_check (poset->poset, family->orders, cli->diag);
    }
  hb_input *input = hb_input_open (path, cli->diag);
  bool good = input && hb_family_read (input, poset->poset, family, cli->diag);
  hb_input_close (input);
  return good;
}

int
verify_hitting_file (struct cli *cli)
{
  struct poset_file poset;
  struct hb_family_file family = { .orders = NULL };
  struct verdict v = { .hit = HB_HIT_UNKNOWN };
  uint64_t d = cli_unsigned (cli, "hit", 3);
  if (cli->operand_count != 3)
    cli_usage_error (cli, "expected a poset and a family, as in 'verify hitting p.poset f.sched'");
  if (d < 2 || d > HB_MOST_DEPTH)
    cli_usage_error (cli, "--hit takes a number from 2 to %d", HB_MOST_DEPTH);
  int code = 2;
  if (poset_open (cli, cli->operands[1], &poset)
      && read_family (cli, cli->operands[2], &poset, &family))
    {
      double start = hb_now ();
      cli_interrupts_are_graceful (true);
      judge (cli, poset.poset, &family, (int)d, &v);
      cli_interrupts_are_graceful (false);
      double seconds = hb_now () - start;
      code = v.hit == HB_HIT_MISSED                                 ? 1
             : v.hit == HB_HIT_UNKNOWN && (!v.sampled || v.stopped) ? 3
                                                                    : 0;
      if (!cli_flag (cli, "json"))
        print (cli, poset.poset, &v, hb_family_size (&family), (int)d, seconds);
      else if (!print_json (cli, poset.poset, &v, hb_family_size (&family), (int)d, seconds))
        code = 2;
      if (cli->verbosity >= 0)
        hb_diag_print (cli->diag, stderr, cli->colour);
    }
  else
    cli_fail (cli);
  hb_family_file_free (&family);
  poset_close (&poset);
  return code;
}
