// State of `hcl-ls eval --language pcl`: typed names, and queries about types.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/pcl/packages.h"
#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"

namespace hcl::server {

class PclSession {
  public:
    explicit PclSession(language::BodySourcePtr schemas);

    struct Answer {
        std::string text{};  // lines
        pcl::Type type{};    // of an expression
        Diagnostics findings{};
        bool is_refused = false;  // the text is an error message
    };
    // `convertible A to B`, `unify A B`, `NAME: TYPE`, `NAME = EXPRESSION`, `type(EXPRESSION)`, or an
    // expression.
    Answer answer(std::string_view text);
    // Empty, or an error message about the type.
    std::string declare(std::string name, std::string_view type);
    Answer assign(std::string name, std::string_view expression);

    const std::map<std::string, pcl::Type, std::less<>>& names() const { return names_; }
    std::vector<std::string> functions() const;

  private:
    Answer expression(std::string_view text) const;

    std::shared_ptr<const pcl::Packages> packages_;
    std::map<std::string, pcl::Type, std::less<>> names_;
};

}  // namespace hcl::server
