# Nomad jobs: settings of task drivers. Only clients check them, so wrong types are warnings, and newer drivers
# have more settings, so unknown names are warnings, too.
function "is_list" {
  params  = [value]
  result  = value == null || can(concat(value, []))
  visible = pack
}
function "is_single" {
  params  = [value]
  result  = value == null || can(join("", [value]))
  visible = pack
}
# Clients convert texts, once they have put values in place of what they name.
function "is_number" {
  params  = [value]
  result  = value == null || is_single(value) && (is_template(join("", [value])) || can(value + 0))
  visible = pack
}
function "is_bool" {
  params  = [value]
  result  = value == null || is_single(value) && (is_template(join("", [value])) || can(value ? 1 : 2))
  visible = pack
}
# A setting has the same type in each driver.
body "driver_values" {
  check "driver-list" {
    each      = self
    condition = !contains(["args", "cap_add", "cap_drop", "denied_envvars", "dns_options", "dns_search_domains", "dns_servers", "entrypoint", "extra_hosts", "group_add", "jvm_options", "network_aliases", "ports", "security_opt", "volumes"], name) || is_list(each)
    message   = "`${name}` is a list of strings: `[\"a\", \"b\"]`. Clients refuse the task otherwise."
    severity  = warning
  }
  check "driver-string" {
    each      = self
    condition = !contains(["accelerator", "cgroup_v2_override", "cgroupns", "class", "class_path", "command", "cpuset_cpus", "drive_interface", "emulator", "hostname", "image", "image_path", "image_pull_timeout", "ipc_mode", "ipv4_address", "ipv6_address", "isolation", "jar_path", "load", "mac_address", "machine_type", "network_mode", "pid_mode", "runtime", "userns_mode", "uts_mode", "volume_driver", "work_dir"], name) || is_single(each)
    message   = "`${name}` is a single string. Clients refuse the task otherwise."
    severity  = warning
  }
  check "driver-number" {
    each      = self
    condition = !contains(["container_exists_attempts", "cpu_cfs_period", "memory_hard_limit", "oom_score_adj", "pids_limit", "shm_size"], name) || is_number(each)
    message   = "`${name}` is a number, without a unit. Clients refuse the task otherwise."
    severity  = warning
  }
  check "driver-bool" {
    each      = self
    condition = !contains(["advertise_ipv6_address", "auth_soft_fail", "cpu_hard_limit", "force_pull", "graceful_shutdown", "guest_agent", "init", "interactive", "privileged", "readonly_rootfs", "tty"], name) || is_bool(each)
    message   = "`${name}` is true or false. Clients refuse the task otherwise."
    severity  = warning
  }
  object {}
}
body "driver_docker" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Settings of the task driver."
      object { include = [body.config_docker] }
    }
  }
}
body "driver_exec" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Settings of the task driver."
      object { include = [body.config_exec] }
    }
  }
}
body "driver_raw_exec" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Settings of the task driver."
      object { include = [body.config_raw_exec] }
    }
  }
}
body "driver_java" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Settings of the task driver."
      object { include = [body.config_java] }
    }
  }
}
body "driver_qemu" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Settings of the task driver."
      object { include = [body.config_qemu] }
    }
  }
}
body "driver_any" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Settings of the task driver."
      object { include = [body.anything] }
    }
  }
}
body "config_docker" {
  check "driver-timeout" {
    condition = self.image_pull_timeout == null || !is_single(self.image_pull_timeout) || is_template(self.image_pull_timeout) || can(regex("^[-+]?([0-9.]+(ns|us|µs|ms|s|m|h))+$|^0$", self.image_pull_timeout))
    message   = "The timeout is a duration such as `5m`."
    at        = attr.image_pull_timeout
    severity  = warning
  }
  check "docker-driver" {
    condition = set.image
    message   = "The driver `docker` needs an `image`."
    severity  = warning
  }
  object {
    unknown = warning
    include = [body.driver_values]
    attr "image" { doc = "Image to run." }
    attr "advertise_ipv6_address" { doc = "Whether to advertise the IPv6 address of the container." }
    attr "args" { doc = "Arguments of the command." }
    block_list "auth" {
      also      = attr
      max_items = 1
      doc       = "Credentials for the registry."
      object {
        unknown = warning
        attr "username" { doc = "User name." }
        attr "password" { doc = "Password." }
        attr "email" { doc = "E-mail address." }
        attr "server_address" { doc = "Address of the registry." }
      }
    }
    attr "auth_soft_fail" { doc = "Whether to continue when registry authentication fails." }
    attr "cap_add" { doc = "Linux capabilities to add." }
    attr "cap_drop" { doc = "Linux capabilities to drop." }
    attr "cgroupns" { doc = "Cgroup namespace: `host` or `private`." }
    attr "command" { doc = "Command to run in the container." }
    attr "cpuset_cpus" { doc = "CPUs that the container may use: `0-3` or `0,1`." }
    attr "cpu_hard_limit" { doc = "Whether CPU use is strictly limited to the reserved amount." }
    attr "cpu_cfs_period" { doc = "CFS scheduler period for the CPU limit, in microseconds." }
    attr "container_exists_attempts" { doc = "Number of attempts to remove a container of the same name." }
    block_list "devices" {
      also = attr
      doc  = "Devices of the host to make available."
      object {
        unknown = warning
        attr "host_path" { doc = "Path on the host." }
        attr "container_path" { doc = "Path in the container." }
        attr "cgroup_permissions" { doc = "Permissions: `r`, `w` and `m`." }
      }
    }
    attr "dns_search_domains" { doc = "DNS search domains." }
    attr "dns_options" { doc = "DNS resolver options." }
    attr "dns_servers" { doc = "DNS servers." }
    attr "entrypoint" { doc = "Override of the image entrypoint." }
    attr "extra_hosts" { doc = "Additional entries for /etc/hosts." }
    attr "force_pull" { doc = "Whether to always pull the image." }
    attr "group_add" { doc = "Additional groups of the container process." }
    block_list "healthchecks" {
      also = attr
      doc  = "Health checks of the image."
      object { include = [body.anything] }
    }
    attr "hostname" { doc = "Host name of the container." }
    attr "init" { doc = "Whether an init process runs as PID 1." }
    attr "interactive" { doc = "Whether standard input stays open." }
    attr "ipc_mode" { doc = "`host` uses the IPC namespace of the host." }
    attr "ipv4_address" { doc = "IPv4 address of the container." }
    attr "ipv6_address" { doc = "IPv6 address of the container." }
    attr "isolation" { doc = "Windows: isolation mode." }
    block_list "labels" {
      also = attr
      doc  = "Labels of the container."
      object { include = [body.anything] }
    }
    attr "load" { doc = "Archive from which to load the image." }
    block_list "logging" {
      also      = attr
      max_items = 1
      doc       = "Log driver and its settings."
      object {
        unknown = warning
        attr "type" { doc = "Log driver." }
        attr "driver" { doc = "Log driver." }
        block_list "config" {
          also = attr
          doc  = "Settings of the log driver."
          object { include = [body.anything] }
        }
      }
    }
    attr "mac_address" { doc = "MAC address of the container." }
    attr "memory_hard_limit" { doc = "Hard memory limit in MB." }
    block_list "mount" {
      also = attr
      doc  = "File system to mount."
      object { include = [body.docker_mount] }
    }
    block_list "mounts" {
      also = attr
      doc  = "File systems to mount."
      object { include = [body.docker_mount] }
    }
    attr "network_aliases" { doc = "Additional host names of the container in the network." }
    attr "network_mode" { doc = "Network mode: `bridge`, `host`, `none` or a network name." }
    attr "oom_score_adj" { doc = "OOM score adjustment. Processes with higher scores are killed first." }
    attr "runtime" { doc = "Container runtime." }
    attr "pids_limit" { doc = "Maximum number of processes." }
    attr "pid_mode" { doc = "`host` uses the PID namespace of the host." }
    attr "ports" {
      refers_to = [port]
      doc       = "Labels of network ports to publish."
    }
    block_list "port_map" {
      also = attr
      doc  = "Ports of the container by the label of the network port."
      object { include = [body.anything] }
    }
    attr "privileged" { doc = "Whether the container runs in privileged mode." }
    attr "image_pull_timeout" { doc = "Timeout of the image pull." }
    attr "readonly_rootfs" { doc = "Whether the root file system is read-only." }
    attr "security_opt" { doc = "Security options of the container." }
    attr "shm_size" { doc = "Size of /dev/shm in bytes." }
    block_list "storage_opt" {
      also = attr
      doc  = "Options of the storage driver."
      object { include = [body.anything] }
    }
    block_list "sysctl" {
      also = attr
      doc  = "Kernel parameters of the container."
      object { include = [body.anything] }
    }
    attr "tty" { doc = "Whether to allocate a pseudo-terminal." }
    block_list "ulimit" {
      also = attr
      doc  = "Resource limits of the container."
      object { include = [body.anything] }
    }
    attr "uts_mode" { doc = "`host` uses the UTS namespace of the host." }
    attr "userns_mode" { doc = "`host` uses the user namespace of the host." }
    attr "volumes" { doc = "Host and container paths to bind: `[\"local/conf:/etc/conf\"]`." }
    attr "volume_driver" { doc = "Driver of these volumes." }
    attr "work_dir" { doc = "Working directory inside the container." }
  }
}
body "docker_mount" {
  object {
    unknown = warning
    attr "type" {
      type     = string
      unknown  = allowed
      reserved = ["*"]
      values = {
        bind   = "A file or folder of the host, or of the allocation.",
        volume = "A volume of Docker (the default).",
        tmpfs  = "A file system in memory."
      }
      doc = "Kind of the mount."
    }
    attr "target" { doc = "Path in the container." }
    attr "source" { doc = "Path on the host, or name of the volume. Relative paths start in the folder of the task." }
    attr "readonly" { doc = "Whether the container can only read it." }
    block_list "bind_options" {
      also = attr
      doc  = "Options of a mount of the type `bind`."
      object {
        unknown = warning
        attr "propagation" {
          type     = string
          unknown  = allowed
          reserved = ["*"]
          values   = ["rprivate", "private", "rshared", "shared", "rslave", "slave"]
          doc      = "Whether mounts inside are visible on the other side."
        }
      }
    }
    block_list "tmpfs_options" {
      also = attr
      doc  = "Options of a mount of the type `tmpfs`."
      object {
        unknown = warning
        attr "size" { doc = "Size in bytes." }
        attr "mode" { doc = "File mode, as a number." }
      }
    }
    block_list "volume_options" {
      also = attr
      doc  = "Options of a mount of the type `volume`."
      object {
        unknown = warning
        attr "no_copy" { doc = "Whether a new volume stays empty, without the content of the image." }
        block_list "labels" {
          also = attr
          doc  = "Labels of the volume."
          object { include = [body.anything] }
        }
        block_list "driver_config" {
          also = attr
          doc  = "Driver that creates the volume."
          object {
            unknown = warning
            attr "name" { doc = "Name of the driver." }
            block_list "options" {
              also = attr
              doc  = "Options of the driver."
              object { include = [body.anything] }
            }
          }
        }
      }
    }
  }
}
body "config_exec" {
  check "exec-driver" {
    condition = set.command
    message   = "The driver `exec` needs a `command`."
    severity  = warning
  }
  object {
    unknown = warning
    include = [body.driver_values]
    attr "command" { doc = "Command to run." }
    attr "args" { doc = "Arguments of the command." }
    attr "pid_mode" { doc = "PID namespace mode: `private` or `host`." }
    attr "ipc_mode" { doc = "IPC namespace mode: `private` or `host`." }
    attr "cap_add" { doc = "Linux capabilities to add." }
    attr "cap_drop" { doc = "Linux capabilities to drop." }
    attr "work_dir" { doc = "Working directory of the command." }
  }
}
body "config_raw_exec" {
  check "raw-exec-driver" {
    condition = set.command
    message   = "The driver `raw_exec` needs a `command`."
    severity  = warning
  }
  object {
    unknown = warning
    include = [body.driver_values]
    attr "command" { doc = "Command to run." }
    attr "args" { doc = "Arguments of the command." }
    attr "cgroup_v2_override" { doc = "Cgroup (version 2) in which the command runs." }
    block_list "cgroup_v1_override" {
      also = attr
      doc  = "Cgroups (version 1) in which the command runs."
      object { include = [body.anything] }
    }
    attr "oom_score_adj" { doc = "OOM score adjustment. Processes with higher scores are killed first." }
    attr "work_dir" { doc = "Working directory of the command." }
    attr "denied_envvars" { doc = "Environment variables that the command does not get." }
  }
}
body "config_java" {
  check "java-driver" {
    condition = set.class || set.jar_path
    message   = "The driver `java` needs a `class` or a `jar_path`."
    severity  = warning
  }
  object {
    unknown = warning
    include = [body.driver_values]
    attr "class" { doc = "Main class to run." }
    attr "class_path" { doc = "Class path of the program." }
    attr "jar_path" { doc = "JAR file to run." }
    attr "jvm_options" { doc = "Options of the Java virtual machine." }
    attr "args" { doc = "Arguments of the program." }
    attr "pid_mode" { doc = "PID namespace mode: `private` or `host`." }
    attr "ipc_mode" { doc = "IPC namespace mode: `private` or `host`." }
    attr "cap_add" { doc = "Linux capabilities to add." }
    attr "cap_drop" { doc = "Linux capabilities to drop." }
    attr "work_dir" { doc = "Working directory of the command." }
  }
}
body "config_qemu" {
  check "qemu-driver" {
    condition = set.image_path
    message   = "The driver `qemu` needs an `image_path`."
    severity  = warning
  }
  object {
    unknown = warning
    include = [body.driver_values]
    attr "image_path" { doc = "Path of the virtual machine image." }
    attr "emulator" { doc = "QEMU emulator binary." }
    attr "machine_type" { doc = "QEMU machine type." }
    attr "drive_interface" { doc = "Drive interface of the image." }
    attr "accelerator" { doc = "Accelerator: `tcg` or `kvm`." }
    attr "graceful_shutdown" { doc = "Whether to request a graceful shutdown of the virtual machine." }
    attr "guest_agent" { doc = "Whether the virtual machine runs the QEMU guest agent." }
    attr "args" { doc = "Additional QEMU arguments." }
    block_list "port_map" {
      also = attr
      doc  = "Ports of the container by the label of the network port."
      object { include = [body.anything] }
    }
  }
}
body "driver_podman" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Settings of the task driver."
      object { include = [body.config_podman] }
    }
  }
}
# A plugin with releases of its own.
body "config_podman" {
  check "podman-driver" {
    condition = set.image
    message   = "The driver `podman` needs an `image`."
    severity  = warning
  }
  check "podman-list" {
    each      = self
    condition = !contains(["args", "cap_add", "cap_drop", "devices", "extra_hosts", "ports", "security_opt", "selinux_opts", "static_ips", "tmpfs", "volumes"], name) || is_list(each)
    message   = "`${name}` is a list of strings: `[\"a\", \"b\"]`. Clients refuse the task otherwise."
    severity  = warning
  }
  check "podman-string" {
    each      = self
    condition = !contains(["apparmor_profile", "arch", "command", "hostname", "image", "image_pull_timeout", "init_path", "ipc_mode", "ipv4_address", "ipv6_address", "memory_reservation", "memory_swap", "network_mode", "os", "shm_size", "socket", "static_mac", "userns", "variant", "working_dir"], name) || is_single(each)
    message   = "`${name}` is a single string. Clients refuse the task otherwise."
    severity  = warning
  }
  check "podman-number" {
    each      = self
    condition = !contains(["cpu_cfs_period", "memory_swappiness", "oom_score_adj", "pids_limit"], name) || is_number(each)
    message   = "`${name}` is a number, without a unit. Clients refuse the task otherwise."
    severity  = warning
  }
  check "podman-bool" {
    each      = self
    condition = !contains(["auth_soft_fail", "cpu_hard_limit", "force_pull", "init", "privileged", "readonly_rootfs", "tty"], name) || is_bool(each)
    message   = "`${name}` is true or false. Clients refuse the task otherwise."
    severity  = warning
  }
  object {
    unknown = warning
    attr "image" { doc = "Image to run." }
    attr "command" { doc = "Command to run in the container." }
    attr "args" { doc = "Arguments of the command." }
    attr "entrypoint" { doc = "Override of the image entrypoint." }
    attr "working_dir" { doc = "Working directory inside the container." }
    attr "apparmor_profile" { doc = "Profile of AppArmor for the container; `unconfined` for none." }
    attr "arch" { doc = "Architecture of the image, if it is not that of the client." }
    attr "os" { doc = "Operating system of the image, if it is not that of the client." }
    attr "variant" { doc = "Variant of the image's architecture, such as `v7`." }
    block_list "auth" {
      also      = attr
      max_items = 1
      doc       = "Credentials for the registry."
      object {
        unknown = warning
        attr "username" { doc = "User name." }
        attr "password" { doc = "Password." }
        attr "tls_verify" { doc = "Whether the certificate of the registry is verified." }
      }
    }
    attr "auth_soft_fail" { doc = "Whether to continue when registry authentication fails." }
    attr "devices" { doc = "Devices of the host to make available: `[\"/dev/net/tun\"]`." }
    attr "volumes" { doc = "Host and container paths to bind: `[\"/data:/data:ro\"]`." }
    attr "tmpfs" { doc = "Temporary file systems to mount." }
    attr "network_mode" { doc = "Network mode: `bridge`, `host`, `none`, `slirp4netns` or `container:NAME`." }
    attr "hostname" { doc = "Host name of the container." }
    attr "ipv4_address" { doc = "IPv4 address of the container." }
    attr "ipv6_address" { doc = "IPv6 address of the container." }
    attr "static_ips" { doc = "Addresses of the container in its network." }
    attr "static_mac" { doc = "MAC address of the container." }
    attr "extra_hosts" { doc = "Additional entries for /etc/hosts." }
    attr "dns" {
      deprecated = "Current versions of the driver refuse it: use `dns` of the group's `network`."
      doc        = "DNS servers."
    }
    attr "ipc_mode" { doc = "IPC namespace mode: `private`, `host`, `shareable` or `container:NAME`." }
    attr "privileged" { doc = "Whether the container runs in privileged mode." }
    attr "cap_add" { doc = "Linux capabilities to add." }
    attr "cap_drop" { doc = "Linux capabilities to drop." }
    attr "security_opt" { doc = "Security options of the container." }
    attr "selinux_opts" { doc = "Labels of SELinux for the container." }
    attr "readonly_rootfs" { doc = "Whether the root file system is read-only." }
    attr "userns" { doc = "User namespace mode." }
    attr "pids_limit" { doc = "Maximum number of processes." }
    attr "oom_score_adj" { doc = "OOM score adjustment. Processes with higher scores are killed first." }
    attr "memory_reservation" { doc = "Soft memory limit: `100m`." }
    attr "memory_swap" { doc = "Limit of memory and swap space." }
    attr "memory_swappiness" { doc = "How willingly the kernel swaps, from 0 to 100." }
    attr "cpu_hard_limit" { doc = "Whether CPU use is strictly limited to the reserved amount." }
    attr "cpu_cfs_period" { doc = "CFS scheduler period for the CPU limit, in microseconds." }
    attr "shm_size" { doc = "Size of /dev/shm." }
    attr "force_pull" { doc = "Whether to always pull the image." }
    attr "image_pull_timeout" { doc = "Timeout of the image pull." }
    attr "init" { doc = "Whether an init process runs as PID 1." }
    attr "init_path" { doc = "Path of the init program." }
    attr "tty" { doc = "Whether to allocate a pseudo-terminal." }
    attr "socket" { doc = "Name of the Podman socket in the settings of the plugin." }
    attr "ports" {
      refers_to = [port]
      doc       = "Labels of network ports to publish."
    }
    block_list "port_map" {
      also = attr
      doc  = "Ports of the container by the label of the network port."
      object { include = [body.anything] }
    }
    block_list "labels" {
      also = attr
      doc  = "Labels of the container."
      object { include = [body.anything] }
    }
    block_list "logging" {
      also      = attr
      max_items = 1
      doc       = "Log driver and its options."
      object {
        unknown = warning
        attr "driver" { doc = "Log driver: `nomad` or `journald`." }
        block_list "options" {
          also = attr
          doc  = "Options of the log driver."
          object { include = [body.anything] }
        }
      }
    }
    block_list "sysctl" {
      also = attr
      doc  = "Kernel parameters of the container."
      object { include = [body.anything] }
    }
    block_list "ulimit" {
      also = attr
      doc  = "Resource limits of the container."
      object { include = [body.anything] }
    }
  }
}
