;;; hcl-ls.el --- Edit HCL and its languages with hcl-ls  -*- lexical-binding: t; -*-

;; Author: The hcl-ls authors <maintainers@hcl-ls.invalid>
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools
;; URL: https://hcl-ls.invalid/
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A major mode for HCL and the languages built on it (Terraform, OpenTofu, Packer, Nomad, Terragrunt, Bake and
;; others), one for the same in JSON, and their registration with eglot.  Indentation is the formatter's; completion,
;; findings and everything else that needs understanding come from the server.
;;
;;   (require 'hcl-ls)
;;   (add-hook 'hcl-ls-mode-hook #'eglot-ensure)
;;   (add-hook 'hcl-ls-json-mode-hook #'eglot-ensure)
;;
;; Where Emacs has tree-sitter and a grammar for HCL, `hcl-ls-ts-mode' takes the place of `hcl-ls-mode'.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'js)

(defgroup hcl-ls nil
  "Editing HCL with a language server."
  :group 'languages
  :prefix "hcl-ls-")

(defcustom hcl-ls-command '("hcl-ls" "--stdio")
  "The server's command line."
  :type '(repeat string))

(defcustom hcl-ls-settings nil
  "Settings of the server, as a property list.
For example (:inlayHints (:types :json-false) :rules (:UnusedSymbol \"off\"))."
  :type 'plist)

(defcustom hcl-ls-indent-offset 2
  "Columns of one step of indentation.  The formatter uses 2."
  :type 'natnum
  :safe #'natnump)

(defcustom hcl-ls-use-tree-sitter t
  "Whether to use tree-sitter for colours where its grammar for HCL is installed."
  :type 'boolean)

;;;; Syntax

(defvar hcl-ls-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "< b" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "." table)
    (dolist (char '(?$ ?% ?& ?| ?< ?> ?= ?+))
      (modify-syntax-entry char "." table))
    table)
  "Syntax of HCL: three forms of comments, names with dashes.")

(defconst hcl-ls--name "[[:alpha:]_][[:alnum:]_-]*"
  "What a name looks like.")

(defconst hcl-ls--interesting
  (concat "[\"#]\\|//\\|/\\*\\|<<-?\\(" hcl-ls--name "\\)[ \t]*$")
  "Where a string, a comment or a heredoc begins.")

(defun hcl-ls--skip-template ()
  "Go behind the template after whose opening bracket point is.
Return nil when it does not end on this line."
  (let ((depth 1)
        (end (line-end-position)))
    (while (and (> depth 0) (re-search-forward "[\"{}]" end t))
      (pcase (char-before)
        (?\{ (cl-incf depth))
        (?\} (cl-decf depth))
        (_ (put-text-property (1- (point)) (point) 'syntax-table (string-to-syntax "."))
           (if (hcl-ls--skip-string)
               (put-text-property (1- (point)) (point) 'syntax-table (string-to-syntax "."))
             (goto-char end)))))
    (= depth 0)))

(defun hcl-ls--skip-string ()
  "Go behind the string after whose opening quote point is.
Quotes in templates inside of it lose their meaning.  Return nil when it
does not end on this line."
  (let ((end (line-end-position))
        (closed nil))
    (while (and (not closed) (re-search-forward "\\\\.\\|\\$\\${\\|%%{\\|[$%]{\\|\"" end 'move))
      (pcase (match-string-no-properties 0)
        ("\"" (setq closed t))
        ((or "${" "%{") (hcl-ls--skip-template))))
    closed))

(defun hcl-ls--syntax-propertize (start end)
  "Mark heredocs, and quotes inside of templates, between START and END."
  (goto-char start)
  (let ((state (syntax-ppss)))
    ;; Strings and comments are told apart by their beginning.
    (when (nth 8 state) (goto-char (nth 8 state))))
  (while (and (< (point) end) (re-search-forward hcl-ls--interesting end 'move))
    (let ((begin (match-beginning 0))
          (tag (match-string-no-properties 1)))
      (cond
       (tag
        (put-text-property begin (1+ begin) 'syntax-table (string-to-syntax "|"))
        (when (re-search-forward (concat "^[ \t]*\\(" (regexp-quote tag) "\\)[ \t]*$") nil 'move)
          (put-text-property (1- (match-end 1)) (match-end 1) 'syntax-table (string-to-syntax "|"))
          (goto-char (match-end 1))))
       ((eq (char-after begin) ?\")
        ;; A string that is being typed must not take the rest of the file.
        (unless (hcl-ls--skip-string)
          (put-text-property begin (1+ begin) 'syntax-table (string-to-syntax "."))))
       ((string-prefix-p "/*" (buffer-substring-no-properties begin (min (point-max) (+ begin 2))))
        (search-forward "*/" nil 'move))
       (t (goto-char (line-end-position)))))))

;;;; Colours

(defconst hcl-ls-mode-font-lock-keywords
  `((,(concat "^[ \t]*\\(" hcl-ls--name "\\)\\(?:[ \t]+\\(?:\"[^\"\n]*\"\\|" hcl-ls--name "\\)\\)*[ \t]*{")
     1 font-lock-type-face)
    (,(concat "\\_<\\(" hcl-ls--name "\\)[ \t]*=\\(?:[^=>]\\|$\\)") 1 font-lock-variable-name-face)
    (,(concat "\\_<\\(" hcl-ls--name "\\)(") 1 font-lock-function-name-face)
    ("\\_<\\(?:true\\|false\\|null\\)\\_>" . font-lock-constant-face)
    ("\\_<\\(?:for\\|in\\|if\\)\\_>" . font-lock-keyword-face)
    ("\\(?:^\\|[^$%]\\)\\([$%]{[^}\n]*}\\)" 1 font-lock-variable-name-face t))
  "What can be told without understanding.")

;;;; Indentation

(defun hcl-ls--open-at (position)
  "Lines of the brackets that are open at POSITION, innermost first.
Each is the position where the line begins."
  (mapcar (lambda (bracket) (save-excursion (goto-char bracket) (line-beginning-position)))
          (reverse (nth 9 (syntax-ppss position)))))

(defun hcl-ls--group-start (line)
  "Where the line begins that decides how far in the brackets of LINE stand.
For \"}, {\" it is the one that opened what it closes first."
  (let (done)
    (while (not done)
      (let* ((before (reverse (nth 9 (syntax-ppss line))))
             (after (reverse (nth 9 (syntax-ppss (save-excursion (goto-char line) (line-end-position))))))
             (kept (length (cl-intersection before after)))
             (closed (nth (- (length before) kept 1) before)))
        (if (>= kept (length before))
            (setq done t)
          (setq line (save-excursion (goto-char closed) (line-beginning-position))))))
    line))

(defun hcl-ls--column ()
  "The column where this line's text belongs, or nil to leave it."
  (save-excursion
    (beginning-of-line)
    (let ((state (save-excursion (syntax-ppss (point)))))
      (unless (nth 8 state)
        (let* ((open (hcl-ls--open-at (point)))
               (closed (- (length open) (length (nth 9 (save-excursion (syntax-ppss (line-end-position)))))))
               (column 'open)
               groups)
          ;; Brackets that were opened on one line are one step.
          (dolist (line (reverse open))
            (if (and groups (= (caar groups) line))
                (cl-incf (cdar groups))
              (push (cons line 1) groups)))
          (while (and (> closed 0) groups (<= (cdar groups) closed))
            (let ((group (pop groups)))
              (cl-decf closed (cdr group))
              (when (= closed 0) (setq column (hcl-ls--indentation (car group))))))
          (cond ((integerp column) column)
                (groups (+ (hcl-ls--indentation (caar groups)) hcl-ls-indent-offset))
                (t 0)))))))

(defun hcl-ls--indentation (line)
  "The indentation that the brackets opened on LINE count from."
  (save-excursion
    (goto-char (hcl-ls--group-start line))
    (current-indentation)))

(defun hcl-ls--typed-end ()
  "The column of the end of an indented heredoc that is typed, or nil.
It goes below the line where the heredoc begins."
  (when (eq last-command-event ?\n)
    (save-excursion
      (back-to-indentation)
      (let* ((tag (buffer-substring-no-properties (point) (line-end-position)))
             (start (nth 8 (syntax-ppss (point)))))
        (when (and start (string-match-p (concat "\\`" hcl-ls--name "\\'") tag))
          (goto-char start)
          (when (looking-at (concat "<<-" (regexp-quote tag) "[ \t]*$"))
            (current-indentation)))))))

(defun hcl-ls-indent-line ()
  "Indent the line as the formatter does.
Lines of heredocs and of comments of several lines stay as they are."
  (interactive)
  (let ((column (or (hcl-ls--column) (hcl-ls--typed-end))))
    (cond ((null column) 'noindent)
          ((<= (current-column) (current-indentation)) (indent-line-to column))
          (t (save-excursion (indent-line-to column))))))

;;;; Moving and listing

(defconst hcl-ls--item
  (concat "^\\(" hcl-ls--name "\\)\\(\\(?:[ \t]+\\(?:\"[^\"\n]*\"\\|" hcl-ls--name "\\)\\)*\\)[ \t]*\\([={]\\)")
  "An argument or block of the file itself: name, labels, and what follows.")

(defun hcl-ls-beginning-of-defun (&optional count)
  "Go back to the beginning of a block or argument of the file, COUNT times."
  (interactive "p")
  (let ((count (or count 1))
        (found t))
    (while (and (/= count 0) found)
      (if (> count 0)
          (progn (while (and (setq found (re-search-backward hcl-ls--item nil 'move)) (nth 8 (syntax-ppss))))
                 (cl-decf count))
        (while (and (progn (end-of-line)
                           (setq found (re-search-forward hcl-ls--item nil 'move)))
                    (nth 8 (syntax-ppss (goto-char (match-beginning 0))))))
        (cl-incf count)))
    (and found t)))

(defun hcl-ls-end-of-defun ()
  "Go behind the block or argument at whose beginning point is."
  (interactive)
  (when (looking-at hcl-ls--item)
    (goto-char (match-beginning 3))
    (if (eq (char-after) ?\{)
        (condition-case nil (forward-sexp) (scan-error (goto-char (point-max))))
      (end-of-line)
      (let (open)
        (while (and (setq open (or (nth 8 (syntax-ppss)) (nth 9 (syntax-ppss)))) (not (eobp)))
          (forward-line)
          (end-of-line))
        open))))

(defun hcl-ls--imenu ()
  "What the file declares, by the types of its blocks."
  (let (groups arguments)
    (save-excursion
      (goto-char (point-min))
      (while (re-search-forward hcl-ls--item nil t)
        (let ((place (match-beginning 0))
              (name (match-string-no-properties 1))
              (labels (match-string-no-properties 2))
              (block (equal (match-string-no-properties 3) "{")))
          (setq labels (string-trim (replace-regexp-in-string "\"" "" labels)))
          (unless (save-excursion (nth 8 (syntax-ppss place)))
            (if (not block)
                (push (cons name place) arguments)
              (let ((group (assoc name groups)))
                (unless group (push (setq group (list name)) groups))
                (push (cons (if (string-empty-p labels) name labels) place) (cdr group))))))))
    (append (mapcar (lambda (group) (cons (car group) (nreverse (cdr group)))) (nreverse groups))
            (nreverse arguments))))

;;;; Commands

(defun hcl-ls--run (input &rest arguments)
  "Run the command line with ARGUMENTS on the string INPUT, and return its output."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8)
          (coding-system-for-write 'utf-8)
          (output (current-buffer)))
      (with-temp-buffer
        (insert input)
        (apply #'call-process-region nil nil (car hcl-ls-command) nil output nil arguments)))
    (string-trim-right (buffer-string))))

(defun hcl-ls--show (name text)
  "Show TEXT in a buffer called NAME."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text "\n")
      (goto-char (point-min)))
    (special-mode)
    (display-buffer (current-buffer))))

(defun hcl-ls-evaluate (expression)
  "Show the value of EXPRESSION, which stands on its own.
Interactively it is the region, or asked for."
  (interactive (list (if (use-region-p)
                         (buffer-substring-no-properties (region-beginning) (region-end))
                       (read-string "Expression: "))))
  (let ((value (hcl-ls--run expression "eval" "--file" "-")))
    (message "%s" value)
    value))

(defun hcl-ls-restart ()
  "End the server of this buffer and start it again."
  (interactive)
  (let ((server (eglot-current-server)))
    (unless server (user-error "No server looks after this buffer"))
    (eglot-reconnect server t)))

(defun hcl-ls-doctor ()
  "Show a report of the server about this folder."
  (interactive)
  (hcl-ls--show "*hcl-ls doctor*" (hcl-ls--run "" "doctor" default-directory)))

(defun hcl-ls-show-tree ()
  "Show the syntax tree of the saved file."
  (interactive)
  (unless buffer-file-name (user-error "This buffer has no file"))
  (hcl-ls--show "*hcl-ls tree*" (hcl-ls--run "" "dump" "tree" buffer-file-name)))

(defun hcl-ls-graph (&optional here)
  "Show the reference graph of the module, as a Mermaid flowchart.
With a prefix argument HERE only what the block at point is connected to."
  (interactive "P")
  (let* ((server (or (eglot-current-server) (user-error "No server looks after this buffer")))
         (place (save-excursion
                  (unless here (goto-char (point-max)))
                  (eglot--TextDocumentPositionParams)))
         (graph (jsonrpc-request server :hcl-ls/graph place)))
    (hcl-ls--show "*hcl-ls graph*" (or (plist-get graph :mermaid) ""))))

(defvar hcl-ls-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-e") #'hcl-ls-evaluate)
    (define-key map (kbd "C-c C-r") #'hcl-ls-restart)
    map)
  "Keys of `hcl-ls-mode'.")

(easy-menu-define hcl-ls-menu hcl-ls-mode-map
  "Menu of `hcl-ls-mode'."
  '("HCL"
    ["Evaluate expression" hcl-ls-evaluate]
    ["Show the reference graph" hcl-ls-graph]
    ["Show syntax tree" hcl-ls-show-tree]
    ["Doctor" hcl-ls-doctor]
    ["Restart server" hcl-ls-restart]))

;;;; Modes

;;;###autoload
(define-derived-mode hcl-ls-mode prog-mode "HCL"
  "Major mode for HCL and the languages built on it."
  (setq-local comment-start "# ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "\\(?:#+\\|//+\\|/\\*+\\)[ \t]*")
  ;; A tab is no indentation that the formatter leaves.
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'hcl-ls-indent-line)
  (setq-local electric-indent-chars (append "}])" electric-indent-chars))
  (setq-local beginning-of-defun-function #'hcl-ls-beginning-of-defun)
  (setq-local end-of-defun-function #'hcl-ls-end-of-defun)
  (setq-local imenu-create-index-function #'hcl-ls--imenu)
  (setq-local parse-sexp-ignore-comments t)
  (setq-local parse-sexp-lookup-properties t)
  (setq-local syntax-propertize-function #'hcl-ls--syntax-propertize)
  (setq-local font-lock-defaults '(hcl-ls-mode-font-lock-keywords)))

;;;###autoload
(define-derived-mode hcl-ls-json-mode js-mode "HCL-JSON"
  "Major mode for JSON files of the languages built on HCL.
It is `js-mode' with hcl-ls in place of a server for scripts."
  (setq-local indent-tabs-mode nil)
  (setq-local js-indent-level 2))

(declare-function treesit-available-p "treesit.c")
(declare-function treesit-ready-p "treesit")
(declare-function treesit-parser-create "treesit.c")
(declare-function treesit-font-lock-rules "treesit")
(declare-function treesit-major-mode-setup "treesit")
(defvar treesit-font-lock-settings)
(defvar treesit-font-lock-feature-list)

(defconst hcl-ls--ts-rules
  '(:language hcl :feature comment ((comment) @font-lock-comment-face)
    :language hcl :feature block ((block (identifier) @font-lock-type-face))
    :language hcl :feature argument ((attribute (identifier) @font-lock-variable-name-face))
    :language hcl :feature string ([(quoted_template_start) (quoted_template_end) (template_literal)
                                    (heredoc_identifier) (heredoc_start)]
                                   @font-lock-string-face)
    :language hcl :feature function ((function_call (identifier) @font-lock-function-name-face))
    :language hcl :feature constant ([(bool_lit) (null_lit) (numeric_lit)] @font-lock-constant-face)
    :language hcl :feature keyword (["for" "in" "if" "else" "endif" "endfor"] @font-lock-keyword-face))
  "Colours by tree-sitter.")

;;;###autoload
(define-derived-mode hcl-ls-ts-mode hcl-ls-mode "HCL"
  "Major mode for HCL that is coloured by tree-sitter."
  (when (and (fboundp 'treesit-ready-p) (treesit-ready-p 'hcl))
    (treesit-parser-create 'hcl)
    (setq-local treesit-font-lock-settings (apply #'treesit-font-lock-rules hcl-ls--ts-rules))
    (setq-local treesit-font-lock-feature-list
                '((comment block) (argument string keyword) (function constant)))
    (treesit-major-mode-setup)
    (setq-local indent-line-function #'hcl-ls-indent-line)))

;;;###autoload
(defun hcl-ls-choose-mode ()
  "Start `hcl-ls-ts-mode' where its grammar is installed, else `hcl-ls-mode'."
  (if (and hcl-ls-use-tree-sitter (fboundp 'treesit-ready-p) (treesit-ready-p 'hcl t))
      (hcl-ls-ts-mode)
    (hcl-ls-mode)))

;;;###autoload
(progn
  (dolist (pattern '("\\.hcl\\'" "\\.tf\\'" "\\.tfvars\\'" "\\.tfbackend\\'" "\\.tofu\\'" "\\.nomad\\(?:\\.vars\\)?\\'"
                     "\\.hcldec\\'" "\\.wpvars\\'" "\\.zcl\\'" "\\.\\(?:tf\\|tofu\\)rc\\'" "/\\(?:terraform\\|tofu\\)\\.rc\\'"
                     "/\\.terraformrc\\'"))
    (add-to-list 'auto-mode-alist (cons pattern 'hcl-ls-choose-mode)))
  (dolist (pattern '("\\.\\(?:hcl\\|nomad\\|pkr\\(?:vars\\)?\\|tofu\\(?:test\\)?\\|wpvars\\)\\.json\\'"
                     "\\.tf\\(?:component\\|deploy\\|mock\\|query\\|stack\\|test\\|vars\\)?\\.json\\'"
                     "/docker-bake\\(?:\\.override\\)?\\.json\\'" "[.]\\(?:docker-\\)?bake\\.json\\'"
                     "/\\(?:\\.tflint\\|sentinel\\|boundary\\|consul\\|nomad\\|openbao\\)\\.json\\'"
                     "/\\(?:bao\\|vault\\)\\(?:-agent\\|-proxy\\)?\\.json\\'"
                     "[.]\\(?:boundary\\|consul\\(?:-acl\\|-entry\\)?\\)\\.json\\'"
                     "[.]\\(?:nomad-\\(?:acl\\|agent\\)\\|vault\\(?:-policy\\)?\\)\\.json\\'"))
    (add-to-list 'auto-mode-alist (cons pattern 'hcl-ls-json-mode))))

;;;; Eglot

(defun hcl-ls-contact (&rest _)
  "Return the contact for eglot: `hcl-ls-command' with `hcl-ls-settings'."
  (if hcl-ls-settings
      (append hcl-ls-command (list :initializationOptions hcl-ls-settings))
    hcl-ls-command))

(put 'hcl-ls-mode 'eglot-language-id "hcl")
(put 'hcl-ls-ts-mode 'eglot-language-id "hcl")
(put 'hcl-ls-json-mode 'eglot-language-id "json")

;; One server for native and JSON syntax, as names of either are seen in the other; modes of other packages, too.
(add-to-list 'eglot-server-programs
             '((hcl-ls-mode hcl-ls-ts-mode hcl-ls-json-mode hcl-mode terraform-mode hcl-ts-mode terraform-ts-mode)
               . hcl-ls-contact))

(provide 'hcl-ls)
;;; hcl-ls.el ends here
