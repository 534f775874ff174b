# Pulumi's configuration language: the programs of a folder, *.pp. Types, packages and functions are checked by the
# extension; this pack declares the blocks and what they name.
language "pcl" {
  title = "Pulumi (PCL)"
  ids   = ["pcl", "pulumi-pcl"]
  files = ["*.pp"]
  # Mods of Powerpipe; programs of Free Pascal; Puppet: classes, defined types, nodes, functions, variables, resources with titles in quotes, and references.
  content   = ["!(^\\s*(mod|query|control|benchmark|detection|detection_benchmark|dashboard|category|node|edge|card|chart|flow|graph|hierarchy|pipeline|trigger)\\s+\"?\\w+\"?\\s*\\{|^locals\\s*\\{|^\\s*(program|unit|library|package)\\s+\\w+\\s*(\\([^)]*\\))?\\s*;|^\\s*(\\(\\*|\\{\\$\\w)|^\\s*(class|define|node|function|plan)\\s+[^=\\s].*[{()]\\s*(#.*)?$|^\\s*(if|unless|case)\\s+!?\\(?\\s*\\$[a-z:].*\\{|^\\s*type\\s+[A-Z][\\w:]*\\s*=|^\\s*(include|require|contain|import)\\s+['\"]?(::)?[a-z]\\w*(::\\w+)*['\"]?(\\s*,.*)?$|^\\s*\\$(::)?\\w+(::\\w+)*\\s*[+]?=|^\\s*@{0,2}(::)?[a-z]\\w*(::\\w+)*\\s*\\{\\s*[\"'$\\[].*:|^\\s*[A-Z]\\w*(::[A-Z]\\w*)*\\s*(\\{|\\[\\s*['$]|<[|])|[^\"#]*[|]\\s*([A-Z]\\w*\\s+)?\\$[a-z]\\w*|^\\s*[a-z]\\w*\\s*\\{.*[(,]\\s*\\$(::)?[a-z]\\w*\\s*[,)]).*"]
  join      = folder
  public    = [config, output]
  native    = pcl
  unknown   = allowed
  functions = ["*", "*"]
  severity = {
    # The extension checks labels, duplicates and the inputs of components.
    DuplicateLabels = "off"
    ExtraneousLabel = "off"
    MissingLabel    = "off"
    ReferenceCycle  = "off"
    UndeclaredText  = "off"
    UnexpectedLabel = "off"
  }
}

body "anything" {
  object {
    attr "*" {}
    block_list "*" {
      label "labels" { optional = many }
      object { include = [body.anything] }
    }
  }
}

body "component_of_package" {
  object {
    attr "token" { doc = "The type of the component: `package:module:Type`." }
  }
}

body "hook_of_resource" {
  object {
    attr "onDryRun" { doc = "Whether it runs in previews, too." }
    attr "ignoreErrors" { doc = "Whether a failure is ignored." }
  }
}

body "options" {
  object {
    block_list "options" {
      icon    = property
      doc     = "How the resource is managed, apart from what it is."
      unknown = allowed
      object {
        attr "range" { doc = "How many there are: a bool (one or none), a number, a list or a map. In the block `range.key` and `range.value` are those of the instance." }
        attr "parent" { doc = "The resource that this one belongs to." }
        attr "provider" { doc = "The provider that manages it." }
        attr "providers" { doc = "The providers for what a component contains." }
        attr "dependsOn" { doc = "Resources that must exist before: `[other]`." }
        attr "protect" { doc = "Refuses to delete it." }
        attr "retainOnDelete" { doc = "Leaves it where it is when it is deleted from the program." }
        attr "deleteBeforeReplace" { doc = "Deletes the old one before a new one is created." }
        attr "ignoreChanges" { doc = "Inputs whose changes do nothing: `[name, tags.a]`." }
        attr "replaceOnChanges" { doc = "Inputs whose changes replace it." }
        attr "hideDiffs" { doc = "Inputs whose changes are not shown." }
        attr "additionalSecretOutputs" { doc = "Outputs that are secret." }
        attr "aliases" { doc = "Names that it had before." }
        attr "customTimeouts" { doc = "How long each step may take: `{ create = \"5m\" }`." }
        attr "import" { doc = "The id of an existing resource to take over." }
        attr "version" { doc = "The version of the package." }
        attr "pluginDownloadURL" { doc = "Where the package's plugin comes from." }
        attr "deletedWith" { doc = "It goes with that resource, and is not deleted on its own." }
        attr "replaceWith" { doc = "Resources with which it is replaced." }
        attr "replacementTrigger" { doc = "A change of this value replaces it." }
        attr "envVarMappings" { doc = "Environment variables of the provider, under the names that it expects." }
        attr "hooks" { doc = "Hooks around what is done with it: `{ afterCreate = [name] }`." }
      }
    }
  }
}

object {
  attr "*" {
    doc = "A local value."
    symbol {
      address = [name]
      kind    = local
      icon    = constant
    }
  }
  block_list "resource" {
    icon    = class
    doc     = "A resource that the program creates."
    outline = "${label.name} ${label.token}"
    unknown = allowed
    label "name" { doc = "The name by which the program refers to it." }
    label "token" { doc = "The type: `package:module:Type`." }
    symbol {
      address = [label.name]
      kind    = resource
      value   = unknown(any)
    }
    object {
      include = [body.options]
      attr "__logicalName" { doc = "The name of the resource outside of the program." }
      attr "*" {}
    }
  }
  block_list "read" {
    icon    = class
    doc     = "An existing resource that the program looks up."
    outline = "${label.name} ${label.token}"
    unknown = allowed
    label "name" { doc = "The name by which the program refers to it." }
    label "token" { doc = "The type: `package:module:Type`." }
    symbol {
      address = [label.name]
      kind    = resource
      value   = unknown(any)
    }
    object {
      include = [body.options]
      attr "id" { doc = "The id of the resource." }
      attr "__logicalName" { doc = "The name of the resource outside of the program." }
      attr "*" {}
    }
  }
  block_list "component" {
    icon    = module
    doc     = "A program in another folder, or a component of a package, as a resource of this one."
    outline = label.name
    unknown = allowed
    label "name" { doc = "The name by which the program refers to it." }
    label "source" {
      optional = true
      doc      = "The folder of the program."
      format   = folder
    }
    call {
      folder  = label.source
      inputs  = config
      outputs = output
    }
    symbol {
      address = [label.name]
      kind    = component
      value   = unknown(any)
    }
    case {
      on = label.source
      is = { "" = body.component_of_package }
    }
    object {
      include = [body.options]
      attr "__logicalName" { doc = "The name of the component outside of the program." }
      attr "*" {}
    }
  }
  block_list "config" {
    icon    = variable
    doc     = "A value that the program is given."
    outline = label.name
    unknown = allowed
    label "name" { doc = "The name by which the program refers to it." }
    label "type" {
      optional = true
      doc      = "The type: `string`, `list(int)`, `object({ name = string })`."
    }
    symbol {
      address = [label.name]
      kind    = config
      value   = unknown(any)
    }
    object {
      attr "default" { doc = "The value when none is given." }
      attr "description" { doc = "What it is for." }
      attr "nullable" { doc = "Whether it may be left out." }
      attr "secret" { doc = "Whether the value is secret." }
      attr "__logicalName" { doc = "The name of the value outside of the program." }
      attr "*" {}
    }
  }
  block_list "output" {
    icon    = property
    doc     = "A value that the program gives."
    outline = label.name
    unknown = allowed
    label "name" { doc = "The name of the value." }
    label "type" {
      optional = true
      doc      = "The type."
    }
    symbol {
      address = [label.name]
      kind    = output
      value   = unknown(any)
    }
    object {
      attr "value" { doc = "The value." }
      attr "__logicalName" { doc = "The name of the value outside of the program." }
      attr "*" {}
    }
  }
  block_list "hook" {
    icon    = event
    doc     = "A command that runs around what is done with resources."
    outline = label.name
    unknown = allowed
    label "kind" { doc = "`resource` or `error`." }
    label "name" { doc = "The name by which options refer to it." }
    symbol {
      address = [label.name]
      kind    = hook
      value   = unknown(any)
    }
    case {
      on = label.kind
      is = { resource = body.hook_of_resource }
    }
    object {
      attr "command" {
        doc     = "The program and its arguments; `args` tells what the hook is called for."
        snippet = "[\"$1\"]"
      }
      attr "*" {}
    }
  }
  block_list "pulumi" {
    icon    = property
    doc     = "Settings of the program itself."
    unknown = allowed
    object {
      attr "requiredVersionRange" {
        doc     = "The versions of Pulumi that may run it."
        snippet = "\">=3.0.0\""
      }
      attr "*" {}
    }
  }
  block_list "package" {
    icon    = package
    doc     = "Which package, and which version of it, a name stands for."
    outline = self.baseProviderName
    unknown = allowed
    label "name" {
      optional = true
      doc      = "The name of the package. Deprecated: set `baseProviderName`."
    }
    object {
      attr "baseProviderName" {
        doc     = "The name of the package's plugin: `random`."
        snippet = "\"$${1:random}\""
      }
      attr "baseProviderVersion" {
        doc     = "Its version: `4.11.2`."
        snippet = "\"1.0.0\""
      }
      attr "baseProviderDownloadUrl" {
        doc     = "Where it comes from."
        snippet = "\"https://\""
      }
      block_list "parameterization" {
        doc     = "What makes the package out of a plugin that serves many."
        unknown = allowed
        object {
          attr "name" {
            doc     = "The name of the package."
            snippet = "\"$${1:name}\""
          }
          attr "version" {
            doc     = "Its version."
            snippet = "\"1.0.0\""
          }
          attr "value" {
            doc     = "The parameters, in Base64."
            snippet = "\"$1\""
          }
        }
      }
    }
  }
  # The extension reports these blocks: what is in them means nothing.
  block_list "*" {
    label "labels" { optional = many }
    object { include = [body.anything] }
  }
}
