// Recordings of sessions: one JSON object per line, for messages in both directions and for results of the
// file system. A session can be replayed anywhere, without the client and the files.
//
//   {"hcl-ls":"0.1.0","format":1}
//   {"ms":12.5,"in":"Content-Length: ..."}        raw bytes; "in_bytes" if not UTF-8, one code point per byte
//   {"ms":13.1,"out":"{\"jsonrpc\":..."}          bodies
//   {"ms":20.0,"read":"/a/main.tf","text":"..."}  or "error"
//   {"ms":20.1,"list":"/a","entries":[["main.tf",false,false]]}
//   {"ms":20.2,"stat":"/a/main.tf","size":10,"modified":5,"folder":false}
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "server/host/clock.h"
#include "server/host/file_system.h"

namespace hcl::server {

// Thread-safe.
class Recorder {
  public:
    Recorder(std::shared_ptr<const Clock> clock, std::function<void(std::string_view)> write);
    void message(bool from_client, std::string_view bytes);
    // A file system that records its results. The recorder must outlive it.
    std::shared_ptr<FileSystem> wrap(std::shared_ptr<FileSystem> files);

    // Milliseconds since the start.
    double now() const;
    void line(std::string_view json);

  private:
    std::shared_ptr<const Clock> clock_;
    TimePoint start_;
    std::mutex mutex_;
    std::function<void(std::string_view)> write_;
};

struct RecordedMessage {
    double ms = 0;
    bool from_client = false;
    std::string bytes;
};

struct Recording {
    std::vector<RecordedMessage> messages;
    std::shared_ptr<FileSystem> files;  // returns the recorded results, in order for each path
};

Result<Recording> read_recording(std::string_view text);

}  // namespace hcl::server
