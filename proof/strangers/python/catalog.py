"""Which defects and oddities are switched on. Their names and texts are in catalog.json."""
import json
from pathlib import Path

CATALOG = json.loads(Path(__file__).with_name("catalog.json").read_text("utf-8"))
DEFECTS = [name for group in CATALOG["defects"].values() for name in group]
ODDITIES = list(CATALOG["oddities"])
_active = set()


def switch_on(defects, oddities):
    for kind, names, known in (("defect", defects, DEFECTS), ("oddity", oddities, ODDITIES)):
        for name in names:
            if name not in known:
                raise SystemExit("unknown %s: %s" % (kind, name))
            _active.add((kind, name))


def bad(name):
    return ("defect", name) in _active


def odd(name):
    return ("oddity", name) in _active
