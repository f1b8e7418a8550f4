#include "collision/broad_phase/all_broad_phases.hpp"

#include <string>

namespace boxwood {

class AnyBroadPhase::Base {
  public:
    virtual ~Base() = default;
    virtual std::string_view name() const = 0;
    virtual std::size_t max_bodies() const = 0;
    virtual void insert(std::span<const BodyId> bodies, std::span<const Aabb> boxes) = 0;
    virtual void remove(std::span<const BodyId> bodies) = 0;
    virtual void set_pair_enabled(BodyPair pair, bool is_enabled) = 0;
    virtual void set_body_enabled(BodyId body, bool is_enabled) = 0;
    virtual void set_body_fixed(BodyId body, bool is_fixed) = 0;
    virtual void set_all_pairs_enabled(bool is_enabled) = 0;
    virtual void configure(const BroadPhaseSettings& settings) = 0;
    virtual void update(std::span<const Aabb> boxes) = 0;
    virtual std::span<const ActivePair> pairs() const = 0;
    virtual const BroadPhaseEvents& events() const = 0;
    virtual BroadPhaseCounters counters() const = 0;
    virtual void save_state(StateWriter& writer) const = 0;
    virtual void restore_state(StateReader& reader) = 0;
};

template <BroadPhase Phase>
class AnyBroadPhase::Holder final : public AnyBroadPhase::Base {
  public:
    std::string_view name() const override { return Phase::kName; }
    std::size_t max_bodies() const override {
        if constexpr (requires { phase_.max_bodies(); }) return phase_.max_bodies();
        return Phase::kMaxBodies;
    }
    void insert(std::span<const BodyId> bodies, std::span<const Aabb> boxes) override {
        phase_.insert(bodies, boxes);
    }
    void remove(std::span<const BodyId> bodies) override { phase_.remove(bodies); }
    void set_pair_enabled(BodyPair pair, bool is_enabled) override {
        phase_.set_pair_enabled(pair, is_enabled);
    }
    void set_body_enabled(BodyId body, bool is_enabled) override {
        phase_.set_body_enabled(body, is_enabled);
    }
    void set_body_fixed(BodyId body, bool is_fixed) override { phase_.set_body_fixed(body, is_fixed); }
    void set_all_pairs_enabled(bool is_enabled) override { phase_.set_all_pairs_enabled(is_enabled); }
    void configure(const BroadPhaseSettings& settings) override { phase_.configure(settings); }
    void update(std::span<const Aabb> boxes) override { phase_.update(boxes); }
    std::span<const ActivePair> pairs() const override { return phase_.pairs(); }
    const BroadPhaseEvents& events() const override { return phase_.events(); }
    BroadPhaseCounters counters() const override { return phase_.counters(); }
    void save_state(StateWriter& writer) const override { writer(phase_); }
    void restore_state(StateReader& reader) override { reader(phase_); }

  private:
    Phase phase_;
};

namespace {

template <class List>
constexpr std::array<std::string_view, 0> kNames{};
template <class... Phases>
constexpr std::array<std::string_view, sizeof...(Phases)> kNames<std::tuple<Phases...>>{Phases::kName...};

} // namespace

AnyBroadPhase::AnyBroadPhase()
    : base_(std::make_unique<Holder<std::tuple_element_t<0, AllBroadPhases>>>()) {}
AnyBroadPhase::AnyBroadPhase(std::unique_ptr<Base> base)
    : base_(std::move(base)) {}
AnyBroadPhase::~AnyBroadPhase() = default;
AnyBroadPhase::AnyBroadPhase(AnyBroadPhase&&) noexcept = default;
AnyBroadPhase& AnyBroadPhase::operator=(AnyBroadPhase&&) noexcept = default;

AnyBroadPhase::Base& AnyBroadPhase::base() const {
    BOXWOOD_REQUIRE(base_ != nullptr); // a moved-from object has no broad phase
    return *base_;
}

std::string_view AnyBroadPhase::name() const {
    return base().name();
}
std::size_t AnyBroadPhase::max_bodies() const {
    return base().max_bodies();
}
void AnyBroadPhase::insert(std::span<const BodyId> bodies, std::span<const Aabb> boxes) {
    base().insert(bodies, boxes);
}
void AnyBroadPhase::remove(std::span<const BodyId> bodies) {
    base().remove(bodies);
}
void AnyBroadPhase::set_pair_enabled(BodyPair pair, bool is_enabled) {
    base().set_pair_enabled(pair, is_enabled);
}
void AnyBroadPhase::set_body_enabled(BodyId body, bool is_enabled) {
    base().set_body_enabled(body, is_enabled);
}
void AnyBroadPhase::set_body_fixed(BodyId body, bool is_fixed) {
    base().set_body_fixed(body, is_fixed);
}
void AnyBroadPhase::set_all_pairs_enabled(bool is_enabled) {
    base().set_all_pairs_enabled(is_enabled);
}
void AnyBroadPhase::configure(const BroadPhaseSettings& settings) {
    settings_ = settings;
    base().configure(settings);
}
void AnyBroadPhase::set_storage(PairStorage storage) {
    BroadPhaseSettings settings = settings_;
    settings.storage = storage;
    configure(settings);
}
void AnyBroadPhase::update(std::span<const Aabb> boxes) {
    base().update(boxes);
}
std::span<const ActivePair> AnyBroadPhase::pairs() const {
    return base().pairs();
}
const BroadPhaseEvents& AnyBroadPhase::events() const {
    return base().events();
}
BroadPhaseCounters AnyBroadPhase::counters() const {
    return base().counters();
}

void AnyBroadPhase::save_state(StateWriter& writer) const {
    writer(settings_);
    base().save_state(writer);
}
void AnyBroadPhase::restore_state(StateReader& reader) {
    reader(settings_);
    base().restore_state(reader);
}

std::span<const std::string_view> list_broad_phases() {
    return kNames<AllBroadPhases>;
}

Result<AnyBroadPhase> make_any_broad_phase(std::string_view name) {
    std::unique_ptr<AnyBroadPhase::Base> base;
    [&]<class... Phases>(std::type_identity<std::tuple<Phases...>>) {
        ((Phases::kName == name ? void(base = std::make_unique<AnyBroadPhase::Holder<Phases>>()) : void()),
         ...);
    }(std::type_identity<AllBroadPhases>{});
    if (base) return AnyBroadPhase(std::move(base));
    std::string message = "unknown broad phase '";
    message.append(name).append("'; choose one of:");
    for (const std::string_view known : list_broad_phases()) message.append(" ").append(known);
    return Error{message};
}

} // namespace boxwood
