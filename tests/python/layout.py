"""Writes a C program that prints the layout of every struct that hbkit/_library.py mirrors, or compares with what it said.

    layout.py --program >layout.c        layout.py --compare <what it printed
"""
import ctypes
import sys

from hbkit import _library

NAMES = {"from_": "from"}
if "--program" in sys.argv:
    print("#include <hbkit/hbkit.h>\n#include <stddef.h>\n#include <stdio.h>\n\nint\nmain (void)\n{")
    for name, mirror in _library.MIRRORED.items():
        print(f'  printf ("{name} sizeof %zu\\n", sizeof (struct {name}));')
        for field, *_ in mirror._fields_:
            print(f'  printf ("{name} {field} %zu\\n", offsetof (struct {name}, {NAMES.get(field, field)}));')
    print("  return 0;\n}")
else:
    wrong = 0
    for line in sys.stdin:
        name, field, number = line.split()
        mirror = _library.MIRRORED[name]
        ours = ctypes.sizeof(mirror) if field == "sizeof" else getattr(mirror, field).offset
        if ours != int(number):
            wrong += 1
            print(f"{name} {field}: {ours} here, {number} in C")
    sys.exit(bool(wrong))
