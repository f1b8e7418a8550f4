"""boxwood list prints one name per line, and the options accept every name."""
import json
import unittest

from cli import CUBE, CliTest

LISTS = ("volumes", "kinds", "builders", "modes", "tests", "descents", "leaf-tests", "triangle-tests",
         "broad-phases", "narrow-phases", "labs", "workloads", "faults", "commands", "benches")


class ListTest(CliTest):
    def names(self, name):
        output = self.assert_done("list", name)
        self.assertTrue(output == "" or output.endswith("\n"))
        return output.splitlines()

    def test_each_list_has_unique_well_formed_names(self):
        for name in LISTS:
            names = self.names(name)
            for entry in names:
                self.assertRegex(entry, r"\A[a-z0-9][a-z0-9_+-]*\Z")
            self.assertEqual(len(names), len(set(names)), name)
            self.assertTrue(names, name)

    def test_inspect_accepts_the_listed_names(self):
        mesh = self.write_mesh("a.obj", CUBE)
        for option, name in (("--volume", "volumes"), ("--kind", "kinds"), ("--builder", "builders")):
            for entry in self.names(name):
                done = self.run_boxwood("inspect", mesh, option, entry, "--json")
                # Some kinds support only one volume. The error must then not say that the name is unknown.
                self.assertNotIn("unknown", done.stderr)
                if done.returncode == 0:
                    self.assertEqual(json.loads(done.stdout)["hierarchy"][option[2:]], entry)

    def test_query_accepts_the_listed_names(self):
        mesh = self.write_mesh("a.obj", CUBE)
        poses = self.write_poses([({}, {"t": [0.5, 0.25, 0.125]})])
        answers = set()
        for option, name in (("--test", "tests"), ("--descent", "descents"), ("--leaf-test", "leaf-tests"),
                             ("--triangle-test", "triangle-tests")):
            for entry in self.names(name):
                line = json.loads(self.assert_done("query", mesh, mesh, "--poses", poses, "--out", "-", option, entry))
                answers.add(str(line["pairs"]))
        self.assertEqual(len(answers), 1)
        for entry in self.names("modes"):
            limit = ("--max-distance", 1) if entry == "within" else ()
            self.assert_done("query", mesh, mesh, "--poses", poses, "--out", "-", "--mode", entry, *limit)

    def test_the_listed_commands_are_those_of_the_help(self):
        listed = self.assert_done("--help").split("Subcommands:\n")[1]
        self.assertEqual(self.names("commands"), [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "])

    def test_lists_contain_some_known_names(self):
        self.assertIn("aabb", self.names("volumes"))
        self.assertIn("midpoint", self.names("builders"))
        self.assertLessEqual({"multi-body", "pair"}, set(self.names("labs")))

    def test_an_unknown_list_is_refused(self):
        self.assert_refused("list", "bodies", naming=("'bodies'", *LISTS))
        self.assert_refused("list", naming="LIST")
        self.assert_refused("list", "volumes", "kinds", naming="kinds")


if __name__ == "__main__":
    unittest.main()
