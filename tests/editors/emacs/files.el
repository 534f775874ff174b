;;; files.el --- What the package does without a server  -*- lexical-binding: t; -*-

(load (expand-file-name "emacs/harness.el" (getenv "HCL_TESTS")) nil t)
(require 'checkdoc)
(require 'elec-pair)

(defun smoke-type (keys)
  "Type KEYS as a person does, with what electric modes add."
  (dolist (char (string-to-list keys))
    (setq last-command-event char)
    (if (eq char ?\n) (call-interactively #'newline) (call-interactively #'self-insert-command))))

(defun smoke-face (needle)
  (goto-char (point-min))
  (search-forward needle)
  (get-text-property (match-beginning 0) 'face))

(defmacro smoke-with (text &rest body)
  (declare (indent 1))
  `(with-temp-buffer
     (insert ,text)
     (hcl-ls-mode)
     (goto-char (point-min))
     ,@body))

(smoke-test "file types"
  (dolist (name '("a.hcl" "a.tf" "a.tfvars" "a.tofu" "a.pkr.hcl" "a.nomad" "terragrunt.hcl" "a.hcldec" ".terraformrc"
                  "docker-bake.hcl" ".hcl-ls.hcl" ".terraform.lock.hcl" "a.tofurc"))
    (smoke-expect (eq (assoc-default (concat "/x/" name) auto-mode-alist #'string-match-p) 'hcl-ls-choose-mode) name))
  (dolist (name '("a.tf.json" "docker-bake.json" "x.pkr.json" ".tflint.json" "a.hcl.json" "x.bake.json"))
    (smoke-expect (eq (assoc-default (concat "/x/" name) auto-mode-alist #'string-match-p) 'hcl-ls-json-mode) name))
  (smoke-expect (not (eq (assoc-default "/x/package.json" auto-mode-alist #'string-match-p) 'hcl-ls-json-mode))
                "package.json is taken for HCL"))

(smoke-test "the indentation of formatted files is unchanged"
  (dolist (file (directory-files (expand-file-name "samples" (getenv "HCL_TESTS")) t "\\.hcl\\'"))
    (let ((text (with-temp-buffer (insert-file-contents file) (buffer-string))))
      (smoke-with text
        (indent-region (point-min) (point-max))
        (smoke-expect (string= (buffer-string) text) (buffer-string))))))

(smoke-test "indentation comes back from nothing, without tabs"
  (smoke-with "a {\nb = [\n1,\n{\nc = {\nd = {\ne = {\nf = 1\n}\n}\n}\n}\n]\n}\n"
    (indent-region (point-min) (point-max))
    (smoke-expect (not (string-match-p "\t" (buffer-string))) "a tab")
    (smoke-expect (string-match-p "^ \\{12\\}f = 1$" (buffer-string)) (buffer-string))))

(smoke-test "indentation as typed"
  (with-temp-buffer
    (hcl-ls-mode)
    (electric-indent-local-mode 1)
    (smoke-type "service \"web\" {\nports = [\n80,\n]\ntext = <<EOT\n{ \" $\nEOT\nlast = 1\n}\nx = 1")
    (smoke-expect (string= (buffer-string)
                           (concat "service \"web\" {\n  ports = [\n    80,\n  ]\n  text = <<EOT\n"
                                   "{ \" $\nEOT\n  last = 1\n}\nx = 1"))
                  (buffer-string))))

(smoke-test "the end of an indented heredoc goes below its start"
  (with-temp-buffer
    (hcl-ls-mode)
    (electric-indent-local-mode 1)
    (smoke-type "a {\ntext = <<-POLICY\n    deeper\n    POLICY\nb = 1\n}")
    (smoke-expect (string= (buffer-string) "a {\n  text = <<-POLICY\n    deeper\n  POLICY\n  b = 1\n}")
                  (buffer-string)))
  (smoke-with "a {\n  text = <<-POLICY\n    deeper\n    POLICY\n}\n"
    (let ((before (buffer-string)))
      (indent-region (point-min) (point-max))
      (smoke-expect (string= (buffer-string) before) (buffer-string)))))

(smoke-test "brackets and quotes come in pairs"
  (with-temp-buffer
    (hcl-ls-mode)
    (electric-pair-local-mode 1)
    (smoke-type "a = [\"")
    (smoke-expect (string= (buffer-string) "a = [\"\"]") (buffer-string))))

(smoke-test "a quote in a heredoc and templates in strings confuse no colours"
  (smoke-with (with-temp-buffer
                (insert-file-contents (expand-file-name "samples/shapes.hcl" (getenv "HCL_TESTS")))
                (buffer-string))
    (font-lock-ensure)
    (dolist (case '(("an open quote" font-lock-string-face) ("script =" font-lock-variable-name-face)
                    ("echo" font-lock-string-face) ("call =" font-lock-variable-name-face)
                    ("merge" font-lock-function-name-face) ("trailing" font-lock-comment-face)
                    ("that is left" font-lock-comment-face) ("empty" font-lock-type-face)
                    ("block" font-lock-type-face) ("end\"" font-lock-string-face)))
      (let ((face (smoke-face (car case))))
        (smoke-expect (eq (if (consp face) (car (last face)) face) (cadr case)) (format "%s has %s" (car case) face))))))

(smoke-test "an unfinished string leaves the rest alone"
  (smoke-with "a = \"half\nb = 1\nc {\n}\n"
    (font-lock-ensure)
    (smoke-expect (eq (smoke-face "c {") 'font-lock-type-face) (format "%s" (smoke-face "c {")))))

(smoke-test "editing inside of a heredoc keeps its end"
  (smoke-with "a = <<EOT\nx\nEOT\nb {\n}\n"
    (save-excursion (syntax-ppss (point-max)))
    (search-forward "x")
    (insert " \" { y")
    (smoke-expect (not (nth 8 (save-excursion (syntax-ppss (point-max))))) "the heredoc does not end")
    (smoke-expect (nth 8 (save-excursion (syntax-ppss (1- (point))))) "it is no heredoc any more")))

(smoke-test "comments"
  (smoke-with "a = 1\n"
    (comment-region (point-min) (point-max))
    (smoke-expect (string= (buffer-string) "# a = 1\n") (buffer-string))
    (uncomment-region (point-min) (point-max))
    (smoke-expect (string= (buffer-string) "a = 1\n") (buffer-string))))

(smoke-test "imenu lists blocks by their types"
  (smoke-with "name = 1\nresource \"a\" \"b\" {\n  x = <<E\nno {\nE\n}\nresource \"a\" \"c\" {}\nlocals {\n}\n"
    (let ((index (hcl-ls--imenu)))
      (smoke-expect (equal (mapcar #'car index) '("resource" "locals" "name")) (format "%S" index))
      (smoke-expect (equal (mapcar #'car (cdr (assoc "resource" index))) '("a b" "a c")) (format "%S" index)))))

(smoke-test "moving by blocks"
  (smoke-with "a {\n  b = 1\n}\n\nc {\n  d = [\n    1\n  ]\n}\n"
    (search-forward "1\n  ]")
    (beginning-of-defun)
    (smoke-expect (looking-at "c {") "not at the beginning of c")
    (end-of-defun)
    (smoke-expect (eobp) (format "at %d" (point)))
    (beginning-of-defun 2)
    (smoke-expect (looking-at "a {") "not at the beginning of a")))

(smoke-test "the package compiles without a warning"
  (let ((byte-compile-error-on-warn t)
        (byte-compile-dest-file-function (lambda (_) (make-temp-file "hcl-ls" nil ".elc")))
        (inhibit-message t))
    (smoke-expect (eq t (byte-compile-file (locate-library "hcl-ls.el"))) "it does not")))

(smoke-test "checkdoc has nothing to say"
  (let (said)
    (cl-letf (((symbol-function 'checkdoc-create-error)
               (lambda (text &rest _) (push text said) nil)))
      (with-temp-buffer
        (insert-file-contents (locate-library "hcl-ls.el") t)
        (emacs-lisp-mode)
        (let ((inhibit-message t)) (checkdoc-current-buffer t))
        (set-buffer-modified-p nil)
        (setq buffer-file-name nil)))
    (smoke-expect (null said) (format "%S" said))))

(when (require 'package-lint nil t)
  (smoke-test "package-lint has nothing to say"
    (let ((package-archive-contents
           (list (list 'eglot (package-desc-create :name 'eglot :version '(1 9) :reqs nil :archive "here")))))
      (with-temp-buffer
        (insert-file-contents (locate-library "hcl-ls.el") t)
        (emacs-lisp-mode)
        ;; A linter that is older than Emacs 28 doubts that there is such a version.
        (let ((found (cl-remove-if (lambda (finding) (string-match-p "all released Emacs" (format "%s" finding)))
                                   (package-lint-buffer))))
          (setq buffer-file-name nil)
          (set-buffer-modified-p nil)
          (smoke-expect (null found) (format "%S" found)))))))

(smoke-finish)
;;; files.el ends here
