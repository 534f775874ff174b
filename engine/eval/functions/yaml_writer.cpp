#include <yaml.h>

#include <algorithm>

#include "engine/eval/functions/support.h"
#include "engine/eval/functions/yaml_text.h"
#include "engine/value/convert.h"

namespace hcl::eval::functions {
namespace {

yaml_char_t* chars(std::string& text) {
    return reinterpret_cast<yaml_char_t*>(text.data());
}

class Writer {
  public:
    explicit Writer(CallContext& call) : call_(call) {
        is_good_ = yaml_emitter_initialize(&emitter_) != 0;
        if (!is_good_) return;
        yaml_emitter_set_output(&emitter_, &Writer::append, this);
        yaml_emitter_set_unicode(&emitter_, 1);
    }
    ~Writer() { yaml_emitter_delete(&emitter_); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    FunctionResult<std::string> run(const Value& value) {
        yaml_event_t event;
        emit(event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
        emit(event, yaml_document_start_event_initialize(&event, nullptr, nullptr, nullptr, 1));
        if (auto problem = node(value)) return std::unexpected(std::move(*problem));
        emit(event, yaml_document_end_event_initialize(&event, 1));
        emit(event, yaml_stream_end_event_initialize(&event));
        if (!is_good_ || !pay_text(out_.size(), call_)) return out_of_budget();
        // The library version determines whether a document end mark follows a plain scalar, or a
        // block that keeps its trailing lines.
        constexpr std::string_view kEnd = "...\n";
        if (out_.ends_with(kEnd) &&
            (out_.size() == kEnd.size() || out_[out_.size() - kEnd.size() - 1] == '\n'))
            out_.resize(out_.size() - kEnd.size());
        if (is_plain(value)) out_ += kEnd;
        return std::move(out_);
    }

  private:
    static bool is_plain(const Value& value) {
        return value.is_null() || value.kind() == TypeKind::Number || value.kind() == TypeKind::Bool;
    }

    static int append(void* data, unsigned char* bytes, std::size_t count) {
        static_cast<Writer*>(data)->out_.append(reinterpret_cast<const char*>(bytes), count);
        return 1;
    }

    void emit(yaml_event_t& event, int is_made) {
        if (is_good_ && is_made != 0)
            is_good_ = yaml_emitter_emit(&emitter_, &event) != 0;  // consumes the event
        else if (is_made != 0)
            yaml_event_delete(&event);
        else
            is_good_ = false;
    }

    void scalar(std::string text, yaml_scalar_style_t style) {
        yaml_event_t event;
        const int is_made = yaml_scalar_event_initialize(&event, nullptr, nullptr, chars(text),
                                                         static_cast<int>(text.size()), 1, 1, style);
        emit(event, is_made);
    }

    void string(std::string_view text) {
        const bool has_lines = text.find('\n') != std::string_view::npos;
        scalar(std::string(text), has_lines ? YAML_LITERAL_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
    }

    std::optional<FunctionError> node(const Value& value) {
        if (!pay_elements(1, call_) || !is_good_) return out_of_budget().error();
        if (value.is_null()) {
            scalar("null", YAML_PLAIN_SCALAR_STYLE);
            return std::nullopt;
        }
        switch (value.kind()) {
            case TypeKind::String:
                if (!pay_text(value.as_string().size(), call_)) return out_of_budget().error();
                string(value.as_string());
                return std::nullopt;
            case TypeKind::Bool:
                scalar(value.as_bool() ? "true" : "false", YAML_PLAIN_SCALAR_STYLE);
                return std::nullopt;
            case TypeKind::Number: {
                auto text = convert_value(value, Type::string(), call_.rules);
                if (!text) return function_error(text.error()).error();
                scalar(std::string(text->as_string()), YAML_PLAIN_SCALAR_STYLE);
                return std::nullopt;
            }
            case TypeKind::Map:
            case TypeKind::Object:
                return mapping(value);
            case TypeKind::List:
            case TypeKind::Set:
            case TypeKind::Tuple:
                return sequence(value);
            default:
                return FunctionError{value.type().friendly_name() + " cannot be written as YAML", {}};
        }
    }

    std::optional<FunctionError> mapping(const Value& value) {
        yaml_event_t event;
        emit(event,
             yaml_mapping_start_event_initialize(&event, nullptr, nullptr, 1, YAML_BLOCK_MAPPING_STYLE));
        for (std::size_t i = 0; i < value.size(); ++i) {
            string(value.key_at(i).as_string());
            if (auto problem = node(value.value_at(i))) return problem;
        }
        emit(event, yaml_mapping_end_event_initialize(&event));
        return std::nullopt;
    }

    std::optional<FunctionError> sequence(const Value& value) {
        yaml_event_t event;
        emit(event,
             yaml_sequence_start_event_initialize(&event, nullptr, nullptr, 1, YAML_BLOCK_SEQUENCE_STYLE));
        for (std::size_t i = 0; i < value.size(); ++i)
            if (auto problem = node(value.value_at(i))) return problem;
        emit(event, yaml_sequence_end_event_initialize(&event));
        return std::nullopt;
    }

    CallContext& call_;
    yaml_emitter_t emitter_{};
    std::string out_;
    bool is_good_ = false;
};

}  // namespace

FunctionResult<std::string> write_yaml(const Value& value, CallContext& call) {
    if (!pay_walk(value, call)) return out_of_budget();
    return Writer(call).run(value);
}

}  // namespace hcl::eval::functions
