"""Ink planes of NumPy become the bits that the command makes of them."""

import gc
import os
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest
from conftest import write_cmyk

import platerip

INKS = ["Cyan", "Magenta", "Yellow", "Black"]


def plate_of_command(path):
    """The packed rows of a PBM stream, ink by ink."""
    plates = []
    data = path.read_bytes()
    while data:
        kind, width, height = data.split(maxsplit=3)[:3]
        assert kind == b"P4"
        begin = data.index(b"\n", data.index(b"\n") + 1) + 1
        size = (int(width) + 7) // 8 * int(height)
        plates.append(np.frombuffer(data[begin : begin + size], np.uint8).reshape(int(height), -1))
        data = data[begin + size :]
    return np.stack(plates)


def by_command(tmp_path, pixels, *arguments):
    """The plates of CMYK pixels, (inks, rows, bytes). The halftone gets the pixels as they are."""
    write_cmyk(tmp_path / "page.pam", pixels)
    program = [os.environ["PLATERIP_PROGRAM"], tmp_path / "page.pam", "--quiet", "-o", "-", "--output-format", "pbm"]
    if not any(word.startswith("--sharpness") for word in arguments):
        arguments = [*arguments, "--sharpness", "0"]
    with open(tmp_path / "plates.pbm", "wb") as plates:
        subprocess.run([*program, "--crisp", "off", *arguments], check=True, stdout=plates)
    return plate_of_command(tmp_path / "plates.pbm")


@pytest.mark.parametrize("method", [method.name for method in platerip.methods()])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_every_method_has_the_bits_of_the_command(random, tmp_path, method, dtype):
    size = 8 if method in ("les", "pes") else 77
    pixels = random.integers(0, np.iinfo(dtype).max, (size, size, 4), dtype, endpoint=True)
    planes = np.moveaxis(pixels, -1, 0).copy()
    expected = by_command(tmp_path, pixels, "--halftone", method)
    assert np.array_equal(platerip.halftone(planes, method), expected)
    assert np.array_equal(platerip.halftone(planes[3], method, planes="K"), expected[3])


@pytest.mark.parametrize(
    "keywords, arguments",
    [
        ({"sharpness": 60}, ["--sharpness", "60"]),
        ({"sharpness": {"C": 20, "K": 110}}, ["--sharpness", "C=20", "--sharpness", "K=110"]),
        ({"inks": "even"}, ["--inks", "even"]),
        ({"inks": "together", "method": "dbs", "quality": "draft"},
         ["--inks=together", "--halftone=dbs", "--quality=draft"]),
        ({"method": "am", "resolution": 1200, "screen_ruling": 150, "screen_angle": {"M": 30}, "dot": "round"},
         ["--halftone=am", "--resolution=1200", "--screen-ruling=150", "--screen-angle=M=30", "--dot=round"]),
        ({"method": "blue-noise", "min_dot": 3}, ["--halftone=blue-noise", "--min-dot=3"]),
        ({"threads": 1, "backend": "reference"}, ["--backend=reference"]),
    ],
)
def test_options_mean_what_they_mean_to_the_command(random, tmp_path, keywords, arguments):
    pixels = random.integers(0, 256, (90, 70, 4), np.uint8)
    plates = platerip.halftone(np.moveaxis(pixels, -1, 0).copy(), **keywords)
    assert np.array_equal(plates, by_command(tmp_path, pixels, *arguments))


@pytest.mark.parametrize("levels, bits", [(2, 1), (3, 2), (4, 2), (16, 4)])
def test_levels_pack_into_bits(levels, bits):
    steps = np.repeat(np.round(np.linspace(0, 255, levels)).astype(np.uint8), 3)
    plate = platerip.halftone(np.tile(steps, (5, 1)), "floyd-steinberg", levels=levels)
    assert plate.shape == (5, (len(steps) * bits + 7) // 8)
    assert np.array_equal(platerip.unpack(plate, len(steps), levels), np.tile(np.repeat(np.arange(levels), 3), (5, 1)))


def test_rows_are_read_where_they_are(random):
    page = random.integers(0, 256, (100, 150), np.uint8)
    for plane in (page[::2], page[::-1], page[:, 20:90], page[5:50, 3:]):
        assert np.array_equal(platerip.halftone(plane), platerip.halftone(plane.copy()))
    before = page.copy()
    page.flags.writeable = False
    platerip.halftone(page)
    assert np.array_equal(page, before)


class HostMemory:
    """An array that is shared by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_other_owners_share_their_memory(random):
    plane = random.integers(0, 256, (20, 30), np.uint8)
    expected = platerip.halftone(plane)
    assert np.array_equal(platerip.halftone(HostMemory(plane)), expected)
    assert np.array_equal(platerip.halftone(memoryview(plane)), expected)


def test_out_gets_the_plates(random):
    plane = random.integers(0, 256, (20, 30), np.uint8)
    room = np.full((20, 16), 77, np.uint8)
    plate = platerip.halftone(plane, out=room[:, 2:6])
    assert np.shares_memory(plate, room)
    assert np.array_equal(plate, platerip.halftone(plane))
    assert (np.delete(room, np.s_[2:6], axis=1) == 77).all()


PLANE = np.zeros((4, 9), np.uint8)
READ_ONLY = np.zeros((4, 2), np.uint8)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    "planes, out, error, sentence",
    [
        (np.zeros((4, 9)), None, TypeError, "samples of uint8 or uint16, not float64; convert it"),
        (np.zeros((4, 9), np.int8), None, TypeError, "not int8"),
        (np.zeros((4, 9), ">u2"), None, TypeError, "byte order of this machine"),
        (np.array([["a"]], object), None, TypeError, "not object"),
        (PLANE[:, ::2], None, ValueError, "side by side.*numpy.ascontiguousarray"),
        (PLANE.T, None, ValueError, "side by side"),
        (np.zeros(80, np.uint8)[1:73].view(np.uint16).reshape(4, 9), None, ValueError, "aligned"),
        (PLANE[:0], None, ValueError, "needs rows"),
        (PLANE[:, :0], None, ValueError, "needs pixels"),
        (PLANE[0], None, ValueError, "2 dimensions"),
        ([], None, ValueError, "no plane"),
        ([PLANE, PLANE[:2]], None, ValueError, "one shape and one type"),
        ([PLANE, PLANE.astype(np.uint16)], None, ValueError, "one shape and one type"),
        (np.broadcast_to(PLANE[:1], (2**59, 9)), None, MemoryError, ""),
        (PLANE, np.zeros((4, 3), np.uint8), ValueError, r"out needs .* shape \(1, 4, 2\)"),
        (PLANE, np.zeros((4, 2), np.int8), ValueError, "out needs the type uint8"),
        (PLANE, READ_ONLY, ValueError, "read-only"),
        (PLANE, np.zeros((4, 4), np.uint8)[:, ::2], ValueError, "side by side"),
        (PLANE, PLANE[:, :2], ValueError, "shares memory"),
        (PLANE, [[0, 0]] * 4, TypeError, "out is a NumPy array"),
    ],
)
def test_what_does_not_fit_raises_a_sentence(planes, out, error, sentence):
    with pytest.raises(error, match=sentence):
        platerip.halftone(planes, out=out)


def test_memory_of_a_device_raises_a_sentence():
    class OnGpu(HostMemory):
        def __dlpack__(self, **arguments):
            raise BufferError("it is on a GPU")

    with pytest.raises(TypeError, match="copy it to the memory of the host"):
        platerip.halftone(OnGpu(PLANE))


@pytest.mark.parametrize(
    "keywords, code, setting",
    [
        ({"levels": 17}, "bad_setting", "levels"),
        ({"method": "wood"}, "bad_setting", "halftone"),
        ({"ink_limit": 280}, "bad_setting", "ink_limit"),
        ({"light": "C=Light Cyan:0.3"}, "bad_setting", "light"),
        ({"nonsense": 1}, "bad_setting", "nonsense"),
        ({"planes": "Orange"}, "bad_input", "planes"),
        ({"screen_file": {"K": "/nowhere.tif"}}, "unreadable", ""),
    ],
)
def test_errors_say_what_is_wrong(keywords, code, setting):
    with pytest.raises(platerip.Error) as raised:
        platerip.halftone(PLANE, **keywords)
    assert (raised.value.code, raised.value.setting) == (code, setting)
    assert "\n" not in str(raised.value)


def test_idle_options_warn_in_the_callers_name():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        platerip.halftone(PLANE, quality="best")
    assert [warning.category for warning in caught] == [platerip.PageWarning]
    assert "quality has no effect" in str(caught[0].message)
    assert caught[0].filename == __file__


CHILD = """
import sys, numpy, platerip
planes, state = numpy.load(sys.argv[1]), open(sys.argv[2], "rb").read()
halftoner = platerip.Halftoner(planes.shape[2], sys.argv[3], count=4, levels=int(sys.argv[4]))
halftoner.restore(state)
numpy.save(sys.argv[5], halftoner.run(planes, last=True))
"""


@pytest.mark.parametrize("method, levels", [("tone", 2), ("jarvis", 4), ("dbs", 2)])
def test_another_process_goes_on_with_the_same_bits(random, tmp_path, method, levels):
    planes = random.integers(0, 256, (4, 150, 83), np.uint8)
    begun = platerip.Halftoner(83, method, count=4, levels=levels)
    above = [begun.run(planes[:, :40]), begun.run(planes[:, 40:47]), begun.run(planes[:, 47:110])]
    np.save(tmp_path / "below.npy", planes[:, 110:])
    (tmp_path / "state").write_bytes(begun.save())
    arguments = [tmp_path / "below.npy", tmp_path / "state", method, str(levels), tmp_path / "plates.npy"]
    subprocess.run([sys.executable, "-c", CHILD, *arguments], check=True)
    plates = np.concatenate([*above, np.load(tmp_path / "plates.npy")], axis=1)
    assert np.array_equal(plates, platerip.halftone(planes, method, levels=levels))


def test_a_wrong_state_is_refused(random):
    halftoner = platerip.Halftoner(83)
    halftoner.run(random.integers(0, 256, (9, 83), np.uint8))
    state = halftoner.save()
    broken = [b"", b"\n", b"[" * 100000, state[:-1], state + b"x", state.replace(b"tone", b"fan"), os.urandom(999)]
    for other in [*broken, platerip.Halftoner(84).save(), platerip.Halftoner(83, "fan").save()]:
        with pytest.raises(platerip.Error):
            platerip.Halftoner(83).restore(other)
    for place in random.integers(0, len(state), 200):
        damaged = bytearray(state)
        damaged[place] ^= 1 << random.integers(8)
        try:
            platerip.Halftoner(83).restore(bytes(damaged))
        except platerip.Error:
            pass


def test_threads_share_a_halftoner_in_turn(random):
    planes = random.integers(0, 256, (64, 301, 83), np.uint8)
    halftoner = platerip.Halftoner(83, "dbs")
    rows = []
    threads = [threading.Thread(target=lambda plane=plane: rows.append(len(halftoner.run(plane)))) for plane in planes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rest = halftoner.run(np.zeros((0, 83), np.uint8), last=True)
    assert sum(rows) + len(rest) == 64 * 301


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_ten_thousand_calls_take_nothing_along(random):
    plane = random.integers(0, 256, (16, 64), np.uint8)
    out = np.empty((16, 8), np.uint8)

    def calls(count):
        for number in range(count):
            platerip.halftone(plane, ("tone", "dbs", "bayer")[number % 3], out=out if number % 2 else None)
            try:
                platerip.halftone(plane, levels=99)
            except platerip.Error:
                pass
        gc.collect()

    def held():
        files = len(os.listdir("/proc/self/fd"))
        return [files, sys.getrefcount(plane), sys.getrefcount(out)], len(gc.get_objects()), resident()

    calls(1000)
    before = held()
    calls(10000)
    after = held()
    assert after[0] == before[0]
    assert after[1] - before[1] < 100
    assert after[2] - before[2] < 1 << 20
