"""What the package is made on; not for its users."""

from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

version: str

def methods() -> List[Tuple[str, str, str, str]]:
    """Name, family, title and description of each."""

def options() -> List[Tuple[str, str, str, str, str, str, bool]]:
    """Keyword, name, value, default, description and group of each, and whether it takes several words."""

def shape_of(planes: List[np.ndarray]) -> Tuple[int, int, int, int]:
    """Number, rows, pixels of a row and bits of a sample. Raises what Halftoner.run() would."""

class Halftoner:
    def __init__(self, words: Dict[str, List[str]], inks: List[str], width: int, bits: int) -> None: ...
    @property
    def inks(self) -> List[str]: ...
    @property
    def levels(self) -> int: ...
    @property
    def description(self) -> str: ...
    @property
    def warnings(self) -> List[str]: ...
    def run(self, planes: List[np.ndarray], out: Optional[np.ndarray], last: bool) -> np.ndarray: ...
    def save(self) -> bytes: ...
    def restore(self, state: bytes) -> None: ...

class PixelMeaning:
    def __init__(self, model: Optional[str], alpha: Optional[str], spots: List[str], icc: bytes) -> None: ...

class Pages:
    @property
    def count(self) -> int: ...
    def next(self, progress: Optional[Callable[[int, int], None]]) -> Optional[Dict[str, Any]]:
        """The fields of Page; None after the last page."""

class Press:
    def __init__(self, words: Dict[str, List[str]]) -> None: ...
    @property
    def inks(self) -> List[str]: ...
    def separate(
        self, pixels: np.ndarray, meaning: PixelMeaning, title: str
    ) -> Tuple[List[str], List[np.ndarray], List[str]]:
        """The inks, their planes, and warnings."""
    def rip(
        self,
        pixels: np.ndarray,
        meaning: PixelMeaning,
        title: str,
        progress: Optional[Callable[[int, int], None]],
    ) -> Dict[str, Any]:
        """The fields of Page."""
    def pages(self, files: List[str]) -> Pages: ...
