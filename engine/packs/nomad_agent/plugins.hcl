# Agents of Nomad: settings of task drivers. Other versions may have more.
body "plugin_docker" {
  object {
    block_list "config" {
      doc = "Settings of the plugin."
      object {
        unknown = warning
        attr "endpoint" {
          type = string
          doc  = "Socket or URL of Docker."
        }
        attr "allow_privileged" {
          type = [bool, number, string]
          doc  = "Lets tasks run privileged containers."
        }
        attr "allow_caps" {
          type = [list(string), string]
          doc  = "Capabilities that tasks can add."
        }
        attr "allow_runtimes" {
          type = [list(string), string]
          doc  = "Runtimes that tasks can use."
        }
        attr "disable_log_collection" {
          type = [bool, number, string]
          doc  = "Does not collect the logs of tasks."
        }
        attr "extra_labels" {
          type = [list(string), string]
          doc  = "Labels that containers get: `job_name`, `task_name`, ..."
        }
        attr "infra_image" {
          type = string
          doc  = "Image of the container that holds the network of a group."
        }
        attr "image_pull_timeout" {
          type = string
          doc  = "Timeout for pulling an image."
        }
        attr "infra_image_pull_timeout" {
          type = string
          doc  = "Timeout for pulling the image of networks."
        }
        attr "nvidia_runtime" {
          type = string
          doc  = "Runtime for tasks with GPUs."
        }
        attr "pids_limit" {
          type = [number, string]
          doc  = "Maximum number of processes of a container."
        }
        attr "pull_activity_timeout" {
          type = string
          doc  = "Cancels a pull without progress after this time."
        }
        attr "container_exists_attempts" {
          type = [number, string]
          doc  = "Attempts to remove a container that is there already."
        }
        attr "oom_score_adj" {
          type = [number, string]
          doc  = "How likely tasks are to be ended when memory runs out."
        }
        attr "windows_allow_insecure_container_admin" {
          type = [bool, number, string]
          doc  = "Lets containers of Windows run as their administrator."
        }
        block_list "allowed_modes" {
          doc = "Namespaces of the host that tasks can use."
          object {
            unknown = warning
            attr "pid" {
              type = [list(string), string]
              doc  = "Modes of process namespaces."
            }
            attr "ipc" {
              type = [list(string), string]
              doc  = "Modes of IPC namespaces."
            }
            attr "userns" {
              type = [list(string), string]
              doc  = "Modes of user namespaces."
            }
            attr "uts" {
              type = [list(string), string]
              doc  = "Modes of UTS namespaces."
            }
          }
        }
        block_list "auth" {
          doc = "Credentials for registries."
          object {
            unknown = warning
            attr "config" {
              type = string
              doc  = "File with credentials."
            }
            attr "helper" {
              type = string
              doc  = "Program that gives credentials."
            }
          }
        }
        block_list "gc" {
          doc = "What is removed when it is not used."
          object {
            unknown = warning
            attr "image" {
              type = [bool, number, string]
              doc  = "Removes images."
            }
            attr "image_delay" {
              type = string
              doc  = "Delay before an image is removed."
            }
            attr "container" {
              type = [bool, number, string]
              doc  = "Removes containers."
            }
            block_list "dangling_containers" {
              doc = "Containers that no task knows."
              object {
                unknown = warning
                attr "enabled" {
                  type = [bool, number, string]
                  doc  = "Removes them."
                }
                attr "dry_run" {
                  type = [bool, number, string]
                  doc  = "Only logs what would be removed."
                }
                attr "period" {
                  type = string
                  doc  = "Delay between looks for them."
                }
                attr "creation_grace" {
                  type = string
                  doc  = "Age below which they stay."
                }
              }
            }
          }
        }
        block_list "logging" {
          doc = "Log driver for tasks that set none."
          object {
            unknown = warning
            attr "type" {
              type = string
              doc  = "Log driver."
            }
            block_list "config" {
              doc = "Settings of the log driver."
              object { include = [body.agents.free] }
            }
          }
        }
        block_list "tls" {
          doc = "Certificates for the connection to Docker."
          object {
            unknown = warning
            attr "cert" {
              type = string
              doc  = "File with the certificate."
            }
            attr "key" {
              type = string
              doc  = "File with the private key."
            }
            attr "ca" {
              type = string
              doc  = "File with the certificate of the authority."
            }
          }
        }
        block_list "volumes" {
          doc = "Volumes of tasks."
          object {
            unknown = warning
            attr "enabled" {
              type = [bool, number, string]
              doc  = "Lets tasks mount paths of the host."
            }
            attr "selinuxlabel" {
              type = string
              doc  = "Label for volumes with SELinux."
            }
          }
        }
      }
    }
  }
}
body "plugin_exec" {
  object {
    block_list "config" {
      doc = "Settings of the plugin."
      object {
        unknown = warning
        attr "no_pivot_root" {
          type = [bool, number, string]
          doc  = "Does not change the root folder."
        }
        attr "default_pid_mode" {
          type = string
          doc  = "Whether tasks share processes with the host: `private` or `host`."
        }
        attr "default_ipc_mode" {
          type = string
          doc  = "Whether tasks share memory with the host: `private` or `host`."
        }
        attr "allow_caps" {
          type = [list(string), string]
          doc  = "Capabilities that tasks can add."
        }
        attr "denied_host_uids" {
          type = string
          doc  = "Users that tasks cannot run as: `0,1000-2000`."
        }
        attr "denied_host_gids" {
          type = string
          doc  = "Groups that tasks cannot run as."
        }
      }
    }
  }
}
body "plugin_podman" {
  object {
    block_list "config" {
      doc = "Settings of the plugin."
      object {
        include = [body.agents.free]
        attr "socket_path" {
          type = string
          doc  = "Socket of Podman."
        }
        attr "recover_stopped" {
          type = [bool, number, string]
          doc  = "Starts stopped containers again when the client starts."
        }
        attr "disable_log_collection" {
          type = [bool, number, string]
          doc  = "Does not collect the logs of tasks."
        }
        attr "extra_labels" {
          type = [list(string), string]
          doc  = "Labels that containers get."
        }
        attr "client_http_timeout" {
          type = string
          doc  = "Timeout of requests to Podman."
        }
        block_list "gc" {
          doc = "What is removed when it is not used."
          object {
            include = [body.agents.free]
            attr "container" {
              type = [bool, number, string]
              doc  = "Removes containers."
            }
          }
        }
        block_list "volumes" {
          doc = "Volumes of tasks."
          object {
            include = [body.agents.free]
            attr "enabled" {
              type = [bool, number, string]
              doc  = "Lets tasks mount paths of the host."
            }
            attr "selinuxlabel" {
              type = string
              doc  = "Label for volumes with SELinux."
            }
          }
        }
      }
    }
  }
}
body "plugin_qemu" {
  object {
    block_list "config" {
      doc = "Settings of the plugin."
      object {
        unknown = warning
        attr "image_paths" {
          type = [list(string), string]
          doc  = "Folders with images that tasks can use."
        }
        attr "args_allowlist" {
          type = [list(string), string]
          doc  = "Arguments of QEMU that tasks can use."
        }
        attr "emulators_allowlist" {
          type = [list(string), string]
          doc  = "Emulators of QEMU that tasks can use."
        }
      }
    }
  }
}
body "plugin_raw_exec" {
  object {
    block_list "config" {
      doc = "Settings of the plugin."
      object {
        unknown = warning
        attr "enabled" {
          type = [bool, number, string]
          doc  = "Lets tasks run without isolation."
        }
        attr "no_cgroups" {
          type = [bool, number, string]
          doc  = "Does not use control groups."
        }
        attr "denied_envvars" {
          type = [list(string), string]
          doc  = "Environment variables that tasks do not get."
        }
        attr "denied_host_uids" {
          type = string
          doc  = "Users that tasks cannot run as: `0,1000-2000`."
        }
        attr "denied_host_gids" {
          type = string
          doc  = "Groups that tasks cannot run as."
        }
      }
    }
  }
}
body "plugin_other" {
  object {
    block_list "config" {
      doc = "Settings of the plugin."
      object {
        include = [body.agents.free]
      }
    }
  }
}
