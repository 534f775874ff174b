// What a pack cannot say of Docker Bake: stages of Dockerfiles, and files and folders that are not there.
#pragma once

#include <memory>

#include "engine/check/language_extension.h"

namespace hcl::bake {

std::shared_ptr<const check::LanguageExtension> make_extension();

}  // namespace hcl::bake
