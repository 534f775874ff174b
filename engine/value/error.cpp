#include "engine/value/error.h"

namespace hcl {

ValueError ValueError::below(PathStep step) const {
    Path path;
    path.reserve(data_->path.size() + 1);
    path.push_back(std::move(step));
    path.insert(path.end(), data_->path.begin(), data_->path.end());
    return ValueError(data_->kind, data_->message, std::move(path));
}

std::string path_to_string(const Path& path) {
    std::string out;
    for (const PathStep& step : path) {
        if (step.kind == PathStep::Kind::Attribute) {
            out += '.';
            out += step.key.as_string();
        } else {
            out += '[';
            out += step.key.to_display(80);
            out += ']';
        }
    }
    return out;
}

}  // namespace hcl
