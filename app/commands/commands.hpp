// What: the verbs of the command line. Each adds its subcommand and options to the parser and, when the parser
//       chose it, puts what is to be done into `out_verb`; main() calls that and returns its exit status.
// Exit status: 0 done; 1 the run found what it was asked to look for; 2 bad usage or bad input, one line on stderr.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace boxwood {

using Verb = std::function<int()>;

void add_run_command(CLI::App& app, Verb& out_verb);
void add_query_command(CLI::App& app, Verb& out_verb);
void add_inspect_command(CLI::App& app, Verb& out_verb);
void add_compare_command(CLI::App& app, Verb& out_verb);
void add_prepare_command(CLI::App& app, Verb& out_verb);
void add_list_command(CLI::App& app, Verb& out_verb);
void add_bench_command(CLI::App& app, Verb& out_verb);
void add_keys_command(CLI::App& app, Verb& out_verb);
void add_import_command(CLI::App& app, Verb& out_verb); // hidden: the guarded child of engine/import

} // namespace boxwood
