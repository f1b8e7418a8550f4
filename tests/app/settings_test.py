"""boxwood settings, and settings by name: the document equals the program's output, reports contain the settings, and a
run with a refused setting creates no log."""
import json
import os
import re
import unittest

from cli import CliTest

DOCUMENT = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "settings.md")


class SettingsTest(CliTest):
    def settings(self, *arguments, frames=1):
        report = self.path("report.json")
        self.assert_done("run", *arguments, "--headless", "--frames", frames, "--report", report)
        with open(report, encoding="utf-8") as file:
            return json.load(file)["state"]["settings"]

    def test_the_document_is_what_the_program_prints(self):
        with open(DOCUMENT, encoding="utf-8") as file:
            self.assertEqual(file.read(), self.assert_done("settings"))

    def test_every_lab_and_every_setting_is_in_the_document(self):
        text = self.assert_done("settings")
        for lab in self.assert_done("list", "labs").splitlines():
            self.assertIn(f"`boxwood run {lab}`", text)
            error = self.run_boxwood("run", lab, "--headless", "--set", "no-such=1").stderr
            for name in re.search(r"known: (.*)", error)[1].split(", "):
                self.assertIn(f"| `{name}` |", text, lab)

    def test_a_report_has_the_values_of_the_settings(self):
        crowd = ("multi-body", "--set", "bodies=20", "--set", "density=0.01", "--set", "aspect-ratio=20", "--set",
                 "line-below=12.5", "--set", "broad-phase=grid", "--set", "names=on")
        settings = self.settings(*crowd)
        self.assertEqual([settings[name] for name in ("bodies", "density", "aspect-ratio", "line-below")],
                         [20, 0.01, 20, 12.5])
        self.assertEqual((settings["broad-phase"], settings["names"], settings["lines"]), ("grid", "on", "on"))
        self.assertNotIn("select", settings, "select is a request and has no value")
        settings = self.settings("deformation", "--set", "mesh=craft", "--set", "policy-3=every", "--set", "threshold-3=7")
        self.assertEqual((settings["mesh"], settings["policy-3"], settings["threshold-3"]), ("craft", "every", 7))
        self.assertNotIn("threshold-1", settings, "the policy 'never' has no threshold")

    def test_a_policy_without_a_threshold_refuses_one(self):
        for policy in ("never", "always", "rotate", "dirty"):
            self.assert_refused("run", "deformation", "--headless", "--set", f"policy-1={policy}", "--set",
                                "threshold-1=5", naming=("threshold-1", policy, "has no threshold"))
        self.assert_refused("run", "deformation", "--headless", "--set", "threshold-2=101", naming=("threshold-2", "1 to 100"))

    def test_a_run_that_does_not_start_leaves_no_log(self):
        log = self.path("walk.log")
        for wrong in (("--set", "scene=none.json"), ("--set", "no-such=1"), ("--set", "field-of-view=5")):
            self.assert_refused("run", "walkthrough", "--headless", "--set", f"log={log}", *wrong)
            self.assertFalse(os.path.exists(log), wrong)
        self.assert_refused("run", "walkthrough", "--headless", "--set", "log=", naming="log")
        self.assert_done("run", "walkthrough", "--headless", "--frames", 2, "--set", "scene=table", "--set", f"log={log}")
        self.assertTrue(os.path.exists(log), "a walk without events must create an empty log")


if __name__ == "__main__":
    unittest.main()
