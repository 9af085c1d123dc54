"""Builds the wheel with CMake (PEP 517). It needs only Python, CMake and Debian's pybind11-dev: Debian 12 has no
scikit-build-core, and setuptools would only be a longer way to call CMake.

The wheel runs on every processor, and needs the shared libraries of the system that it was built on. CMAKE_ARGS in the
environment adds options for CMake. `--config-settings build=build/release` takes what is in that build folder.
"""

import base64
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile

root = pathlib.Path(__file__).resolve().parents[2]
project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
version = re.search(r"^project\(platerip VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


class UnsupportedOperation(Exception):
    """What PEP 517 has for hooks that a backend does not offer."""


def build_sdist(sdist_directory, config_settings=None):
    raise UnsupportedOperation("take the sources from the repository")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    given = (config_settings or {}).get("build")
    build = root / (given or "build/wheel")
    if not given:
        configure(build)
    subprocess.run(["cmake", "--build", build, "--target", "platerip_python"], check=True)
    with tempfile.TemporaryDirectory() as prefix:
        install = ["cmake", "--install", build, "--component", "python", "--strip", "--prefix", prefix]
        subprocess.run(install, check=True, stdout=sys.stderr)
        package = next(pathlib.Path(prefix).rglob("platerip/__init__.py")).parent
        files = {f"platerip/{path.name}": path.read_bytes() for path in sorted(package.iterdir())}
    return write_wheel(pathlib.Path(wheel_directory), files)


def configure(build):
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "PLATERIP_PORTABLE": "ON",
        "PLATERIP_PYTHON": "ON",
        "PLATERIP_TESTS": "OFF",
        "PLATERIP_BENCHMARKS": "OFF",
        "Python3_EXECUTABLE": sys.executable,
    }
    command = ["cmake", "-G", "Ninja", "-S", root, "-B", build]
    command += [f"-D{name}={value}" for name, value in options.items()]
    subprocess.run(command + shlex.split(os.environ.get("CMAKE_ARGS", "")), check=True)


def write_wheel(folder, files):
    """The wheel of these files, by their names. The same files give the same bytes."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    info = f"platerip-{version}.dist-info"
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: platerip\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/RECORD"] = record(files, info).encode()
    name = f"platerip-{version}-{tag}.whl"
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data)
    return name


def metadata():
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}"]
    lines += [f"Summary: {project['description']}", f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {package}" for package in project["dependencies"]]
    return "\n".join(lines) + "\n"


def record(files, info):
    def row(path, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{path},sha256={digest},{len(data)}\n"

    return "".join(row(path, data) for path, data in files.items()) + f"{info}/RECORD,,\n"
