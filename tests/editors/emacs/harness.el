;;; harness.el --- What the tests in Emacs share  -*- lexical-binding: t; -*-
;; The package on the load path, and a line for each test.

(add-to-list 'load-path (expand-file-name "emacs" (getenv "HCL_EDITORS")))
(require 'cl-lib)
(require 'hcl-ls)

(defun smoke-say (text)
  (princ (concat text "\n")))

(defmacro smoke-test (name &rest body)
  (declare (indent 1))
  `(condition-case why
       (progn ,@body (smoke-say (concat "ok emacs: " ,name)))
     (error (smoke-say (format "FAIL emacs: %s: %s" ,name (error-message-string why))))))

(defun smoke-expect (condition what)
  (unless condition (error "%s" what)))

(defun smoke-eventually (condition what)
  (with-timeout (20 (error "Waited in vain for %s" what))
    (while (not (funcall condition))
      (accept-process-output nil 0.02))))

(defun smoke-finish ()
  (smoke-say "done")
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer (set-buffer-modified-p nil))))
;;; harness.el ends here
