#include "server/cli/decode/decode_options.h"

#include <optional>

namespace hcl::server {

namespace {

struct Flag {
    std::string_view name;
    char letter;  // 0: no short form
    std::string DecodeOptions::* text;
    bool DecodeOptions::* toggle;
};

constexpr Flag kFlags[] = {
    {"spec", 's', &DecodeOptions::spec, nullptr},
    {"vars", 'V', nullptr, nullptr},  // appends to a list
    {"out", 'o', &DecodeOptions::out, nullptr},
    {"diags", 0, &DecodeOptions::diags, nullptr},
    {"rules", 0, &DecodeOptions::rules, nullptr},
    {"var-refs", 0, nullptr, &DecodeOptions::var_refs},
    {"with-type", 0, nullptr, &DecodeOptions::with_type},
    {"keep-nulls", 0, nullptr, &DecodeOptions::keep_nulls},
    {"version", 'v', nullptr, &DecodeOptions::version},
    {"help", 'h', nullptr, &DecodeOptions::help},
};

std::optional<bool> parse_bool(std::string_view text) {
    for (std::string_view yes : {"true", "TRUE", "True", "t", "T", "1"})
        if (text == yes) return true;
    for (std::string_view no : {"false", "FALSE", "False", "f", "F", "0"})
        if (text == no) return false;
    return std::nullopt;
}

struct Parser {
    Arguments arguments;
    std::size_t next = 0;
    DecodeOptions options;

    using Done = std::expected<void, std::string>;

    Done set(const Flag& flag, const std::string& spelled, std::optional<std::string_view> value) {
        if (flag.toggle) {
            bool on = true;
            if (value) {
                auto parsed = parse_bool(*value);
                if (!parsed)
                    return std::unexpected(spelled + " takes true or false, not \"" + std::string(*value) +
                                           "\"");
                on = *parsed;
            }
            options.*flag.toggle = on;
            return {};
        }
        if (!value) {
            if (next == arguments.size()) return std::unexpected(spelled + " needs a value");
            value = arguments[next++];
        }
        if (flag.text)
            options.*flag.text = std::string(*value);
        else
            options.vars.emplace_back(*value);
        return {};
    }

    Done long_flag(std::string_view argument) {
        std::string_view name = argument.substr(2);
        std::optional<std::string_view> value;
        if (std::size_t equals = name.find('='); equals != std::string_view::npos) {
            value = name.substr(equals + 1);
            name = name.substr(0, equals);
        }
        for (const Flag& flag : kFlags)
            if (flag.name == name) return set(flag, "--" + std::string(name), value);
        return std::unexpected("there is no flag --" + std::string(name));
    }

    // -s FILE, -sFILE, -s=FILE; short switches may be combined (-vh).
    Done short_flags(std::string_view argument) {
        for (std::size_t i = 1; i < argument.size(); ++i) {
            const Flag* found = nullptr;
            for (const Flag& flag : kFlags)
                if (flag.letter == argument[i]) found = &flag;
            std::string spelled = std::string("-") + argument[i];
            if (!found) return std::unexpected("there is no flag " + spelled);
            std::string_view rest = argument.substr(i + 1);
            if (rest.starts_with('=')) return set(*found, spelled, rest.substr(1));
            if (!found->toggle) {
                if (!rest.empty()) return set(*found, spelled, rest);
                return set(*found, spelled, std::nullopt);
            }
            if (auto done = set(*found, spelled, std::nullopt); !done) return done;
        }
        return {};
    }

    std::expected<DecodeOptions, std::string> parse() {
        while (next < arguments.size()) {
            std::string_view argument = arguments[next++];
            Done done;
            if (argument == "--") {
                while (next < arguments.size()) options.inputs.emplace_back(arguments[next++]);
            } else if (argument.starts_with("--")) {
                done = long_flag(argument);
            } else if (argument.starts_with('-') && argument.size() > 1) {
                done = short_flags(argument);
            } else {
                options.inputs.emplace_back(argument);
            }
            if (!done) return std::unexpected(done.error());
        }
        return std::move(options);
    }
};

}  // namespace

std::expected<DecodeOptions, std::string> parse_decode_options(Arguments arguments) {
    return Parser{.arguments = arguments, .next = 0, .options = {}}.parse();
}

}  // namespace hcl::server
