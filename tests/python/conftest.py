"""What the tests of the Python package share."""

import hashlib
import os
import subprocess

import numpy as np
import pytest


@pytest.fixture(scope="session")
def random():
    seed = int(os.environ.get("PLATERIP_SEED") or np.random.SeedSequence().entropy % 2**32)
    print(f"PLATERIP_SEED={seed}")  # pytest shows it if a test fails
    return np.random.default_rng(seed)


@pytest.fixture(scope="session")
def photo(tmp_path_factory):
    """The path of an RGB page."""
    path = tmp_path_factory.mktemp("pages") / "photo.tif"
    make_page = [os.environ["MAKE_PAGE_PROGRAM"], path, "--content", "photo", "--width", "203", "--height", "151"]
    subprocess.run(make_page, check=True, capture_output=True)
    return path


@pytest.fixture
def command(tmp_path):
    """Runs the command with these arguments, and returns the digests of the plates by their names."""

    def run(page, *arguments):
        folder = tmp_path / "command"
        program = os.environ["PLATERIP_PROGRAM"]
        subprocess.run([program, page, "--quiet", "-o", folder, *arguments], check=True)
        return digests(folder)

    return run


def digests(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def write_cmyk(path, pixels):
    """Writes CMYK pixels of 8 or 16 bits as a PAM file."""
    rows, columns, _ = pixels.shape
    most = np.iinfo(pixels.dtype).max
    header = f"P7\nWIDTH {columns}\nHEIGHT {rows}\nDEPTH 4\nMAXVAL {most}\nTUPLTYPE CMYK\nENDHDR\n"
    path.write_bytes(header.encode() + pixels.astype(pixels.dtype.newbyteorder(">")).tobytes())
