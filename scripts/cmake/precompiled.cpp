// Nothing but what its target precompiles: headers of others that most files read.
