;;; server.el --- Emacs against the real server  -*- lexical-binding: t; -*-
;; `emacs -q --batch -f package-initialize -l server.el` in a copy of the workspace.
;; Prints a line for each test, and "done" when it has come to its end.

(load (expand-file-name "emacs/harness.el" (getenv "HCL_TESTS")) nil t)
(require 'flymake)
(require 'imenu)
(require 'xref)

(setq hcl-ls-command (list (getenv "HCL_LS") "--stdio")
      eglot-sync-connect t
      eglot-connect-timeout 20
      eglot-confirm-server-initiated-edits nil
      ;; Emacs asks whether a buffer that has changed should be saved; nobody is here to answer.
      buffer-save-without-query t)

(defun smoke-open (file)
  "Open FILE with the server attached."
  (switch-to-buffer (find-file-noselect file))
  (unless (eglot-current-server)
    (apply #'eglot (eglot--guess-contact)))
  (smoke-expect (eglot-managed-p) "eglot does not manage the buffer")
  (current-buffer))

(defun smoke-diagnostics ()
  (flymake-start)
  (accept-process-output nil 0.05)
  (flymake-diagnostics))

(defun smoke-request (method params)
  (jsonrpc-request (eglot-current-server) method params :timeout 20))

(smoke-test "the files of every language of this build have a mode"
  (let ((count 0))
    (dolist (line (process-lines (getenv "HCL_LS") "pack" "list"))
      (dolist (pattern (split-string (replace-regexp-in-string "\\`.*?: " "" line)))
        (dolist (choice (if (string-match "{\\(.*\\)}" pattern)
                            (let ((start (match-beginning 0)) (end (match-end 0)))
                              (mapcar (lambda (word) (concat (substring pattern 0 start) word (substring pattern end)))
                                      (split-string (match-string 1 pattern) ",")))
                          (list pattern)))
          (let* ((name (replace-regexp-in-string "\\*" "x" choice))
                 (mode (assoc-default (concat "/w/" name) auto-mode-alist #'string-match-p)))
            (cl-incf count)
            ;; Without a Pulumi project above, a *.pp is Puppet's.
            (smoke-expect (or (string-suffix-p ".pp" name) (memq mode '(hcl-ls-choose-mode hcl-ls-json-mode)))
                          (format "%s has %s" name mode))))))
    (smoke-expect (> count 5) "no languages")))

(smoke-test "a diagnostic appears"
  (smoke-open "broken.hcl")
  (smoke-eventually #'smoke-diagnostics "a diagnostic")
  (let ((found (flymake-diagnostics)))
    (smoke-expect (= 1 (length found)) (format "%d diagnostics" (length found)))
    (smoke-expect (= 2 (line-number-at-pos (flymake-diagnostic-beg (car found)))) "it is on another line")))

(smoke-test "it goes when the text is mended"
  (goto-char (point-min))
  (search-forward "port = ")
  (insert "80")
  (eglot--signal-textDocument/didChange)
  (smoke-eventually (lambda () (null (smoke-diagnostics))) "no diagnostics"))

(smoke-test "completion offers what the language has"
  (smoke-open "docker-bake.hcl")
  (goto-char (point-min))
  (search-forward "cont")
  (let* ((list (smoke-request :textDocument/completion (eglot--TextDocumentPositionParams)))
         (items (or (plist-get list :items) list))
         (labels (mapcar (lambda (item) (plist-get item :label)) items)))
    (smoke-expect (member "context" labels) (format "%s" labels))
    (smoke-expect (member "dockerfile" labels) (format "%s" labels))))

(smoke-test "hover answers"
  (smoke-open "main.hcl")
  (goto-char (point-min))
  (search-forward "upp")
  (smoke-request :textDocument/hover (eglot--TextDocumentPositionParams)))

(smoke-test "symbols are nested"
  (let ((symbols (smoke-request :textDocument/documentSymbol
                                (list :textDocument (eglot--TextDocumentIdentifier)))))
    (smoke-expect (= 2 (length symbols)) (format "%d symbols" (length symbols)))
    (smoke-expect (= 3 (length (plist-get (aref symbols 1) :children))) "not three children")))

(smoke-test "the file is formatted"
  (goto-char (point-min))
  (search-forward "port    = ")
  (replace-match "port=")
  (eglot--signal-textDocument/didChange)
  (eglot-format-buffer)
  (goto-char (point-min))
  (smoke-expect (search-forward "\n  port    = 8080\n" nil t) (buffer-string)))

(defun smoke-place (text plus)
  "The parameters that name the place PLUS characters into TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) plus))
  (eglot--TextDocumentPositionParams))

(smoke-test "each feature answers"
  (smoke-open "studio.hcl")
  (let* ((document (list :textDocument (eglot--TextDocumentIdentifier)))
         (region (smoke-place "input.region" 8))
         (image (smoke-place "image(\"web\"" 2))
         (whole (list :range (list :start '(:line 0 :character 0) :end '(:line 17 :character 0)))))
    ;; The pack beside the file is known once the folder has been read.
    (smoke-eventually (lambda () (= 1 (length (smoke-request :textDocument/documentColor document))))
                      "the pack of the folder")
    (dolist (case
             (list (list :textDocument/completion region)
                   (list :textDocument/hover region)
                   (list :textDocument/signatureHelp (smoke-place "\"1\")" 0))
                   (list :textDocument/definition region)
                   (list :textDocument/declaration region)
                   (list :textDocument/typeDefinition region)
                   (list :textDocument/references (append region '(:context (:includeDeclaration t))))
                   (list :textDocument/documentHighlight region)
                   (list :textDocument/prepareRename region)
                   (list :textDocument/rename (append region '(:newName "zone")))
                   (list :textDocument/prepareCallHierarchy image)
                   (list :textDocument/documentLink document)
                   (list :textDocument/documentSymbol document)
                   (list :textDocument/codeLens document)
                   (list :textDocument/inlayHint (append document whole))
                   (list :textDocument/foldingRange document)
                   (list :textDocument/selectionRange
                         (append document (list :positions (vector (plist-get region :position)))))
                   (list :textDocument/linkedEditingRange (smoke-place "EOT" 1))
                   (list :textDocument/semanticTokens/full document)
                   (list :workspace/symbol '(:query "region"))))
      (let ((answer (smoke-request (car case) (cadr case))))
        (smoke-expect (and answer (> (length answer) 0)) (format "%s answers nothing" (car case)))))))

(smoke-test "rename changes every place"
  (smoke-place "input.region" 8)
  (eglot-rename "zone")
  (goto-char (point-min))
  (smoke-expect (search-forward "input.zone" nil t) (buffer-string))
  (goto-char (point-min))
  (smoke-expect (not (search-forward "region" nil t)) (buffer-string)))

(smoke-test "eldoc shows what hover knows"
  (let (shown)
    (smoke-place "input.zone" 8)
    ;; Outside of batch a timer sends what changed.
    (eglot--signal-textDocument/didChange)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown (format "%s" text))))
    (smoke-eventually (lambda () shown) "an answer")
    (smoke-expect (string-match-p "zone" shown) shown)))

(smoke-test "completion-at-point inserts the only fitting name"
  (smoke-open "docker-bake.hcl")
  (goto-char (point-min))
  (search-forward "context")
  (end-of-line)
  (insert "\n  dockerfile-i")
  (eglot--signal-textDocument/didChange)
  (let ((completion-in-region-function #'completion--in-region)) (completion-at-point))
  (smoke-expect (string-match-p "dockerfile-inline" (buffer-string)) (buffer-string))
  (set-buffer-modified-p nil)
  (revert-buffer t t))

(smoke-test "xref goes to the definition and finds the references"
  (smoke-open "studio.hcl")
  (smoke-place "input.zone" 8)
  (let ((found (xref-backend-definitions 'eglot "zone")))
    (smoke-expect (= 1 (length found)) (format "%d definitions" (length found)))
    (smoke-expect (= 3 (xref-location-line (xref-item-location (car found)))) "it is on another line"))
  (let ((found (xref-backend-references 'eglot "zone")))
    (smoke-expect (>= (length found) 2) (format "%d references" (length found)))))

(smoke-test "a code action changes the text"
  (smoke-open "actions.hcl")
  (erase-buffer)
  (insert "list = [\"a\", \"b\"]\n")
  (goto-char 8)
  (eglot--signal-textDocument/didChange)
  (cl-letf ((last-nonmenu-event ?x)
            ((symbol-function 'completing-read)
             (lambda (_prompt choices &rest _)
               (car (cl-find-if (lambda (choice) (string-match-p "line of its own" (car choice))) choices)))))
    (eglot-code-actions (point) (point) nil t))
  (smoke-expect (string= (buffer-string) "list = [\n  \"a\",\n  \"b\",\n]\n") (buffer-string)))

(smoke-test "JSON files of the languages have the server, others have none"
  (smoke-open "docker-bake.json")
  (smoke-expect (eq major-mode 'hcl-ls-json-mode) (format "%s" major-mode))
  (smoke-eventually #'smoke-diagnostics "the diagnostic")
  (switch-to-buffer (find-file-noselect "other.json"))
  (smoke-expect (not (eglot-managed-p)) "the server looks after other.json"))

(smoke-test "hcl-ls-evaluate shows the value of an expression"
  (smoke-expect (string-prefix-p "7" (hcl-ls-evaluate "1 + 2 * 3")) (hcl-ls-evaluate "1 + 2 * 3")))

(smoke-test "hcl-ls-graph shows who refers to whom"
  (smoke-open "docker-bake.hcl")
  (hcl-ls-graph)
  (with-current-buffer "*hcl-ls graph*"
    (smoke-expect (string-match-p "target\\.app" (buffer-string)) (buffer-string))
    (smoke-expect (string-match-p "-->" (buffer-string)) (buffer-string))))

(smoke-test "hcl-ls-show-tree shows the syntax tree"
  (smoke-open "main.hcl")
  (hcl-ls-show-tree)
  (with-current-buffer "*hcl-ls tree*"
    (smoke-expect (string-match-p "port" (buffer-string)) (buffer-string))))

(smoke-test "hcl-ls-restart starts the server again"
  (let ((before (eglot-current-server)))
    (hcl-ls-restart)
    (smoke-eventually (lambda () (let ((now (eglot-current-server))) (and now (not (eq now before)))))
                      "another server")))

;; By hand, as `eglot-shutdown' kills the process right after its goodbye and so hides how it would have ended.
(smoke-test "shutdown is clean"
  (let* ((server (eglot-current-server))
         (process (jsonrpc--process server)))
    (setf (eglot--shutdown-requested server) t)
    (jsonrpc-request server :shutdown nil :timeout 10)
    (jsonrpc-notify server :exit nil)
    (smoke-eventually (lambda () (not (process-live-p process))) "the server to end")
    (smoke-expect (eq 'exit (process-status process)) (format "it was killed: %s" (process-status process)))
    (smoke-expect (= 0 (process-exit-status process)) (format "exit code %d" (process-exit-status process)))))

(smoke-finish)
;;; server.el ends here
