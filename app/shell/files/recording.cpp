#include "app/shell/files/recording.hpp"

#include "app/labs/lab_registry.hpp"
#include "app/shell/build_info.hpp"
#include "app/shell/files/launch_target.hpp"
#include "collision/core/simd/processor.hpp"
#include "engine/import/text_file.hpp"
#include "engine/walk/walk_script.hpp"
#include "engine/workloads/workload.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

namespace boxwood {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 18;
// Maximum size of a file that is searched for names of other files.
constexpr std::uintmax_t kMaxTextBytes = std::uintmax_t{64} << 20;

// --- the files of a run -------------------------------------------------------------------------------------

bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

// A lab and a workload take precedence over a file of the same name.
bool is_target_file(const std::string& target) {
    return find_lab(target) == nullptr && find_workload(target) == nullptr;
}

// Whether the value of a setting is a file: a scene that is not built in, or a file that the lab opens. (The value of
// another setting, such as 10, can be the name of an existing file by chance.)
bool is_file_setting(std::string_view lab_name, std::string_view setting, const fs::path& value) {
    const LabEntry* lab = find_lab(lab_name);
    return (setting == "scene" && value.has_extension()) ||
           (lab != nullptr && lab->own_files.setting == setting);
}

// Returns candidates for file names in a text: quoted strings, and words between spaces. JSON can write / as \/.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::string quoted, bare;
    bool is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && i + 1 < text.size() && text[i + 1] == '/') continue;
        if (c == '\\' && is_quoted && i + 1 < text.size()) { // an escaped quote or backslash
            quoted += text[++i];
            bare += text[i];
            continue;
        }
        if (c == '"') {
            if (is_quoted) words.push_back(std::exchange(quoted, {}));
            is_quoted = !is_quoted;
        } else if (is_quoted) {
            quoted += c;
        }
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            if (!bare.empty()) words.push_back(std::exchange(bare, {}));
        } else {
            bare += c;
        }
    }
    if (!bare.empty()) words.push_back(bare);
    return words;
}

// Inserts the file. If it is a scene, a walk, a glTF file or a text, also inserts the files that it refers to.
void collect(const fs::path& file, std::set<fs::path>& io_files) {
    if (!io_files.insert(fs::absolute(file).lexically_normal()).second) return;
    const std::string type = lower_case_ending(file);
    if (type != ".json" && type != ".gltf" && type != ".walk" && type != ".txt") return;
    const Result<std::string> text = read_text_file(file, kMaxTextBytes);
    if (!text) return;
    std::vector<std::string> words = words_of(*text);
    if (type == ".walk" || type == ".txt") // the name of a scene can contain spaces
        if (Result<WalkScript> walk = parse_walk_script(*text, {}); walk)
            words.push_back(std::move(walk->scene));
    for (const std::string& word : words) {
        constexpr std::size_t kMaxNameLength = 1024;
        if (word.empty() || word.size() > kMaxNameLength || word.find('.') == std::string::npos) continue;
        const fs::path referenced = fs::path(word).is_absolute() ? fs::path(word) : file.parent_path() / word;
        if (is_file(referenced)) collect(referenced, io_files);
    }
}

fs::path common_folder(const std::set<fs::path>& files) {
    fs::path folder = files.begin()->parent_path();
    for (const fs::path& file : files) {
        const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
        fs::path shared;
        for (auto part = folder.begin(); part != end; ++part) shared /= *part;
        folder = shared;
    }
    return folder;
}

bool stays_inside(const fs::path& name) {
    if (name.empty() || name.is_absolute()) return false;
    return std::none_of(name.begin(), name.end(), [](const fs::path& part) { return part == ".."; });
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end > at) lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::byte low_byte(std::uint64_t value) {
    return static_cast<std::byte>(value & 0xFFu);
}

std::uint64_t time_of(std::uint64_t frame) {
    return frame * 1'000'000'000u / 60u; // 60 frames per second
}

} // namespace

std::string build_text() {
    const BuildInfo info = build_info();
    return info.version + " " + info.commit + " " + info.kind + ", " + info.compiler;
}

std::string processor_text() {
#if defined(__x86_64__)
    std::string text = "x86-64";
#elif defined(__aarch64__)
    std::string text = "aarch64";
#else
    std::string text = "other";
#endif
    if (this_processor().has_avx512) return text + " avx512";
    if (this_processor().has_avx2) return text + " avx2";
    return text;
}

// --- writing ------------------------------------------------------------------------------------------------

Result<RunRecorder> RunRecorder::create(const fs::path& path, const ViewerOptions& options,
                                        const std::string& lab_name, const LabFrames& lab_frames) {
    Result<capture::McapWriter> file = capture::McapWriter::create(
        path, {.library = "boxwood " + build_info().version, .chunk_bytes = kChunkBytes});
    if (!file) return file.error();
    RunRecorder recorder(std::move(*file));

    std::set<fs::path> files;
    if (is_target_file(options.target) && is_file(options.target)) collect(options.target, files);
    for (const fs::path& mesh : options.files)
        if (is_file(mesh)) collect(mesh, files);
    for (const auto& [name, value] : options.settings)
        if (is_file_setting(lab_name, name, value) && is_file(value)) collect(value, files);
    const fs::path folder = files.empty() ? fs::path{} : common_folder(files);
    const auto name_in_file = [&](const std::string& value) {
        return is_file(value) && !files.empty()
                   ? fs::absolute(value).lexically_normal().lexically_relative(folder).string()
                   : value;
    };
    for (const fs::path& one : files) {
        std::ifstream in(one, std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(in), {});
        if (!in) return Error{shown(one) + ": cannot be read for the recording"};
        if (Status status =
                recorder.writer_.file().attach(one.lexically_relative(folder).string(),
                                               "application/octet-stream", 0, capture::bytes_of(bytes));
            !status)
            return status.error();
    }
    capture::RunRecord run{.lab = lab_name,
                           .target =
                               is_target_file(options.target) ? name_in_file(options.target) : options.target,
                           .has_seed = options.seed.has_value() ? 1u : 0u,
                           .seed = options.seed.value_or(kDefaultSeed),
                           .build = build_text(),
                           .processor = processor_text()};
    for (const fs::path& mesh : options.files) run.files += name_in_file(mesh.string()) + "\n";
    for (const auto& [name, value] : options.settings)
        if (name != "log")
            run.settings +=
                name + "=" + (is_file_setting(lab_name, name, value) ? name_in_file(value) : value) + "\n";
    if (Status status = recorder.writer_.write(0, run); !status) return status.error();
    if (Status status = recorder.write_state(lab_frames); !status) return status.error();
    if (Status status = recorder.writer_.file().flush(); !status) return status.error();
    return recorder;
}

Status RunRecorder::write_state(const LabFrames& lab_frames) {
    const Simulation& simulation = lab_frames.simulation();
    capture::StateRecord state{.frame = simulation.frame, .state_hash = lab_frames.hash_state()};
    const std::span<const Body> bodies = simulation.world.bodies();
    for (BodyId id = 0; id < bodies.size(); ++id) {
        if (!simulation.world.is_live(id)) continue;
        state.bodies.push_back(id);
        const Transform& t = bodies[id].transform;
        state.transforms.values.insert(state.transforms.values.end(), {t.q.w, t.q.x, t.q.y, t.q.z, t.t.x,
                                                                       t.t.y, t.t.z, t.s.x, t.s.y, t.s.z});
        const glm::dvec3 v =
            id < simulation.motions.size() ? simulation.motions[id].velocity_w : glm::dvec3(0.0);
        state.velocities.values.insert(state.velocities.values.end(), {v.x, v.y, v.z});
        if (const HullHierarchyState* parts = bodies[id].parts.get())
            state.joints.values.insert(state.joints.values.end(), parts->positions().begin(),
                                       parts->positions().end());
    }
    last_state_ = simulation.frame;
    return writer_.write(time_of(simulation.frame), state);
}

Status RunRecorder::record_frame(const LabFrames& lab_frames) {
    const std::uint64_t frame = lab_frames.simulation().frame;
    if (last_ && frame <= *last_) return ok(); // a repeated frame
    last_ = frame;
    lab_frames.hash_frame(body_hashes_);
    capture::FrameRecord record{.index = frame, .state_hash = combine(body_hashes_)};
    record.body_checks.reserve(2 * body_hashes_.size());
    for (const std::uint64_t hash : body_hashes_) {
        record.body_checks.push_back(low_byte(hash));
        record.body_checks.push_back(low_byte(hash >> 8));
    }
    // The input is written before its frame, so that a truncated file has the input of every frame that it contains.
    if (const std::vector<double> numbers =
            frame > 0 ? lab_frames.input_of(frame - 1) : std::vector<double>{};
        !numbers.empty())
        if (Status status = writer_.write(time_of(frame), capture::InputRecord{frame - 1, {numbers}});
            !status)
            return status;
    if (Status status = writer_.write(time_of(frame), record); !status) return status;
    return frame >= *last_state_ + kKeyframeDistance ? write_state(lab_frames) : ok();
}

Status RunRecorder::finish(const LabFrames& lab_frames) {
    if (last_state_ != lab_frames.simulation().frame)
        if (Status status = write_state(lab_frames); !status) return status;
    return writer_.file().finish();
}

Status RunRecording::begin(const ViewerOptions& options, const std::string& lab_name,
                           const LabFrames& lab_frames) {
    if (options.record.empty()) return ok();
    Result<RunRecorder> recorder = RunRecorder::create(options.record, options, lab_name, lab_frames);
    if (!recorder) return recorder.error();
    recorder_ = std::move(*recorder);
    return ok();
}

void RunRecording::check(const Status& status) {
    if (status || std::exchange(has_failed_, true)) return;
    std::fprintf(stderr, "boxwood: %s; the run continues without recording\n",
                 status.error().message.c_str());
}

void RunRecording::record_frame(const LabFrames& lab_frames) {
    if (is_on()) check(recorder_->record_frame(lab_frames));
}

void RunRecording::finish_early() {
    if (is_on()) check(recorder_->finish());
    recorder_.reset();
}

bool RunRecording::finish(const LabFrames& lab_frames) {
    if (is_on()) check(recorder_->finish(lab_frames));
    recorder_.reset();
    return !has_failed_;
}

// --- reading ------------------------------------------------------------------------------------------------

std::string Recording::why_different() const {
    if (build != build_text()) return "recorded by another build (" + one_line(build, 120) + ")";
    if (processor != processor_text())
        return "recorded on another processor (" + one_line(processor, 40) +
               "; this one: " + processor_text() + ")";
    return {};
}

const capture::StateRecord* Recording::state_before(std::uint64_t frame) const {
    const capture::StateRecord* found = nullptr;
    for (const capture::StateRecord& state : states)
        if (state.frame <= frame && (found == nullptr || state.frame >= found->frame)) found = &state;
    return found;
}

bool is_recording_file(const fs::path& path) {
    const Result<capture::McapReader> reader = capture::McapReader::open(path);
    return reader && std::ranges::any_of(reader->channels(), [](const auto& channel) {
               return channel.second.topic == capture::RunRecord::kTopic;
           });
}

Result<Recording> open_recording(const fs::path& path, const fs::path& folder) {
    const Result<capture::McapReader> reader = capture::McapReader::open(path);
    if (!reader) return reader.error();
    Result<capture::Capture> read = capture::read_capture(path);
    if (!read) return read.error();
    if (read->runs.empty())
        return Error{shown(path) +
                     ": contains no recorded run; boxwood run ... --record FILE.mcap records one"};
    if (read->states.empty()) return Error{shown(path) + ": contains no keyframe"};

    Recording recording;
    for (const capture::McapAttachment& attachment : reader->attachments()) {
        if (!stays_inside(attachment.name))
            return Error{shown(path) + ": the attachment '" + one_line(attachment.name, 80) +
                         "' would be unpacked outside of its folder"};
        const Result<std::vector<std::byte>> bytes = reader->read(attachment);
        if (!bytes) return bytes.error();
        const fs::path to = folder / attachment.name;
        std::error_code failed;
        fs::create_directories(to.parent_path(), failed);
        std::ofstream out(to, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes->data()), static_cast<std::streamsize>(bytes->size()));
        if (failed || !out.flush()) return Error{shown(to) + ": cannot be written"};
    }
    const auto unpacked = [&folder](const std::string& name) {
        return stays_inside(name) && is_file(folder / name) ? (folder / name).string() : name;
    };
    const capture::RunRecord& run = read->runs.front();
    if (find_lab(run.lab) == nullptr)
        return Error{shown(path) + ": recorded in the unknown lab '" + one_line(run.lab, 40) + "'"};
    recording.options.target = is_target_file(run.target) ? unpacked(run.target) : run.target;
    for (const std::string& name : lines_of(run.files)) recording.options.files.emplace_back(unpacked(name));
    for (const std::string& line : lines_of(run.settings)) {
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos) return Error{shown(path) + ": contains a setting without a value"};
        const std::string name = line.substr(0, equals), value = line.substr(equals + 1);
        recording.options.settings.emplace_back(name, is_file_setting(run.lab, name, value) ? unpacked(value)
                                                                                            : value);
    }
    if (run.has_seed != 0) recording.options.seed = run.seed;
    recording.build = run.build;
    recording.processor = run.processor;
    recording.frames = std::move(read->frames);
    std::ranges::stable_sort(recording.frames, {}, &capture::FrameRecord::index);
    recording.states = std::move(read->states);
    for (capture::InputRecord& input : read->inputs)
        recording.inputs.push_back({input.frame, std::move(input.numbers.values)});
    recording.problems = std::move(read->problems);
    recording.is_finished = read->is_finished;
    return recording;
}

std::optional<ReplayDifference> compare_with(const Recording& recording, const LabFrames& lab_frames) {
    const std::uint64_t frame = lab_frames.simulation().frame;
    const auto found = std::ranges::lower_bound(recording.frames, frame, {}, &capture::FrameRecord::index);
    if (found == recording.frames.end() || found->index != frame) return std::nullopt;
    std::vector<std::uint64_t> hashes;
    lab_frames.hash_frame(hashes);
    if (combine(hashes) == found->state_hash) return std::nullopt;
    ReplayDifference difference{frame};
    const std::size_t count = std::max(hashes.size(), found->body_checks.size() / 2);
    for (std::size_t id = 0; id < count && !difference.body; ++id) {
        const bool is_in_both = id < hashes.size() && 2 * id + 1 < found->body_checks.size();
        if (!is_in_both || low_byte(hashes[id]) != found->body_checks[2 * id] ||
            low_byte(hashes[id] >> 8) != found->body_checks[2 * id + 1])
            difference.body = static_cast<BodyId>(id);
    }
    return difference;
}

std::string describe(const Recording& recording, const ReplayDifference& difference) {
    std::string text = "frame " + std::to_string(difference.frame) + " differs from the recording";
    if (difference.body) text += ", first in body " + std::to_string(*difference.body);
    if (const std::string why = recording.why_different(); !why.empty()) text += "; " + why;
    return text;
}

void show_state(const capture::StateRecord& state, Simulation& io_simulation) {
    std::size_t next_joint = 0;
    CollisionWorld& world = io_simulation.world;
    for (std::size_t i = 0; i < state.bodies.size() && 10 * i + 9 < state.transforms.size(); ++i) {
        const auto id = static_cast<BodyId>(std::min<std::uint64_t>(state.bodies[i], kNone));
        const double* n = state.transforms.values.data() + 10 * i;
        // A body keeps its pose if the world rejects the new one.
        (void)world.set_transform(
            id, {glm::dquat(n[0], n[1], n[2], n[3]), {n[4], n[5], n[6]}, {n[7], n[8], n[9]}});
        if (!world.is_live(id) || !world.bodies()[id].parts) continue;
        const auto joints = static_cast<std::uint32_t>(world.bodies()[id].parts->positions().size());
        for (std::uint32_t joint = 0; joint < joints && next_joint < state.joints.size(); ++joint)
            (void)world.set_joint_position(id, joint, state.joints[next_joint++]);
    }
    io_simulation.frame = state.frame;
}

} // namespace boxwood
