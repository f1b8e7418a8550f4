// Adds CGAL's box intersection with streamed segment trees. It starts from scratch at each update.
#include "bench/peers/broad_phase/competitors.hpp"

#include <CGAL/box_intersection_d.h>

namespace boxwood::bench {

namespace {

class CgalBoxes final : public Competitor {
  public:
    void start(std::span<const Aabb> boxes) override { update(boxes); }
    void update(std::span<const Aabb> boxes) override {
        boxes_.clear();
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            double lower[3] = {boxes[i].lower.x, boxes[i].lower.y, boxes[i].lower.z};
            double upper[3] = {boxes[i].upper.x, boxes[i].upper.y, boxes[i].upper.z};
            boxes_.emplace_back(lower, upper, i);
        }
        pairs_.clear();
        CGAL::box_self_intersection_d(boxes_.begin(), boxes_.end(), [this](const Box& a, const Box& b) {
            pairs_.push_back(make_pair_of(static_cast<BodyId>(a.handle()), static_cast<BodyId>(b.handle())));
        });
    }
    std::vector<BodyPair> list_pairs() const override { return pairs_; }

  private:
    using Box = CGAL::Box_intersection_d::Box_with_handle_d<double, 3, std::size_t,
                                                            CGAL::Box_intersection_d::ID_EXPLICIT>;
    std::vector<Box> boxes_;
    std::vector<BodyPair> pairs_;
};

} // namespace

void add_cgal(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({"cgal box intersection", [] { return std::make_unique<CgalBoxes>(); }});
}

} // namespace boxwood::bench
