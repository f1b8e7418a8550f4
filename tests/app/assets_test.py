#!/usr/bin/env python3
"""The program finds its files after it is moved or installed. If it cannot find them, it says what to do."""
import json
import os
import shutil
import subprocess
import unittest

import cli

SCENE = {"boxwood": 1, "lab": "walkthrough", "bodies": [
    {"solid": {"kind": "box", "x": 2, "y": 0.1, "z": 2}, "pose": {"t": [0, -0.1, 0]}, "fixed": True}]}


class AssetsTest(cli.CliTest):
    def put(self, folder, name):
        """Writes a kitchen scene whose name identifies its folder."""
        os.makedirs(os.path.join(folder, "scenes"), exist_ok=True)
        with open(os.path.join(folder, "scenes", "kitchen.json"), "w") as file:
            json.dump(dict(SCENE, name=name), file)

    def scene_of(self, program, **environment):
        report = self.path("report.json")
        done = subprocess.run([program, "run", "walkthrough", "--headless", "--frames", "2", "--report", report],
                                  cwd=self.folder, capture_output=True, text=True,
                                  env=dict(os.environ, **environment))
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(report) as file:
            return json.load(file)["scene"]

    def test_a_moved_program_finds_assets_by_its_location_unless_the_variable_names_them(self):
        tools = self.path("opt/bin")
        os.makedirs(tools)
        program = shutil.copy(cli.BOXWOOD, tools)
        done = subprocess.run([program, "run", "walkthrough", "--headless"], cwd=self.folder, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("BOXWOOD_ASSETS can name the folder", done.stderr)
        self.put(self.path("opt/share/boxwood/assets"), "installed")
        self.assertEqual(self.scene_of(program), "installed")
        self.put(self.path("opt/assets"), "above")
        self.assertEqual(self.scene_of(program), "above")
        self.put(os.path.join(tools, "assets"), "beside")
        self.assertEqual(self.scene_of(program), "beside")
        link = self.path("boxwood-link")
        os.symlink(program, link)
        self.assertEqual(self.scene_of(link), "beside")
        self.put(self.path("mine"), "mine")
        self.assertEqual(self.scene_of(program, BOXWOOD_ASSETS=self.path("mine")), "mine")


if __name__ == "__main__":
    unittest.main(verbosity=2)
