"""The package as it is installed, and its documents."""

import ast
import contextlib
import inspect
import io
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
from PIL import Image

import platerip

root = pathlib.Path(__file__).resolve().parents[2]


def test_every_option_of_the_command_is_a_keyword():
    text = subprocess.run([os.environ["PLATERIP_PROGRAM"], "--help"], check=True, capture_output=True, text=True).stdout
    for option in platerip.options():
        assert f"--{option.name}" in text
        assert option.keyword.isidentifier()


def test_all_that_is_public_is_documented_and_typed():
    for name in platerip.__all__:
        thing = getattr(platerip, name)
        assert inspect.getdoc(thing), name
        for function in [thing] if inspect.isfunction(thing) else vars(thing).values():
            if inspect.isfunction(function) and (not function.__name__.startswith("_")):
                assert inspect.getdoc(function), function
                parameters = inspect.signature(function).parameters.values()
                assert all(p.annotation is not p.empty or p.name == "self" for p in parameters), function


def test_the_stub_declares_what_the_native_module_has():
    stub = ast.parse((pathlib.Path(platerip.__file__).parent / "_native.pyi").read_text())
    declared = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    native = {name: thing for name, thing in vars(platerip._native).items() if not name.startswith("__")}
    assert declared.keys() | {"version"} == native.keys()
    for name, node in declared.items():
        if isinstance(node, ast.ClassDef):
            members = {member for member in vars(native[name]) if not member.startswith("_")}
            assert members == {member.name for member in node.body} - {"__init__"}


def test_pip_makes_a_wheel_without_a_network(tmp_path):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    wheel = [*pip, "wheel", "--no-deps", "--no-index", "--no-cache-dir", "-w", tmp_path, root]
    subprocess.run([*wheel, "--config-settings", f"build={os.environ['PLATERIP_BUILD']}"], check=True)
    [made] = tmp_path.glob("platerip-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", tmp_path / "site", made], check=True)
    code = "import platerip; print(platerip.__file__, platerip.__version__)"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    run = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    assert run.stdout.split() == [str(tmp_path / "site/platerip/__init__.py"), platerip.__version__]


def blocks_of(document):
    """The examples of a document: code, and what it prints, if the text says so."""
    text = document.read_text()
    return re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", text, re.DOTALL)


def test_the_examples_of_the_document_do_what_it_says(tmp_path, monkeypatch):
    """docs/pictures has the pictures that they make. PLATERIP_PICTURES=docs/pictures renews them."""
    monkeypatch.chdir(tmp_path)
    make_page = [os.environ["MAKE_PAGE_PROGRAM"], "photo.tif", "--content", "photo"]
    subprocess.run([*make_page, "--width", "240", "--height", "180"], check=True, capture_output=True)
    names = {}
    for code, printed in blocks_of(root / "docs/python.md"):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(code, names)
        assert out.getvalue() == printed
    pictures = list(tmp_path.glob("*.png"))
    assert pictures
    for picture in pictures:
        kept = root / "docs/pictures" / picture.name
        if os.environ.get("PLATERIP_PICTURES"):
            kept.write_bytes(picture.read_bytes())
        assert np.array_equal(np.asarray(Image.open(picture)), np.asarray(Image.open(kept)))


def test_the_sample_draws_three_halftones(tmp_path):
    subprocess.run([os.environ["MAKE_PAGE_PROGRAM"], tmp_path / "photo.tif", "--content", "photo", "--width", "90",
                    "--height", "60"], check=True, capture_output=True)
    script = [sys.executable, root / "samples/three_halftones.py", tmp_path / "photo.tif", tmp_path / "three.png"]
    subprocess.run(script, check=True)
    assert Image.open(tmp_path / "three.png").width >= 3 * 90
