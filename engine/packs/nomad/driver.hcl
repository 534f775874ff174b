# Nomad jobs: settings of task drivers.
body "driver_docker" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.config_docker] }
    }
  }
}
body "driver_exec" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.config_exec] }
    }
  }
}
body "driver_java" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.config_java] }
    }
  }
}
body "driver_qemu" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.config_qemu] }
    }
  }
}
body "driver_any" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.anything] }
    }
  }
}
# Settings of task drivers. Only clients validate them, so unlisted names are allowed.
body "config_docker" {
  object {
    include = [body.anything]
    attr "image" { doc = "Image to run." }
    attr "command" { doc = "Command to run in the container." }
    attr "args" { doc = "Arguments of the command." }
    attr "entrypoint" { doc = "Override of the image entrypoint." }
    attr "ports" { doc = "Labels of network ports to publish." }
    attr "volumes" { doc = "Host and container paths to bind: `[\"local/conf:/etc/conf\"]`." }
    attr "volume_driver" { doc = "Driver of these volumes." }
    attr "work_dir" { doc = "Working directory inside the container." }
    attr "force_pull" { doc = "Whether to always pull the image." }
    attr "image_pull_timeout" { doc = "Timeout of the image pull." }
    attr "auth_soft_fail" { doc = "Whether to continue when registry authentication fails." }
    attr "network_mode" { doc = "Network mode: `bridge`, `host`, `none` or a network name." }
    attr "network_aliases" { doc = "Additional host names of the container in the network." }
    attr "hostname" { doc = "Host name of the container." }
    attr "extra_hosts" { doc = "Additional entries for /etc/hosts." }
    attr "dns_servers" { doc = "DNS servers." }
    attr "dns_search_domains" { doc = "DNS search domains." }
    attr "dns_options" { doc = "DNS resolver options." }
    attr "ipv4_address" { doc = "IPv4 address of the container." }
    attr "ipv6_address" { doc = "IPv6 address of the container." }
    attr "mac_address" { doc = "MAC address of the container." }
    attr "privileged" { doc = "Whether the container runs in privileged mode." }
    attr "cap_add" { doc = "Linux capabilities to add." }
    attr "cap_drop" { doc = "Linux capabilities to drop." }
    attr "security_opt" { doc = "Security options of the container." }
    attr "group_add" { doc = "Additional groups of the container process." }
    attr "readonly_rootfs" { doc = "Whether the root file system is read-only." }
    attr "shm_size" { doc = "Size of /dev/shm in bytes." }
    attr "memory_hard_limit" { doc = "Hard memory limit in MB." }
    attr "cpu_hard_limit" { doc = "Whether CPU use is strictly limited to the reserved amount." }
    attr "cpu_cfs_period" { doc = "CFS scheduler period for the CPU limit, in microseconds." }
    attr "pids_limit" { doc = "Maximum number of processes." }
    attr "pid_mode" { doc = "`host` uses the PID namespace of the host." }
    attr "ipc_mode" { doc = "`host` uses the IPC namespace of the host." }
    attr "uts_mode" { doc = "`host` uses the UTS namespace of the host." }
    attr "userns_mode" { doc = "`host` uses the user namespace of the host." }
    attr "runtime" { doc = "Container runtime." }
    attr "init" { doc = "Whether an init process runs as PID 1." }
    attr "interactive" { doc = "Whether standard input stays open." }
    attr "tty" { doc = "Whether to allocate a pseudo-terminal." }
    attr "load" { doc = "Archive from which to load the image." }
    attr "oom_score_adj" { doc = "OOM score adjustment. Processes with higher scores are killed first." }
  }
}
body "config_exec" {
  object {
    include = [body.anything]
    attr "command" { doc = "Command to run." }
    attr "args" { doc = "Arguments of the command." }
    attr "work_dir" { doc = "Working directory of the command." }
    attr "pid_mode" { doc = "PID namespace mode: `private` or `host`." }
    attr "ipc_mode" { doc = "IPC namespace mode: `private` or `host`." }
    attr "cap_add" { doc = "Linux capabilities to add." }
    attr "cap_drop" { doc = "Linux capabilities to drop." }
  }
}
body "config_java" {
  object {
    include = [body.anything]
    attr "class" { doc = "Main class to run." }
    attr "class_path" { doc = "Class path of the program." }
    attr "jar_path" { doc = "JAR file to run." }
    attr "jvm_options" { doc = "Options of the Java virtual machine." }
    attr "args" { doc = "Arguments of the program." }
  }
}
body "config_qemu" {
  object {
    include = [body.anything]
    attr "image_path" { doc = "Path of the virtual machine image." }
    attr "emulator" { doc = "QEMU emulator binary." }
    attr "machine_type" { doc = "QEMU machine type." }
    attr "accelerator" { doc = "Accelerator: `tcg` or `kvm`." }
    attr "drive_interface" { doc = "Drive interface of the image." }
    attr "graceful_shutdown" { doc = "Whether to request a graceful shutdown of the virtual machine." }
    attr "guest_agent" { doc = "Whether the virtual machine runs the QEMU guest agent." }
    attr "args" { doc = "Additional QEMU arguments." }
  }
}
