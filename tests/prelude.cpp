// Nothing but what its target precompiles: the headers that most tests read.
