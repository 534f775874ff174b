#include "engine/decode/transform.h"

#include "engine/base/check.h"

namespace hcl::decode {

namespace {

class DeepBody final : public BodySource {
  public:
    DeepBody(Body body, std::shared_ptr<const Transform> transform)
        : body_(std::move(body)), transform_(std::move(transform)) {}

    static Body apply(Body body, const std::shared_ptr<const Transform>& transform) {
        return Body(std::make_shared<DeepBody>((*transform)(std::move(body)), transform));
    }

    ContentResult content(const BodySchema& schema) const override {
        ContentResult result = body_.source().content(schema);
        deepen(result.content);
        return result;
    }
    // The remaining body has been transformed already.
    PartialResult partial_content(const BodySchema& schema) const override {
        PartialResult result = body_.source().partial_content(schema);
        deepen(result.content);
        return result;
    }
    AttributesResult just_attributes() const override { return body_.just_attributes(); }
    Location missing_item() const override { return body_.missing_item(); }

  private:
    void deepen(BodyContent& content) const {
        for (Block& block : content.blocks) block.body = apply(block.body, transform_);
    }

    Body body_;
    std::shared_ptr<const Transform> transform_;
};

class DiagnosedBody final : public BodySource {
  public:
    DiagnosedBody(std::optional<Body> body, Diagnostics diagnostics)
        : body_(std::move(body)), diagnostics_(std::move(diagnostics)), failed_(has_errors(diagnostics_)) {}

    ContentResult content(const BodySchema& schema) const override {
        if (failed_) return {.content = nothing(), .diagnostics = diagnostics_};
        ContentResult result = body_->source().content(schema);
        prepend(result.diagnostics);
        return result;
    }
    PartialResult partial_content(const BodySchema& schema) const override {
        if (failed_)
            return {.content = nothing(), .remain = body_.value_or(Body()), .diagnostics = diagnostics_};
        PartialResult result = body_->source().partial_content(schema);
        prepend(result.diagnostics);
        return result;
    }
    AttributesResult just_attributes() const override {
        if (failed_) return {.attributes = {}, .diagnostics = diagnostics_};
        AttributesResult result = body_->just_attributes();
        prepend(result.diagnostics);
        return result;
    }
    Location missing_item() const override { return body_ ? body_->missing_item() : Location{}; }

  private:
    BodyContent nothing() const {
        BodyContent content;
        content.missing_item = missing_item();
        return content;
    }
    void prepend(Diagnostics& diagnostics) const {
        diagnostics.insert(diagnostics.begin(), diagnostics_.begin(), diagnostics_.end());
    }

    std::optional<Body> body_;
    Diagnostics diagnostics_;
    bool failed_;
};

}  // namespace

Body transform_shallow(Body body, const Transform& transform) {
    return transform(std::move(body));
}

Body transform_deep(Body body, Transform transform) {
    return DeepBody::apply(std::move(body), std::make_shared<const Transform>(std::move(transform)));
}

Transform chain(std::vector<Transform> transforms) {
    return [transforms = std::move(transforms)](Body body) {
        for (const Transform& transform : transforms) body = transform(std::move(body));
        return body;
    };
}

Body with_diagnostics(Body body, Diagnostics diagnostics) {
    if (diagnostics.empty()) return body;
    return Body(std::make_shared<DiagnosedBody>(std::move(body), std::move(diagnostics)));
}

Body error_body(Diagnostics diagnostics) {
    HCL_CHECK(has_errors(diagnostics));
    return Body(std::make_shared<DiagnosedBody>(std::nullopt, std::move(diagnostics)));
}

}  // namespace hcl::decode
