#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "server/host/reactor_impl.h"
// After the configuration above.
#include <asio/posix/stream_descriptor.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>

namespace hcl::server {

Reactor::Reactor() : impl_(std::make_unique<Impl>()) {}
Reactor::~Reactor() = default;

void Reactor::run() {
    impl_->io.run();
}
void Reactor::stop() {
    impl_->io.stop();
}
void Reactor::post(std::function<void()> task) {
    asio::post(impl_->io, std::move(task));
}

void Reactor::after(std::chrono::milliseconds delay, std::function<void()> task) {
    auto timer = std::make_shared<asio::steady_timer>(impl_->io, delay);
    timer->async_wait([timer, task = std::move(task)](const asio::error_code& error) {
        if (!error) task();
    });
}

namespace {

bool is_alive(pid_t pid) {
    return ::kill(pid, 0) == 0 || errno == EPERM;
}

// Fallback for kernels without process descriptors.
void poll_process(Reactor& reactor, pid_t pid, std::function<void()> died) {
    if (!is_alive(pid)) return died();
    reactor.after(std::chrono::milliseconds(40),
                  [&reactor, pid, died = std::move(died)] { poll_process(reactor, pid, died); });
}

}  // namespace

void Reactor::watch_process(std::int64_t wanted, std::function<void()> died) {
    pid_t pid = static_cast<pid_t>(wanted);
    if (pid <= 0 || pid != wanted) return;
#ifdef SYS_pidfd_open
    int fd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (fd >= 0) {
        post([this, fd, died = std::move(died)] {
            auto descriptor = std::make_shared<asio::posix::stream_descriptor>(impl_->io, fd);
            descriptor->async_wait(asio::posix::stream_descriptor::wait_read,
                                   [descriptor, died](const asio::error_code& error) {
                                       if (!error) died();
                                   });
        });
        return;
    }
#endif
    post([this, pid, died = std::move(died)] { poll_process(*this, pid, died); });
}

}  // namespace hcl::server
