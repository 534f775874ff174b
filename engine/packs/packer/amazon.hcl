# Packer: components of the plugin "amazon". A table of its arguments, from the plugin's own description of them; other
# versions of the plugin may have more.
body "amazon_access" {
  object {
    attr "access_key" {
      type = string
      doc  = "Access key of the AWS account."
    }
    block_list "assume_role" {
      max_items = 1
      doc       = "Role to assume for the build."
      object { include = [body.amazon_role] }
    }
    attr "custom_endpoint_ec2" {
      type = string
      doc  = "Another endpoint of EC2."
    }
    attr "shared_credentials_file" {
      type = string
      doc  = "File with credentials."
    }
    attr "decode_authorization_messages" {
      type = bool
      doc  = "Decodes messages about missing permissions."
    }
    attr "insecure_skip_tls_verify" {
      type = bool
      doc  = "Skips the verification of certificates."
    }
    attr "max_retries" {
      type = number
      doc  = "Maximum number of attempts of a request."
    }
    attr "mfa_code" {
      type      = string
      sensitive = true
      doc       = "Code of the second factor."
    }
    attr "profile" {
      type = string
      doc  = "Profile in the files of AWS's own command line."
    }
    attr "region" {
      type = string
      doc  = "Region."
    }
    attr "secret_key" {
      type      = string
      sensitive = true
      doc       = "Secret key of the AWS account."
    }
    attr "skip_metadata_api_check" {
      type = bool
      doc  = "Skips the search for credentials in the metadata of an instance."
    }
    attr "skip_credential_validation" {
      type = bool
      doc  = "Skips the check of the credentials."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "Session token of temporary credentials."
    }
    block_list "vault_aws_engine" {
      max_items = 1
      doc       = "Credentials from Vault."
      object { include = [body.amazon_vault] }
    }
    block_list "aws_polling" {
      max_items = 1
      doc       = "How often the state of AWS is asked for."
      object { include = [body.amazon_polling] }
    }
  }
}
body "amazon_source" {
  object {
    attr "ena_support" {
      type = bool
      doc  = "Enhanced networking (ENA) of the image."
    }
    attr "sriov_support" {
      type = bool
      doc  = "Enhanced networking with SR-IOV (Intel) of the image."
    }
    attr "source_ami" {
      type = string
      doc  = "Id of the image to start from."
    }
    block_list "source_ami_filter" {
      max_items = 1
      doc       = "Selects the image to start from."
      object { include = [body.amazon_image_filter] }
    }
  }
}
body "amazon_run" {
  object {
    include = [body.amazon_source]
    attr "associate_public_ip_address" {
      type = bool
      doc  = "Gives the instance a public address."
    }
    attr "availability_zone" {
      type = string
      doc  = "Zone of the instance."
    }
    attr "block_duration_minutes" {
      type = number
      doc  = "Duration of the spot instance, in minutes."
    }
    attr "capacity_reservation_preference" {
      type    = string
      unknown = allowed
      values  = ["open", "none"]
      doc     = "Whether open capacity reservations are used."
    }
    attr "capacity_reservation_id" {
      type = string
      doc  = "Capacity reservation."
    }
    attr "capacity_reservation_group_arn" {
      type = string
      doc  = "Group of capacity reservations."
    }
    attr "disable_stop_instance" {
      type = bool
      doc  = "Leaves the instance running before the image is made: the template stops it."
    }
    attr "ebs_optimized" {
      type = bool
      doc  = "Optimises the instance for EBS."
    }
    attr "enable_nitro_enclave" {
      type = bool
      doc  = "Enables Nitro Enclaves."
    }
    attr "enable_t2_unlimited" {
      type = bool
      doc  = "Older name of `enable_unlimited_credits`."
    }
    attr "enable_unlimited_credits" {
      type = bool
      doc  = "Lets the instance exceed its CPU credits."
    }
    attr "iam_instance_profile" {
      type = string
      doc  = "Instance profile with the role of the instance."
    }
    attr "fleet_tags" {
      type = map(string)
      doc  = "Tags of the fleet."
    }
    block_list "fleet_tag" {
      doc = "Tag of the fleet."
      object { include = [body.amazon_key_value] }
    }
    attr "skip_profile_validation" {
      type = bool
      doc  = "Skips the check of the instance profile."
    }
    block_list "temporary_iam_instance_profile_policy_document" {
      max_items = 1
      doc       = "Policy of an instance profile for the build alone."
      object { include = [body.amazon_policy] }
    }
    attr "shutdown_behavior" {
      type    = string
      unknown = allowed
      values  = ["stop", "terminate"]
      doc     = "What happens when the instance shuts down."
    }
    attr "instance_type" {
      type = string
      doc  = "Type of the instance: `t3.micro`."
    }
    block_list "security_group_filter" {
      max_items = 1
      doc       = "Selects security groups."
      object { include = [body.amazon_group_filter] }
    }
    attr "run_tags" {
      type = map(string)
      doc  = "Tags of what runs during the build."
    }
    block_list "run_tag" {
      doc = "Tag of what runs during the build."
      object { include = [body.amazon_key_value] }
    }
    attr "security_group_id" {
      type = string
      doc  = "Security group of the instance."
    }
    attr "security_group_ids" {
      type = list(string)
      doc  = "Security groups of the instance."
    }
    attr "spot_allocation_strategy" {
      type    = string
      unknown = allowed
      values  = ["capacity-optimized", "diversified", "lowest-price", "price-capacity-optimized"]
      doc     = "How the pool of spot instances is selected."
    }
    attr "spot_instance_types" {
      type = list(string)
      doc  = "Types of instances, of which the cheapest is used."
    }
    attr "spot_price" {
      type = string
      doc  = "Maximum price of a spot instance in an hour, or `auto`."
    }
    attr "spot_price_auto_product" {
      type = string
      doc  = "Product whose price is meant by `auto`."
    }
    attr "spot_tags" {
      type = map(string)
      doc  = "Tags of the spot request."
    }
    block_list "spot_tag" {
      doc = "Tag of the spot request."
      object { include = [body.amazon_key_value] }
    }
    block_list "subnet_filter" {
      max_items = 1
      doc       = "Selects the subnet."
      object { include = [body.amazon_subnet_filter] }
    }
    attr "subnet_id" {
      type = string
      doc  = "Subnet of the instance."
    }
    block_list "license_specifications" {
      doc = "Licenses of the instance."
      object { include = [body.amazon_license] }
    }
    block_list "placement" {
      max_items = 1
      doc       = "Host or group of the instance."
      object { include = [body.amazon_placement] }
    }
    attr "tenancy" {
      type    = string
      unknown = allowed
      values  = ["default", "dedicated", "host"]
      doc     = "Tenancy of the instance."
    }
    attr "temporary_security_group_source_cidrs" {
      type = list(string)
      doc  = "Address ranges that can connect during the build."
    }
    attr "temporary_security_group_source_public_ip" {
      type = bool
      doc  = "Lets only the own public address connect."
    }
    attr "user_data" {
      type = string
      doc  = "User data of the instance."
    }
    attr "user_data_file" {
      type   = string
      format = file
      doc    = "File with user data."
    }
    block_list "vpc_filter" {
      max_items = 1
      doc       = "Selects the VPC."
      object { include = [body.amazon_group_filter] }
    }
    attr "vpc_id" {
      type = string
      doc  = "VPC of the build."
    }
    attr "windows_password_timeout" {
      type = string
      doc  = "Wait for the password of a Windows instance."
    }
    block_list "metadata_options" {
      max_items = 1
      doc       = "Metadata service of the instance."
      object { include = [body.amazon_metadata] }
    }
    attr "ssh_interface" {
      type    = string
      unknown = allowed
      values  = ["public_ip", "private_ip", "public_dns", "private_dns", "session_manager"]
      doc     = "Address to connect to."
    }
    attr "pause_before_ssm" {
      type = string
      doc  = "Delay before the session of Session Manager."
    }
    attr "session_manager_port" {
      type = number
      doc  = "Local port of Session Manager."
    }
  }
}
body "amazon_sharing" {
  object {
    attr "ami_name" {
      type = string
      doc  = "Name of the image."
    }
    attr "ami_description" {
      type = string
      doc  = "Description of the image."
    }
    attr "ami_users" {
      type = list(string)
      doc  = "Accounts that can use the image."
    }
    attr "ami_groups" {
      type = list(string)
      doc  = "Groups that can use the image; `all` makes it public."
    }
    attr "ami_org_arns" {
      type = list(string)
      doc  = "Organisations that can use the image."
    }
    attr "ami_ou_arns" {
      type = list(string)
      doc  = "Organisational units that can use the image."
    }
    attr "imds_support" {
      type    = string
      unknown = allowed
      values  = ["v2.0"]
      doc     = "Version of the metadata service that the image demands: `v2.0`."
    }
    attr "tags" {
      type = map(string)
      doc  = "Tags of the image and its snapshots."
    }
  }
}
body "amazon_image" {
  object {
    include = [body.amazon_sharing]
    attr "ami_virtualization_type" {
      type    = string
      unknown = allowed
      values  = ["hvm", "paravirtual"]
      doc     = "Virtualisation of the image."
    }
    attr "ami_product_codes" {
      type = list(string)
      doc  = "Product codes of the image."
    }
    attr "ami_regions" {
      type = list(string)
      doc  = "Regions to copy the image to."
    }
    attr "skip_region_validation" {
      type = bool
      doc  = "Skips the check of regions."
    }
    attr "snapshot_copy_duration_minutes" {
      type = number
      doc  = "Duration of copies of snapshots, in minutes."
    }
    block_list "tag" {
      doc = "Tag of the image and its snapshots."
      object { include = [body.amazon_key_value] }
    }
    attr "force_deregister" {
      type = bool
      doc  = "Removes an image of the same name first."
    }
    attr "force_delete_snapshot" {
      type = bool
      doc  = "Deletes the snapshots of removed images, too."
    }
    attr "encrypt_boot" {
      type = bool
      doc  = "Encrypts the image."
    }
    attr "kms_key_id" {
      type = string
      doc  = "Key for the encryption."
    }
    attr "region_kms_key_ids" {
      type = map(string)
      doc  = "Keys for the encryption in other regions."
    }
    attr "skip_save_build_region" {
      type = bool
      doc  = "Does not keep the image in the region of the build."
    }
    attr "deprecate_at" {
      type = string
      doc  = "Time from which the image is deprecated."
    }
    attr "snapshot_tags" {
      type = map(string)
      doc  = "Tags of snapshots."
    }
    block_list "snapshot_tag" {
      doc = "Tag of snapshots."
      object { include = [body.amazon_key_value] }
    }
    attr "snapshot_users" {
      type = list(string)
      doc  = "Accounts that can use the snapshots."
    }
    attr "snapshot_groups" {
      type = list(string)
      doc  = "Groups that can use the snapshots."
    }
    block_list "deregistration_protection" {
      max_items = 1
      doc       = "Protects the image from being removed."
      object { include = [body.amazon_protection] }
    }
    block_list "ami_block_device_mappings" {
      doc = "Block device of the image."
      object { include = [body.amazon_device] }
    }
  }
}
body "amazon_boot" {
  object {
    attr "ami_architecture" {
      type = string
      doc  = "Architecture of the image."
    }
    attr "boot_mode" {
      type    = string
      unknown = allowed
      values  = ["legacy-bios", "uefi", "uefi-preferred"]
      doc     = "Boot mode of the image."
    }
    attr "uefi_data" {
      type = string
      doc  = "UEFI variables of the image."
    }
    attr "tpm_support" {
      type    = string
      unknown = allowed
      values  = ["v2.0"]
      doc     = "Version of the TPM of the image."
    }
  }
}
body "amazon_chroot" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access, body.amazon_image, body.amazon_boot, body.amazon_source]
    attr "chroot_mounts" {
      type = list(list(string))
      doc  = "Devices to mount in the folder: type, source, path."
    }
    attr "command_wrapper" {
      type = string
      doc  = "How commands are run: a template with `{{.Command}}`."
    }
    attr "copy_files" {
      type = list(string)
      doc  = "Files to copy into the folder."
    }
    attr "device_path" {
      type = string
      doc  = "Device of the root volume."
    }
    attr "nvme_device_path" {
      type = string
      doc  = "Device of the root volume, as an NVMe device."
    }
    attr "from_scratch" {
      type = bool
      doc  = "Starts from an empty volume."
    }
    attr "mount_options" {
      type = list(string)
      doc  = "Options of the mount."
    }
    attr "mount_partition" {
      type = string
      doc  = "Partition to mount."
    }
    attr "mount_path" {
      type = string
      doc  = "Folder to mount at."
    }
    attr "post_mount_commands" {
      type = list(string)
      doc  = "Commands after the mount."
    }
    attr "pre_mount_commands" {
      type = list(string)
      doc  = "Commands before the mount."
    }
    attr "root_device_name" {
      type = string
      doc  = "Name of the root device."
    }
    attr "root_volume_size" {
      type = number
      doc  = "Size of the root volume, in GB."
    }
    attr "root_volume_type" {
      type = string
      doc  = "Type of the root volume."
    }
    attr "root_volume_tags" {
      type = map(string)
      doc  = "Tags of the root volume."
    }
    block_list "root_volume_tag" {
      doc = "Tag of the root volume."
      object { include = [body.amazon_key_value] }
    }
    attr "root_volume_encrypt_boot" {
      type = bool
      doc  = "Encrypts the root volume."
    }
    attr "root_volume_kms_key_id" {
      type = string
      doc  = "Key for the encryption of the root volume."
    }
  }
}
body "amazon_ebs" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access, body.amazon_run, body.builder_null, body.amazon_image]
    attr "skip_create_ami" {
      type = bool
      doc  = "Does everything but make the image."
    }
    attr "skip_ami_run_tags" {
      type = bool
      doc  = "Does not give the tags of the run to the image."
    }
    block_list "launch_block_device_mappings" {
      doc = "Block device of the instance during the build."
      object { include = [body.amazon_device] }
    }
    attr "run_volume_tags" {
      type = map(string)
      doc  = "Tags of volumes of the instance."
    }
    block_list "run_volume_tag" {
      doc = "Tag of volumes of the instance."
      object { include = [body.amazon_name_value] }
    }
    attr "no_ephemeral" {
      type = bool
      doc  = "Removes the ephemeral devices of the image."
    }
    block_list "fast_launch" {
      max_items = 1
      doc       = "Fast launching of Windows images."
      object { include = [body.amazon_fast_launch] }
    }
  }
}
body "amazon_ebssurrogate" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access, body.amazon_run, body.builder_null, body.amazon_image, body.amazon_boot]
    attr "snapshot_description" {
      type = string
      doc  = "Description of the snapshot."
    }
    attr "skip_ami_run_tags" {
      type = bool
      doc  = "Does not give the tags of the run to the image."
    }
    block_list "launch_block_device_mappings" {
      doc = "Block device of the instance during the build."
      object { include = [body.amazon_surrogate_device] }
    }
    block_list "ami_root_device" {
      max_items = 1
      doc       = "Root volume of the image."
      object { include = [body.amazon_root_device] }
    }
    attr "run_volume_tags" {
      type = map(string)
      doc  = "Tags of volumes of the instance."
    }
    block_list "run_volume_tag" {
      doc = "Tag of volumes of the instance."
      object { include = [body.amazon_name_value] }
    }
    attr "use_create_image" {
      type = bool
      doc  = "Makes the image by a single request."
    }
  }
}
body "amazon_ebsvolume" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access, body.amazon_run, body.builder_null]
    block_list "ebs_volumes" {
      doc = "Volume to make."
      object { include = [body.amazon_volume] }
    }
    attr "run_volume_tags" {
      type = map(string)
      doc  = "Tags of volumes of the instance."
    }
    block_list "run_volume_tag" {
      doc = "Tag of volumes of the instance."
      object { include = [body.amazon_key_value] }
    }
  }
}
body "amazon_instance" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access, body.amazon_run, body.builder_null, body.amazon_image]
    block_list "launch_block_device_mappings" {
      doc = "Block device of the instance during the build."
      object { include = [body.amazon_device] }
    }
    attr "account_id" {
      type = string
      doc  = "Id of the AWS account."
    }
    attr "bundle_destination" {
      type = string
      doc  = "Folder of the bundle."
    }
    attr "bundle_prefix" {
      type = string
      doc  = "Prefix of the files of the bundle."
    }
    attr "bundle_upload_command" {
      type = string
      doc  = "Command that uploads the bundle."
    }
    attr "bundle_vol_command" {
      type = string
      doc  = "Command that makes the bundle."
    }
    attr "s3_bucket" {
      type = string
      doc  = "Bucket for the bundle."
    }
    attr "x509_cert_path" {
      type   = string
      format = file
      doc    = "Certificate for the bundle."
    }
    attr "x509_key_path" {
      type   = string
      format = file
      doc    = "Private key for the bundle."
    }
    attr "x509_upload_path" {
      type = string
      doc  = "Folder for the certificate on the instance."
    }
    attr "tpm_support" {
      type    = string
      unknown = allowed
      values  = ["v2.0"]
      doc     = "Version of the TPM of the image."
    }
  }
}
body "amazon_data_ami" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access, body.amazon_image_filter]
    attr "id" {
      type   = string
      access = read
      doc    = "Id of the image."
    }
    attr "name" {
      type   = string
      access = read
      doc    = "Name of the image."
    }
    attr "creation_date" {
      type   = string
      access = read
      doc    = "Time when the image was made."
    }
    attr "owner" {
      type   = string
      access = read
      doc    = "Account that owns the image."
    }
    attr "owner_name" {
      type   = string
      access = read
      doc    = "Alias of the account that owns the image."
    }
    attr "tags" {
      type   = map(string)
      access = read
      doc    = "Tags of the image."
    }
  }
}
body "amazon_data_parameter" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access]
    attr "name" {
      type = string
      doc  = "Name of what is read."
    }
    attr "with_decryption" {
      type = bool
      doc  = "Decrypts the value."
    }
    attr "value" {
      type   = string
      access = read
      doc    = "Value of the parameter."
    }
    attr "version" {
      type   = string
      access = read
      doc    = "Version of the parameter."
    }
    attr "arn" {
      type   = string
      access = read
      doc    = "ARN of the parameter."
    }
  }
}
body "amazon_data_secret" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access]
    attr "name" {
      type = string
      doc  = "Name of what is read."
    }
    attr "key" {
      type = string
      doc  = "Key in the secret."
    }
    attr "version_id" {
      type = string
      doc  = "Id of the version."
    }
    attr "version_stage" {
      type = string
      doc  = "Stage of the version."
    }
    attr "value" {
      type   = string
      access = read
      doc    = "Value of the key, or of the only one."
    }
    attr "secret_string" {
      type   = string
      access = read
      doc    = "The whole secret."
    }
  }
}
body "amazon_import" {
  object {
    unknown = warning # another version may have more
    include = [body.amazon_access, body.amazon_sharing]
    attr "s3_bucket_name" {
      type = string
      doc  = "Bucket for the upload."
    }
    attr "s3_key_name" {
      type = string
      doc  = "Name of the upload."
    }
    attr "s3_encryption" {
      type = string
      doc  = "Encryption of the upload."
    }
    attr "s3_encryption_key" {
      type = string
      doc  = "Key for the encryption of the upload."
    }
    attr "skip_clean" {
      type = bool
      doc  = "Keeps the upload."
    }
    attr "ami_encrypt" {
      type = bool
      doc  = "Encrypts the image."
    }
    attr "ami_kms_key" {
      type = string
      doc  = "Key for the encryption."
    }
    attr "license_type" {
      type = string
      doc  = "License of the image."
    }
    attr "role_name" {
      type = string
      doc  = "Role of the import."
    }
    attr "format" {
      type = string
      doc  = "Format of the file."
    }
    attr "architecture" {
      type = string
      doc  = "Architecture of the image."
    }
    attr "boot_mode" {
      type    = string
      unknown = allowed
      values  = ["legacy-bios", "uefi", "uefi-preferred"]
      doc     = "Boot mode of the image."
    }
    attr "platform" {
      type = string
      doc  = "Platform of the image."
    }
  }
}
body "amazon_role" {
  object {
    unknown = warning
    attr "role_arn" {
      type = string
      doc  = "ARN of the role."
    }
    attr "duration_seconds" {
      type = number
      doc  = "Duration of the session, in seconds."
    }
    attr "external_id" {
      type = string
      doc  = "External id of the role."
    }
    attr "policy" {
      type = string
      doc  = "Policy that restricts the session."
    }
    attr "policy_arns" {
      type = list(string)
      doc  = "Policies that restrict the session."
    }
    attr "session_name" {
      type = string
      doc  = "Name of the session."
    }
    attr "tags" {
      type = map(string)
      doc  = "Tags of the image and its snapshots."
    }
    attr "transitive_tag_keys" {
      type = list(string)
      doc  = "Tags that are passed on."
    }
  }
}
body "amazon_vault" {
  object {
    unknown = warning
    attr "name" {
      type = string
      doc  = "Name of what is read."
    }
    attr "role_arn" {
      type = string
      doc  = "ARN of the role."
    }
    attr "ttl" {
      type = string
      doc  = "Lifetime of the credentials."
    }
    attr "engine_name" {
      type = string
      doc  = "Name of the secrets engine."
    }
  }
}
body "amazon_protection" {
  object {
    unknown = warning
    attr "enabled" {
      type = bool
      doc  = "Whether it is on."
    }
    attr "with_cooldown" {
      type = bool
      doc  = "Keeps the protection for a day after it is switched off."
    }
  }
}
body "amazon_disk" {
  object {
    attr "device_name" {
      type = string
      doc  = "Name of the device: `/dev/sda1`."
    }
    attr "delete_on_termination" {
      type = bool
      doc  = "Deletes the volume with the instance."
    }
    attr "iops" {
      type = number
      doc  = "Input and output operations in a second."
    }
    attr "volume_type" {
      type    = string
      unknown = allowed
      values  = ["gp2", "gp3", "io1", "io2", "sc1", "st1", "standard"]
      doc     = "Type of the volume: `gp3`."
    }
    attr "volume_size" {
      type = number
      doc  = "Size of the volume, in GB."
    }
  }
}
body "amazon_device" {
  object {
    unknown = warning
    include = [body.amazon_disk]
    attr "encrypted" {
      type = bool
      doc  = "Encrypts the volume."
    }
    attr "no_device" {
      type = bool
      doc  = "Leaves the device out."
    }
    attr "snapshot_id" {
      type = string
      doc  = "Snapshot to start from."
    }
    attr "throughput" {
      type = number
      doc  = "Throughput, in MB in a second."
    }
    attr "virtual_name" {
      type = string
      doc  = "Name of an ephemeral device."
    }
    attr "kms_key_id" {
      type = string
      doc  = "Key for the encryption."
    }
  }
}
body "amazon_image_filters" {
  object {
    attr "*" { type = string }
    attr "architecture" {
      type = string
      doc  = "Architecture: `x86_64`, `arm64`."
    }
    attr "image-id" {
      type = string
      doc  = "Id of the image."
    }
    attr "name" {
      type = string
      doc  = "Name of the image, in which `*` stands for any text."
    }
    attr "owner-alias" {
      type = string
      doc  = "Owner: `amazon`, `aws-marketplace`."
    }
    attr "root-device-type" {
      type = string
      doc  = "Kind of the root volume: `ebs`, `instance-store`."
    }
    attr "state" {
      type = string
      doc  = "State of the image: `available`."
    }
    attr "virtualization-type" {
      type = string
      doc  = "Virtualization: `hvm`, `paravirtual`."
    }
  }
}

body "amazon_image_filter" {
  object {
    unknown = warning
    attr "filters" {
      fields = body.amazon_image_filters
      doc    = "Filters, by name."
    }
    attr "owners" {
      type = list(string)
      doc  = "Owners of the image: accounts, `self`, `amazon`."
    }
    attr "most_recent" {
      type = bool
      doc  = "Takes the newest of several."
    }
    attr "include_deprecated" {
      type = bool
      doc  = "Also finds deprecated images."
    }
  }
}
body "amazon_license_request" {
  object {
    unknown = warning
    attr "license_configuration_arn" {
      type = string
      doc  = "ARN of the license configuration."
    }
  }
}
body "amazon_license" {
  object {
    unknown = warning
    block_list "license_configuration_request" {
      max_items = 1
      doc       = "License configuration."
      object { include = [body.amazon_license_request] }
    }
  }
}
body "amazon_metadata" {
  object {
    unknown = warning
    attr "http_endpoint" {
      type    = string
      unknown = allowed
      values  = ["enabled", "disabled"]
      doc     = "Whether the service is on."
    }
    attr "http_tokens" {
      type    = string
      unknown = allowed
      values  = ["optional", "required"]
      doc     = "Whether requests need a token (IMDSv2)."
    }
    attr "http_put_response_hop_limit" {
      type = number
      doc  = "Maximum number of hops of answers."
    }
    attr "instance_metadata_tags" {
      type    = string
      unknown = allowed
      values  = ["enabled", "disabled"]
      doc     = "Whether the metadata has the tags."
    }
  }
}
body "amazon_placement" {
  object {
    unknown = warning
    attr "host_resource_group_arn" {
      type = string
      doc  = "Group of hosts."
    }
    attr "host_id" {
      type = string
      doc  = "Dedicated host."
    }
    attr "tenancy" {
      type    = string
      unknown = allowed
      values  = ["default", "dedicated", "host"]
      doc     = "Tenancy of the instance."
    }
  }
}
body "amazon_policy" {
  object {
    unknown = warning
    attr "Version" {
      type = string
      doc  = "Version of the language of policies."
    }
    block_list "Statement" {
      doc = "Statement of the policy."
      object { include = [body.amazon_statement] }
    }
  }
}
body "amazon_group_filter" {
  object {
    unknown = warning
    attr "filters" {
      type = map(string)
      doc  = "Filters, by name."
    }
    block_list "filter" {
      doc = "A filter, with a name and a value."
      object { include = [body.amazon_name_value] }
    }
  }
}
body "amazon_statement" {
  object {
    unknown = warning
    attr "Effect" {
      type = string
      doc  = "`Allow` or `Deny`."
    }
    attr "Action" {
      type = list(string)
      doc  = "Actions of the statement."
    }
    attr "Resource" {
      type = list(string)
      doc  = "Resources of the statement."
    }
  }
}
body "amazon_subnet_filter" {
  object {
    unknown = warning
    include = [body.amazon_group_filter]
    attr "most_free" {
      type = bool
      doc  = "Takes the subnet with the most free addresses."
    }
    attr "random" {
      type = bool
      doc  = "Takes a random subnet."
    }
  }
}
body "amazon_polling" {
  object {
    unknown = warning
    attr "max_attempts" {
      type = number
      doc  = "Maximum number of questions."
    }
    attr "delay_seconds" {
      type = number
      doc  = "Delay between questions, in seconds."
    }
  }
}
body "amazon_template" {
  object {
    attr "enable_fast_launch" {
      type = bool
      doc  = "Whether fast launching is on."
    }
    attr "template_id" {
      type = string
      doc  = "Id of the launch template."
    }
    attr "template_name" {
      type = string
      doc  = "Name of the launch template."
    }
    attr "template_version" {
      type = number
      doc  = "Version of the launch template."
    }
  }
}
body "amazon_fast_launch" {
  object {
    unknown = warning
    include = [body.amazon_template]
    block_list "region_launch_templates" {
      doc = "Launch template of another region."
      object { include = [body.amazon_launch_template] }
    }
    attr "max_parallel_launches" {
      type = number
      doc  = "Maximum number of parallel launches."
    }
    attr "target_resource_count" {
      type = number
      doc  = "Number of prepared snapshots."
    }
  }
}
body "amazon_launch_template" {
  object {
    unknown = warning
    include = [body.amazon_template]
    attr "region" {
      type = string
      doc  = "Region."
    }
  }
}
body "amazon_surrogate_device" {
  object {
    unknown = warning
    include = [body.amazon_device]
    attr "omit_from_artifact" {
      type = bool
      doc  = "Leaves the volume out of the image."
    }
  }
}
body "amazon_root_device" {
  object {
    unknown = warning
    include = [body.amazon_disk]
    attr "source_device_name" {
      type = string
      doc  = "Device that becomes the root volume."
    }
  }
}
body "amazon_volume" {
  object {
    unknown = warning
    include = [body.amazon_device]
    attr "tags" {
      type = map(string)
      doc  = "Tags of the image and its snapshots."
    }
    block_list "tag" {
      doc = "Tag of the image and its snapshots."
      object { include = [body.amazon_key_value] }
    }
    attr "snapshot_volume" {
      type = bool
      doc  = "Makes a snapshot of the volume."
    }
    attr "snapshot_description" {
      type = string
      doc  = "Description of the snapshot."
    }
    attr "snapshot_tags" {
      type = map(string)
      doc  = "Tags of snapshots."
    }
    block_list "snapshot_tag" {
      doc = "Tag of snapshots."
      object { include = [body.amazon_key_value] }
    }
    attr "snapshot_users" {
      type = list(string)
      doc  = "Accounts that can use the snapshots."
    }
    attr "snapshot_groups" {
      type = list(string)
      doc  = "Groups that can use the snapshots."
    }
  }
}
body "amazon_key_value" {
  object {
    unknown = warning
    attr "key" { type = string }
    attr "value" { type = string }
  }
}
body "amazon_name_value" {
  object {
    unknown = warning
    attr "name" { type = string }
    attr "value" { type = string }
  }
}
