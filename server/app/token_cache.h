// The semantic tokens last sent to the client, the base of the next delta. Thread-safe.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/id.h"
#include "engine/ide/annotation/semantic_tokens.h"

namespace hcl::server {

class TokenCache {
  public:
    // The pieces of a response; equal pieces need not be sent again.
    using Answer = std::vector<ide::TokenPiece>;
    using Data = std::shared_ptr<const Answer>;

    // Stores the response, replacing the file's previous one; returns the result id for the client.
    std::string put(FileId file, Data data) {
        std::lock_guard lock(mutex_);
        entries_.remove_if([&](const Entry& entry) { return entry.file == file; });
        if (entries_.size() >= kMaxFiles) entries_.pop_back();
        entries_.push_front({file, std::to_string(++last_), std::move(data)});
        return entries_.front().id;
    }

    // Null when it is not the file's last response, or was evicted.
    Data find(FileId file, std::string_view id) const {
        std::lock_guard lock(mutex_);
        for (const Entry& entry : entries_)
            if (entry.file == file && entry.id == id) return entry.data;
        return nullptr;
    }

  private:
    // More files than are usually edited at a time.
    static constexpr std::size_t kMaxFiles = 16;

    struct Entry {
        FileId file;
        std::string id;
        Data data;
    };

    mutable std::mutex mutex_;
    std::list<Entry> entries_;  // most recent first
    std::uint64_t last_ = 0;
};

}  // namespace hcl::server
