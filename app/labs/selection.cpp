#include "app/labs/selection.hpp"

#include <algorithm>
#include <limits>

namespace boxwood {
namespace {

constexpr std::size_t kMaxHistory = 50;

bool contains(const BodyPair& pair, BodyId id) {
    return pair.a == id || pair.b == id;
}

// 0 in contact. Otherwise the distance or, if only a lower bound was computed, that bound; infinity if neither was.
double known_distance(const PairResult& pair) {
    if (pair.is_contact()) return 0.0;
    return pair.has_distance() ? pair.distance : std::numeric_limits<double>::infinity();
}

const PairResult* find_nearest_pair(const StepOutput& output, BodyId body) {
    const PairResult* nearest = nullptr;
    for (const PairResult& pair : output.pairs)
        if (contains(pair.bodies, body) && (!nearest || known_distance(pair) < known_distance(*nearest)))
            nearest = &pair;
    return nearest;
}

} // namespace

const PairResult* find_pair(const StepOutput& output, BodyPair bodies) {
    const auto found =
        std::lower_bound(output.pairs.begin(), output.pairs.end(), bodies,
                         [](const PairResult& result, const BodyPair& key) { return result.bodies < key; });
    return found != output.pairs.end() && found->bodies == bodies ? &*found : nullptr;
}

void Selection::choose_body(std::optional<BodyId> body) {
    if (!body) {
        history_position_ = 0;
        take_pair(std::nullopt);
        return;
    }
    push_choice({body, std::nullopt});
}

void Selection::choose_pair(BodyPair bodies, BodyId body) {
    push_choice({body, bodies});
}

void Selection::push_choice(const Choice& choice) {
    if (history_position_ > 0 && current() == choice) return;
    history_.resize(std::min(history_.size(), history_position_));
    if (history_.size() == kMaxHistory) history_.erase(history_.begin());
    history_.push_back(choice);
    history_position_ = history_.size();
    take_pair(choice.pair);
}

bool Selection::go_back() {
    if (history_position_ < 2) return false;
    --history_position_;
    take_pair(current().pair);
    return true;
}

bool Selection::go_forward() {
    if (history_position_ == history_.size()) return false;
    ++history_position_;
    take_pair(current().pair);
    return true;
}

void Selection::take_pair(std::optional<BodyPair> pair) {
    if (pair_ == pair) return;
    pair_ = pair;
    distances_.clear();
}

void Selection::forget_dead(const CollisionWorld& world) {
    const auto is_dead = [&world](const Choice& choice) {
        return !world.is_live(*choice.body) ||
               (choice.pair && !(world.is_live(choice.pair->a) && world.is_live(choice.pair->b)));
    };
    const auto dead_before = std::count_if(
        history_.begin(), history_.begin() + static_cast<std::ptrdiff_t>(history_position_), is_dead);
    const bool is_now_dead = history_position_ > 0 && is_dead(current());
    history_position_ = is_now_dead ? 0 : history_position_ - static_cast<std::size_t>(dead_before);
    std::erase_if(history_, is_dead);
    if (history_position_ == 0 || (pair_ && !(world.is_live(pair_->a) && world.is_live(pair_->b))))
        take_pair(std::nullopt);
}

void Selection::follow(const StepOutput& output, std::uint64_t frame) {
    const Choice choice = current();
    if (!choice.body) return take_pair(std::nullopt);
    if (!choice.pair) {
        const PairResult* current = pair_ ? find_pair(output, *pair_) : nullptr;
        const PairResult* nearest = current ? current : find_nearest_pair(output, *choice.body);
        if (nearest) take_pair(nearest->bodies);
        if (pair_ && !contains(*pair_, *choice.body)) take_pair(std::nullopt);
    }
    const PairResult* result = pair_ ? find_pair(output, *pair_) : nullptr;
    const bool is_known = result && (result->has_distance() || result->is_contact());
    distances_.note(frame, is_known ? static_cast<float>(result->distance)
                                    : std::numeric_limits<float>::quiet_NaN());
}

} // namespace boxwood
