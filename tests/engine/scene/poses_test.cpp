#include "engine/scene/queries/poses.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <unistd.h>

namespace boxwood::poses_test {
namespace {

std::string error_of(const std::string& text) {
    const auto poses = parse_poses(text, "poses.jsonl");
    return poses ? "" : poses.error().message;
}

TEST(PosesTest, reads_the_documented_line) {
    const auto poses = parse_poses(
        R"({"id": 7, "a": {"q": [0.5, -0.5, 0.25, 1], "t": [1, 2, 3], "s": [2, 3, -4]}, "b": {}})",
        "poses.jsonl");
    ASSERT_TRUE(poses) << poses.error().message;
    ASSERT_EQ(poses->size(), 1u);
    const PosePair& pair = (*poses)[0];
    EXPECT_EQ(pair.id, 7);
    EXPECT_EQ(pair.a.transform.q.x, 0.5);
    EXPECT_EQ(pair.a.transform.q.y, -0.5);
    EXPECT_EQ(pair.a.transform.q.z, 0.25);
    EXPECT_EQ(pair.a.transform.q.w, 1.0);
    EXPECT_EQ(pair.a.transform.t, glm::dvec3(1.0, 2.0, 3.0));
    EXPECT_EQ(pair.a.transform.s, glm::dvec3(2.0, 3.0, -4.0));
    EXPECT_EQ(pair.b.transform.q, glm::dquat(1.0, 0.0, 0.0, 0.0));
    EXPECT_EQ(pair.b.transform.t, glm::dvec3(0.0));
    EXPECT_EQ(pair.b.transform.s, glm::dvec3(1.0));
}

TEST(PosesTest, blank_lines_are_skipped_and_windows_line_ends_are_accepted) {
    const auto poses = parse_poses(
        "\n{\"id\":1,\"a\":{},\"b\":{}}\r\n  \r\n{\"id\":2,\"a\":{},\"b\":{},\"note\":\"x\"}", "p");
    ASSERT_TRUE(poses) << poses.error().message;
    ASSERT_EQ(poses->size(), 2u);
    EXPECT_EQ((*poses)[1].id, 2);
    EXPECT_TRUE(parse_poses("", "p"));
}

TEST(PosesTest, errors_name_line_and_reason) {
    const std::string good = "{\"id\":0,\"a\":{},\"b\":{}}\n";
    const struct {
        const char* line;
        const char* words;
    } cases[] = {
        {R"({"id":1,"a":{},"b":{})", "poses.jsonl:3:21: "},
        {R"({"id":1,"a":{"t":[1,2,x]},"b":{}})", "poses.jsonl:3:23: "},
        {R"([1])", "poses.jsonl:3: expected an object"},
        {R"({"id":"x","a":{},"b":{}})", "poses.jsonl:3: /id: expected a whole number"},
        {R"({"id":1.5,"a":{},"b":{}})", "poses.jsonl:3: /id: expected a whole number"},
        {R"({"id":18446744073709551615,"a":{},"b":{}})", "poses.jsonl:3: /id: expected a whole number"},
        {R"({"id":1,"a":[],"b":{}})", "poses.jsonl:3: /a: expected 4 rows of 4 numbers"},
        {R"({"a":[[1,0,0,0],[0,1,0,0],[0,0,1],[0,0,0,1]]})",
         "poses.jsonl:3: /a/2: expected an array of 4 numbers"},
        {R"({"b":[[1,2,3,0],[2,4,6,0],[7,8,1,0],[0,0,0,1]]})", "poses.jsonl:3: /b: the matrix is singular"},
        {R"({"b":[[1,0,0,0],[0,0,0,0],[0,0,1,0],[0,0,0,1]]})",
         "poses.jsonl:3: /b: column 1 of the matrix has the length 0: it is singular"},
        {R"({"b":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[1,2,3,1]]})",
         "poses.jsonl:3: /b: the last row of a 4x4 matrix must be 0 0 0 1"},
        {R"({"id":1,"a":null,"b":{}})", "poses.jsonl:3: /a: expected an object"},
        {R"({"id":1,"a":{},"b":{"t":[1,2]}})", "poses.jsonl:3: /b/t: expected an array of 3 numbers"},
        {R"({"id":1,"a":{},"b":{"q":[0,0,0]}})", "poses.jsonl:3: /b/q: expected an array of 4 numbers"},
        {R"({"id":1,"a":{},"b":{"t":[1,2,"3"]}})", "poses.jsonl:3: /b/t/2: expected a number"},
        {R"({"id":1,"a":{},"b":{"t":[1,2,null]}})", "poses.jsonl:3: /b/t/2: expected a number"},
        {R"({"id":1,"a":{},"b":{"scale":[1,2,3]}})",
         "poses.jsonl:3: /b: unknown key \"scale\"; known keys: q, t, s"},
        {R"({"id":1,"a":{"t":[1,2,3],"t":[0,0,0]},"b":{}})", "poses.jsonl:3:28: the key \"t\" appears twice"},
        {R"({"id":1,"a":{"t":[1,2,NaN]},"b":{}})", "poses.jsonl:3:23: "},
        {R"({"id":1,"a":{"t":[1,2,1e999]},"b":{}})", "poses.jsonl:3:"},
        {R"({"id":1,"a":{"t":[1,2,1e16]},"b":{}})", "poses.jsonl:3: /a: translation t is beyond 1e15"},
        {R"({"id":1,"a":{"q":[0,0,0,0]},"b":{}})", "poses.jsonl:3: /a: rotation q is the zero quaternion"},
        {R"({"id":1,"a":{},"b":{"s":[1,0,1]}})", "poses.jsonl:3: /b: a component of scale s is 0"},
        {R"({"id":1,"a":{},"b":{"s":[1,1e12,1]}})", "poses.jsonl:3: /b: scale s is outside"},
    };
    for (const auto& c : cases) {
        const std::string message = error_of(good + "\n" + c.line + "\n" + good);
        EXPECT_EQ(message.rfind(c.words, 0), 0u) << c.line << "\n  gave: " << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST(PosesTest, an_id_that_occurs_twice_is_refused_with_both_lines) {
    const std::string with_7 = R"({"id":7,"a":{},"b":{}})", with_8 = R"({"id":8,"a":{},"b":{}})";
    EXPECT_EQ(error_of(with_7 + "\n\n" + with_8 + "\n" + with_7 + "\n" + with_8),
              "poses.jsonl:4: /id: 7 is also the id of line 1");
    EXPECT_EQ(error_of(with_7 + "\n" + with_8 + "\n"), "");
}

TEST(PosesTest, a_missing_pose_is_the_identity_and_a_missing_id_is_the_index_of_the_pair) {
    const auto poses = parse_poses("{}\n\n{\"b\":{\"t\":[1,2,3]}}\n{\"id\":9}\n", "p");
    ASSERT_TRUE(poses) << poses.error().message;
    ASSERT_EQ(poses->size(), 3u);
    EXPECT_EQ((*poses)[1].id, 1);
    EXPECT_EQ((*poses)[2].id, 9);
    EXPECT_EQ((*poses)[1].a.pose().linear, glm::dmat3(1.0));
    EXPECT_EQ((*poses)[1].b.pose().origin, glm::dvec3(1.0, 2.0, 3.0));
    EXPECT_EQ(error_of("{}\n{\"id\":0}\n"), "poses.jsonl:2: /id: 0 is also the id of line 1");
}

TEST(PosesTest, a_matrix_is_given_row_by_row) {
    const std::string line =
        R"({"id":0,"a":[[0,-2,0,5],[2,0,0,6],[0,0,2,7],[0,0,0,1]],"b":{"q":[0,0,0,1],"t":[0,0,0],"s":[1,1,1]}})";
    const auto poses = parse_poses(line, "p");
    ASSERT_TRUE(poses) << poses.error().message;
    EXPECT_EQ(poses->front().a.pose() * glm::dvec3(1.0, 10.0, 100.0), glm::dvec3(-15.0, 8.0, 207.0));
    EXPECT_EQ(to_json_line(poses->front()), line);
}

// The bytes of an array as numpy.save() writes it.
std::string npy(const std::string& shape, const std::vector<double>& numbers, const std::string& type = "<f8",
                const std::string& order = "False") {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
    header.resize(117, ' ');
    header += '\n';
    std::string bytes = "\x93NUMPY";
    bytes += {'\x01', '\x00', '\x76', '\x00'};
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
    return bytes;
}

// `count` matrices; matrix number i translates by i along x.
std::vector<double> matrices(int count) {
    std::vector<double> numbers;
    for (int i = 0; i < count; ++i)
        numbers.insert(numbers.end(), {1, 0, 0, double(i), 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    return numbers;
}

TEST(PosesTest, numpy_arrays_are_read) {
    const auto poses = parse_poses(npy("(3, 2, 4, 4)", matrices(6)), "p.npy");
    ASSERT_TRUE(poses) << poses.error().message;
    ASSERT_EQ(poses->size(), 3u);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ((*poses)[std::size_t(i)].id, i);
        EXPECT_EQ((*poses)[std::size_t(i)].a.pose().origin.x, 2 * i);
        EXPECT_EQ((*poses)[std::size_t(i)].b.pose().origin.x, 2 * i + 1);
    }
    const auto motions = parse_motions(npy("(2, 4, 4, 4)", matrices(8)), "p.npy");
    ASSERT_TRUE(motions) << motions.error().message;
    EXPECT_EQ((*motions)[1].a_end.pose().origin.x, 6.0);
    EXPECT_EQ((*motions)[1].b_end.pose().origin.x, 7.0);
    EXPECT_EQ(parse_poses(npy("(0, 2, 4, 4)", {}), "p")->size(), 0u);
}

TEST(PosesTest, invalid_numpy_arrays_are_refused_with_row_and_reason) {
    std::vector<double> with_nan = matrices(6), singular = matrices(6), projective = matrices(6);
    with_nan[3 * 16 + 3] = std::nan("");
    singular[4 * 16 + 5] = 0.0;
    projective[5 * 16 + 12] = 1.0;
    const auto error = [](const std::string& bytes) {
        const auto read = parse_poses(bytes, "p.npy");
        return read ? "" : read.error().message;
    };
    EXPECT_EQ(error(npy("(3, 2, 4, 4)", with_nan)),
              "p.npy: row 1 (from 0): b: the matrix has a number that is not finite");
    EXPECT_EQ(error(npy("(3, 2, 4, 4)", singular)),
              "p.npy: row 2 (from 0): a: column 1 of the matrix has the length 0: it is singular");
    EXPECT_EQ(error(npy("(3, 2, 4, 4)", projective)),
              "p.npy: row 2 (from 0): b: the last row of a 4x4 matrix must be 0 0 0 1");
    EXPECT_EQ(error(npy("(6, 4, 4)", matrices(6))), "p.npy: has the shape (6, 4, 4), expected (N, 2, 4, 4)");
    EXPECT_EQ(error(npy("(96,)", matrices(6))), "p.npy: has the shape (96,), expected (N, 2, 4, 4)");
    EXPECT_EQ(error(npy("(3, 2, 4, 4)", matrices(5))), "p.npy: NumPy file: has 640 bytes of numbers, which "
                                                       "does not match the shape (3, 2, 4, 4) of float64");
    EXPECT_EQ(error(npy("(3, 2, 4, 4)", matrices(3), "<f4")),
              "p.npy: NumPy file: has the type '<f4'; expected '<f8', that is float64");
    EXPECT_EQ(error(npy("(3, 2, 4, 4)", matrices(6), "<f8", "True")),
              "p.npy: NumPy file: is in Fortran order; save numpy.ascontiguousarray(array) instead");
    EXPECT_EQ(error(npy("(99999999999999999999, 2, 4, 4)", {})),
              "p.npy: NumPy file: the header is not understood");
    EXPECT_EQ(error(npy("(9999999999999999999, 2, 4, 4)", {})).find("p.npy: NumPy file: has 0 bytes"), 0u);
    const std::string whole = npy("(3, 2, 4, 4)", matrices(6));
    for (std::size_t size = 6; size < whole.size(); size += 7)
        EXPECT_NE(error(whole.substr(0, size)), "") << size;
    EXPECT_NE(
        parse_motions(npy("(4, 2, 4, 4)", matrices(8)), "p").error().message.find("expected (N, 4, 4, 4)"),
        std::string::npos);
}

TEST(PosesTest, a_pose_without_an_end_pose_does_not_move) {
    const auto motions = parse_motions(R"({"a":{"t":[1,0,0]},"b_end":{"t":[0,2,0]}})", "p");
    ASSERT_TRUE(motions) << motions.error().message;
    EXPECT_EQ(motions->front().a_end.pose().origin.x, 1.0);
    EXPECT_EQ(motions->front().b.pose().origin.y, 0.0);
    EXPECT_EQ(motions->front().b_end.pose().origin.y, 2.0);
}

TEST(PosesTest, survives_deep_nesting_and_garbage) {
    EXPECT_NE(error_of(std::string(200000, '[')), "");
    EXPECT_NE(error_of(std::string(200000, '{')), "");
    std::mt19937_64 bits(7);
    const std::string line = R"({"id":1,"a":{"q":[0,0,0,1],"t":[1e5,2,3]},"b":{"s":[1,1,1]}})";
    for (int i = 0; i < 5000; ++i) {
        std::string mutant = line;
        for (int k = 0; k < 3; ++k) mutant[bits() % mutant.size()] = static_cast<char>(bits());
        const std::string message = error_of(mutant);
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST(PosesTest, written_poses_read_back_bit_equal) {
    std::mt19937_64 bits(3);
    const auto number = [&bits](double limit) {
        while (true) {
            double value = 0.0;
            const std::uint64_t pattern = bits();
            std::memcpy(&value, &pattern, sizeof value);
            if (std::isfinite(value) && std::fabs(value) < limit && (limit > 1e14 || std::fabs(value) > 1e-8))
                return value;
        }
    };
    const auto transform = [&] {
        Transform made;
        made.q = {number(1e15), number(1e15), number(1e15), number(1e15)};
        made.t = {number(1e15), number(1e15), number(1e15)};
        made.s = {number(1e8), number(1e8), number(1e8)};
        return made;
    };
    std::vector<PosePair> written;
    for (int i = 0; i < 200; ++i) written.push_back({i - 100, transform(), transform()});
    const auto path =
        std::filesystem::temp_directory_path() / ("boxwood_poses_" + std::to_string(::getpid()) + ".jsonl");
    ASSERT_TRUE(write_poses(path, written));
    const auto read = read_poses(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), written.size());
    for (std::size_t i = 0; i < written.size(); ++i) {
        EXPECT_EQ((*read)[i].id, written[i].id);
        EXPECT_EQ(std::memcmp(&(*read)[i].a, &written[i].a, sizeof(Transform)), 0)
            << to_json_line(written[i]);
        EXPECT_EQ(std::memcmp(&(*read)[i].b, &written[i].b, sizeof(Transform)), 0)
            << to_json_line(written[i]);
    }
}

TEST(PosesTest, a_slow_pipe_is_read_to_its_end) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    std::thread writer([&ends] {
        for (int i = 0; i < 5000; ++i) {
            const std::string line = "{\"id\":" + std::to_string(i) + ",\"a\":{},\"b\":{}}\n";
            if (i % 1000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
            if (::write(ends[1], line.data(), line.size()) < 0) break;
        }
        ::close(ends[1]);
    });
    const auto poses = read_poses("/dev/fd/" + std::to_string(ends[0]));
    ::close(ends[0]);
    writer.join();
    ASSERT_TRUE(poses) << poses.error().message;
    EXPECT_EQ(poses->size(), 5000u);
}

TEST(PosesTest, files_that_cannot_be_read_are_named) {
    EXPECT_EQ(read_poses("no/such/poses.jsonl").error().message, "no/such/poses.jsonl: no such file");
    EXPECT_EQ(read_poses(".").error().message, ".: is a directory, not a file");
    EXPECT_FALSE(write_poses("no/such/folder/poses.jsonl", {}));
}

} // namespace
} // namespace boxwood::poses_test
