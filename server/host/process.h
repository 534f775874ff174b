// Information about this process from the operating system, and process exit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hcl::server {

// Ignores SIGPIPE: a client that exits while we write must not kill this process before cleanup.
void ignore_broken_pipes();

// Tunes the allocator for a process that allocates much and exits: large pieces that are kept. Call it first.
void take_memory_in_bulk();

// Tunes the allocator for a server, whose threads take turns: they share what one of them has freed. Memory
// of threads of their own grows page by page, with a system call for each. Call it first.
void share_memory_between_threads();

// Gives memory that the allocator keeps for later back to the system.
void release_free_memory();

// Ends the process at once, without waiting for threads, and the programs that it runs. Standard output and
// error are flushed.
[[noreturn]] void exit_now(int code);

std::int64_t process_id();
unsigned processor_count();
// Resident memory in bytes; 0 when unknown.
std::size_t resident_memory();
// "Linux 6.1 x86_64"
std::string system_name();
// The working directory, the base of relative paths on the command line. Empty when it cannot be read: it was
// removed, or a folder above it may not be entered.
std::string current_folder();
// The folder for data that can be recreated: below XDG_CACHE_HOME, else
// ~/.cache. Empty when neither exists.
std::string cache_folder();
// The folder of Pulumi's plugins: below PULUMI_HOME, else ~/.pulumi. Empty when neither exists.
std::string plugin_folder();

}  // namespace hcl::server
