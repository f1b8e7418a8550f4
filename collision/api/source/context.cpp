#include "collision/api/context.hpp"

#include "collision/api/detail/scratch.hpp"

#include <utility>

namespace boxwood::api {

std::size_t Context::Scratch::bytes() const {
    return mesh.query.bytes() + ray.bytes() + closest.bytes() +
           (mesh.pairs.pairs.capacity() + mesh_contacts.pairs.capacity()) * sizeof(PrimitivePair) +
           mesh_contacts.regions.capacity() * sizeof(boxwood::ContactRegion) +
           parts_result.contacts.capacity() * sizeof(PartPair) + parts_cache.bytes() +
           parts.open.capacity() * sizeof(PartsScratch::NodePair) +
           parts.visited.capacity() * sizeof(PartsCache::Entry);
}

// Destroys this object if its working memory is too large.
void Context::Scratch::release_if_large(Context& context) {
    unchecked_queries = 0;
    if (bytes() > kMaxScratchBytes) context.release_scratch();
}

Context::Context(std::shared_ptr<Executor> executor)
    : executor_(std::move(executor)) {}
Context::~Context() = default;
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;

Context::Scratch& Context::scratch() {
    if (scratch_ == nullptr) scratch_ = std::make_unique<Scratch>();
    return *scratch_;
}

std::size_t Context::scratch_bytes() const {
    return scratch_ ? sizeof(Scratch) + scratch_->bytes() : 0;
}

void Context::release_scratch() {
    scratch_.reset();
}

Context& thread_context() {
    thread_local Context context;
    return context;
}

void release_scratch() {
    thread_context().release_scratch();
}

} // namespace boxwood::api
