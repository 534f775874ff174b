// PCL language support: the extension that the pack "pcl" names.
#pragma once

#include <memory>

#include "engine/check/language_extension.h"

namespace hcl::pcl {

std::shared_ptr<const check::LanguageExtension> make_extension();

}  // namespace hcl::pcl
