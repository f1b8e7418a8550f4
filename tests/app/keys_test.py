"""boxwood keys: the document equals the program's output, and no key has two actions."""
import os
import re
import unittest

from cli import CliTest

DOCUMENT = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "keys.md")


class KeysTest(CliTest):
    def test_the_document_is_what_the_program_prints(self):
        with open(DOCUMENT, encoding="utf-8") as file:
            self.assertEqual(file.read(), self.assert_done("keys"))

    def test_no_key_has_two_actions_in_a_context(self):
        keys, context = {}, None
        for line in self.assert_done("keys").splitlines():
            if line.startswith("## "):
                context = line[3:]
                keys[context] = []
            elif found := re.match(r"\| `(.+)` \| (.+) \|", line):
                keys[context].append(found[1])
        everywhere = keys["Everywhere"]
        self.assertGreater(len(everywhere), 10)
        for context, own in keys.items():
            active = own if context == "Everywhere" else everywhere + own
            self.assertEqual(len(active), len(set(active)), f"{context}: {sorted(active)}")


if __name__ == "__main__":
    unittest.main()
