/* A report as one page.  See report_forms.h.
 *
 *     summary  |  plots, drawn by gnuplot, inside the page  |  table of runs
 *
 * The runs stand in the page as JSON; the script below makes the table, sorts it by the column that is
 * clicked, shows only the rows that have all words of the filter, and copies a row's command. */
#include "cmd/plot/report_forms.h"

#include "cmd/plot/files.h"

#include "viz/text.h"

#include "base/path.h"
#include "base/plural.h"

#include <math.h>
#include <string.h>

#define PLOT_WIDTH 16 /* centimetres */

static const char style[]
    = ":root{--ink:#222;--paper:#fff;--line:#ccc;--shade:#f4f4f4;--link:#0072b2}\n"
      "@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#181818;--line:#444;--shade:#"
      "242424;"
      "--link:#56b4e9}figure{background:#fff}}\n"
      "body{font:15px/1.45 "
      "system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:2em auto;"
      "max-width:72em;padding:0 1em}\n"
      "pre{background:var(--shade);padding:.8em;overflow:auto}\n"
      "figure{display:inline-block;margin:0 1em 1em 0;max-width:100%}figure "
      "svg{max-width:100%;height:auto}\n"
      "figcaption{font-size:.85em;color:#555;padding:0 .5em .5em}\n"
      "table{border-collapse:collapse;font-size:.85em;font-variant-numeric:tabular-nums}\n"
      "th,td{border-bottom:1px solid var(--line);padding:.2em "
      ".6em;text-align:left;white-space:nowrap}\n"
      "th{cursor:pointer;position:sticky;top:0;background:var(--paper)}th[aria-sort=ascending]:"
      "after{content:' "
      "\\2191'}th[aria-sort=descending]:after{content:' \\2193'}\n"
      "td.n{text-align:right}input{font:inherit;width:24em;max-width:100%}button{font:inherit}\n"
      "#runs{overflow:auto;max-height:80vh}\n";

static const char script[]
    = "const data=JSON.parse(document.getElementById('data').textContent);\n"
      "const names=data.columns,rows=data.rows;let by=0,up=true,shown=rows;\n"
      "const table=document.getElementById('table'),count=document.getElementById('count');\n"
      "const head=table.createTHead().insertRow(),body=table.createTBody();\n"
      "names.concat('again').forEach((n,i)=>{const h=document.createElement('th');h.textContent=n;"
      "h.tabIndex=0;h.scope='col';\n"
      "  if(i<names.length){const go=()=>{up=by===i?!up:true;by=i;draw()};h.onclick=go;"
      "h.onkeydown=e=>{if(e.key==='Enter')go()}}head.append(h)});\n"
      "function compare(a,b){const x=a[by],y=b[by];if(x===y)return 0;if(x===null)return 1;"
      "if(y===null)return -1;\n"
      "  return(typeof x==='number'&&typeof y==='number'?x-y:String(x)<String(y)?-1:1)*(up?1:-1)}\n"
      "function draw(){shown.sort(compare);body.replaceChildren();\n"
      "  for(const r of shown.slice(0,2000)){const t=body.insertRow();\n"
      "    names.forEach((n,i)=>{const c=t.insertCell();c.textContent=r[i]===null?'':"
      "typeof r[i]==='number'?+r[i].toPrecision(4):r[i];if(typeof "
      "r[i]==='number')c.className='n'});\n"
      "    const b=document.createElement('button');b.textContent='copy command';"
      "b.title=r[names.length];\n"
      "    b.onclick=()=>{navigator.clipboard?navigator.clipboard.writeText(r[names.length]):"
      "prompt('command',r[names.length]);b.textContent='copied'};t.insertCell().append(b)}\n"
      "  [...head.children].forEach((h,i)=>h.ariaSort=i===by?(up?'ascending':'descending'):null);\n"
      "  count.textContent=shown.length+' of '+rows.length+' runs'+(shown.length>2000?', the first "
      "2000 "
      "shown':'')}\n"
      "document.getElementById('filter').oninput=e=>{const "
      "words=e.target.value.toLowerCase().split(' ')"
      ".filter(w=>w);\n"
      "  "
      "shown=rows.filter(r=>words.every(w=>r.some(v=>v!==null&&String(v).toLowerCase().includes(w))"
      "));"
      "draw()};\ndraw();\n";

static void
put_escaped (hb_output *output, const char *text)
{
  hb_put_xml (output, text, strlen (text));
}

/* The picture from its <svg> on: what stands before belongs to files of their own. */
static void
put_picture (hb_output *output, const struct hb_plot *plot, const filter_bytes *picture)
{
  static const char start[] = "<svg";
  size_t at = 0;
  while (at + sizeof start < picture->size
         && memcmp (picture->data + at, start, sizeof start - 1) != 0)
    at++;
  hb_put (output, "<figure>");
  hb_put_bytes (output, picture->data + at, picture->size - at);
  hb_put (output, "<figcaption>");
  put_escaped (output, plot->note);
  hb_put (output, "</figcaption></figure>\n");
}

/* gnuplot numbers its marks alike in every picture (gpPt0 ...), and ids must be unique in the page. */
static void
make_ids_unique (filter_bytes *picture, char letter)
{
  static const char *const prefixes[] = { "id='gp", "id=\"gp", "#gp", "id=\"hbkit", "#hbkit" };
  for (size_t i = 0; i < picture->size; i++)
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++)
      {
        size_t length = strlen (prefixes[p]);
        if (i + length < picture->size && !memcmp (picture->data + i, prefixes[p], length))
          picture->data[i + length - 1] = letter;
      }
}

static void
put_plots (hb_output *output, const struct plot_rows *rows, const struct plot_choice *choice,
           hb_diag *diag)
{
  static const char without[]
      = "the plots are left out: they are drawn by gnuplot (Debian: gnuplot-nox)";
  char *gnuplot = hb_find_program ("gnuplot"), letter = 'A';
  for (const struct plot_kind *kind = plot_kinds; gnuplot && kind->name; kind++)
    {
      struct hb_plot *plot = kind->make (rows, choice);
      filter_bytes picture = VEC_EMPTY;
      if (plot && plot_picture (plot, HB_PLOT_SVG, PLOT_WIDTH, &picture, diag))
        {
          make_ids_unique (&picture, letter++);
          put_picture (output, plot, &picture);
        }
      vec_free (picture);
      hb_plot_free (plot);
    }
  if (!gnuplot)
    {
      hb_warning (diag, NULL, "%s", without);
      hb_putf (output, "<p>%s</p>\n", without);
    }
  hb_free (gnuplot);
}

static void
put_number (hb_json *json, double number)
{
  if (isnan (number))
    hb_json_null (json);
  else
    hb_json_double (json, number, 9);
}

/* {"columns": [...], "rows": [[...], ...]}: the last value of a row is its command. */
static void
put_data (hb_output *output, const struct plot_rows *rows)
{
  static const char *const columns[]
      = { "instance", "parameters", "truth", "stage", "tool", "outcome", "events" };
  hb_json *json = hb_json_new_compact (output);
  hb_json_inside_html (json);
  hb_json_open_object (json);
  hb_json_member_array (json, "columns");
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    hb_json_string (json, columns[i]);
  for (int v = 0; v < PLOT_VALUES; v++)
    hb_json_string (json, plot_value_names[v]);
  hb_json_close (json);
  hb_json_member_array (json, "rows");
  for (size_t i = 0; i < rows->runs.size; i++)
    {
      const struct plot_run *run = &rows->runs.data[i];
      const struct plot_instance *instance = &rows->instances.data[run->instance];
      hb_json_open_array (json);
      hb_json_string (json, instance->id);
      hb_json_string (json, instance->params_text);
      hb_json_string (json, instance->truth < 0 ? "?" : instance->truth ? "yes" : "no");
      hb_json_string (json, run->stage);
      hb_json_string (json, run->tool);
      hb_json_string (json, run->outcome);
      put_number (json, run->events);
      for (int v = 0; v < PLOT_VALUES; v++)
        put_number (json, run->values[v]);
      hb_json_string (json, run->rerun);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
}

static void
put_summary (hb_output *output, const struct report_summary *s)
{
  hb_putf (output, "<p>%llu instance%s: %llu %s, %llu %s, %llu not decided. ",
           (unsigned long long)s->instances, HB_S (s->instances), (unsigned long long)s->yes,
           s->formulas ? "satisfiable" : "consistent", (unsigned long long)s->no,
           s->formulas ? "unsatisfiable" : "inconsistent", (unsigned long long)s->unknown);
  hb_putf (output, "%llu certificate%s verified, %llu refused.</p>\n<ul>\n",
           (unsigned long long)s->certificates, HB_S (s->certificates),
           (unsigned long long)s->refused);
  for (size_t i = 0; i < s->machines.size; i++)
    {
      hb_put (output, "<li>");
      put_escaped (output, s->machines.data[i]);
      hb_put (output, "</li>\n");
    }
  hb_put (output,
          "</ul>\n<table><tr><th>stage</th><th>tool</th><th>runs</th><th>solved</th><th>time</th>"
          "<th>memory</th><th>crash</th><th>other</th><th>median (s)</th><th>90 % (s)</th>"
          "<th>most (s)</th></tr>\n");
  for (size_t i = 0; i < s->tools.size; i++)
    {
      const struct report_tool *t = &s->tools.data[i];
      const uint64_t counts[] = { t->runs, t->solved, t->time, t->memory, t->crash, t->other };
      const double times[] = { t->median, t->high, t->most };
      hb_putf (output, "<tr><td>%s</td><td>", t->stage);
      put_escaped (output, t->tool);
      hb_put (output, "</td>");
      for (size_t k = 0; k < 6; k++)
        hb_putf (output, "<td class=n>%llu</td>", (unsigned long long)counts[k]);
      for (size_t k = 0; k < 3; k++)
        if (isnan (times[k]))
          hb_put (output, "<td></td>");
        else
          hb_putf (output, "<td class=n>%.4g</td>", times[k]);
      hb_put (output, "</tr>\n");
    }
  hb_put (output, "</table>\n");
}

bool
report_html (hb_output *output, const struct report_summary *summary, const struct plot_rows *rows,
             const struct plot_choice *choice, const char *name, hb_diag *diag)
{
  hb_put (output, "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>\n"
                  "<meta name=viewport content='width=device-width'><title>");
  put_escaped (output, name);
  hb_putf (output, "</title><style>\n%s</style></head><body>\n<h1>Sweep ", style);
  put_escaped (output, name);
  hb_put (output, "</h1>\n");
  put_summary (output, summary);
  hb_put (output, "<h2>Plots</h2>\n");
  put_plots (output, rows, choice, diag);
  hb_put (
      output,
      "<h2>Runs</h2>\n<p><label>only rows with <input id=filter placeholder='cds time'></label> "
      "<span id=count></span></p>\n<div id=runs><table id=table></table></div>\n"
      "<script type='application/json' id=data>");
  put_data (output, rows);
  hb_putf (output, "</script>\n<script>\n%s</script>\n</body></html>\n", script);
  return !hb_diag_errors (diag);
}
