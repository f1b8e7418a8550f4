// Drops a file on a window as a desktop does, with version 5 of the XDND protocol.
//   drop_file WINDOW_ID FILE X Y      (X, Y on the root window)
// Exit status: 0: the window accepted the drop; 1: it did not finish in time; 2: bad usage, or no display.
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

constexpr long kVersion = 5;
constexpr int kWaits = 500; // of 10 ms

struct Dropper {
    Display* display = nullptr;
    Window source = 0, target = 0;
    std::string uri_list;
    bool has_drop_gone_out = false, is_finished = false;

    Atom atom(const char* name) const { return XInternAtom(display, name, False); }

    void send(const char* type, std::array<long, 4> words) const {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.display = display;
        event.xclient.window = target;
        event.xclient.message_type = atom(type);
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long>(source);
        for (std::size_t i = 0; i < words.size(); ++i) event.xclient.data.l[i + 1] = words[i];
        XSendEvent(display, target, False, NoEventMask, &event);
        XFlush(display);
    }

    // Sends the dropped data, which the target has requested.
    void answer(const XSelectionRequestEvent& request) const {
        XChangeProperty(display, request.requestor, request.property, request.target, 8, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(uri_list.data()), static_cast<int>(uri_list.size()));
        XEvent event{};
        event.xselection.type = SelectionNotify;
        event.xselection.requestor = request.requestor;
        event.xselection.selection = request.selection;
        event.xselection.target = request.target;
        event.xselection.property = request.property;
        event.xselection.time = request.time;
        XSendEvent(display, request.requestor, False, NoEventMask, &event);
        XFlush(display);
    }

    void handle(const XEvent& event) {
        if (event.type == SelectionRequest) answer(event.xselectionrequest);
        if (event.type != ClientMessage) return;
        if (event.xclient.message_type == atom("XdndFinished")) is_finished = true;
        if (event.xclient.message_type == atom("XdndStatus") && !has_drop_gone_out) {
            has_drop_gone_out = true;
            send("XdndDrop", {0, CurrentTime, 0, 0});
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "usage: drop_file WINDOW_ID FILE X Y\n");
        return 2;
    }
    Dropper dropper;
    dropper.display = XOpenDisplay(nullptr);
    if (!dropper.display) return 2;
    dropper.target = std::strtoul(argv[1], nullptr, 0);
    dropper.uri_list = "file://" + std::string(argv[2]) + "\r\n";
    const long x = std::atol(argv[3]), y = std::atol(argv[4]);
    dropper.source = XCreateSimpleWindow(dropper.display, DefaultRootWindow(dropper.display), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(dropper.display, dropper.atom("XdndSelection"), dropper.source, CurrentTime);
    dropper.send("XdndEnter", {kVersion << 24, static_cast<long>(dropper.atom("text/uri-list")), 0, 0});
    dropper.send("XdndPosition", {0, (x << 16) | y, CurrentTime, static_cast<long>(dropper.atom("XdndActionCopy"))});
    for (int wait = 0; wait < kWaits && !dropper.is_finished; ++wait) {
        while (XPending(dropper.display) > 0) {
            XEvent event;
            XNextEvent(dropper.display, &event);
            dropper.handle(event);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return dropper.is_finished ? 0 : 1;
}
