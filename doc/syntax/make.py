#!/usr/bin/env python3
"""Syntax files for editors, made from the words that the readers themselves know: make.py SOURCE OUT [--check]

    src/program/program.c    the keywords of .ed          OUT/vim/syntax/{ed-program,edt}.vim, OUT/vim/ftdetect/hbkit.vim
    src/format/edt_*.c       the words of .edt            OUT/vscode/   an extension: package.json, two TextMate grammars
    src/trace/mailbox.c      the names of mailboxes       (the grammars serve every editor that knows TextMate's)

With --check nothing is written: the exit status is 1 if a file is not what would be written.
"""
import json
import re
import sys
from pathlib import Path

NAME = r"[A-Za-z0-9_.:~-]*[A-Za-z0-9_.~-]"


def words_of(top):
    program = (top / "src/program/program.c").read_text()
    ed = re.findall(r'"([a-z]+)"', re.search(r"keywords\[\]\s*= \{(.*?)NULL", program, re.S).group(1))
    text = "".join((top / f"src/format/{name}").read_text() for name in ("edt_read.c", "edt_words.c"))
    edt = sorted(set(re.findall(r'hb_is_word \(\w+, "([a-z]+)"\)', text)))
    mailboxes = []
    for file in sorted((top / "src/trace").glob("*.c")):
        found = re.search(r'"queue",\s*"sender-queue"[^}]*', file.read_text())
        if found:
            mailboxes = re.findall(r'"([a-z-]+)"', found.group(0))[:5]
            break
    assert len(ed) > 15 and len(edt) > 10 and len(mailboxes) == 5, (ed, edt, mailboxes)
    return ed, edt, mailboxes


def groups(ed, edt):
    """Which words are structure, which act, which are values: all words stand in one of them."""
    structure = {"vars", "handlers", "msgs", "regs", "param", "mailbox", "initial", "edt", "end", "handler", "message",
                 "external", "meta"}
    values = {"self", "min", "max", "init"}
    return [[w for w in words if w in structure] for words in (ed, edt)], \
           [[w for w in words if w not in structure | values] for words in (ed, edt)], \
           [[w for w in words if w in values] for words in (ed, edt)]


def vim(name, structure, action, values, mailboxes, comments, keywords):
    lines = [f'" Syntax of hbkit\'s {name}; made by doc/syntax/make.py.', 'if exists("b:current_syntax") | finish | endif',
             f"syn iskeyword {keywords}", f"syn keyword hbkitStructure {' '.join(structure)}",
             f"syn keyword hbkitAction {' '.join(action)}", f"syn keyword hbkitValue {' '.join(values)}",
             f"syn keyword hbkitMailbox {' '.join(mailboxes)}", r"syn match hbkitNumber /\<-\?\d\+\>/",
             *[f"syn match hbkitComment {c}" for c in comments], 'syn region hbkitName start=/"/ end=/"/ oneline',
             r"syn match hbkitLabel /^\s*[A-Za-z0-9_.~-]\+:\s/",
             "hi def link hbkitStructure Structure", "hi def link hbkitAction Statement", "hi def link hbkitValue Constant",
             "hi def link hbkitMailbox Type", "hi def link hbkitNumber Number", "hi def link hbkitComment Comment",
             "hi def link hbkitName String", "hi def link hbkitLabel Label", f'let b:current_syntax = "{name}"']
    return "\n".join(lines) + "\n"


def textmate(name, title, suffixes, structure, action, values, mailboxes, comments):
    def alternatives(words):
        return r"(?<![\w.~:-])(?:" + "|".join(sorted(words, key=lambda w: (-len(w), w))) + r")(?![\w.~-])"

    scope = f"source.{name}"
    patterns = [{"name": f"comment.line.{name}", "match": c} for c in comments]
    patterns += [{"name": f"string.quoted.double.{name}", "match": r'"[^"]*"'},
                 {"name": f"entity.name.label.{name}", "match": rf"^\s*({NAME}):(?=\s)"},
                 {"name": f"storage.type.mailbox.{name}", "match": alternatives(mailboxes)},
                 {"name": f"keyword.other.structure.{name}", "match": alternatives(structure)},
                 {"name": f"keyword.control.{name}", "match": alternatives(action)},
                 {"name": f"constant.language.{name}", "match": alternatives(values)},
                 {"name": f"constant.numeric.{name}", "match": r"(?<![\w.~:-])-?\d+(?![\w.~-])"}]
    grammar = {"$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json", "name": title,
               "scopeName": scope, "fileTypes": suffixes, "patterns": patterns}
    return json.dumps(grammar, indent=2) + "\n"


def files(top):
    ed, edt, mailboxes = words_of(top)
    structure, action, values = groups(ed, edt)
    ed_comments, edt_comments = ["#.*$", "//.*$"], ["#.*$"]
    made = {
        "vim/ftdetect/hbkit.vim": "au BufRead,BufNewFile *.edt setfiletype edt\nau BufRead,BufNewFile *.ed setfiletype ed-program\n",
        "vim/syntax/ed-program.vim": vim("ed-program", structure[0], action[0], values[0], mailboxes, ["/#.*$/", "+//.*$+"],
                                         "@,48-57,_,-"),
        "vim/syntax/edt.vim": vim("edt", structure[1], action[1], values[1], mailboxes, ["/#.*$/"], "@,48-57,_,.,-,~"),
        "vscode/syntaxes/ed.tmLanguage.json": textmate("ed", "hbkit program", ["ed"], structure[0], action[0], values[0],
                                                       mailboxes, ed_comments),
        "vscode/syntaxes/edt.tmLanguage.json": textmate("edt", "hbkit trace", ["edt"], structure[1], action[1], values[1],
                                                        mailboxes, edt_comments),
    }
    languages = [{"id": "hbkit-program", "aliases": ["hbkit program"], "extensions": [".ed"],
                  "configuration": "./language-configuration.json"},
                 {"id": "hbkit-trace", "aliases": ["hbkit trace"], "extensions": [".edt"],
                  "configuration": "./language-configuration.json"}]
    grammars = [{"language": f"hbkit-{what}", "scopeName": f"source.{name}", "path": f"./syntaxes/{name}.tmLanguage.json"}
                for what, name in (("program", "ed"), ("trace", "edt"))]
    made["vscode/language-configuration.json"] = json.dumps(
        {"comments": {"lineComment": "#"}, "brackets": [["{", "}"], ["(", ")"], ["[", "]"]]}, indent=2) + "\n"
    made["vscode/package.json"] = json.dumps(
        {"name": "hbkit", "displayName": "hbkit", "description": "Traces (.edt) and event-driven programs (.ed) of hbkit",
         "version": "0.1.0", "publisher": "hbkit", "license": "MIT", "engines": {"vscode": "^1.60.0"},
         "categories": ["Programming Languages"], "contributes": {"languages": languages, "grammars": grammars}}, indent=2) + "\n"
    return made


def main():
    top, out = Path(sys.argv[1]), Path(sys.argv[2])
    wrong = 0
    for name, text in files(top).items():
        path = out / name
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path} is not what the grammar makes; write it by {sys.argv[0]} {top} {out}")
            wrong = 1
    sys.exit(wrong)


main()
