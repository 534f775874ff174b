// Included only by reactor.cpp and transport.cpp, because Asio is slow to compile.
#pragma once

#define ASIO_STANDALONE 1
#define ASIO_NO_DEPRECATED 1
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>

#include "server/host/reactor.h"

namespace hcl::server {

struct Reactor::Impl {
    asio::io_context io{1};
    asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
};

}  // namespace hcl::server
