import { CircleCheck, CircleX, Hourglass } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import type { OnboardingStep } from "#workers/contract/onboarding.ts";

/** Where an onboarding is, by word and sign. */
export function StepBadge({ step }: { step: OnboardingStep }) {
  if (step === "live")
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden />}>
        {texts.steps.live}
      </Badge>
    );
  if (step === "failed")
    return (
      <Badge tone="danger" icon={<CircleX aria-hidden />}>
        {texts.steps.failed}
      </Badge>
    );
  return (
    <Badge tone="neutral" icon={<Hourglass aria-hidden />}>
      {texts.steps[step]}
    </Badge>
  );
}
