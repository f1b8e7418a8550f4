// Producers that connect and disconnect, one after another and at the same time.
#include "engine/capture/stream/capture_listener.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace boxwood::capture {
namespace {

int connect_to(const CaptureListener& listener) {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(listener.port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    return socket;
}

constexpr std::chrono::milliseconds kWait{1000};

TEST(CaptureListenerTest, AProducerIsAcceptedWhileTheEndOfThePreviousStreamIsUnread) {
    Result<CaptureListener> listener = CaptureListener::open(0);
    ASSERT_TRUE(listener) << listener.error().message;
    const int first = connect_to(*listener);
    ASSERT_TRUE(listener->poll(kWait).has_connected);
    EXPECT_EQ(::send(first, "abc", 3, 0), 3);
    ::close(first);
    const int second = connect_to(*listener);
    std::size_t bytes = 0, refused = 0;
    bool has_left = false, has_connected = false;
    for (int i = 0; i < 20 && !has_connected; ++i) {
        const CaptureListener::Events events = listener->poll(kWait);
        bytes += events.bytes.size();
        refused += events.refused;
        has_left |= events.has_left;
        has_connected = events.has_connected;
    }
    EXPECT_EQ(bytes, 3u);
    EXPECT_TRUE(has_left);
    EXPECT_TRUE(has_connected);
    EXPECT_EQ(refused, 0u);
    ::close(second);
}

TEST(CaptureListenerTest, ASecondProducerIsRefusedWhileTheFirstIsConnected) {
    Result<CaptureListener> listener = CaptureListener::open(0);
    ASSERT_TRUE(listener) << listener.error().message;
    const int first = connect_to(*listener);
    ASSERT_TRUE(listener->poll(kWait).has_connected);
    const int second = connect_to(*listener);
    EXPECT_EQ(listener->poll(kWait).refused, 1u);
    char reason = 0;
    EXPECT_EQ(::recv(second, &reason, 1, 0), 1);
    EXPECT_EQ(reason, static_cast<char>(ProducerCommand::busy));
    ::close(first);
    ::close(second);
}

} // namespace
} // namespace boxwood::capture
