"""The pages of tests/bench/matrix: a photograph in every kind that platerip reads."""
import os
import struct
import subprocess

WHITE = bytes(range(255, -1, -1))  # turns light into ink
SIGN = bytes(value ^ 0x80 for value in range(256))


class Pages:
    """Makes pages in the current folder when they are first asked for."""

    def __init__(self, build, width, height=None):
        self.build = build
        self.width = width
        self.height = height or width
        self.decoder_ms = {}

    def path(self, name):
        path = name if "." in name else name + ".tif"
        if not os.path.exists(path):
            self._make(name, path)
        return path

    def _make(self, name, path):
        if name in ("rgb", "rgb16"):
            subprocess.run([f"{self.build}/samples/make-page", path, "--width", str(self.width),
                            "--height", str(self.height), "--bits", "16" if name == "rgb16" else "8",
                            "--content", "photo"], check=True)
        elif name in RECODED:
            output = subprocess.run([f"{self.build}/tests/bench/recode", self.path("rgb"), path, *RECODED[name]],
                                    check=True, capture_output=True, text=True).stdout
            self.decoder_ms[name] = int(output)
        elif name == "rgb.ppm":
            write(path, b"P6\n%d %d\n255\n" % (self.width, self.height), self._rgb())
        elif name == "rgb.ras":
            write(path, raster_header(self.width, self.height), self._rgb())
        else:
            tags, planes, pixels = KINDS[name]
            write_tiff(path, self.width, self.height, tags, pixels(self._rgb()), planes)

    def _rgb(self):
        with open(self.path("rgb"), "rb") as file:
            return file.read()[8:8 + 3 * self.width * self.height]  # make-page writes them behind the file's header


def write(path, *parts):
    with open(path, "wb") as file:
        for part in parts:
            file.write(part)


def raster_header(width, height):
    words = [0] * 385
    for index, value in ((5, 600), (6, 600), (29, width), (30, height), (32, 8), (33, 24), (34, 3 * width), (36, 19),
                         (41, 3)):
        words[index] = value
    return struct.pack("<I", 0x52615333) + (bytes(256) + struct.pack("<385I", *words))[:1796]


def write_tiff(path, width, height, more_tags, pixels, planes=1, rows=64):
    """Writes a BigTIFF: `pixels`, in strips of `rows` rows, and behind them the tags {number: (type, values)}."""
    strips = -(-height // rows)
    row_bytes = len(pixels) // height // planes
    counts = [row_bytes * min(rows, height - rows * strip) for _ in range(planes) for strip in range(strips)]
    offsets = [16 + sum(counts[:strip]) for strip in range(len(counts))]
    tags = {256: ("I", [width]), 257: ("I", [height]), 259: ("H", [1]), 273: ("Q", offsets), 278: ("I", [rows]),
            279: ("Q", counts), 282: ("R", [600, 1]), 283: ("R", [600, 1]), 284: ("H", [2 if planes > 1 else 1]),
            296: ("H", [2]), **more_tags}
    codes = {"H": 3, "I": 4, "Q": 16, "R": 5, "s": 2}
    place = 16 + len(pixels)
    directory = place + place % 2
    end = directory + 16 + 20 * len(tags)
    entries, values_behind = b"", b""
    for number, (kind, values) in sorted(tags.items()):
        data = values if kind == "s" else struct.pack(f"<{len(values)}{'I' if kind == 'R' else kind}", *values)
        count = 1 if kind == "R" else len(values)
        if len(data) > 8:
            value = struct.pack("<Q", end + len(values_behind))
            values_behind += data + bytes(-len(data) % 8)
        else:
            value = data.ljust(8, b"\0")
        entries += struct.pack("<HHQ", number, codes[kind], count) + value
    write(path, struct.pack("<2sHHHQ", b"II", 43, 8, 0, directory), pixels, bytes(directory - place),
          struct.pack("<Q", len(tags)), entries, bytes(8), values_behind)


def interleaved(*samples):
    pixels = bytearray(len(samples) * len(samples[0]))
    for index, sample in enumerate(samples):
        pixels[index::len(samples)] = sample
    return pixels


def words(pixels):
    return interleaved(pixels, pixels)


def floats(pixels):
    """Each byte as a float from 0 to 1."""
    parts = list(zip(*(struct.pack("<f", value / 255) for value in range(256))))
    return interleaved(*(pixels.translate(bytes(part)) for part in parts))


def inks(rgb):
    cyan, magenta, yellow = (rgb[index::3].translate(WHITE) for index in range(3))
    return cyan, magenta, yellow, magenta.translate(bytes(value // 3 for value in range(256)))


def lab(rgb):
    return interleaved(rgb[1::3], rgb[0::3].translate(SIGN), rgb[2::3].translate(SIGN))


def tags_of(photometric, samples, bits=8, **more):
    named = {"extra": 338, "orientation": 274, "format": 339}
    tags = {258: ("H", [bits] * samples), 262: ("H", [photometric]), 277: ("H", [samples])}
    tags.update({named[name]: ("H", values) for name, values in more.items()})
    return tags


RGB, GRAY, PALETTE, SEPARATED, LAB = 2, 1, 3, 5, 8
MAP = {320: ("H", [257 * (value if channel != 1 else value * value // 255) for channel in range(3)
                   for value in range(256)])}
SPOT = {333: ("s", b"Cyan\0Magenta\0Yellow\0Black\0Gold\0"), 334: ("H", [5]), 332: ("H", [1])}

# Name: tags, planes, and the function that makes the samples of the photograph's.
KINDS = {
    "gray": (tags_of(GRAY, 1), 1, lambda rgb: rgb[1::3]),
    "gray16": (tags_of(GRAY, 1, 16), 1, lambda rgb: words(rgb[1::3])),
    "cmyk": (tags_of(SEPARATED, 4), 1, lambda rgb: interleaved(*inks(rgb))),
    "cmyk16": (tags_of(SEPARATED, 4, 16), 1, lambda rgb: words(interleaved(*inks(rgb)))),
    "lab": (tags_of(LAB, 3), 1, lab),
    "lab16": (tags_of(LAB, 3, 16), 1, lambda rgb: words(lab(rgb))),
    "float": (tags_of(RGB, 3, 32, format=[3, 3, 3]), 1, floats),
    "alpha": (tags_of(RGB, 4, extra=[2]), 1, lambda rgb: interleaved(rgb[0::3], rgb[1::3], rgb[2::3], rgb[1::3])),
    "spot": ({**tags_of(SEPARATED, 5), **SPOT}, 1, lambda rgb: interleaved(*inks(rgb), rgb[0::3])),
    "palette": ({**tags_of(PALETTE, 1), **MAP}, 1, lambda rgb: rgb[1::3]),
    "planar": (tags_of(RGB, 3), 3, lambda rgb: rgb[0::3] + rgb[1::3] + rgb[2::3]),
    "on-side": (tags_of(RGB, 3, orientation=[6]), 1, lambda rgb: rgb),
    "upside-down": (tags_of(RGB, 3, orientation=[3]), 1, lambda rgb: rgb),
}

# Name: what tests/bench/recode gets.
RECODED = {f"{codec}{suffix}": (codec, *layout)
           for codec in ("packbits", "lzw", "deflate", "zstd", "jpeg")
           for suffix, layout in (("", ("strip", "64")), ("-one", ("strip", "0")), ("-tiles", ("tile", "256")))}
RECODED.update({"rgb.png": ("png",), "rgb.jpg": ("jpeg",)})
