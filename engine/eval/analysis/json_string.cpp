#include "engine/eval/analysis/json_string.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/syntax/json/json_literals.h"

namespace hcl::eval {

using syntax::File;
using syntax::Node;
using syntax::NodeKind;

namespace {

// Where the parts of the decoded text stand in the file.
struct TextPlaces {
    std::uint32_t start;
    std::vector<std::uint32_t> offsets;

    TextPlaces(std::string_view literal, std::uint32_t start_of_literal)
        : start(start_of_literal), offsets(syntax::json_string_offsets(literal)) {}
    std::uint32_t at(std::uint32_t decoded) const {
        return start + (decoded < offsets.size() ? offsets[decoded] : decoded + 1);
    }
    Span at(Span decoded) const { return {at(decoded.start), at(decoded.end)}; }
};

}  // namespace

JsonText::JsonText(Node node) : start_(node.span().start) {
    if (!node.is(NodeKind::JsonString)) return;
    literal_ = node.text();
    text_ = syntax::decode_json_string(literal_);
}

bool JsonText::may_be_template() const {
    return text_.find("${") != std::string::npos || text_.find("%{") != std::string::npos;
}

JsonTemplate JsonText::parsed(syntax::FilePtr file) const {
    const TextPlaces places(literal_, start_);
    JsonTemplate result;
    result.diagnostics = file->diagnostics();
    for (Diagnostic& d : result.diagnostics) {
        d.span = places.at(d.span);
        if (d.context) d.context = places.at(*d.context);
        // Their edits refer to the decoded text, not to the file.
        d.fixes.clear();
    }
    const Node root = file->root();
    const bool is_right = root && !has_errors(result.diagnostics);
    if (is_right && !places.offsets.empty()) {
        // The same chunk, whose tokens stand elsewhere.
        struct Placed {
            syntax::FilePtr file;
            syntax::Chunk chunk;
            std::vector<std::uint32_t> starts;  // in the text, then in the file
        };
        auto placed = std::make_shared<Placed>(file, root.chunk());
        const std::span<const std::uint32_t> starts = root.chunk().token_starts;
        placed->starts.reserve(2 * starts.size());
        placed->starts.assign(starts.begin(), starts.end());
        for (std::uint32_t start : starts) placed->starts.push_back(places.at(root.base() + start));
        placed->chunk.token_starts = std::span(placed->starts).first(starts.size());
        placed->chunk.has_places = true;
        result.root = Node(&placed->chunk, 0, root.id());
        result.file = syntax::FilePtr(std::move(placed), file.get());
    } else {
        if (is_right) result.root = Node(&root.chunk(), root.base() + start_ + 1, root.id());
        result.file = std::move(file);
    }
    result.owner = result.file;
    return result;
}

JsonTemplate parse_json_expression(std::string_view text) {
    syntax::ParseOptions options;
    options.syntax = syntax::Syntax::Json;
    JsonTemplate result;
    result.file = File::parse(text, options);
    result.owner = result.file;
    result.diagnostics = result.file->diagnostics();
    // Only a whole file must be an object.
    std::erase_if(result.diagnostics,
                  [](const Diagnostic& d) { return d.code == DiagCode::JsonRootNotObject; });
    if (!has_errors(result.diagnostics)) result.root = result.file->root();
    return result;
}

JsonTemplate JsonText::as_template() const {
    syntax::ParseOptions options;
    options.syntax = syntax::Syntax::Template;
    return parsed(File::parse(text_, options));
}

JsonTemplate JsonText::as_expression() const {
    return parsed(syntax::parse_expression(text_));
}

Traversal JsonText::as_traversal() const {
    Traversal path = traversal_of(syntax::parse_path(text_));
    const TextPlaces places(literal_, start_);
    for (TraversalStep& step : path) step.span = places.at(step.span);
    return path;
}

}  // namespace hcl::eval
