"""boxwood bench: checks the files that it writes and relations between their numbers, but no absolute times."""
import csv
import os
import re
import shutil
import unittest
from html import escape
from xml.etree import ElementTree

from cli import CliTest

GRAPHS = {1: "bodies", 2: "faces", 3: "density", 4: "spin-dynamic", 5: "spin-cubes", 6: "velocity", 0: "headline"}
DYNAMIC, CUBES = "dynamic boxes", "fixed cubes"
VERDICTS = {"reproduced", "same direction", "not reproduced", "not judged", "unclear", "observed", "holds", "does not hold",
            "reached", "not reached"}


class BenchTest(CliTest):
    @classmethod
    def setUpClass(cls):
        cls.shared = cls()
        cls.shared.setUp()
        done = cls.shared.run_boxwood("bench", "--quick", "--out", "results", timeout=280)
        assert done.returncode == 0, done.stderr
        cls.progress, cls.results = done.stderr, os.path.join(cls.shared.folder, "results")
        cls.out = os.path.join(cls.results, "icollide")

    @classmethod
    def tearDownClass(cls):
        cls.shared.doCleanups()

    def rows(self, name, experiment="icollide"):
        with open(os.path.join(self.results, experiment, name), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def text(self, name):
        with open(os.path.join(self.out, name), encoding="utf-8") as file:
            return file.read()

    def test_the_claims_about_counts_of_the_control_of_graph_2_hold(self):
        verdicts = {row["shape"]: row["verdict"] for row in self.rows("claims.csv", "icollide-control")
                    if row["basis"] == "counts"}
        self.assertEqual(len(verdicts), 2)
        self.assertEqual(set(verdicts.values()), {"holds"}, verdicts)

    def test_each_graph_has_unique_runs_with_its_boxes_and_at_least_5_seeds(self):
        runs = self.rows("runs.csv")
        for number, name in GRAPHS.items():
            mine = [run for run in runs if int(run["graph"]) == number]
            self.assertEqual({run["name"] for run in mine}, {name})
            self.assertGreaterEqual(len({run["seed"] for run in mine}), 5)
            keys = [(run["value"], run["boxes"], run["seed"]) for run in mine]
            self.assertEqual(len(keys), len(set(keys)))
            expected = {4: {DYNAMIC}, 5: {CUBES}}.get(number, {DYNAMIC, CUBES})
            self.assertEqual({run["boxes"] for run in mine}, expected)

    def test_update_broad_and_narrow_times_sum_to_the_total(self):
        for run in self.rows("runs.csv"):
            parts = sum(float(run[part]) for part in ("update_ms", "broad_ms", "narrow_ms"))
            self.assertGreater(parts, 0)
            self.assertAlmostEqual(parts, float(run["total_ms"]), delta=1e-9 * parts)

    def test_both_kinds_of_box_give_the_same_states_and_contacts(self):
        runs = {(run["graph"], run["value"], run["seed"], run["boxes"]): run for run in self.rows("runs.csv")}
        compared = 0
        for (graph, value, seed, boxes), run in runs.items():
            other = runs.get((graph, value, seed, CUBES)) if boxes == DYNAMIC else None
            if other is None:
                continue
            compared += 1
            self.assertEqual(run["state_hash"], other["state_hash"])
            self.assertEqual(run["contacts"], other["contacts"])
            self.assertGreater(float(run["climb_steps"]), 0)
            self.assertEqual(float(other["climb_steps"]), 0)
            self.assertLess(float(run["pairs"]), float(other["pairs"]), "fixed cubes must give more pairs")
            self.assertLess(float(run["contacts"]), float(run["pairs"]))
            self.assertLess(float(run["pairs"]), float(run["axis_overlaps"]))
        self.assertGreater(compared, 50)

    def test_estimates_are_computed_from_the_runs(self):
        runs = self.rows("runs.csv")
        for row in self.rows("graph-3-density.csv"):
            values = sorted(float(run[row["measure"]]) for run in runs
                            if all(run[key] == row[key] for key in ("graph", "value", "boxes")))
            self.assertEqual(len(values), int(row["seeds"]))
            self.assertAlmostEqual(float(row["mean"]), sum(values) / len(values), delta=1e-9 * abs(values[-1]))
            self.assertEqual(float(row["median"]), values[len(values) // 2])
            self.assertLessEqual(float(row["low"]), float(row["mean"]))
            self.assertLessEqual(float(row["mean"]), float(row["high"]))

    def test_claims_have_verdicts(self):
        experiments = sorted(os.listdir(self.results))
        experiments.remove("report.html")
        experiments.remove("about.csv")
        self.assertGreaterEqual(len(experiments), 8)
        for experiment in experiments:
            claims = self.rows("claims.csv", experiment)
            self.assertTrue(claims or experiment == "peers", experiment)  # other libraries may not be installed
            for claim in claims:
                # A quick run does not judge times, and claims about libraries that are not installed are not judged.
                allowed = {"not judged"} if claim["basis"] == "times" else VERDICTS
                self.assertIn(claim["verdict"], allowed, claim["shape"])
                self.assertTrue(claim["source"] and claim["test"] and (claim["estimate"] or claim["note"]), claim)
        # Counts, and verdicts about counts, do not depend on the machine.
        by_key = {claim["key"]: claim for claim in self.rows("claims.csv")}
        for key in ("rotation-climb", "rotation-swaps", "faces-climb", "density-swaps"):
            self.assertEqual(by_key[key]["verdict"], "reproduced", key)
            self.assertEqual(by_key[key]["basis"], "counts", key)
        self.assertEqual(by_key["rotation-swaps-cubes"]["verdict"], "not judged")
        self.assertIn("follows from the definition", by_key["rotation-swaps-cubes"]["note"])

    def test_graphs_and_report_page_are_well_formed(self):
        for number, name in GRAPHS.items():
            if number == 0:
                continue
            for kind in ("", "-causes"):
                picture = ElementTree.fromstring(self.text(f"graph-{number}-{name}{kind}.svg"))
                words = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
                self.assertTrue(any("per frame" in word for word in words), "no axis has a label with a unit per frame")
                self.assertGreater(len(list(picture.iter("{http://www.w3.org/2000/svg}polyline"))), 5)
                with open(os.path.join(self.out, f"graph-{number}-{name}{kind}.png"), "rb") as file:
                    head = file.read(24)
                self.assertEqual(head[:8], b"\x89PNG\r\n\x1a\n")
                width = float(picture.get("width"))
                self.assertAlmostEqual(int.from_bytes(head[16:20], "big"), 2 * width, delta=1)
        with open(os.path.join(self.results, "report.html"), encoding="utf-8") as file:
            page = file.read()
        for name in self.assert_done("list", "benches").splitlines():
            self.assertIn(f'id="{name}', page)
        for claim in self.rows("claims.csv") + self.rows("claims.csv", "boxtree-tumbling"):
            self.assertIn(escape(claim["shape"]), page)
        for part in page.split("<svg")[1:]:
            ElementTree.fromstring("<svg" + part.split("</svg>")[0] + "</svg>")
        for opened in ("section", "table", "tr", "td", "p", "svg"):
            self.assertEqual(len(re.findall(f"<{opened}[ >]", page)), page.count(f"</{opened}>"), opened)
        self.assertIn("this project's choices", page)

    def test_progress_is_printed(self):
        for name in GRAPHS.values():
            self.assertIn(f"icollide: {name}: pass 5 of 5", self.progress)

    def test_tables_of_shapes_and_close_surfaces_are_plausible(self):
        shapes = self.rows("shapes.csv", "shapes")
        assemblies = {"gear-train", "pipe-rack", "bracket-frame", "heat-exchanger", "steel-frame"}
        self.assertEqual({row["model"] for row in shapes}, assemblies | {"sphere", "rock", "torus", "knot"})
        for question in ("any contact", "distance"):
            hits = {}
            for row in shapes:
                if row["question"] == question:
                    self.assertEqual(hits.setdefault(row["model"], row["hits"]), row["hits"], row)
        planes = self.rows("planes.csv", "volume-close")
        self.assertEqual({row["obb"] for row in planes}, {"1"})
        self.assertEqual(planes[0]["kdop24"], "1")
        self.assertGreater(int(planes[-1]["kdop24"]), 10)
        close = {(row["scene"], row["volume"], row["gap"]): float(row["volume_tests"])
                 for row in self.rows("close.csv", "volume-close")}
        for scene in ("spheres", "tori", "tubes", "patches"):
            self.assertLess(close[scene, "obb", "0.600"], close[scene, "obb", "0.100"])
            self.assertLess(close[scene, "obb", "0.100"], close[scene, "aabb", "0.100"])
        for row in self.rows("memory.csv", "builders-lazy"):
            parts = sum(float(row[part]) for part in ("of_nodes", "of_boxes_to_split", "of_tasks"))
            self.assertAlmostEqual(parts, float(row["reserved"]), delta=0.5)
            self.assertLess(float(row["written_at_most"]), float(row["bvh2_while_building"]))

    def test_tables_of_box_trees_are_plausible(self):
        tumbles = {}
        for row in self.rows("tumbling.csv", "boxtree-tumbling"):
            self.assertEqual(tumbles.setdefault((row["model"], row["distance"]), row["hits"]), row["hits"], row)
        memory = self.rows("memory.csv", "boxtree-memory")
        box_tree = [float(row["bytes_per_triangle"]) for row in memory if row["kind"] == "box-tree"]
        self.assertTrue(box_tree and box_tree[0] <= 20, box_tree)
        for row in self.rows("lookup.csv", "boxtree-lookup"):
            self.assertGreater(int(row["leaf_pairs"]), 0, row)

    def test_operations_of_climbs_match_the_counted_evaluations(self):
        ways = {}
        for row in self.rows("climb.csv", "icollide-climb"):
            ways.setdefault((row["faces"], row["degrees_per_frame"]), {})[row["way"]] = row
        self.assertGreaterEqual(len(ways), 10)
        for key, of in ways.items():
            operations = {way: float(row["operations"]) for way, row in of.items() if row["operations"]}
            one = operations["one coordinate"]
            # The library counts how many coordinates it evaluates: each takes three products and three sums.
            self.assertAlmostEqual(one, 6 * float(of["the library"]["looks"]), delta=0.5, msg=key)
            self.assertAlmostEqual(operations["whole vertex"], 3 * one, delta=0.5, msg=key)
            self.assertLessEqual(operations["one coordinate, kept"], one, key)
            self.assertLessEqual(operations["whole vertex, kept"], operations["whole vertex"], key)
            self.assertEqual(operations["all vertices"], 18 * (int(key[0]) // 2 + 2), key)
            self.assertLessEqual(operations["whole vertex, kept"], operations["all vertices"], key)

    def test_feature_walks_are_longer_for_larger_changes_of_pose(self):
        coherent = {(row["degrees_per_pose"], row["walk"], int(row["faces"])): float(row["steps_per_query"])
                    for row in self.rows("coherent.csv", "icollide-walks")}
        far = {(row["degrees_away"], row["walk"], int(row["faces"])): float(row["steps_per_query"])
               for row in self.rows("far.csv", "icollide-walks")}
        for walk in ("V-Clip", "Lin-Canny"):
            for faces in (16, 36, 100, 300, 1000):
                self.assertGreaterEqual(coherent["0.1", walk, faces], 1)
                # One step confirms the features of the previous pose.
                self.assertLess(coherent["0.1", walk, faces], 1.3, "only few walks may need a second step")
                self.assertLess(coherent["0.1", walk, faces], coherent["10.0", walk, faces])
                self.assertLess(coherent["10.0", walk, faces], far["180", walk, faces])
            self.assertGreater(far["180", walk, 1000], 2 * far["180", walk, 16])
            self.assertLess(far["180", walk, 1000], 5 * far["180", walk, 16], "GJK must shorten long walks")
            steps = [far[key] for key in far if key[1] == walk and key[2] == 300 and key[0] != "180"]
            self.assertEqual(steps, sorted(steps), "steps must not decrease with the distance of the start")

    def test_hoisting_halves_the_operations_per_node(self):
        pairs = {row["test"]: row for row in self.rows("pairs.csv", "boxtree-hoisting")}
        # Operations per pair of nodes without hoisting, as in docs/volumes.md and docs/box-tree.md.
        for test, flops in (("BoxTree re-boxing", 11), ("BoxTree lite", 22), ("BoxTree full SAT", 58),
                            ("re-boxing, ends kept", 11), ("lite, ends kept", 22), ("full SAT, ends kept", 58),
                            ("14-DOP", 238), ("24-DOP", 408), ("OBB", 395)):
            self.assertEqual(int(pairs[test]["four_pairs_anew"]), 4 * flops, test)
            saved = int(pairs[test]["four_pairs_anew"]) - int(pairs[test]["four_pairs_hoisted"])
            self.assertEqual(saved, 2 * int(pairs[test]["of_both_nodes"]), test)
        for row in self.rows("walks.csv", "boxtree-hoisting"):
            self.assertEqual(row["nodes_prepared"], row["pairs_of_new_nodes"], row)
            self.assertLess(int(row["pairs_of_new_nodes"]), int(row["tests"]), row)

    def test_the_most_expensive_overlap_test_evaluates_all_axes(self):
        rows = {(row["setting"], row["volume"]): row for row in self.rows("volumes.csv", "volume-tests")}
        for k in (14, 18, 24, 26):
            for setting, axes, flops in (("one frame", k // 2, k), ("shifted", k // 2, 9 * k // 2), ("turned", k, 17 * k)):
                row = rows[setting, f"{k}-DOP"]
                self.assertEqual((int(row["most_axes"]), int(row["most_operations"])), (axes, flops), row)
                self.assertLess(float(row["mean_operations"]), flops, row)
        for setting in ("shifted", "turned"):
            self.assertEqual((rows[setting, "OBB"]["most_axes"], rows[setting, "OBB"]["most_operations"]), ("15", "395"))
        met = {row["overlapping"] for row in self.rows("closest-features.csv", "volume-tests")}
        self.assertEqual(len(met), 1, "all methods must find the same number of overlaps")

    def test_tables_of_the_box_tree_and_aabb_tree_papers_are_consistent(self):
        for name in ("table-1-full.csv", "table-2-lite.csv"):
            rows = {(row["model"], row["tree"]): row for row in self.rows(name, "solid-tables")}
            for model in ("torus", "craft", "teapot"):
                for count in ("N_b", "N_p"):
                    self.assertLess(int(rows[model, "obb"][count]), int(rows[model, "aabb"][count]), (name, model))
        for full, lite in zip(self.rows("table-1-full.csv", "solid-tables"),
                              self.rows("table-2-lite.csv", "solid-tables")):
            self.assertLessEqual(int(full["N_b"]), int(lite["N_b"]), "SAT-lite rejects fewer pairs of boxes")
        for row in self.rows("exits.csv", "solid-exits"):
            axes = [float(row[axis]) for axis in row if axis[0] in "AB" and len(axis) in (2, 5)]
            self.assertEqual(len(axes), 15)
            self.assertAlmostEqual(sum(axes) + float(row["overlapping_percent"]), 100, delta=0.05)
            self.assertAlmostEqual(sum(axes[6:]), float(row["lite_wrong_percent"]), delta=0.02)
        pairs = [float(row["contacting_pairs"]) for row in self.rows("asking.csv", "scaling-triangles")]
        self.assertEqual(pairs, sorted(pairs))

    def rows_of_peers(self, program, name):
        """The rows of a table; no rows if the program was not built because none of its libraries was found."""
        return self.rows(name, "peers") if f"{program} ran" in self.progress else []

    def test_answers_agree_with_those_of_other_libraries(self):
        for row in self.rows_of_peers("bench_mesh_pairs", "mesh_pairs.csv"):
            if row["method"].startswith("boxwood"):
                self.assertEqual(row["answers"], "equal", row)
        for row in self.rows_of_peers("bench_broad_phase_peers", "broad_phase.csv"):
            self.assertEqual(row["answers"], "equal", row)
        for row in self.rows_of_peers("bench_peers_closest_features", "closest.csv"):
            self.assertLess(float(row["largest_difference"]), 1e-2, row)

    def test_a_run_of_one_experiment_writes_only_its_files(self):
        done = self.run_boxwood("bench", "boxtree-sides", "--quick", "--no-png", "--out", "alone")
        self.assertEqual(done.returncode, 0, done.stderr)
        alone = os.path.join(self.folder, "alone")
        self.assertEqual(sorted(os.listdir(alone)), ["about.csv", "boxtree-sides", "report.html"])
        self.assertEqual(sorted(os.listdir(os.path.join(alone, "boxtree-sides"))),
                         ["claims.csv", "shared-sides.csv", "shared-sides.svg"])

    def read(self, *path):
        with open(os.path.join(self.folder, *path), encoding="utf-8", newline="") as file:
            return file.read()

    def test_a_later_run_replaces_only_its_own_experiment(self):
        def bench(*arguments):
            done = self.run_boxwood("bench", *arguments, "--quick", "--no-png", "--out", "kept")
            self.assertEqual(done.returncode, 0, done.stderr)

        def about():
            return list(csv.DictReader(self.read("kept", "about.csv").splitlines()))

        bench("boxtree-sides")
        first = self.read("kept", "report.html")
        section = first[first.index('<section id="boxtree-sides">'):first.index("</section>")]
        bench("boxtree-flops", "--seed", "7")
        both = self.read("kept", "report.html")
        self.assertIn(section, both)
        self.assertEqual([(row["experiment"], row["seed"], row["quick"]) for row in about()],
                         [("boxtree-sides", "1995", "yes"), ("boxtree-flops", "7", "yes")])
        self.assertRegex(about()[0]["build"], r"\(([0-9a-f]{10}( and changes)?|unknown)\)")
        self.assertRegex(about()[0]["date"], r"^20\d\d-\d\d-\d\d$")
        for column in ("load_before_ns", "load_after_ns"):
            self.assertGreater(float(about()[0][column]), 0.0)
        self.assertIn("Dependent loads from 16 MiB took", both)
        bench("boxtree-sides", "--seed", "8")
        self.assertEqual([row["seed"] for row in about()], ["8", "7"])
        self.assertEqual(self.read("kept", "report.html").count("<section "), 2)
        self.assertNotIn(section, self.read("kept", "report.html"))
        # A stored folder may have no page. A later run then keeps its tables and names their folders on the new page.
        os.remove(os.path.join(self.folder, "kept", "report.html"))
        bench("boxtree-flops", "--seed", "9")
        page = self.read("kept", "report.html")
        self.assertEqual([row["seed"] for row in about()], ["8", "9"])
        self.assertIn("Measured earlier; its tables are in the folder <b>boxtree-sides</b>", page)
        # A folder with a malformed about.csv is refused and stays as it is.
        with open(os.path.join(self.folder, "kept", "about.csv"), "a", encoding="utf-8") as file:
            file.write("boxtree-memory,b,m,c,1,no,d,1,2,3\n")
        before = self.read("kept", "report.html")
        self.assert_refused("bench", "boxtree-sides", "--quick", "--no-png", "--out", "kept",
                            naming=("kept", "boxtree-memory", "--out"))
        self.assertEqual(self.read("kept", "report.html"), before)

    def test_bytes_per_body_do_not_depend_on_the_other_experiments(self):
        done = self.run_boxwood("bench", "scaling-bodies", "--quick", "--no-png", "--out", "lone")
        self.assertEqual(done.returncode, 0, done.stderr)
        lone = csv.DictReader(self.read("lone", "scaling-bodies", "bodies.csv").splitlines())
        for row, other in zip(lone, self.rows("bodies.csv", "scaling-bodies"), strict=True):
            bytes_of_all = float(other["bytes_per_body"])
            self.assertGreater(bytes_of_all, 0.0)
            self.assertAlmostEqual(float(row["bytes_per_body"]), bytes_of_all, delta=0.05 * bytes_of_all)

    def test_a_run_with_counts_measures_no_times(self):
        done = self.run_boxwood("bench", "scaling-threads", "--quick", "--no-png", "--counts", "--out", "counts")
        self.assertEqual(done.returncode, 0, done.stderr)
        table = list(csv.DictReader(self.read("counts", "scaling-threads", "threads.csv").splitlines()))
        self.assertEqual({float(row["work_ms"]) for row in table}, {0.0})
        about = next(csv.DictReader(self.read("counts", "about.csv").splitlines()))
        self.assertEqual((float(about["load_before_ns"]), float(about["load_after_ns"])), (0.0, 0.0))

    def test_merged_shards_give_the_folder_of_a_single_run(self):
        family = ("boxtree-flops", "boxtree-sides", "grid-cells")
        options = ("--quick", "--no-png", "--counts", "--seed", "5")
        def bench(*arguments):
            done = self.run_boxwood("bench", *family, *options, *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)

        bench("--out", "whole")
        for number, names in ((1, ["boxtree-flops", "grid-cells"]), (2, ["boxtree-sides"])):
            bench("--shard", f"{number}/2", "--out", f"part-{number}")
            self.assertEqual(sorted(name for name in os.listdir(self.path(f"part-{number}")) if "." not in name), names)
        self.assert_done("merge", "part-2", "part-1", "--out", "merged")
        names = sorted(os.listdir(self.path("whole")))
        self.assertEqual(sorted(os.listdir(self.path("merged"))), names)
        for name in family:
            for table in os.listdir(self.path(os.path.join("whole", name))):
                self.assertEqual(self.read("merged", name, table), self.read("whole", name, table), table)
        self.assertEqual(self.read("merged", "report.html").count("<section "), 3)

        self.assert_refused("merge", "part-1", "--out", "m", naming="missing: 2")
        shutil.copytree(self.path("part-1"), self.path("copy"))
        self.assert_refused("merge", "part-1", "part-2", "copy", "--out", "m", naming="is the same part as")
        done = self.run_boxwood("bench", "boxtree-flops", *options, "--shard", "1/2", "--out", "other")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_refused("merge", "other", "part-2", "--out", "m", naming="another run")
        shutil.rmtree(self.path("copy"))
        with open(self.path("part-1/about.csv"), encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.path("part-1/about.csv"), "w", encoding="utf-8") as file:
            file.writelines(lines[:-1])
        os.remove(self.path("part-1/report.html"))
        self.assert_refused("merge", "part-1", "part-2", "--out", "m", naming=("part-1", "interrupted"))
        self.assert_refused("merge", "part-2", "whole", "--out", "m", naming="shard.json")
        self.assertFalse(os.path.exists(self.path("m")))
        self.assert_refused("bench", "grid-cells", "--shard", "3/2", "--out", "m", naming="I/N")

    def test_an_unknown_experiment_and_an_unusable_folder_are_refused(self):
        self.assert_refused("bench", "icolide", naming=("'icolide'", "icollide"))
        self.assert_refused("bench", "icollide", "--quick", "--out", self.write("file", "x"), naming="file")


if __name__ == "__main__":
    unittest.main()
