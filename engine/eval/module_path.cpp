#include "engine/eval/module_path.h"

#include "engine/eval/decoder.h"

namespace hcl::eval {

namespace {

extern const CapsuleType kModulePathCapsule;

std::optional<Value> decode_path(const Expression& expression, const DecodeContext& context, Diagnostics&) {
    return Value::capsule(kModulePathCapsule,
                          std::make_shared<const Closure>(Closure{expression, context.capture_scope()}));
}

constexpr ExpressionDecoder kDecoder{decode_path};
constexpr CapsuleType::Extension kExtensions[] = {capsule_extension(kExpressionDecoder, kDecoder)};
constexpr CapsuleType kModulePathCapsule("path of a module", nullptr, kExtensions);

}  // namespace

const Type& module_path_type() {
    static const Type type = Type::capsule(kModulePathCapsule);
    return type;
}

bool reads_module(const Function& function) {
    return !function.parameters.empty() && function.parameters[0].type == module_path_type();
}

}  // namespace hcl::eval
