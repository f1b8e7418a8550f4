"""Reports of the labs about contact points and about continuous collision."""
import json
import unittest

from cli import CUBE, CliTest

FAST = ("run", "multi-body", "--headless", "--frames", 40, "--set", "bodies=60", "--set", "velocity=100", "--set", "speed=4",
        "--set", "spin=20")


class ContactsTest(CliTest):
    def report(self, *arguments):
        return json.loads(self.assert_done(*arguments, "--report", "-"))

    def test_the_report_mode_counts_missed_pairs_and_changes_no_state(self):
        off = self.report(*FAST)
        found = self.report(*FAST, "--set", "continuous=report")
        self.assertEqual(found["state_hash"], off["state_hash"])
        self.assertEqual(off["state"]["missed_in_total"], 0)
        self.assertGreater(found["state"]["missed_in_total"], 0)
        self.assertLessEqual(len(found["state"]["missed"]), found["state"]["missed_in_total"])
        for a, b, time in found["state"]["missed"]:
            self.assertTrue(0 <= a < b < 60 and 0 <= time < 1)

    def test_continuous_collision_stops_bodies_and_is_deterministic(self):
        on = self.report(*FAST, "--set", "continuous=on")
        self.assertGreater(on["state"]["missed_in_total"], 0)
        self.assertEqual(on["may_have_passed_through_others"], 0)
        self.assertGreater(self.report(*FAST)["may_have_passed_through_others"], 0)
        again = self.report(*FAST, "--set", "continuous=on", "--threads", 3)
        self.assertEqual((again["state_hash"], again["state"]["missed"]), (on["state_hash"], on["state"]["missed"]))

    def test_the_pair_lab_finds_contact_points_on_demand(self):
        mesh = self.write_mesh("a.obj", CUBE)
        run = ("run", "pair", mesh, mesh, "--headless", "--frames", 1)
        self.assertEqual(self.report(*run)["state"]["contact_points"], 0)
        state = self.report(*run, "--set", "contact-points=on", "--set", "page=contacts")["state"]
        self.assertGreater(state["contact_regions"], 0)
        self.assertTrue(state["contact_regions"] <= state["contact_points"] <= 4 * state["contact_regions"])

    def test_contact_points_of_many_touching_bodies_are_those_of_the_selected_pair(self):
        scene = {"boxwood": 1, "bodies": [{"generate": {"kind": "box"}, "pose": {"t": [0.8 * i, 0.1 * i, 0]}} for i in range(20)]}
        run = ("run", self.write("s.json", json.dumps(scene)), "--headless", "--frames", 1, "--set", "select=3", "--set", "with=4")
        counts = [self.report(*run, "--set", f"contact-points={which}")["state"]["contact_points"]
                  for which in ("none", "selected", "all")]
        self.assertEqual(counts[0], 0)
        self.assertTrue(1 <= counts[1] <= 4, counts)
        # 19 pairs touch, more than the limit for "all", so only the selected pair has contact points.
        self.assertEqual(counts[2], counts[1])


if __name__ == "__main__":
    unittest.main()
