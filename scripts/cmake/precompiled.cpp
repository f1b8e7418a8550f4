// An empty source, because a target needs one. Its targets precompile headers that most files include.
