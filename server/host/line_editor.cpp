#include "server/host/line_editor.h"

#include <histedit.h>

#include <algorithm>
#include <clocale>
#include <cstdio>

namespace hcl::server {

namespace {

// The longest common prefix.
std::string common_start(const std::vector<std::string>& candidates) {
    std::string common = candidates.front();
    for (const std::string& candidate : candidates) {
        std::size_t n = 0;
        while (n < common.size() && n < candidate.size() && common[n] == candidate[n]) ++n;
        common.resize(n);
    }
    return common;
}

class EditedLines final : public LineEditor {
  public:
    explicit EditedLines(std::function<LineCompletion(std::string_view)> complete)
        : complete_(std::move(complete)) {
        // Only the character encoding; numbers keep their plain format.
        std::setlocale(LC_CTYPE, "");
        edit_ = el_init("hcl-ls", stdin, stdout, stderr);
        history_ = history_init();
        HistEvent event;
        history(history_, &event, H_SETSIZE, 1000);
        el_set(edit_, EL_CLIENTDATA, this);
        el_set(edit_, EL_PROMPT, &prompt_of);
        el_set(edit_, EL_EDITOR, "emacs");
        el_set(edit_, EL_HIST, history, history_);
        el_set(edit_, EL_ADDFN, "complete", "Complete the word", &complete_word);
        el_set(edit_, EL_BIND, "^I", "complete", nullptr);
        el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
        // While a line is edited, Ctrl-C is a character that discards the line; at other
        // times it ends the program.
        el_set(edit_, EL_ADDFN, "drop-line", "Drop the line", &drop_line);
        el_set(edit_, EL_SETTY, "-d", "-isig", nullptr);
        el_set(edit_, EL_BIND, "^C", "drop-line", nullptr);
        el_set(edit_, EL_SIGNAL, 1);
        el_source(edit_, nullptr);
    }
    ~EditedLines() override {
        history_end(history_);
        el_end(edit_);
    }

    std::optional<std::string> read_line(std::string_view prompt) override {
        prompt_ = prompt;
        int count = 0;
        was_dropped_ = false;
        // Before the prompt is shown: a Ctrl-C after it must be a character already.
        el_set(edit_, EL_PREP_TERM, 1);
        const char* line = el_gets(edit_, &count);
        if (was_dropped_) return std::string();
        if (!line || count <= 0) return std::nullopt;
        std::string text(line, static_cast<std::size_t>(count));
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
        return text;
    }

    bool was_dropped() const override { return was_dropped_; }

    void remember(std::string_view line) override {
        HistEvent event;
        history(history_, &event, H_ENTER, std::string(line).c_str());
    }

  private:
    static EditedLines* self(EditLine* edit) {
        void* data = nullptr;
        el_get(edit, EL_CLIENTDATA, &data);
        return static_cast<EditedLines*>(data);
    }
    static char* prompt_of(EditLine* edit) { return self(edit)->prompt_.data(); }

    static unsigned char drop_line(EditLine* edit, int) {
        self(edit)->was_dropped_ = true;
        std::fputs("^C", stdout);
        return CC_NEWLINE;
    }

    static unsigned char complete_word(EditLine* edit, int) {
        const LineInfo* line = el_line(edit);
        std::string_view before(line->buffer, static_cast<std::size_t>(line->cursor - line->buffer));
        LineCompletion found = self(edit)->complete_(before);
        if (found.candidates.empty()) return CC_REFRESH_BEEP;
        std::string common = common_start(found.candidates);
        if (common.size() > found.replaces) {
            el_insertstr(edit, common.c_str() + found.replaces);
            return CC_REFRESH;
        }
        if (found.candidates.size() == 1) return CC_NORM;
        constexpr std::size_t kMostShown = 100;
        std::fputc('\n', stdout);
        for (std::size_t i = 0; i < std::min(found.candidates.size(), kMostShown); ++i)
            std::fprintf(stdout, "%s  ", found.candidates[i].c_str());
        if (found.candidates.size() > kMostShown) std::fputs("...", stdout);
        std::fputc('\n', stdout);
        return CC_REDISPLAY;
    }

    std::function<LineCompletion(std::string_view)> complete_;
    std::string prompt_;
    EditLine* edit_ = nullptr;
    History* history_ = nullptr;
    bool was_dropped_ = false;
};

}  // namespace

std::unique_ptr<LineEditor> make_line_editor(std::function<LineCompletion(std::string_view)> complete) {
    return std::make_unique<EditedLines>(std::move(complete));
}

}  // namespace hcl::server
