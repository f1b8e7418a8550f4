"""Captures as JSON are judged and inspected like binary captures. Errors name the path of the wrong value."""
import copy
import json
import os
import re
import unittest

from cli import CliTest

# Two triangles, each in its own leaf.
TREE = {
    "library": "script 1",
    "mesh": [{"id": 1, "name": "two", "positions": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [4, 0, 0], [5, 0, 0], [4, 1, 0]],
              "triangles": [[0, 1, 2], [3, 4, 5]]}],
    "hierarchy": [{"id": 2, "mesh": 1, "name": "flat", "library": "script 1", "length_unit": "m", "roots": [0],
                   "node_bounds": [0, 1, 2], "first_child": [0, 0, 0], "child_count": [2, 0, 0], "children": [1, 2],
                   "first_primitive": [0, 0, 1], "primitive_count": [0, 1, 1], "primitives": [0, 1],
                   "bounds": [{"type": "aabb", "values": [[0, 0, 0, 5, 1, 0], [0, 0, 0, 1, 1, 0], [4, 0, 0, 5, 1, 0]]}]}],
    "query": [{"id": 3, "kind": "ray", "mode": "distance", "sides": [{"mesh": 1, "hierarchy": 2}], "origin": [4.25, 0.25, -2],
               "direction": [0, 0, 1], "verdict": 1, "distance": 2, "pairs_a": [1]}],
    "visit": [{"query": 3, "seen": 4, "visits": [[0, 0, 0, 0, 1], [1, 0, 1, 0, 0, -1], [2, 0, 1, 0, 1], [1, 0, 2, 1, 1]]}],
}


class BvhJsonTest(CliTest):
    def judge(self, capture, status=0, name="tree.bvh.json"):
        self.write(name, capture if isinstance(capture, str) else json.dumps(capture))
        done = self.run_boxwood("judge", name, "--json")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()] if status < 2 else done.stderr

    def changed(self, change):
        capture = copy.deepcopy(TREE)
        change(capture)
        return capture

    def test_a_sound_tree_and_its_answer_are_right(self):
        self.assertEqual([row["verdict"] for row in self.judge(TREE)], ["right", "right"])
        seen = self.assert_done("inspect", "tree.bvh.json")
        for words in ("script 1", "1 mesh, 1 hierarchy", "1 query", "4, of 1 query", "flat by script 1"):
            self.assertIn(words, seen)

    def test_a_single_record_needs_no_list(self):
        one = {topic: value if topic == "library" else value[0] for topic, value in TREE.items()}
        self.assertEqual([row["verdict"] for row in self.judge(one)], ["right", "right"])

    def test_a_wrong_box_and_a_wrong_answer_are_found(self):
        def shrink(capture):
            capture["hierarchy"][0]["bounds"][0]["values"][2][3] = 4.75
            capture["query"][0].update(verdict=0, distance=None, pairs_a=[])
        rows = self.judge(self.changed(shrink), 1)
        self.assertEqual([(row["stage"], row["hierarchy"], row["node"]) for row in rows], 2 * [("volume", 2, 2)])
        self.assertIn("extends beyond the upper x side by 0.25 m", rows[0]["text"])

    def test_a_binary_copy_gets_the_same_verdicts(self):
        self.judge(TREE)
        self.assert_done("judge", "tree.bvh.json", "--save", "tree.mcap")
        self.assertEqual(self.assert_done("judge", "tree.mcap", "--json"), self.assert_done("judge", "tree.bvh.json", "--json"))

    def test_positions_declared_single_are_rounded_to_float(self):
        def single(capture):
            capture["mesh"][0]["positions"] = {"single": [[0.1, 0, 0], [1, 0, 0], [0, 1, 0], [4, 0, 0], [5, 0, 0], [4, 1, 0]]}
            capture["hierarchy"][0]["bounds"][0]["values"][1][3] = 1.0
            del capture["query"]
        self.judge(self.changed(single))
        def too_small(capture):
            single(capture)
            capture["mesh"][0]["positions"]["single"][1][0] = 1.00000001  # rounds to 1 in float
        self.judge(self.changed(too_small))
        self.assertEqual(self.judge(self.changed(lambda c: (single(c), c["mesh"][0].update(
            positions=[[0, 0, 0], [1.00000001, 0, 0], [0, 1, 0], [4, 0, 0], [5, 0, 0], [4, 1, 0]]))), 1)[0]["stage"], "volume")

    def test_errors_name_the_path_of_the_wrong_value(self):
        def in_hierarchy(**fields):
            return self.changed(lambda capture: capture["hierarchy"][0].update(fields))
        for capture, words in (
                (in_hierarchy(nod_bounds=[0]), "tree.bvh.json: hierarchy[0].nod_bounds: unknown name; the known names are id, revision"),
                (in_hierarchy(first_child=[0, 0, -1]), "hierarchy[0].first_child[2]: expected a whole number from 0 to 4294967295"),
                (in_hierarchy(first_child=[0, [0, 1.5]]), "hierarchy[0].first_child[1][1]: expected a whole number"),
                (in_hierarchy(first_child=7), "hierarchy[0].first_child: expected a list"),
                (in_hierarchy(name=7), "hierarchy[0].name: expected a string"),
                (in_hierarchy(id="two"), "hierarchy[0].id: expected a whole number from 0 to 18446744073709551615"),
                (in_hierarchy(bounds={"type": "aabb"}), "hierarchy[0].bounds: expected a list"),
                (in_hierarchy(bounds=[{"type": "aabb", "values": [0, "1"]}]), "hierarchy[0].bounds[0].values[1]: expected a number"),
                (in_hierarchy(bounds=[{"typ": "aabb"}]), "hierarchy[0].bounds[0].typ: unknown name"),
                (in_hierarchy(bounds=["aabb"]), "hierarchy[0].bounds[0]: expected an object"),
                (self.changed(lambda c: c.update(trees=[])), "trees: unknown name; the known names are library, body"),
                (self.changed(lambda c: c.update(library=1)), "library: expected a string"),
                (self.changed(lambda c: c["visit"][0].update(visits=[[1, 2]])), "visit[0].visits[0]: expected [a, b, depth, kind, verdict] or [a, b,"),
                (self.changed(lambda c: c["visit"][0].update(visits=[[1, 2, 3, 300, 0]])), "visit[0].visits[0][3]: expected a whole number from 0 to 255"),
                (self.changed(lambda c: c["visit"][0].update(visits=[[1, 2, 3, 0, 0, 999]])), "visit[0].visits[0][5]: expected an axis"),
                ([1], "expected an object"), ("{", "tree.bvh.json:1:"), ('{"mesh": [], "mesh": []}', "tree.bvh.json:"),
                ("", "tree.bvh.json"), ("[" * 1000, "tree.bvh.json")):
            self.assertIn(words, self.judge(capture, 2))
        self.assert_refused("judge", "missing.bvh.json", naming="missing.bvh.json")
        self.assert_refused("inspect", "missing.bvh.json", naming="missing.bvh.json")

    def test_the_example_in_the_document_is_judged_right(self):
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/capture.md")
        with open(page, encoding="utf-8") as file:
            example = re.search(r"```json\n(.*?)```", file.read(), re.S)[1]
        self.assertEqual([row["verdict"] for row in self.judge(example)], ["right"])

    def test_missing_fields_are_judged_as_not_recorded(self):
        rows = self.judge({"hierarchy": {"id": 1}})
        self.assertEqual([row["verdict"] for row in rows], ["undecided"])
        self.assert_refused("judge", self.write("empty.bvh.json", "{}"), naming="nothing to judge")


if __name__ == "__main__":
    unittest.main()
