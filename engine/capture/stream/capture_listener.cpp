#include "engine/capture/stream/capture_listener.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace boxwood::capture {
namespace {

using StreamClock = std::chrono::steady_clock;
constexpr std::size_t kMaxRefused = 8;
constexpr std::chrono::seconds kTimeToReadRefusal{1};

void send_byte(int socket, ProducerCommand command) {
    const char byte = static_cast<char>(command);
    // Ignores failures: poll() detects a producer that has left.
    [[maybe_unused]] const ssize_t sent = ::send(socket, &byte, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}

} // namespace

Result<CaptureListener> CaptureListener::open(std::uint16_t port) {
    CaptureListener out;
    const auto failed = [port] {
        return Error{"port " + std::to_string(port) + " of 127.0.0.1: " + std::strerror(errno)};
    };
    out.listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    if (out.listener_ < 0) return failed();
    ::fcntl(out.listener_, F_SETFD, FD_CLOEXEC);
    ::fcntl(out.listener_, F_SETFL, O_NONBLOCK);
    const int yes = 1;
    ::setsockopt(out.listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(out.listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(out.listener_, static_cast<int>(kMaxRefused)) != 0)
        return failed();
    socklen_t size = sizeof address;
    if (::getsockname(out.listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) return failed();
    out.port_ = ntohs(address.sin_port);
    out.buffer_.resize(kReadBytes);
    return out;
}

CaptureListener::CaptureListener(CaptureListener&& other) noexcept {
    *this = std::move(other);
}
CaptureListener& CaptureListener::operator=(CaptureListener&& other) noexcept {
    std::swap(listener_, other.listener_);
    std::swap(producer_, other.producer_);
    std::swap(port_, other.port_);
    refused_.swap(other.refused_);
    buffer_.swap(other.buffer_);
    return *this;
}
CaptureListener::~CaptureListener() {
    close_all();
}

void CaptureListener::close_all() {
    for (const Refused& refused : refused_) ::close(refused.socket);
    refused_.clear();
    if (producer_ >= 0) ::close(producer_);
    if (listener_ >= 0) ::close(listener_);
    producer_ = listener_ = -1;
}

// False if no producer waits for a connection, or if the connected producer has closed its connection but not all its
// bytes are read. The kernel checks the listener before the connected producer. If the connected producer closed its
// connection before the next one connected, the check therefore always detects this.
bool CaptureListener::may_accept() const {
    pollfd sockets[]{{listener_, POLLIN, 0}, {producer_, POLLRDHUP, 0}}; // poll() skips a negative producer_
    return ::poll(sockets, 2, 0) > 0 && sockets[0].revents != 0 && sockets[1].revents == 0;
}

void CaptureListener::accept_waiting(Events& io_events) {
    for (std::size_t i = 0; i < kMaxRefused && may_accept(); ++i) {
        const int socket = ::accept(listener_, nullptr, nullptr);
        if (socket < 0) return;
        ::fcntl(socket, F_SETFD, FD_CLOEXEC);
        ::fcntl(socket, F_SETFL, O_NONBLOCK);
        if (producer_ < 0) {
            producer_ = socket;
            io_events.has_connected = true;
            continue;
        }
        ++io_events.refused;
        send_byte(socket, ProducerCommand::busy);
        // Closes the socket later: closing a socket with unread data would discard the byte that was just sent.
        ::shutdown(socket, SHUT_WR);
        if (refused_.size() < kMaxRefused)
            refused_.push_back({socket, StreamClock::now() + kTimeToReadRefusal});
        else
            ::close(socket);
    }
}

CaptureListener::Events CaptureListener::poll(std::chrono::milliseconds wait) {
    Events events;
    std::vector<pollfd> waiting{{listener_, POLLIN, 0}};
    if (producer_ >= 0) waiting.push_back({producer_, POLLIN, 0});
    ::poll(waiting.data(), static_cast<nfds_t>(waiting.size()), static_cast<int>(wait.count()));
    const StreamClock::time_point now = StreamClock::now();
    std::erase_if(refused_, [&](const Refused& refused) {
        char rest[4096];
        ssize_t count = 0;
        for (int reads = 0; reads < 16 && (count = ::recv(refused.socket, rest, sizeof rest, 0)) > 0;
             ++reads) {
        }
        const bool is_over = count == 0 || now >= refused.until || (count < 0 && errno != EAGAIN);
        if (is_over) ::close(refused.socket);
        return is_over;
    });
    accept_waiting(events);
    if (producer_ < 0) return events;
    const ssize_t count = ::recv(producer_, buffer_.data(), buffer_.size(), 0);
    if (count > 0) {
        events.bytes = Bytes(buffer_).first(static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        ::close(producer_);
        producer_ = -1;
        events.has_left = true;
    }
    return events;
}

void CaptureListener::send(ProducerCommand command) {
    if (producer_ >= 0) send_byte(producer_, command);
}

void CaptureListener::disconnect(ProducerCommand reason) {
    if (producer_ < 0) return;
    send_byte(producer_, reason);
    ::shutdown(producer_, SHUT_WR);
    refused_.push_back({std::exchange(producer_, -1), StreamClock::now() + kTimeToReadRefusal});
}

} // namespace boxwood::capture
