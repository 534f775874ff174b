;;; flycheck-hcl-ls.el --- Check HCL with flycheck, without a language server  -*- lexical-binding: t; -*-

;; Author: The hcl-ls authors <maintainers@hcl-ls.invalid>
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (flycheck "32"))
;; Keywords: languages, tools
;; URL: https://hcl-ls.invalid/
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; For those who use flycheck and no language client:
;;
;;   (require 'flycheck-hcl-ls)
;;   (add-hook 'hcl-ls-mode-hook #'flycheck-mode)

;;; Code:

(require 'flycheck)

(flycheck-define-checker hcl-ls
  "Check files of the languages built on HCL with hcl-ls."
  :command ("hcl-ls" "check" "--stdin" "--format=short"
            (eval (concat "--filename=" (or buffer-file-name "standard-input.hcl"))))
  :standard-input t
  :error-patterns
  ((error line-start (+? any) ":" line ":" column ": error: " (message (+ any)) " [" (id (+ (any "A-Za-z0-9.-_"))) "]"
          line-end)
   (warning line-start (+? any) ":" line ":" column ": warning: " (message (+ any)) " ["
            (id (+ (any "A-Za-z0-9.-_"))) "]" line-end)
   (info line-start (+? any) ":" line ":" column ": " (or "info" "hint") ": " (message (+ any)) " ["
         (id (+ (any "A-Za-z0-9.-_"))) "]" line-end))
  :modes (hcl-ls-mode hcl-ls-ts-mode hcl-ls-json-mode hcl-mode terraform-mode))

(add-to-list 'flycheck-checkers 'hcl-ls)

(provide 'flycheck-hcl-ls)
;;; flycheck-hcl-ls.el ends here
