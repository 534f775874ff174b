// Facts about this process from the operating system, and how it exits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hcl::server {

// A client that goes away while we write must not kill us before we have cleaned up.
void ignore_broken_pipes();

// For a program that reads much once and ends: memory comes in large pieces and is kept. To be called first.
void take_memory_in_bulk();

// Ends the process at once, without waiting for threads. Standard output and error are flushed.
[[noreturn]] void exit_now(int code);

std::int64_t process_id();
unsigned processor_count();
// Resident memory in bytes; 0 when the system does not say.
std::size_t resident_memory();
// "Linux 6.1 x86_64"
std::string system_name();
// The working directory: relative paths of the command line start there.
std::string current_folder();
// Where this program may keep what it can make again: below XDG_CACHE_HOME, else ~/.cache. Empty when the
// user has neither.
std::string cache_folder();

}  // namespace hcl::server
