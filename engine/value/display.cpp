// Values on one line, for messages and tests.
#include "engine/base/hcl_string.h"
#include "engine/value/capsule.h"
#include "engine/value/value.h"

namespace hcl {

namespace {

class Printer {
  public:
    explicit Printer(std::size_t limit) : limit_(limit) {}

    std::string take() {
        if (out_.size() > limit_) {
            // Do not cut inside a character.
            std::size_t end = limit_;
            while (end > 0 && (static_cast<unsigned char>(out_[end]) & 0xC0) == 0x80) --end;
            out_.resize(end);
            out_ += "...";
        }
        return std::move(out_);
    }

    void print(const Value& value) {
        if (full()) return;
        if (value.is_marked()) {
            if (hidden(value.marks())) return;
            print(value.unmarked());
            return;
        }
        if (value.is_null()) {
            out_ += "null";
            return;
        }
        if (value.is_unknown()) {
            Type type = value.type();
            out_ += type.is_dynamic() ? "(unknown)" : "(unknown " + type.friendly_name() + ")";
            return;
        }
        switch (value.kind()) {
            case TypeKind::Bool:
                out_ += value.as_bool() ? "true" : "false";
                return;
            case TypeKind::Number:
                out_ += value.as_number().to_display();
                return;
            case TypeKind::String:
                quoted(value.as_string());
                return;
            case TypeKind::List:
            case TypeKind::Set:
            case TypeKind::Tuple:
                sequence(value);
                return;
            case TypeKind::Map:
            case TypeKind::Object:
                mapping(value);
                return;
            case TypeKind::Capsule: {
                Type type = value.type();
                auto describe = type.capsule_type().operations().describe;
                out_ += describe ? describe(value.capsule_payload())
                                 : "(" + std::string(type.capsule_type().name()) + ")";
                return;
            }
            case TypeKind::Dynamic:
                return;
        }
    }

  private:
    bool full() const { return out_.size() > limit_; }

    bool hidden(const Marks& marks) {
        const char* what = marks.has(MarkKind::Sensitive)   ? "(sensitive)"
                           : marks.has(MarkKind::Ephemeral) ? "(ephemeral)"
                                                            : nullptr;
        if (what) out_ += what;
        return what != nullptr;
    }

    void quoted(std::string_view text) {
        // Every byte prints as at least one, so anything longer would be cut off anyway.
        append_hcl_string(out_, text.substr(0, limit_ + 1 - out_.size()));
    }

    void sequence(const Value& value) {
        if (value.kind() == TypeKind::Set) out_ += "toset(";
        out_ += '[';
        const char* separator = "";
        for (const Value& e : value.elements()) {
            if (full()) break;
            out_ += separator;
            print(e);
            separator = ", ";
        }
        out_ += ']';
        if (value.kind() == TypeKind::Set) out_ += ')';
    }

    void key(std::string_view name) {
        bool plain = !name.empty() && !(name[0] >= '0' && name[0] <= '9') && name[0] != '-';
        for (char c : name)
            plain &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                     c == '-';
        if (plain)
            out_ += name;
        else
            quoted(name);
    }

    void mapping(const Value& value) {
        if (value.size() == 0) {
            out_ += "{}";
            return;
        }
        const char* separator = "{ ";
        for (std::size_t i = 0; i < value.size() && !full(); ++i) {
            out_ += separator;
            key(value.key_at(i).as_string());
            out_ += " = ";
            print(value.value_at(i));
            separator = ", ";
        }
        out_ += " }";
    }

    std::string out_;
    std::size_t limit_;
};

}  // namespace

std::string Value::to_display(std::size_t limit) const {
    Printer printer(limit);
    printer.print(*this);
    return printer.take();
}

}  // namespace hcl
