// What: accepts the streams of producers (boxwood_capture.h with BWC_SOCKETS) on this machine, one at a time.
// Invariants: listens on 127.0.0.1 only. A second producer gets one byte that says why, and is disconnected. Nothing but
//       one-byte commands is sent to a producer.
// Degenerate input: a producer that dies, floods or sends nothing changes no other call; poll() returns after `wait`.
// Errors: open() names the port and the system's reason.
// Cost: poll() reads at most kReadBytes.
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

    // Port 0: any free one.
    static Result<CaptureListener> open(std::uint16_t port);
    CaptureListener(CaptureListener&& other) noexcept;
    CaptureListener& operator=(CaptureListener&& other) noexcept;
    ~CaptureListener();

    std::uint16_t port() const { return port_; }
    bool has_producer() const { return producer_ >= 0; }

    // What happened since the last call; waits for it at most `wait`.
    struct Events {
        bool has_connected = false, has_left = false; // in this order
        std::size_t refused = 0;                      // producers that came while there was one
        Bytes bytes{};                                // valid until the next call
    };
    Events poll(std::chrono::milliseconds wait);

    void send(ProducerCommand command); // to the producer; lost if it does not read
    void disconnect(ProducerCommand reason);

  private:
    CaptureListener() = default;
    void accept_next(Events& io_events);
    void close_all();

    int listener_ = -1, producer_ = -1;
    std::uint16_t port_ = 0;
    struct Refused {
        int socket = -1;
        std::chrono::steady_clock::time_point until{};
    };
    std::vector<Refused> refused_; // still reading why
    std::vector<std::byte> buffer_;
};

} // namespace boxwood::capture
