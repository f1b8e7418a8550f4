#include "collision/world/pairs/pair_filter.hpp"

#include <algorithm>

namespace boxwood {
namespace {

using Partners = std::vector<BodyId>;

void add(Partners& io_partners, BodyId body) {
    io_partners.insert(std::lower_bound(io_partners.begin(), io_partners.end(), body), body);
}

void remove(Partners& io_partners, BodyId body) {
    io_partners.erase(std::lower_bound(io_partners.begin(), io_partners.end(), body));
}

} // namespace

bool PairFilter::has_exception(BodyPair pair) const {
    if (pair.b >= partners_.size()) return false;
    const Partners& partners = partners_[pair.b];
    return std::binary_search(partners.begin(), partners.end(), pair.a);
}

void PairFilter::set(BodyPair pair, bool is_enabled_now) {
    if (is_enabled(pair) == is_enabled_now) return;
    if (partners_.size() <= pair.b) partners_.resize(pair.b + std::size_t{1});
    if (is_enabled_now == is_enabled_by_default_) {
        remove(partners_[pair.a], pair.b);
        remove(partners_[pair.b], pair.a);
        --exception_count_;
    } else {
        add(partners_[pair.a], pair.b);
        add(partners_[pair.b], pair.a);
        ++exception_count_;
    }
}

void PairFilter::set_all(bool is_enabled_now) {
    partners_.clear();
    exception_count_ = 0;
    is_enabled_by_default_ = is_enabled_now;
}

void PairFilter::erase(BodyId body) {
    if (body >= partners_.size()) return;
    for (const BodyId partner : partners_[body]) remove(partners_[partner], body);
    exception_count_ -= partners_[body].size();
    partners_[body].clear();
}

} // namespace boxwood
