"""Pages of files and arrays become the plates that the command makes of them."""

import signal
import threading
import time
import warnings

import numpy as np
import pytest
from conftest import digests
from PIL import Image

import platerip

pytestmark = pytest.mark.filterwarnings("ignore::platerip.PageWarning")


@pytest.mark.parametrize(
    "keywords, arguments",
    [
        ({}, []),
        ({"halftone": "am", "screen_ruling": 85.5}, ["--halftone=am", "--screen-ruling=85.5"]),
        ({"levels": 4, "halftone": "stucki"}, ["--levels=4", "--halftone=stucki"]),
        ({"drops": [0, 30, 55, 100], "drop_mix": 40}, ["--drops=0,30,55,100", "--drop-mix=40"]),
        ({"drops": {"K": [0, 100], "C": "0,40,100"}}, ["--drops=K=0,100", "--drops=C=0,40,100"]),
        ({"ink_limit": 250, "paper_white": True, "bpc": False}, ["--ink-limit=250", "--paper-white", "--no-bpc"]),
        ({"planes": ["C", "Black"], "invert": True}, ["--planes=C,Black", "--invert"]),
        ({"plate": ["White=light,choke=2px", "Varnish=all,amount=40"]},
         ["--plate=White=light,choke=2px", "--plate=Varnish=all,amount=40"]),
        ({"light": {"C": "Light Cyan:0.3"}, "levels": 3}, ["--light=C=Light Cyan:0.3", "--levels=3"]),
        ({"for_": "prinergy", "compression": "lzw"}, ["--for=prinergy", "--compression=lzw"]),
        ({"memory": 64, "threads": 1, "strip_rows": 7}, []),
    ],
)
def test_files_are_those_of_the_command(photo, tmp_path, command, keywords, arguments):
    page = platerip.rip(photo, output=tmp_path / "python", **keywords)
    assert digests(tmp_path / "python") == command(photo, *arguments)
    assert sorted(page.files.values()) == sorted(str(path) for path in (tmp_path / "python").iterdir())
    assert page.plates == {}


@pytest.mark.parametrize("keywords", [{}, {"planes": "K", "invert": True}, {"levels": 4}, {"step": "2x2"}])
def test_arrays_have_the_bits_of_the_files(photo, tmp_path, keywords):
    pixels = np.asarray(Image.open(photo))
    of_file = platerip.rip(photo, **keywords)
    of_pixels = platerip.rip(pixels, **keywords)
    files = platerip.rip(photo, output=tmp_path, compression="none", **keywords).files
    assert list(of_file.plates) == list(of_pixels.plates) == list(files)
    for ink, plate in of_pixels.plates.items():
        assert np.array_equal(plate, of_file.plates[ink])
        if of_pixels.levels == 2:
            tiff = 255 * platerip.unpack(plate, of_pixels.width)
            assert np.array_equal(255 - tiff, np.asarray(Image.open(files[ink]).convert("L")))


@pytest.mark.parametrize(
    "options",
    [{}, {"choke": {"K": "2px"}}, {"knock_out": "#000000", "spread": {"C": "2px"}}, {"curve": {}}, {"planes": "K,C"}],
)
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_planes_are_what_plates_are_made_of(random, options, dtype):
    pixels = random.integers(0, np.iinfo(dtype).max, (151, 67, 3), dtype)
    pixels[30:60] = 0
    planes = platerip.separate(pixels, **options)
    plates = platerip.rip(pixels, **options).plates
    assert list(planes) == list(plates)
    halftoned = platerip.halftone(list(planes.values()), names=["Cyan", "Magenta", "Yellow", "Black"],
                                  planes=list(planes))
    assert np.array_equal(halftoned, list(plates.values()))


def test_cmyk_passes_through_and_may_have_alpha_and_spots(random):
    pixels = random.integers(0, 256, (20, 30, 6), np.uint8)
    pixels[..., 4] = 255
    planes = platerip.separate(pixels, model="cmyk", alpha="unassociated", spots=["Varnish"], crisp="off")
    assert list(planes) == ["Cyan", "Magenta", "Yellow", "Black", "Varnish"]
    assert np.array_equal(list(planes.values()), np.moveaxis(pixels[..., [0, 1, 2, 3, 5]], -1, 0))
    assert list(platerip.separate(pixels[..., :2].copy(), model="inks", spots=["A", "B"])) == ["A", "B"]


def test_rows_are_read_where_they_are(random):
    pixels = random.integers(0, 256, (90, 40, 3), np.uint8)
    for page in (pixels[::2], pixels[::-1], pixels[5:50, 3:20]):
        for ink, plane in platerip.separate(page).items():
            assert np.array_equal(plane, platerip.separate(page.copy())[ink])


@pytest.mark.parametrize(
    "pixels, meaning, error, sentence",
    [
        (np.zeros((4, 4, 3)), {}, TypeError, "uint8 or uint16"),
        (np.zeros((4, 4, 4), np.uint8), {}, ValueError, "CMYK, or RGB and alpha"),
        (np.zeros((4, 4, 7), np.uint8), {}, ValueError, "name the model"),
        (np.zeros((4, 4, 3), np.uint8), {"model": "cmyk"}, ValueError, "has 4 samples .* in this array it has 3"),
        (np.zeros((4, 4, 3), np.uint8), {"model": "hsv"}, ValueError, "one of gray, rgb"),
        (np.zeros((4, 4, 4), np.uint8), {"model": "lab", "alpha": "associated"}, ValueError, "lab has no alpha"),
        (np.zeros((0, 4, 3), np.uint8), {}, ValueError, "empty"),
        (np.zeros((4, 0, 3), np.uint8), {}, ValueError, "empty"),
        (np.zeros((4,), np.uint8), {}, ValueError, "1 dimensions"),
        (np.broadcast_to(np.zeros((1, 9), np.uint8), (2**59, 9)), {}, MemoryError, ""),
        (np.zeros((3, 4, 4), np.uint8).transpose(1, 2, 0), {}, ValueError, "side by side"),
        (np.zeros((4, 8, 3), np.uint8)[:, ::2], {}, ValueError, "side by side"),
    ],
)
def test_what_does_not_fit_raises_a_sentence(pixels, meaning, error, sentence):
    for function in (platerip.separate, platerip.rip):
        with pytest.raises(error, match=sentence):
            function(pixels, **meaning)


GRAY = np.zeros((4, 4), np.uint8)


@pytest.mark.parametrize(
    "page, keywords, code, setting, advice",
    [
        (GRAY, {"profile": "/nowhere.icc"}, "unreadable", "", ""),
        (GRAY, {"compression": "g4"}, "bad_setting", "compression", "give output for files"),
        (GRAY, {"output": "-"}, "bad_setting", "output", ""),
        (GRAY, {"icc": b"no profile"}, "bad_input", "", "give ignore_embedded"),
        (GRAY, {"zones": 12}, "bad_setting", "zones", "give report"),
        ("/nowhere.tif", {}, "unreadable", "", ""),
        (np.broadcast_to(GRAY[:1], (4, 4)), {"threads": -1}, "bad_setting", "threads", ""),
    ],
)
def test_errors_have_a_code_and_advice(page, keywords, code, setting, advice):
    with pytest.raises(platerip.Error) as raised:
        platerip.rip(page, **keywords)
    assert (raised.value.code, raised.value.setting) == (code, setting)
    assert advice in str(raised.value)
    assert bool(advice) == bool(raised.value.advice)


def test_planes_refuse_options_without_effect():
    with pytest.raises(platerip.Error, match="halftone: has no effect on planes"):
        platerip.separate(GRAY, halftone="fan")


def test_a_file_of_several_pages(tmp_path):
    sizes = [(20, 30), (21, 31), (22, 32)]
    first, *others = [Image.new("L", size, 128) for size in sizes]
    first.save(tmp_path / "book.tif", save_all=True, append_images=others)
    with pytest.raises(platerip.Error, match="has 3 pages"):
        platerip.rip(tmp_path / "book.tif")
    assert platerip.rip(tmp_path / "book.tif", pages=2).width == 21
    pages = list(platerip.rip_pages(tmp_path / "book.tif", planes="K"))
    assert [(page.width, page.plates["Black"].shape[0]) for page in pages] == sizes


def test_warnings_of_a_page_are_warnings():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        page = platerip.rip(GRAY, quality="best")
    assert [str(warning.message) for warning in caught] == [f"page: {line}" for line in page.warnings]
    assert "quality has no effect" in page.warnings[0]
    assert caught[0].filename == __file__


def test_threads_share_a_press(random):
    pages = [random.integers(0, 256, (60, 40 + number, 3), np.uint8) for number in range(8)]
    press = platerip.Press(precision="exact", ink_limit=280)
    made = {}
    threads = [
        threading.Thread(target=lambda number=number: made.update({number: press.rip(pages[number])}))
        for number in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, page in made.items():
        alone = platerip.rip(pages[number], precision="exact", ink_limit=280)
        assert all(np.array_equal(plate, alone.plates[ink]) for ink, plate in page.plates.items())
    assert len(made) == 8


def test_a_page_tells_its_progress_and_stops_when_asked(random, tmp_path):
    pixels = random.integers(0, 256, (3000, 100, 3), np.uint8)
    done = []
    platerip.rip(pixels, progress=lambda *rows: done.append(rows), strip_rows=100)
    assert done == [(rows, 3000) for rows in range(100, 3001, 100)]

    def fail(rows, of):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        platerip.rip(pixels, progress=fail, output=tmp_path)

    def interrupt(rows, of):
        if rows == 1:
            signal.raise_signal(signal.SIGINT)
        time.sleep(0.01)  # the page has 3000 strips, and so 30 seconds to be stopped

    with pytest.raises(KeyboardInterrupt):
        platerip.rip(pixels, progress=interrupt, output=tmp_path, strip_rows=1)
    assert list(tmp_path.iterdir()) == []
