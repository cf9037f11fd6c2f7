#!/usr/bin/env python3
"""The documentation as a site: build.py SOURCE HBKIT OUT

    SOURCE/README.md, doc/*.md, ...   ->   OUT/index.html, OUT/doc/*.html    (pandoc, template.html)
    hbkit manual COMMAND              ->   OUT/man/COMMAND.html              (from the tables of the commands)
    every section's words             ->   OUT/search.js                     (searched in the page, offline)

Links from page to page become links from .html to .html; what they name beside pages is copied.  The same sources
give the same bytes.  Needs pandoc (Debian: pandoc); nothing is fetched when the site is read.
"""
import html
import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

FRONT = ["README.md", "INSTALL.md", "doc/language.md", "doc/semantics.md", "doc/formats.md", "doc/reductions.md", "doc/own.md",
         "doc/claims.md", "doc/sweep.md", "doc/hardness.md", "data/hard/README.md", "doc/artifact.md"]


class Text(HTMLParser):
    """Sections of a page: the anchor and title of each heading, and the words below it."""

    def __init__(self):
        super().__init__()
        self.sections, self.heading, self.skipped = [["", "", []]], False, 0

    def handle_starttag(self, tag, attributes):
        if re.fullmatch("h[1-6]", tag):
            self.sections.append([dict(attributes).get("id", ""), "", []])
            self.heading = True
        self.skipped += tag in ("script", "style", "nav")

    def handle_endtag(self, tag):
        self.heading = self.heading and not re.fullmatch("h[1-6]", tag)
        self.skipped -= tag in ("script", "style", "nav")

    def handle_data(self, data):
        if self.heading:
            self.sections[-1][1] += data
        elif not self.skipped:
            self.sections[-1][2].append(data)


def pandoc(text, source, *options):
    return subprocess.run(["pandoc", "--from", source, "--to", "html5", "--no-highlight", *options], input=text,
                          capture_output=True, text=True, check=True).stdout


def pages_of(top):
    """The Markdown files, in the order of the table of contents."""
    found = [p.relative_to(top).as_posix() for folder in (".", "doc", "data", "python", "src", "proof", "bench")
             for p in sorted((top / folder).glob("*.md" if folder in (".", "src", "bench", "proof", "python") else "**/*.md"))]
    return [p for p in FRONT if p in found] + [p for p in found if p not in FRONT]


def target(page):
    return "index.html" if page == "README.md" else page[:-3] + ".html"


def title_of(text, page):
    line = re.search(r"^# (.+)$", text, re.M)
    return re.sub(r"[`*]|\[(.*?)\]\(.*?\)", r"\1", line.group(1)) if line else page


class Site:
    def __init__(self, top, out):
        self.top, self.out, self.words, self.broken = top, out, [], []
        self.pages = pages_of(top)
        self.titles = {p: title_of((top / p).read_text(), p) for p in self.pages}
        self.template = (top / "doc/site/template.html").read_text()

    def contents(self, here, manual):
        def item(name, title):
            link = os.path.relpath(name, Path(here).parent)
            current = ' class="here"' if name == here else ""
            return f'<li{current}><a href="{html.escape(link)}">{html.escape(title)}</a></li>'

        pages = "".join(item(target(p), self.titles[p]) for p in self.pages)
        commands = "".join(item(f"man/{c}.html", f"hbkit {c}") for c in manual)
        return f"<ul>{pages}</ul><details><summary>Commands</summary><ul>{commands}</ul></details>"

    def relink(self, body, page):
        """Links of the page at PAGE: to pages, as .html; to other files of the project, which are copied."""
        folder = Path(page).parent

        def change(match):
            name, value = match.groups()
            value = html.unescape(value)
            if re.match(r"[a-z]+:|#|//", value):
                return match.group(0)
            path, _, anchor = value.partition("#")
            place = os.path.normpath(folder / path)
            if (self.top / place).is_dir():
                place = os.path.join(place, "README.md")
            if place in self.pages:
                to = target(place)
            elif (self.top / place).is_file() and not place.startswith(".."):
                to = place
                (self.out / to).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.top / place, self.out / to)
            elif place.endswith("README.md") and (self.top / place).parent.is_dir():
                return f'{name}="#" title="{html.escape(path)} in the sources"'
            else:
                self.broken.append(f"{page}: {value}")
                return match.group(0)
            link = os.path.relpath(to, Path(target(page)).parent) + (f"#{anchor}" if anchor else "")
            return f'{name}="{html.escape(link)}"'

        return re.sub(r'\b(href|src)="([^"]*)"', change, body)

    def write(self, name, title, body, manual):
        parser = Text()
        parser.feed(body)
        for anchor, heading, words in parser.sections:
            text = " ".join(" ".join(words).split())
            if text or heading:
                self.words.append([name + (f"#{anchor}" if anchor else ""), title, heading.strip(), text])
        root = os.path.relpath(".", Path(name).parent)
        page = self.template
        for key, value in {"title": html.escape(title), "root": root, "contents": self.contents(name, manual),
                           "body": body}.items():
            page = page.replace("{{" + key + "}}", value)
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page)


def main():
    top, hbkit, out = Path(sys.argv[1]).resolve(), sys.argv[2], Path(sys.argv[3])
    site = Site(top, out)
    names = subprocess.run([hbkit, "help"], capture_output=True, text=True, check=True).stdout
    manual = re.findall(r"^  ([a-z]+) {2,}\S", names.partition("Commands:")[2], re.M)
    for page in site.pages:
        body = pandoc((top / page).read_text(), "gfm")
        site.write(target(page), site.titles[page], site.relink(body, page), manual)
    for command in manual:
        text = subprocess.run([hbkit, "manual", command], capture_output=True, text=True, check=True).stdout
        site.write(f"man/{command}.html", f"hbkit {command}", f"<h1>hbkit {command}</h1>" + pandoc(text, "man"), manual)
    (out / "search.js").write_text("const sections = " + json.dumps(site.words, indent=0, sort_keys=True) + ";\n")
    for broken in site.broken:
        print("broken link:", broken, file=sys.stderr)
    print(f"{len(site.pages) + len(manual)} pages, {len(site.words)} sections: {out}/index.html")
    sys.exit(bool(site.broken))


main()
