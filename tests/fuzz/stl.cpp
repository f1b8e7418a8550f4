#include "engine/import/readers.hpp"
#include "tests/fuzz/mesh_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return boxwood::fuzz::read_any_bytes(&boxwood::read_stl, data, size);
}
