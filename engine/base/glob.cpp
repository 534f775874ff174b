// A pattern is compiled to a list of steps, and all alternatives are followed at once (an NFA): without
// backtracking, no pattern takes exponential time.
#include "engine/base/glob.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hcl {

namespace {

struct Step {
    enum class Kind : std::uint8_t { Literal, Any, Class, Star, DeepStar, Fork, Jump } kind = Kind::Literal;
    char literal = 0;
    std::string_view set{};    // Class: between its brackets
    std::uint32_t target = 0;  // Fork: second target; Jump: target
};

constexpr std::size_t kLongestPattern = 4096;

bool class_holds(std::string_view set, char c) {
    bool negated = set.starts_with('!') || set.starts_with('^');
    if (negated) set.remove_prefix(1);
    bool found = false;
    for (std::size_t i = 0; i < set.size();) {
        if (set[i] == '\\' && i + 1 < set.size()) ++i;
        auto low = static_cast<unsigned char>(set[i++]);
        auto high = low;
        if (i + 1 < set.size() && set[i] == '-') {
            if (set[i + 1] == '\\' && i + 2 < set.size()) ++i;
            high = static_cast<unsigned char>(set[i + 1]);
            i += 2;
        }
        found = found || (low <= static_cast<unsigned char>(c) && static_cast<unsigned char>(c) <= high);
    }
    return found != negated && c != '/';
}

// The end of a class that starts at `open`; empty when it is not closed, and the bracket is a literal.
std::optional<std::size_t> class_end(std::string_view pattern, std::size_t open) {
    std::size_t i = open + 1;
    if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) ++i;
    for (std::size_t first = i; i < pattern.size(); ++i) {
        if (pattern[i] == ']' && i != first) return i;
        if (pattern[i] == '\\') ++i;
    }
    return std::nullopt;
}

class Compiler {
  public:
    Compiler(std::string_view pattern, GlobSyntax syntax) : pattern_(pattern), syntax_(syntax) {
        while (at_ < pattern_.size()) step();
        // Unclosed braces are literals: parse again without them.
        if (!open_.empty()) {
            steps_.clear();
            open_.clear();
            at_ = 0;
            syntax_.braces = false;
            while (at_ < pattern_.size()) step();
        }
    }
    std::vector<Step> take() { return std::move(steps_); }

  private:
    struct Brace {
        std::uint32_t fork = 0;              // of the current alternative
        std::vector<std::uint32_t> jumps{};  // at the end of each alternative
    };

    std::uint32_t here() const { return static_cast<std::uint32_t>(steps_.size()); }

    void step() {
        char c = pattern_[at_];
        std::string_view rest = pattern_.substr(at_);
        if (rest.starts_with("**/")) {
            // Matches nothing, or anything up to a slash.
            std::uint32_t fork = here();
            steps_.push_back({.kind = Step::Kind::Fork});
            steps_.push_back({.kind = Step::Kind::DeepStar});
            steps_.push_back({.literal = '/'});
            steps_[fork].target = here();
            at_ += 3;
            return;
        }
        if (c == '*') {
            bool deep = rest.starts_with("**");
            Step::Kind kind = deep ? Step::Kind::DeepStar : Step::Kind::Star;
            if (steps_.empty() || steps_.back().kind != kind) steps_.push_back({.kind = kind});
            at_ += deep ? 2 : 1;
            return;
        }
        if (c == '?') {
            steps_.push_back({.kind = Step::Kind::Any});
            ++at_;
            return;
        }
        if (c == '[')
            if (auto end = class_end(pattern_, at_)) {
                steps_.push_back(
                    {.kind = Step::Kind::Class, .set = pattern_.substr(at_ + 1, *end - at_ - 1)});
                at_ = *end + 1;
                return;
            }
        if (syntax_.braces && c == '{') {
            open_.push_back({.fork = here()});
            steps_.push_back({.kind = Step::Kind::Fork});
            ++at_;
            return;
        }
        if (!open_.empty() && (c == ',' || c == '}')) {
            Brace& brace = open_.back();
            brace.jumps.push_back(here());
            steps_.push_back({.kind = Step::Kind::Jump});
            steps_[brace.fork].target = here();
            ++at_;
            if (c == ',') {
                brace.fork = here();
                steps_.push_back({.kind = Step::Kind::Fork});
                return;
            }
            // The last alternative has no successor: its fork continues after the braces.
            steps_[brace.fork].target = brace.fork + 1;
            for (std::uint32_t jump : brace.jumps) steps_[jump].target = here();
            open_.pop_back();
            return;
        }
        if (c == '\\' && at_ + 1 < pattern_.size()) c = pattern_[++at_];
        steps_.push_back({.literal = c});
        ++at_;
    }

    std::string_view pattern_;
    GlobSyntax syntax_;
    std::size_t at_ = 0;
    std::vector<Step> steps_;
    std::vector<Brace> open_;
};

// The set of possible next steps, each once.
class States {
  public:
    explicit States(const std::vector<Step>& steps) : steps_(steps), seen_(steps.size() + 1, 0) {}

    void start(std::vector<std::uint32_t>& list) {
        list.clear();
        ++round_;
    }
    // Adds a state and all states that it reaches without a character.
    void add(std::vector<std::uint32_t>& list, std::uint32_t state) {
        todo_.assign(1, state);
        while (!todo_.empty()) {
            std::uint32_t one = todo_.back();
            todo_.pop_back();
            if (seen_[one] == round_) continue;
            seen_[one] = round_;
            list.push_back(one);
            if (one == steps_.size()) continue;
            const Step& step = steps_[one];
            if (step.kind == Step::Kind::Jump || step.kind == Step::Kind::Fork) todo_.push_back(step.target);
            if (step.kind == Step::Kind::Fork || step.kind == Step::Kind::Star ||
                step.kind == Step::Kind::DeepStar)
                todo_.push_back(one + 1);
        }
    }

  private:
    const std::vector<Step>& steps_;
    std::vector<std::uint32_t> seen_;
    std::vector<std::uint32_t> todo_;
    std::uint32_t round_ = 0;
};

bool is_special(char c) {
    switch (c) {
        case '*':
        case '?':
        case '[':
        case ']':
        case '{':
        case '}':
        case ',':
        case '\\':
            return true;
        default:
            return false;
    }
}

// Compares the characters behind the last special one.
bool may_end_as(std::string_view pattern, std::string_view path) {
    while (!pattern.empty() && !is_special(pattern.back())) {
        // `**/` can match nothing, including its slash.
        if (pattern.ends_with("**/")) return true;
        if (path.empty() || path.back() != pattern.back()) return false;
        pattern.remove_suffix(1);
        path.remove_suffix(1);
    }
    return !pattern.empty() || path.empty();
}

}  // namespace

bool match_glob(std::string_view pattern, std::string_view path, GlobSyntax syntax) {
    if (pattern.size() > kLongestPattern) return false;
    // Nearly all paths end in another way.
    if (!may_end_as(pattern, path)) return false;
    // Most patterns are a name or an extension.
    std::string_view plain = pattern.starts_with('*') ? pattern.substr(1) : pattern;
    if (plain.find_first_of("*?[{\\") == std::string_view::npos) {
        if (plain.size() == pattern.size()) return pattern == path;
        return path.ends_with(plain) &&
               path.substr(0, path.size() - plain.size()).find('/') == std::string_view::npos;
    }
    const std::vector<Step> steps = Compiler(pattern, syntax).take();
    States states(steps);
    std::vector<std::uint32_t> now;
    std::vector<std::uint32_t> next;
    states.start(now);
    states.add(now, 0);
    for (char c : path) {
        states.start(next);
        for (std::uint32_t one : now) {
            if (one == steps.size()) continue;
            const Step& step = steps[one];
            switch (step.kind) {
                case Step::Kind::Literal:
                    if (c == step.literal) states.add(next, one + 1);
                    break;
                case Step::Kind::Any:
                    if (c != '/') states.add(next, one + 1);
                    break;
                case Step::Kind::Class:
                    if (class_holds(step.set, c)) states.add(next, one + 1);
                    break;
                case Step::Kind::Star:
                    if (c != '/') states.add(next, one);
                    break;
                case Step::Kind::DeepStar:
                    states.add(next, one);
                    break;
                case Step::Kind::Fork:
                case Step::Kind::Jump:
                    break;
            }
        }
        std::swap(now, next);
        if (now.empty()) return false;
    }
    return std::ranges::find(now, static_cast<std::uint32_t>(steps.size())) != now.end();
}

std::string_view fault_of_glob(std::string_view pattern) {
    if (pattern.empty()) return "is empty";
    std::size_t open = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '\\') {
            if (++i == pattern.size()) return "ends with a backslash, which escapes the next character";
        } else if (c == '[') {
            const auto end = class_end(pattern, i);
            if (!end) return "has a \"[\" without \"]\"";
            i = *end;
        } else if (c == '{') {
            ++open;
        } else if (c == '}' && open > 0) {
            --open;
        }
    }
    return open > 0 ? "has a \"{\" without \"}\"" : "";
}

}  // namespace hcl
