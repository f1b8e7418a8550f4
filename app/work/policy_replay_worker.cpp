#include "app/work/policy_replay_worker.hpp"

#include "app/work/thread_clock.hpp"

#include <utility>

namespace boxwood {

void PolicyReplayWorker::start(Describe describe, std::vector<double> recording) {
    task_.cancel();
    news_.reset();
    task_.start([this, described = std::move(describe), frames = std::move(recording)] {
        Result<ReplayNews> news = work(described(), frames);
        if (task_.is_cancelled()) return;
        const std::scoped_lock lock(mutex_);
        news_ = std::move(news);
    });
}

Result<ReplayNews> PolicyReplayWorker::work(const DeformingPairConfig& config,
                                            const std::vector<double>& recording) {
    Result<DeformingPair> pair = DeformingPair::make(config);
    if (!pair) return pair.error();
    ReplayNews news;
    for (const double at : recording) {
        if (task_.is_cancelled()) return news;
        if (Status status = pair->run_frame_at(at, thread_milliseconds); !status) return status.error();
        news.do_agree = news.do_agree && pair->policies_agree();
        task_.set_progress(static_cast<double>(++news.frames) / static_cast<double>(recording.size()));
    }
    PolicyStandings standings;
    standings.catch_up(pair->runs());
    news.policies = standings.totals();
    news.sentence = standings.tell();
    return news;
}

std::optional<Result<ReplayNews>> PolicyReplayWorker::take_news() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(news_, std::nullopt);
}

} // namespace boxwood
