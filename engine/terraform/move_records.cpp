#include "engine/terraform/move_records.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/base/json_string.h"
#include "engine/bind/address.h"
#include "engine/terraform/place.h"
#include "engine/terraform/shape.h"

namespace hcl::terraform {

namespace {

struct Move {
    std::string from;
    std::string to;
    Location place;
    Span target;  // of `to`, in the file
    bool is_json = false;
};

std::string_view without_key(std::string_view address) {
    return address.ends_with(']') ? address.substr(0, address.rfind('[')) : address;
}

std::vector<Move> moves_of(const bind::Module& module) {
    std::vector<Move> out;
    for (const bind::UnitSlot& slot : shape_of(module).units(Trait::Move)) {
        const bool is_json = module.file(slot.file)->input.tree->options().syntax == syntax::Syntax::Json;
        for (std::uint32_t i : slot.unit->bodies[0].blocks) {
            const bind::BoundBlock& block = slot.unit->blocks[i];
            if (block.type != "moved") continue;
            const bind::BoundAttribute* to = attribute_of(*slot.unit, block.body, "to");
            Move move{address_in(slot, attribute_of(*slot.unit, block.body, "from")),
                      address_in(slot, to),
                      {slot.file, block.span.shifted(slot.base)},
                      to && to->expr ? to->expr.span().shifted(slot.base) : Span(),
                      is_json};
            out.push_back(std::move(move));
        }
    }
    return out;
}

// Where a move and those that follow it end, if that is `goal` or one of its instances; otherwise empty.
std::string end_of(const std::vector<Move>& moves, const Move& first, std::string_view goal) {
    std::string at = first.to;
    for (std::size_t followed = 0; followed <= moves.size(); ++followed) {
        if (without_key(at) == goal) return at;
        const std::string_view base = without_key(at);
        auto next = std::ranges::find(moves, at, &Move::from);
        const bool is_exact = next != moves.end();
        if (!is_exact) next = std::ranges::find(moves, base, &Move::from);
        if (next == moves.end()) return {};
        at = is_exact ? next->to : next->to + at.substr(base.size());
    }
    return {};
}

// Whether only blanks lie between two places.
bool are_neighbours(const bind::Module& module, const Location& first, const Location& second) {
    if (first.file != second.file || second.span.start < first.span.end) return false;
    const std::string between =
        module.file(first.file)->input.tree->text({first.span.end, second.span.start});
    return between.find_first_not_of(" \t\r\n") == std::string::npos;
}

std::string moved_json(const std::string& from, const std::string& to, const std::string& indent) {
    return "{\n" + indent + "  \"from\": " + json_string(from) + ",\n" + indent +
           "  \"to\": " + json_string(to) + "\n" + indent + "}";
}

// In JSON: in place of a move between the same addresses, or beside those that the file has.
void record_in_json(const bind::Module& module, FileId file, const std::vector<Move>& moves,
                    const std::string& from, const std::string& to, check::ExtensionRecord& record) {
    const Move* last = nullptr;
    for (const Move& move : moves) {
        if (!move.is_json || move.place.file != file) continue;
        last = &move;
        if (without_key(move.from) != to || without_key(move.to) != from) continue;
        const std::uint32_t column =
            module.file(file)->input.tree->position(move.place.span.end, ColumnUnit::Utf8).column;
        record.in_place_of = move.place;
        record.text = moved_json(from, to, std::string(column > 0 ? column - 1 : 0, ' '));
        return;
    }
    if (!last) return;
    const syntax::File& tree = *module.file(file)->input.tree;
    const Span place = last->place.span;
    const std::string before = tree.text({place.start - std::min(place.start, 400u), place.start});
    const std::size_t at = before.find_last_not_of(" \t\r\n");
    if (at == std::string::npos) return;
    if (before[at] == ':') {
        std::string only;
        for (const char c : tree.text(place)) only += c == '\n' ? std::string("\n  ") : std::string(1, c);
        record.in_place_of = last->place;
        record.text = "[\n    " + only + ",\n    " + moved_json(from, to, "    ") + "\n  ]";
    } else {
        record.in_place_of = Location{file, {place.end, place.end}};
        record.text = ",\n    " + moved_json(from, to, "    ");
    }
}

}  // namespace

std::string moved_text(const std::string& from, const std::string& to) {
    return "moved {\n  from = " + from + "\n  to   = " + to + "\n}";
}

check::ExtensionRecord moved_block(const bind::Module& module, bind::Symbol symbol,
                                   const std::vector<std::string>& from, const std::vector<std::string>& to) {
    const std::string& kind = module.declaration(symbol).def->kind;
    if (kind != "resource" && kind != "module") return {};
    const std::string old = bind::address_text(from);
    const std::string fresh = bind::address_text(to);
    check::ExtensionRecord record{.text = moved_text(old, fresh),
                                  .json = "\"moved\": " + moved_json(old, fresh, "  ")};
    const std::vector<Move> moves = moves_of(module);
    // The last move that the record replaces; others directly before it become part of the text.
    const Move* last = nullptr;
    std::string kept;
    for (const Move& move : moves) {
        if (move.from == old && move.to == fresh) {
            // It is there already, and stays.
            record.in_place_of = move.place;
            record.text = module.file(move.place.file)->input.tree->text(move.place.span);
            return record;
        }
        if (without_key(move.from) != fresh) {
            if (without_key(move.to) != fresh || move.target.is_empty()) continue;
            const std::string target = old + move.to.substr(fresh.size());
            record.also.push_back(
                {move.place.file, {move.target, move.is_json ? json_string(target) : target}});
            continue;
        }
        const std::string end = move.is_json ? std::string() : end_of(moves, move, old);
        if (end.empty()) continue;
        if (last && !are_neighbours(module, last->place, move.place)) continue;
        last = &move;
        const Span before = record.in_place_of ? record.in_place_of->span : move.place.span;
        record.in_place_of = Location{move.place.file, {before.start, move.place.span.end}};
        const std::string target = fresh + end.substr(old.size());
        if (move.from != target) kept += moved_text(move.from, target) + "\n\n";
    }
    record.text = kept + record.text;
    const bool is_json = module.file(symbol.file)->input.tree->options().syntax == syntax::Syntax::Json;
    if (is_json && !record.in_place_of) record_in_json(module, symbol.file, moves, old, fresh, record);
    return record;
}

}  // namespace hcl::terraform
