#include "app/work/shape_builder.hpp"

#include "app/work/thread_clock.hpp"

namespace boxwood {
namespace {

Result<ShapePair> build(const ShapePair& meshes, const HierarchyConfig& config) {
    ShapePair shapes;
    for (std::size_t side = 0; side < meshes.size(); ++side) {
        Result<std::shared_ptr<Shape>> shape = make_shape(meshes[side]->mesh(), config);
        if (!shape) return shape.error();
        shapes[side] = std::move(*shape);
    }
    return shapes;
}

} // namespace

void ShapeBuilder::start(ShapePair meshes, HierarchyConfig config) {
    {
        const std::scoped_lock lock(mutex_);
        order_ = Order{std::move(meshes), std::move(config)};
        news_.reset();
        is_wanted_ = true;
        started_ = std::chrono::steady_clock::now();
        if (is_working_) return; // it takes the order when it is done with the one before
        is_working_ = true;
    }
    task_.start([this] { work(); });
}

void ShapeBuilder::cancel() {
    const std::scoped_lock lock(mutex_);
    order_.reset();
    news_.reset();
    is_wanted_ = false;
}

void ShapeBuilder::wait() {
    task_.wait();
}

bool ShapeBuilder::is_busy() const {
    const std::scoped_lock lock(mutex_);
    return is_wanted_;
}

double ShapeBuilder::seconds() const {
    const std::scoped_lock lock(mutex_);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

double ShapeBuilder::build_ms() const {
    const std::scoped_lock lock(mutex_);
    return build_ms_;
}

std::optional<Result<ShapePair>> ShapeBuilder::take_news() {
    const std::scoped_lock lock(mutex_);
    if (news_) {
        is_wanted_ = false;
        build_ms_ = news_ms_;
    }
    return std::exchange(news_, std::nullopt);
}

std::optional<ShapeBuilder::Order> ShapeBuilder::next_order() {
    const std::scoped_lock lock(mutex_);
    if (!order_) is_working_ = false;
    return std::exchange(order_, std::nullopt);
}

void ShapeBuilder::work() {
    while (const std::optional<Order> order = next_order()) {
        const double start = thread_milliseconds();
        Result<ShapePair> shapes = build(order->meshes, order->config);
        const double took = thread_milliseconds() - start;
        const std::scoped_lock lock(mutex_);
        if (!is_wanted_ || order_) continue;
        news_ = std::move(shapes);
        news_ms_ = took;
    }
}

} // namespace boxwood
