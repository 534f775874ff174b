// Checks of Docker Bake beyond its pack: stages of Dockerfiles, and missing files and folders.
#pragma once

#include <memory>

#include "engine/check/language_extension.h"

namespace hcl::bake {

std::shared_ptr<const check::LanguageExtension> make_extension();

}  // namespace hcl::bake
