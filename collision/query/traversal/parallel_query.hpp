// What: a parallel query between two hierarchies of the same type. The first levels of the traversal run serially and
//     are then split into tasks. Included only where the types are instantiated (see query_dispatch.hpp).
// Invariants: the invariants of mesh_query.hpp. The tasks depend only on the operands.
// Oracle: the serial query.
#pragma once

#include "collision/query/dispatch/mesh_query_of.hpp"

#include <atomic>
#include <limits>
#include <optional>

namespace boxwood::detail {

// A parallel query. Each task has its own MeshQuery.
template <Hierarchy H>
class ParallelQuery {
  public:
    ParallelQuery(const QueryInput& in, const H& tree_a, const H& tree_b, QueryResult& out)
        : in_(in)
        , tree_a_(tree_a)
        , tree_b_(tree_b)
        , scratch_(in.threads->scratch)
        , main_query_(in, tree_a, tree_b, no_trace_, out)
        , out_(out) {}

    void run() {
        const bool is_distance_mode = boxwood::is_distance_mode(in_.request.mode);
        if (is_distance_mode) main_query_.begin_distance();
        if (main_query_.needs_world_trees()) [[unlikely]]
            main_query_.answer_on_world_trees(in_.request.mode, main_query_.scratch_of(scratch_.work));
        else
            split();
        if (is_distance_mode) main_query_.end_distance();
    }

  private:
    void split() {
        const bool is_distance_mode = boxwood::is_distance_mode(in_.request.mode);
        if (is_distance_mode && !main_query_.is_worth_splitting())
            return main_query_.find_distance(main_query_.scratch_of(scratch_.work));
        count_ = main_query_.split_contacts(scratch_);
        if (in_.request.mode == QueryMode::all) return find_all();
        find_any();
        if (!is_distance_mode) return;
        if (out_.intersects) return measure_contact();
        if (!find_distance()) [[unlikely]]
            main_query_.finish_distance_on_world_trees(main_query_.scratch_of(scratch_.work));
    }

    using Part = ParallelQueryScratch::Part;

    // Calls find(query, result, index in scratch_.front, scratch) for each task. A serial executor runs them in order.
    template <class Find>
    void for_each_part(const Find& find) {
        if (scratch_.parts.size() < count_) scratch_.parts.resize(count_);
        const auto body = [this, &find](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) run_part(i, find);
        };
        in_.threads->executor.parallel_for(count_, 1, body);
    }
    template <class Find>
    void run_part(std::size_t i, const Find& find) {
        Part& part = scratch_.parts[i];
        part.result.pairs.clear();
        part.result.intersects = false;
        if (i > first_found_.load(std::memory_order_relaxed)) return; // an earlier task has a contact
        NoTrace no_trace;
        MeshQuery<H, NoTrace> query(in_, tree_a_, tree_b_, no_trace, part.result);
        part.result.counters = {}; // main_query_ has already counted the work that is done once per query
        find(query, part.result, count_ - 1 - i, query.scratch_of(part.scratch));
    }

    void find_all() {
        for_each_part([this](auto& query, QueryResult&, std::size_t index, auto& io_scratch) {
            query.find_all_in_part(scratch_.front, index, io_scratch);
        });
        for (const Part& part : parts()) {
            out_.counters += part.result.counters;
            out_.pairs.insert(out_.pairs.end(), part.result.pairs.begin(), part.result.pairs.end());
        }
        main_query_.sort_pairs(main_query_.scratch_of(scratch_.work));
    }

    // The result is the contact of the first task with a contact. The counters of later tasks are ignored, because such
    // tasks can be skipped.
    void find_any() {
        for_each_part([this](auto& query, QueryResult& result, std::size_t index, auto& io_scratch) {
            query.find_any_in_part(scratch_.front, index, io_scratch);
            if (result.intersects) record_contact(count_ - 1 - index);
        });
        for (const Part& part : parts()) {
            out_.counters += part.result.counters;
            if (!part.result.intersects) continue;
            out_.intersects = true;
            out_.pairs = part.result.pairs;
            break;
        }
        first_found_ = ~std::size_t{0};
    }
    void record_contact(std::size_t part) {
        std::size_t first = first_found_.load(std::memory_order_relaxed);
        while (part < first && !first_found_.compare_exchange_weak(first, part, std::memory_order_relaxed)) {
        }
    }
    void measure_contact() {
        main_query_.measure(out_.pairs[0]);
        out_.pairs.clear();
    }

    // Each task starts from the pair that main_query_ found, and replaces it by a pair with a smaller distance, or by
    // an earlier pair with the same distance. The minimum over all tasks is the result of the serial search. If a task
    // reaches its limit of tests, skips the tasks that have not begun and returns false. The counters of all tasks are
    // then ignored, because their progress depends on the threads.
    bool find_distance() {
        const std::optional<std::size_t> count = main_query_.split_distance(scratch_);
        if (!count) return false;
        count_ = *count;
        std::atomic<bool> is_unfinished{false};
        for_each_part([&](auto& query, QueryResult& result, std::size_t index, auto& io_scratch) {
            if (is_unfinished.load(std::memory_order_relaxed)) return;
            copy_closest(out_, result);
            if (!query.find_distance_in_part(scratch_.front, index, io_scratch))
                is_unfinished.store(true, std::memory_order_relaxed);
        });
        if (is_unfinished) return false;
        for (const Part& part : parts()) {
            out_.counters += part.result.counters;
            if (is_closer(part.result, out_, in_.is_a_first)) copy_closest(part.result, out_);
        }
        return true;
    }

    std::span<const Part> parts() const { return std::span(scratch_.parts).first(count_); }

    const QueryInput& in_;
    const H &tree_a_, &tree_b_;
    ParallelQueryScratch& scratch_;
    NoTrace no_trace_;
    MeshQuery<H, NoTrace> main_query_;
    QueryResult& out_;
    std::size_t count_ = 0; // number of tasks
    std::atomic<std::size_t> first_found_{~std::size_t{0}};
};

} // namespace boxwood::detail
