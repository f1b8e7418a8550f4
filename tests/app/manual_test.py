#!/usr/bin/env python3
"""boxwood manual: the page and the bash completions have every command and its long options; scripts for zsh and fish
have every command, and the installed shells accept them. bench is a separate program, whose options are not listed."""
import re
import shutil
import subprocess
import unittest

from cli import CliTest


class ManualTest(CliTest):
    def options_of(self, *command):
        text = self.assert_done(*command, "--help")
        return re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.M)

    def test_the_page_has_every_command_and_option(self):
        page = self.assert_done("manual").replace("\\-", "-")
        for command in self.assert_done("list", "commands").split():
            self.assertIn(f".SS boxwood {command}\n", page)
            section = page.split(f".SS boxwood {command}\n")[1].split("\n.S")[0]
            for option in self.options_of(command) if command != "bench" else ():
                self.assertIn(f"\\fB{option}\\fR", section, command)

    def test_groff_formats_the_page_without_a_warning(self):
        if not shutil.which("groff"):
            self.skipTest("no groff")
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=self.assert_done("manual"), capture_output=True,
                              text=True, check=True)
        self.assertEqual(done.stderr, "")
        self.assertIn("EXIT STATUS", re.sub(".\b", "", done.stdout))

    def complete_in_bash(self, *words):
        script = self.write("boxwood.bash", self.assert_done("manual", "bash"))
        line = f'source {script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _boxwood; printf "%s\\n" "${{COMPREPLY[@]}}"'
        done = subprocess.run(["bash", "-c", line, "bash", *words], cwd=self.folder, capture_output=True, text=True, check=True)
        return done.stdout.split()

    def test_bash_completes_commands_options_and_choices(self):
        self.assertEqual(self.complete_in_bash("boxwood", "jud"), ["judge"])
        self.assertEqual(self.complete_in_bash("boxwood", "query", "--leaf-s"), ["--leaf-size"])
        self.assertIn("alternating", self.complete_in_bash("boxwood", "query", "--descent", ""))
        for command in self.assert_done("list", "commands").split():
            if command != "bench":
                self.assertEqual(set(self.options_of(command)) - set(self.complete_in_bash("boxwood", command, "--")), set())

    def test_scripts_for_zsh_and_fish_have_every_command(self):
        for shell, check in (("zsh", ["zsh", "-n"]), ("fish", ["fish", "--no-execute"])):
            script = self.write("completion." + shell, self.assert_done("manual", shell))
            if shutil.which(shell):
                subprocess.run([*check, script], check=True)
            with open(script, encoding="utf-8") as file:
                text = file.read()
            for command in self.assert_done("list", "commands").split():
                self.assertIn(command, text)

    def test_an_unknown_shell_is_refused(self):
        self.assert_refused("manual", "tcsh", naming=("tcsh", "bash"))


if __name__ == "__main__":
    unittest.main()
