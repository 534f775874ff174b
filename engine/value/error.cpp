#include "engine/value/error.h"

#include <cstring>
#include <new>

namespace hcl {

ValueError::ValueError(Kind kind, std::string_view message, Path path) {
    auto* data = new (::operator new(sizeof(Data) + message.size())) Data;
    data->kind = kind;
    data->size = static_cast<std::uint32_t>(message.size());
    data->path = std::move(path);
    if (!message.empty()) std::memcpy(static_cast<void*>(data + 1), message.data(), message.size());
    data_ = data;
}

void ValueError::destroy() {
    data_->~Data();
    ::operator delete(const_cast<Data*>(data_));
}

std::unexpected<ValueError> value_error(ValueError::Kind kind, std::string_view message, Path path) {
    return std::unexpected(ValueError(kind, message, std::move(path)));
}

ValueError ValueError::below(PathStep step) const {
    Path path;
    path.reserve(data_->path.size() + 1);
    path.push_back(std::move(step));
    path.insert(path.end(), data_->path.begin(), data_->path.end());
    return ValueError(data_->kind, text(), std::move(path));
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
