// The transports of VS Code's client library: stdio, a local TCP port, a local socket.
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "server/host/reactor_impl.h"
// After the configuration above.
#include <asio/ip/tcp.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/posix/stream_descriptor.hpp>

namespace hcl::server {

namespace {

// Reads through Asio; writes directly to a separate descriptor, because they come from other threads.
class StreamTransport final : public Transport {
  public:
    StreamTransport(Reactor& reactor, int in, int out)
        : reader_(reactor.impl().io, in),
          out_watch_(reactor.impl().io),
          in_(in),
          out_(out),
          in_flags_(::fcntl(in, F_GETFL)) {
        struct stat input{};
        struct stat output{};
        is_file_ = ::fstat(in, &input) == 0 && S_ISREG(input.st_mode);
        // A separate pipe or socket: its reader may close it while the input stays open.
        if (::fstat(out, &output) == 0 &&
            (S_ISFIFO(output.st_mode) || (S_ISSOCK(output.st_mode) && output.st_ino != input.st_ino))) {
            asio::error_code ignored;
            int fd = ::fcntl(out, F_DUPFD_CLOEXEC, 3);
            if (fd >= 0) out_watch_.assign(fd, ignored);
        }
    }
    ~StreamTransport() override {
        close();
        ::close(out_);
    }

    void start(OnBytes on_bytes, OnEnd on_end) override {
        on_bytes_ = std::move(on_bytes);
        on_end_ = std::move(on_end);
        read_more();
        if (out_watch_.is_open())
            out_watch_.async_wait(asio::posix::stream_descriptor::wait_error,
                                  [this](const asio::error_code& error) {
                                      if (!error) end();
                                  });
    }

    bool write(std::string_view bytes) override {
        while (!bytes.empty()) {
            if (is_closed_) return false;
            ssize_t written = ::write(out_, bytes.data(), bytes.size());
            if (written >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(written));
            } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
                pollfd waiting{out_, POLLOUT, 0};
                // Wakes up regularly to check whether the transport was closed.
                ::poll(&waiting, 1, 20);
            } else if (errno != EINTR) {
                return false;
            }
        }
        return true;
    }

    void close() override {
        if (is_closed_.exchange(true)) return;
        // A terminal shares its flags with the shell that started us.
        if (in_flags_ >= 0) ::fcntl(in_, F_SETFL, in_flags_);
    }

    bool is_file() const override { return is_file_; }

  private:
    void read_more() {
        reader_.async_read_some(asio::buffer(buffer_),
                                [this](const asio::error_code& error, std::size_t size) {
                                    if (is_closed_) return;
                                    if (size > 0) on_bytes_(std::string_view(buffer_.data(), size));
                                    if (error)
                                        end();
                                    else
                                        read_more();
                                });
    }
    void end() {
        if (is_closed_ || std::exchange(has_ended_, true)) return;
        on_end_();
    }

    asio::posix::stream_descriptor reader_;
    asio::posix::stream_descriptor out_watch_;
    int in_;
    int out_;
    int in_flags_;
    bool is_file_ = false;
    bool has_ended_ = false;
    std::atomic<bool> is_closed_{false};
    OnBytes on_bytes_;
    OnEnd on_end_;
    std::array<char, 32 * 1024> buffer_;
};

// Writes may block as long as the client does not read, but must notice close().
void make_non_blocking(int fd) {
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

Result<std::unique_ptr<Transport>> from_socket(Reactor& reactor, int fd) {
    int out = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (out < 0) return fail(std::string("cannot duplicate the connection: ") + std::strerror(errno));
    make_non_blocking(fd);
    return std::make_unique<StreamTransport>(reactor, fd, out);
}

Result<std::unique_ptr<Transport>> open_stdio(Reactor& reactor) {
    int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (in < 0 || out < 0) return fail("standard input or output is closed");
    // Stray output of other code must not get between two messages.
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    struct stat info{};
    // A terminal's flags are shared with others, so it keeps blocking writes.
    if (::fstat(out, &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode)))
        make_non_blocking(out);
    return std::make_unique<StreamTransport>(reactor, in, out);
}

Result<std::unique_ptr<Transport>> open_port(Reactor& reactor, std::uint16_t port) {
    using asio::ip::tcp;
    asio::error_code error;
    for (const asio::ip::address& address : {asio::ip::address(asio::ip::address_v4::loopback()),
                                             asio::ip::address(asio::ip::address_v6::loopback())}) {
        tcp::socket socket(reactor.impl().io);
        socket.connect({address, port}, error);
        if (error) continue;
        asio::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        int fd = ::fcntl(socket.native_handle(), F_DUPFD_CLOEXEC, 3);
        return from_socket(reactor, fd);
    }
    return fail("cannot connect to port " + std::to_string(port) + ": " + error.message());
}

Result<std::unique_ptr<Transport>> open_pipe(Reactor& reactor, const std::string& path) {
    using asio::local::stream_protocol;
    if (path.empty() || path.size() > 107) return fail("the path of --pipe must have 1 to 107 bytes");
    stream_protocol::socket socket(reactor.impl().io);
    asio::error_code error;
    socket.connect(stream_protocol::endpoint(path), error);
    if (error) return fail("cannot connect to " + path + ": " + error.message());
    int fd = ::fcntl(socket.native_handle(), F_DUPFD_CLOEXEC, 3);
    return from_socket(reactor, fd);
}

}  // namespace

Result<std::unique_ptr<Transport>> open_transport(Reactor& reactor, const TransportOptions& options) {
    switch (options.kind) {
        case TransportOptions::Kind::Stdio:
            return open_stdio(reactor);
        case TransportOptions::Kind::Socket:
            return open_port(reactor, options.port);
        case TransportOptions::Kind::Pipe:
            return open_pipe(reactor, options.path);
    }
    return fail("unknown transport");
}

}  // namespace hcl::server
