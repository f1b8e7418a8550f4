"""run.sh and test.sh with fake commands: what they install, build, start, count and return."""
import json
import os
import shutil
import stat
import subprocess
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
REAL_TOOLS = ("bash awk sed grep cat tail head tr id env mkdir rm mktemp basename dirname nproc python3 touch ln "
              "cp sleep wc chmod").split()

# The commands that the program lists; without a built program, those of this list.
VERBS = (subprocess.run([os.environ["BOXWOOD"], "list", "commands"], text=True, capture_output=True, check=True).stdout.split()
         if "BOXWOOD" in os.environ else ["run", "replay", "query", "merge", "judge", "attach", "list", "inspect", "bench"])

# The fakes log how they were called. dpkg-query lists $INSTALLED as installed; ctest fakes the results in $CTEST.
STAND_INS = {
    "dpkg-query": 'shift 2; for p; do case " $INSTALLED " in *" $p "*) echo "$p installed";; *) echo "$p config-files";; esac; done',
    "apt-get": 'echo "apt-get $*" >>"$LOG"; exit "${APT_STATUS:-0}"',
    "cmake": """echo "cmake $*" >>"$LOG"
case "$1" in
--preset) mkdir -p "build/$2/app"; touch "build/$2/build.ninja"; tests=OFF; bench=OFF
    case "$*" in *BUILD_TESTS=ON*) tests=ON;; esac
    echo "BOXWOOD_BUILD_TESTS:BOOL=$tests" >"build/$2/CMakeCache.txt"; exit "${CONFIGURE_STATUS:-0}";;
--build) printf '#!/bin/sh\\n[ "$*" != "list commands" ] || { cat "$HOME/verbs"; exit; }\\necho "boxwood $*" >>"$LOG"; echo names; exit ${BOXWOOD_STATUS:-0}\\n' >"$2/app/boxwood"
    chmod +x "$2/app/boxwood"; exit "${BUILD_STATUS:-0}";;
esac""",
    "ctest": """echo "ctest $*" >>"$LOG"
while [ "$1" != --output-junit ]; do shift; done
if [ -n "$CTEST" ]; then
    { echo "<testsuite>"; for s in $CTEST; do echo "<testcase status=\\"$s\\"/>"; done; echo "</testsuite>"; } >"$2"
fi
exit "${CTEST_STATUS:-0}" """,
}


class EntryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.join(os.path.realpath(folder.name), "boxwood")
        self.bin = os.path.join(folder.name, "bin")
        self.log = os.path.join(folder.name, "log")
        os.makedirs(os.path.join(self.root, "scripts"))
        os.makedirs(self.bin)
        for name in ("run.sh", "test.sh", "scripts/packages.sh", "scripts/build.sh"):
            shutil.copy(os.path.join(ROOT, name), os.path.join(self.root, name))
        with open(os.path.join(self.root, "verbs"), "w", encoding="utf-8") as file:
            file.write("".join(verb + "\n" for verb in VERBS))
        for name in REAL_TOOLS:
            os.symlink(shutil.which(name), os.path.join(self.bin, name))
        for name, body in STAND_INS.items():
            self.stand_in(name, body)
        listing = subprocess.run(["bash", "-c", ". scripts/packages.sh; package_list"], cwd=ROOT, text=True,
                                 capture_output=True, check=True).stdout
        self.packages = [line.split()[:2] for line in listing.splitlines()]
        self.environment = {"PATH": self.bin, "LOG": self.log, "INSTALLED": self.names("build", "run", "test", "fuzz"),
                            "CTEST": "run run", "HOME": self.root, "TMPDIR": folder.name}

    def names(self, *groups):
        return " ".join(package for group, package in self.packages if group in groups)

    def stand_in(self, name, body):
        path = os.path.join(self.bin, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!{shutil.which('sh')}\n{body}\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)

    def run_entry(self, script, *arguments, cwd=None, **environment):
        """(status, stdout, stderr, calls of the fakes)."""
        if os.path.exists(self.log):
            os.remove(self.log)
        done = subprocess.run([shutil.which("bash"), os.path.join(self.root, script), *arguments], text=True,
                              capture_output=True, cwd=cwd or self.root, env={**self.environment, **environment},
                              stdin=subprocess.DEVNULL, check=False)
        return done.returncode, done.stdout, done.stderr, self.calls()

    def calls(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as file:
            return file.read().splitlines()

    # packages

    def test_nothing_is_installed_if_all_packages_are_installed(self):
        status, _, _, calls = self.run_entry("run.sh", "list", "volumes")
        self.assertEqual(status, 0)
        self.assertFalse([call for call in calls if call.startswith("apt-get")])

    def test_missing_packages_are_named_and_installed(self):
        have = self.environment["INSTALLED"].replace("libglm-dev", "").replace("libegl1", "")
        if os.geteuid() != 0:
            self.stand_in("sudo", '"$@"')
        status, _, errors, calls = self.run_entry("run.sh", "list", "volumes", INSTALLED=have)
        self.assertEqual(status, 0, errors)
        self.assertRegex(errors, r"libglm-dev +vectors and matrices")
        installs = [call for call in calls if call.startswith("apt-get")]
        self.assertEqual(len(installs), 2)
        self.assertIn("update", installs[0])
        self.assertTrue(installs[1].endswith("install --no-install-recommends libglm-dev libegl1"), installs[1])

    def test_run_does_not_install_what_tests_need_and_test_does(self):
        if os.geteuid() != 0:
            self.stand_in("sudo", '"$@"')
        have = self.names("build", "run")
        self.assertFalse([c for c in self.run_entry("run.sh", "list", INSTALLED=have)[3] if c.startswith("apt-get")])
        calls = self.run_entry("test.sh", INSTALLED=have)[3]
        self.assertTrue([c for c in calls if c.startswith("apt-get") and c.endswith(self.names("test", "fuzz"))], calls)

    def test_single_tests_need_no_fuzzer(self):
        have = self.names("build", "run", "test")
        calls = self.run_entry("test.sh", "-R", "volumes", INSTALLED=have)[3]
        self.assertFalse([c for c in calls if c.startswith("apt-get")])

    def test_without_apt_the_packages_are_listed(self):
        os.remove(os.path.join(self.bin, "apt-get"))
        os.remove(os.path.join(self.bin, "dpkg-query"))
        status, _, errors, calls = self.run_entry("run.sh")
        self.assertEqual((status, calls), (2, []))
        for name in self.names("build", "run").split():
            self.assertIn(name, errors)
        self.assertEqual(self.run_entry("test.sh")[0], 2)
        self.assertEqual(self.run_entry("run.sh", "list", BOXWOOD_SKIP_PACKAGES="1")[0], 0)

    def test_apt_fails(self):
        if os.geteuid() != 0:
            self.stand_in("sudo", '"$@"')
        status, _, errors, calls = self.run_entry("run.sh", INSTALLED="", APT_STATUS="100")
        self.assertEqual(status, 2)
        self.assertIn("apt-get failed", errors)
        self.assertFalse([call for call in calls if call.startswith("cmake")])

    def test_neither_root_nor_sudo(self):
        os.remove(os.path.join(self.bin, "id"))
        self.stand_in("id", "echo 1000")
        status, _, errors, _ = self.run_entry("run.sh", INSTALLED="")
        self.assertEqual(status, 2)
        self.assertIn("As root: apt-get install", errors)

    # configure and build

    def test_second_start_configures_nothing(self):
        self.run_entry("run.sh", "list")
        calls = self.run_entry("run.sh", "list")[3]
        self.assertEqual([call.split()[1] for call in calls if call.startswith("cmake")], ["--build"])

    def test_run_keeps_tests_enabled_in_the_build_folder(self):
        self.run_entry("run.sh", "list")
        self.assertIn("BUILD_TESTS=ON", "".join(self.run_entry("test.sh")[3]))
        self.run_entry("run.sh", "list")
        self.assertNotIn("--preset", "".join(self.run_entry("run.sh", "list")[3]))
        self.assertNotIn("--preset", "".join(self.run_entry("test.sh")[3]))

    def test_a_moved_checkout_is_configured_afresh(self):
        self.run_entry("run.sh", "list")
        os.rename(self.root, self.root + "2")
        self.root += "2"
        self.assertIn("--fresh", "".join(self.run_entry("run.sh", "list")[3]))

    def test_failed_configure_or_build_starts_nothing(self):
        for failure in ("CONFIGURE_STATUS", "BUILD_STATUS"):
            shutil.rmtree(os.path.join(self.root, "build"), ignore_errors=True)
            status, _, _, calls = self.run_entry("run.sh", "list", **{failure: "1"})
            self.assertNotEqual(status, 0)
            self.assertFalse([call for call in calls if call.startswith("boxwood")], failure)

    def test_failed_configure_of_the_tests_leaves_the_program_usable(self):
        self.run_entry("run.sh", "list")
        self.assertEqual(self.run_entry("test.sh", CONFIGURE_STATUS="1")[0], 1)  # CMake's cache has tests enabled
        calls = "".join(self.run_entry("run.sh", "list")[3])
        self.assertIn("--preset release -U BOXWOOD_TEST_TIMEOUT -DBOXWOOD_BUILD_TESTS=OFF", calls)
        self.assertNotIn("--preset", "".join(self.run_entry("run.sh", "list")[3]))

    def test_configure_presets_of_test_presets_build_tests(self):
        with open(os.path.join(ROOT, "CMakePresets.json"), encoding="utf-8") as file:
            presets = json.load(file)
        configured = {preset["name"]: preset for preset in presets["configurePresets"]}
        for preset in presets["testPresets"]:
            variables, name = {}, preset["configurePreset"]
            while name:  # CMake's cache keeps what no preset sets
                variables = {**configured[name].get("cacheVariables", {}), **variables}
                name = configured[name].get("inherits")
            self.assertEqual(variables.get("BOXWOOD_BUILD_TESTS"), "ON", preset["name"])

    def test_the_timeout_of_long_tests_does_not_persist(self):
        long = "".join(self.run_entry("test.sh", "--long", "-R", "volumes")[3])
        self.assertIn("-DBOXWOOD_TEST_TIMEOUT=14400", long)
        usual = "".join(self.run_entry("test.sh", "-R", "volumes")[3])
        self.assertIn("-U BOXWOOD_TEST_TIMEOUT", usual)  # CMake's cache would keep it
        self.assertNotIn("-DBOXWOOD_TEST_TIMEOUT", usual)

    # start

    def started(self, *arguments, **environment):
        calls = self.run_entry("run.sh", *arguments, **environment)[3]
        return [call for call in calls if call.startswith("boxwood")]

    def test_with_a_display_arguments_pass_through(self):
        self.assertEqual(self.started(DISPLAY=":0"), ["boxwood "])
        self.assertEqual(self.started("a.obj", "b.obj", WAYLAND_DISPLAY="wayland-0"), ["boxwood a.obj b.obj"])
        self.assertEqual(self.started("run", "pair", DISPLAY=":0"), ["boxwood run pair"])

    def test_without_a_display_arguments_run_off_screen(self):
        tail = "--headless --frames 300 --screenshot out/{0}.png --report out/{0}.json"
        self.assertEqual(self.started(), ["boxwood run multi-body " + tail.format("multi-body")])
        self.assertEqual(self.started("--seed", "3"), ["boxwood run multi-body --seed 3 " + tail.format("multi-body")])
        self.assertEqual(self.started("a.obj", "b.obj"), ["boxwood run a.obj b.obj " + tail.format("a")])
        self.assertEqual(self.started("a.obj", "b.obj", "c.obj", "--seed", "3"),
                         ["boxwood run a.obj b.obj c.obj --seed 3 " + tail.format("a")])
        capture = ["boxwood run x/c.mcap --headless --screenshot out/c.png --report out/c.json"]
        self.assertEqual(self.started("x/c.mcap"), capture)
        self.assertEqual(self.started("x/scene.json"), ["boxwood run x/scene.json " + tail.format("scene")])
        self.assertEqual(self.started("run", "pair", "a.obj"), ["boxwood run pair a.obj " + tail.format("pair")])
        self.assertEqual(self.started("run", "pair", "--frames=7", "--screenshot", "p.png"),
                         ["boxwood run pair --frames=7 --screenshot p.png --headless --report out/pair.json"])

    def test_without_a_display_the_paths_of_picture_and_report_are_printed(self):
        output = self.run_entry("run.sh")[1]
        self.assertIn("picture: out/multi-body.png", output)
        self.assertIn("report:  out/multi-body.json", output)
        output = self.run_entry("run.sh", cwd="/")[1]
        self.assertIn(f"picture: {self.root}/out/multi-body.png", output)
        status, output, _, _ = self.run_entry("run.sh", BOXWOOD_STATUS="2")
        self.assertEqual(status, 2)
        self.assertNotIn("picture", output)

    def test_headless_verbs_pass_through(self):
        for arguments in (["list", "volumes"], ["query", "a", "b"], ["inspect", "a"], ["bench"], ["--help"],
                          ["--version"], ["run", "pair", "--headless"], ["run", "--help"]):
            self.assertEqual(self.started(*arguments), ["boxwood " + " ".join(arguments)])
        self.assertEqual(self.run_entry("run.sh", "list", "volumes")[1], "names\n")  # no other output
        self.assertEqual(self.run_entry("run.sh", "query", BOXWOOD_STATUS="2")[0], 2)

    def test_commands_that_start_the_experiments_build_them(self):
        for arguments, is_needed in ((["bench"], True), (["bench", "--quick"], True), (["list", "benches"], True),
                                     (["list", "volumes"], False), (["bench.obj"], False)):
            builds = [call for call in self.run_entry("run.sh", *arguments)[3] if call.startswith("cmake --build")]
            self.assertEqual("--target boxwood-bench" in builds[0], is_needed, arguments)

    def test_every_verb_of_the_program_starts_without_a_display(self):
        for verb in ("judge", "attach", "merge", "replay"):
            self.assertIn(verb, VERBS)
        for verb in VERBS:
            started = self.started(verb, "x.mcap")
            # These two commands open a lab. No other command may be mistaken for the name of a mesh.
            off_screen = {"run": " --headless --screenshot out/x.png --report out/x.json",
                          "replay": " --headless --screenshot out/x.png --report out/x.json"}
            self.assertEqual(started, [f"boxwood {verb} x.mcap" + off_screen.get(verb, "")])
        self.assertEqual(self.started("replay", "x.mcap", "--verify"), ["boxwood replay x.mcap --verify"])

    # count

    def counted(self, **environment):
        status, output, _, _ = self.run_entry("test.sh", **environment)
        return status, output.splitlines()[-1]

    def test_counts_over_all_runs(self):
        self.assertEqual(self.counted(CTEST="run run notrun"), (0, "4 passed, 0 failed"))
        self.assertEqual(self.counted(CTEST="run fail", CTEST_STATUS="8"), (1, "2 passed, 2 failed"))

    def test_no_test_executed_fails(self):
        self.assertEqual(self.counted(CTEST="notrun"), (1, "0 passed, 0 failed"))

    def test_ctest_that_dies_counts_as_failed(self):
        self.assertEqual(self.counted(CTEST="", CTEST_STATUS="1"), (1, "0 passed, 2 failed"))
        self.assertEqual(self.counted(CTEST="run", CTEST_STATUS="8"), (1, "2 passed, 2 failed"))

    def test_failed_build_counts_as_failed(self):
        self.assertEqual(self.counted(BUILD_STATUS="1"), (1, "0 passed, 2 failed"))
        shutil.rmtree(os.path.join(self.root, "build"))
        self.assertEqual(self.counted(CONFIGURE_STATUS="1"), (1, "0 passed, 2 failed"))

    def test_arguments_reach_ctest(self):
        calls = [call for call in self.run_entry("test.sh", "-R", "volumes")[3] if call.startswith("ctest")]
        self.assertEqual(len(calls), 1)
        self.assertTrue(calls[0].endswith("-R volumes"))

    def test_sanitizers_run_the_tests_of_the_library_and_the_readers(self):
        for path in ("tests/collision/query/a.cpp", "tests/engine/import/a.cpp", "tests/engine/ui/a.cpp"):
            os.makedirs(os.path.dirname(os.path.join(self.root, path)))
            with open(os.path.join(self.root, path), "w", encoding="utf-8"):
                pass
        calls = self.run_entry("test.sh")[3]
        self.assertTrue(any("build/fuzz" in call and call.endswith(
            "--target fuzz_targets --target test_collision_query --target test_engine_import") for call in calls), calls)
        self.assertTrue(any(call.endswith("-R ^(fuzz/|collision/query/|engine/import/)") for call in calls), calls)

    def test_fuzz_targets_run_last_and_not_with_single_tests(self):
        for arguments, seconds in (([], 5), (["--long"], 3600)):
            shutil.rmtree(os.path.join(self.root, "build"), ignore_errors=True)
            calls = self.run_entry("test.sh", *arguments)[3]
            self.assertTrue(any(call.startswith("cmake --preset fuzz") and f"-DBOXWOOD_FUZZ_SECONDS={seconds} " in call + " "
                                for call in calls), calls)
            self.assertTrue(any("build/fuzz" in call and call.endswith("--target fuzz_targets") for call in calls), calls)
            self.assertTrue(calls[-1].endswith("-R ^(fuzz/)"), calls[-1])
        self.assertFalse(any("fuzz" in call for call in self.run_entry("test.sh", "--long", "-R", "volumes")[3]
                             if call.startswith("ctest")))


if __name__ == "__main__":
    unittest.main()
