"""What the package is made on; not for its users."""

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

version: str

def methods() -> list[tuple[str, str, str, str]]:
    """Name, family, title and description of each."""

def options() -> list[tuple[str, str, str, str, str, str, bool]]:
    """Keyword, name, value, default, description and group of each, and whether it takes several words."""

def shape_of(planes: list[NDArray[Any]]) -> tuple[int, int, int, int]:
    """Number, rows, pixels of a row and bits of a sample. Raises what Halftoner.run() would."""

class Halftoner:
    def __init__(self, words: dict[str, list[str]], inks: list[str], width: int, bits: int) -> None: ...
    @property
    def inks(self) -> list[str]: ...
    @property
    def levels(self) -> int: ...
    @property
    def description(self) -> str: ...
    @property
    def warnings(self) -> list[str]: ...
    def run(self, planes: list[NDArray[Any]], out: NDArray[Any] | None, last: bool) -> NDArray[Any]: ...
    def save(self) -> bytes: ...
    def restore(self, state: bytes) -> None: ...

class PixelMeaning:
    def __init__(self, model: str | None, alpha: str | None, spots: list[str], icc: bytes) -> None: ...

class Pages:
    @property
    def count(self) -> int: ...
    def next(self, progress: Callable[[int, int], None] | None) -> dict[str, Any] | None:
        """The fields of Page; None after the last page."""

class Press:
    def __init__(self, words: dict[str, list[str]]) -> None: ...
    @property
    def inks(self) -> list[str]: ...
    def separate(
        self, pixels: NDArray[Any], meaning: PixelMeaning, title: str
    ) -> tuple[list[str], list[NDArray[Any]], list[str]]:
        """The inks, their planes, and warnings."""
    def rip(
        self,
        pixels: NDArray[Any],
        meaning: PixelMeaning,
        title: str,
        progress: Callable[[int, int], None] | None,
    ) -> dict[str, Any]:
        """The fields of Page."""
    def pages(self, files: list[str]) -> Pages: ...
