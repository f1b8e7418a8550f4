"""Starts the window and the judge of the program boxwood."""
import json
import os
import shutil
import subprocess
import tempfile

import numpy as np

from ._boxwood import Error, Mesh


def _program():
    override = os.environ.get("BOXWOOD")
    found = override or shutil.which("boxwood")
    if not found:
        raise Error("the program boxwood was not found; "
                    "install it, or set the environment variable BOXWOOD to its path")
    return found


def _write_obj(path, mesh):
    with open(path, "w", encoding="ascii") as file:
        for point in np.asarray(mesh.vertices):
            file.write("v {!r} {!r} {!r}\n".format(*(float(c) for c in point)))
        for face in np.asarray(mesh.faces):
            file.write("f {} {} {}\n".format(*(int(i) + 1 for i in face)))


def show(*meshes, wait=True):
    """Opens the window with meshes or files. A mesh is a boxwood.Mesh or any object with vertices and faces.

    One or two meshes open in the pair lab, more meshes in the multi-body lab. Returns the exit status, or the process
    if `wait` is false."""
    program = _program()
    folder = tempfile.mkdtemp(prefix="boxwood-")
    keeps_folder = False
    try:
        arguments = []
        for number, mesh in enumerate(meshes):
            if isinstance(mesh, (str, os.PathLike)):
                arguments.append(os.fspath(mesh))
                continue
            if not isinstance(mesh, Mesh) and not (hasattr(mesh, "vertices") and hasattr(mesh, "faces")):
                raise Error(f"show: argument {number + 1} is neither a mesh nor a file")
            arguments.append(os.path.join(folder, f"mesh-{number + 1}.obj"))
            _write_obj(arguments[-1], mesh)
        process = subprocess.Popen([program, *arguments])
        if wait:
            return process.wait()
        keeps_folder = True  # the window can read the files at any time
        return process
    finally:
        if not keeps_folder:
            shutil.rmtree(folder, ignore_errors=True)


def judge(capture, *arguments):
    """Runs `boxwood judge CAPTURE --json` and returns one dictionary per verdict. Raises boxwood.Error on failure."""
    done = subprocess.run([_program(), "judge", os.fspath(capture), "--json", *map(str, arguments)], capture_output=True,
                          text=True, check=False)
    if done.returncode not in (0, 1):
        raise Error(done.stderr.strip() or f"boxwood judge ended with status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
