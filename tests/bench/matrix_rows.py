"""The rows of tests/bench/matrix, and how much each may take."""
import collections

# name, page, options. On cores, in times of the plain page's processor time: the most that it may take (`bound`), and
# what we aim at. On a GPU, in times of the upload of its bytes: the same. Whether the page goes through the CUPS
# filter; whether it is slow, and so run once.
Row = collections.namedtuple("Row", "name page options bound aim gpu_bound gpu_aim filter slow")


# What a GPU's rows may take that miss their aim or are near it: a fifth above what results/matrix_h200.txt has, or a
# third where the host's cores have much to do, which differ from machine to machine.
GPU_BOUNDS = {
    "gray": 2.7, "gray, 16 bits": 1.9,
    "`--precision exact`, 16 bits": 1.6, "`--halftone blue-noise`": 1.5, "`--halftone green-noise`": 1.5,
    "`--inks even`": 4.7, "`--levels 4`": 1.6, "`--levels 16`": 1.7, "`--drops 28,55,100`": 1.6, "`--light`": 1.9,
    "`--preview`": 1.9, "`--report`": 2.9, "`--ppf`": 2.6, "`--margin 15 --marks all --mirror`": 1.6,
    "`--step 2x1`": 1.8, "`--strip-rows 8`": 1.5, "`--halftone dbs`": 5.6, "`--halftone dbs --inks together`": 42,
}


def row(name, page="rgb", options="", aim=2.0, bound=None, gpu_aim=1.3, filter=False, slow=False):
    return Row(name, page, options, bound or aim, aim, GPU_BOUNDS.get(name, gpu_aim), gpu_aim, filter, slow)


PAGES = [
    row("RGB, again", aim=1.0, bound=1.2),
    row("gray", "gray"),
    row("gray, 16 bits", "gray16"),
    row("CMYK", "cmyk"),
    row("CMYK, 16 bits", "cmyk16"),
    row("CMYK, converted", "cmyk", "--convert-cmyk --input-profile press.icc"),
    row("L\\*a\\*b\\*", "lab"),
    row("L\\*a\\*b\\*, 16 bits", "lab16", bound=2.4),
    row("RGB, 16 bits", "rgb16"),
    row("RGB, floating point", "float", aim=1.6, bound=2.2),
    row("CMYK and a spot ink", "spot", aim=1.35),
    row("RGB with alpha", "alpha"),
    row("palette", "palette"),
    row("RGB, planes apart", "planar"),
    row("on its side, `--upright`", "on-side", "--upright", aim=1.6, bound=2.2),
    row("upside down, `--upright`", "upside-down", "--upright", aim=1.6, bound=1.9),
]

BOUNDS_COMPRESSED = {"deflate-one": 2.4, "deflate-tiles": 2.4, "zstd-one": 2.5}

COMPRESSED = [
    row(f"{name}{layout}", f"{page}{suffix}", aim=2.2, bound=BOUNDS_COMPRESSED.get(f"{page}{suffix}"))
    for name, page in (("PackBits", "packbits"), ("LZW", "lzw"), ("Deflate", "deflate"), ("ZSTD", "zstd"),
                       ("JPEG", "jpeg"))
    for layout, suffix in (("", ""), (", one strip", "-one"), (", tiles", "-tiles"))
] + [
    row("PNG", "rgb.png", aim=2.2, bound=2.7),
    row("JPEG file", "rgb.jpg", aim=2.2),
    row("PPM", "rgb.ppm"),
    row("CUPS raster", "rgb.ras", filter=True),
]

COLOR = [
    row("`--precision exact`", options="--precision exact"),
    row("`--precision exact`, 16 bits", "rgb16", "--precision exact", aim=3.0, bound=3.4),
    row("`--precision exact`, CMYK converted", "cmyk", "--convert-cmyk --input-profile press.icc --precision exact",
        bound=2.4),
    row("`--intent absolute --paper-white`", options="--intent absolute --paper-white"),
    row("`--keep-black neutral`", options="--keep-black neutral"),
    row("`--crisp off`", options="--crisp off"),
    row("`--crisp soft`", options="--crisp soft"),
    row("`--curve`", options="--curve C=curve.txt"),
    row("`--across`", options="--across K=across.txt"),
    row("`--ink-limit`", options="--ink-limit 280"),
    row("`--plate White=inks`", options="--plate White=inks"),
    row("`--spread`", options="--spread K=2px"),
    row("`--split`", options="--split Cyan=split.txt"),
]

HALFTONE = [
    row(f"`--halftone {name}`", options=f"--halftone {name}")
    for name in ("floyd-steinberg", "stucki", "centred", "threshold", "bayer", "am", "blue-noise", "green-noise")
] + [
    row("`--sharpness 50`", options="--sharpness 50"),
    row("`--inks even`", options="--inks even", gpu_aim=None),
    row("`--levels 4`", options="--levels 4"),
    row("`--levels 16`", options="--levels 16"),
    row("`--drops 28,55,100`", options="--drops 28,55,100"),
    row("`--light`", options="--light C=LightCyan:0.3"),
    row("RGB, 16 bits, `--halftone blue-noise`", "rgb16", "--halftone blue-noise"),
]

OUTPUT = [
    row("`--preview`", options="--preview preview.png", aim=1.5, bound=1.8),
    row("`--report`", options="--report report.html", aim=1.6, bound=2.0),
    row("`--manifest`", options="--manifest"),
    row("`--ppf`", options="--ppf page.ppf"),
    row("`--checkpoint 1`", options="--checkpoint 1"),
    row("`--margin 15 --marks all --mirror`", options="--margin 15 --marks all --mirror"),
    row("`--step 2x1`", options="--step 2x1", bound=2.3),
    row("`--invert`", options="--invert"),
    row("`--strip-rows 8`", options="--strip-rows 8", bound=2.4),
] + [
    row(f"`--compression {name}`", options=f"--compression {name}", bound=2.0 if name == "deflate" else 2.4)
    for name in ("packbits", "lzw", "deflate", "zstd", "g4")
] + [
    row(f"`--output-format {name}`", options=f"-o - --output-format {name}")
    for name in ("tiff", "pbm", "cups-raster")
]

SEARCHES = [
    row("`--halftone dbs`", options="--halftone dbs --quality draft", aim=None,
        gpu_aim=None, slow=True),
    row("`--halftone dbs --inks together`", options="--halftone dbs --inks together --quality draft", aim=None,
        gpu_aim=None, slow=True),
]


def is_of_gpu(row):
    """Whether a GPU has to do with it: not with how pages are stored, and how plates are written."""
    return row not in COMPRESSED and not any(word in row.options for word in ("--compression", "--output-format"))


FILES = {
    "across.txt": "px 25 50\n100 25 50\n300 20 40.5\n500 30 70\n",
    "curve.txt": "0 0\n25 22.5\n50 46\n75 71.5\n100 98\n",
    "split.txt": 'TONE Cyan "Light Cyan"\n0 0 0\n30 0 100\n100 100 0\n',
}
GROUPS = {"Pages": PAGES, "Compressed pages and other formats": COMPRESSED, "Colour": COLOR, "Halftone": HALFTONE,
          "Plates and files": OUTPUT, "Searches": SEARCHES}
