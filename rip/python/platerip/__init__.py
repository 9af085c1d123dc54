"""From ink planes and pages to halftoned plates, for presses and printers.

    import platerip
    plate = platerip.halftone(plane)                       # uint8, 0 is paper, 255 is solid ink
    picture = 255 - 255 * platerip.unpack(plate, plane.shape[1])

The functions take NumPy arrays, and whatever shares its memory by DLPack or the buffer protocol. They release the GIL.
Options are those of the command platerip, with underscores: `options()` lists them. `methods()` lists the halftones.
"""

from ._arrays import unpack
from ._errors import Advice, Error, PageWarning
from ._halftone import Halftoner, halftone
from ._native import version as __version__
from ._options import Method, Option, methods, options
from ._press import Page, Press, rip, rip_pages, separate

__all__ = [
    "Advice",
    "Error",
    "Halftoner",
    "Method",
    "Option",
    "Page",
    "PageWarning",
    "Press",
    "halftone",
    "methods",
    "options",
    "rip",
    "rip_pages",
    "separate",
    "unpack",
]
