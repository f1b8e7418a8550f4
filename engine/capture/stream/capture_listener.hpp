// What: accepts the streams of producers (boxwood_capture.h with BWC_SOCKETS) on this machine, one at a time.
// Invariants: listens on 127.0.0.1 only. A second producer receives one byte with the reason and is disconnected. But
//       if the first producer has closed its connection, the second one is not refused: it waits until poll() has read
//       all bytes of the first one. The listener sends only commands of one byte to a producer.
// Degenerate input: poll() returns after at most `wait`, even if a producer dies, sends nothing, or sends more than
//       kReadBytes.
// Errors: the Error of open() names the port and the system's reason.
// Cost: poll() reads at most kReadBytes from the producer.
#pragma once

#include "engine/capture/bytes.hpp"

#include "collision/core/result.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

namespace boxwood::capture {

enum class ProducerCommand : char {
    pause = 'p',
    step = 's',
    go = 'g',
    busy = 'b',
    wrong_version = 'v',
    malformed = 'm'
};

class CaptureListener {
  public:
    static constexpr std::uint16_t kDefaultPort = 5757; // BWC_PORT
    static constexpr std::size_t kReadBytes = 1u << 20;

    // Port 0 selects any free port.
    static Result<CaptureListener> open(std::uint16_t port);
    CaptureListener(CaptureListener&& other) noexcept;
    CaptureListener& operator=(CaptureListener&& other) noexcept;
    ~CaptureListener();

    std::uint16_t port() const { return port_; }
    bool has_producer() const { return producer_ >= 0; }

    // The events since the last call of poll().
    struct Events {
        bool has_connected = false, has_left = false; // if both are true, they happened in this order
        std::size_t refused = 0;                      // number of producers refused because one was connected
        Bytes bytes{};                                // valid until the next poll()
    };
    // Waits for an event for at most `wait`.
    Events poll(std::chrono::milliseconds wait);

    void send(ProducerCommand command); // to the producer; lost if the producer does not read
    void disconnect(ProducerCommand reason);

  private:
    CaptureListener() = default;
    void accept_waiting(Events& io_events);
    bool may_accept() const;
    void close_all();

    int listener_ = -1, producer_ = -1;
    std::uint16_t port_ = 0;
    struct Refused {
        int socket = -1;
        std::chrono::steady_clock::time_point until{};
    };
    std::vector<Refused>
        refused_; // connections kept open for at most 1 s, so that the producer can read the reason
    std::vector<std::byte> buffer_;
};

} // namespace boxwood::capture
