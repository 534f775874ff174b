;;; hcl-ls.el --- Edit HCL and its languages with hcl-ls  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:
;; A small major mode for the HCL family, and its registration with eglot.  Colours, indentation of expressions,
;; completion and everything else that needs understanding come from the server.

;;; Code:

(require 'eglot)

(defgroup hcl-ls nil
  "Editing HCL with a language server."
  :group 'languages)

(defcustom hcl-ls-command '("hcl-ls" "--stdio")
  "The server's command line."
  :type '(repeat string))

(defvar hcl-ls-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "< b" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?- "w" table)
    (modify-syntax-entry ?\" "\"" table)
    table)
  "Syntax of HCL: three forms of comments, names with dashes.")

(defconst hcl-ls-mode-font-lock-keywords
  '(("^[ \t]*\\([[:alpha:]_][[:alnum:]_-]*\\)[ \t]*=[^=>]" 1 font-lock-variable-name-face)
    ("^[ \t]*\\([[:alpha:]_][[:alnum:]_-]*\\)\\(?:[ \t]+\\(?:\"[^\"\n]*\"\\|[[:alpha:]_][[:alnum:]_-]*\\)\\)*[ \t]*{"
     1 font-lock-keyword-face)
    ("\\_<\\(?:true\\|false\\|null\\)\\_>" . font-lock-constant-face)
    ("[$%]{[^}\n]*}" 0 font-lock-variable-name-face t))
  "What can be told without understanding: this Emacs asks no server for colours.")

(defun hcl-ls-indent-line ()
  "Indent the line by its depth of brackets."
  (interactive)
  (let* ((closes (save-excursion (back-to-indentation) (looking-at-p "[]})]")))
         (depth (save-excursion (back-to-indentation) (car (syntax-ppss))))
         (column (* 2 (max 0 (- depth (if closes 1 0))))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode hcl-ls-mode prog-mode "HCL"
  "Major mode for HCL and the languages built on it."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "\\(?:#+\\|//+\\|/\\*+\\)[ \t]*")
  (setq-local indent-line-function #'hcl-ls-indent-line)
  (setq-local electric-indent-chars (append "}])" electric-indent-chars))
  (setq-local font-lock-defaults '(hcl-ls-mode-font-lock-keywords)))

;;;###autoload
(dolist (pattern '("\\.hcl\\'" "\\.tf\\'" "\\.tfvars\\'" "\\.tfbackend\\'" "\\.tofu\\'" "\\.nomad\\'" "\\.hcldec\\'"
                   "\\.zcl\\'" "\\.tfrc\\'" "/\\.terraformrc\\'"))
  (add-to-list 'auto-mode-alist (cons pattern 'hcl-ls-mode)))

(put 'hcl-ls-mode 'eglot-language-id "hcl")
(add-to-list 'eglot-server-programs (cons 'hcl-ls-mode (lambda (&rest _) hcl-ls-command)))

(provide 'hcl-ls)
;;; hcl-ls.el ends here
