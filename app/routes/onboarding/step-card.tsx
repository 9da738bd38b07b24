import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";

/** One of the steps: its content once it is reached, and what came of it. */
export function StepCard({
  at,
  now,
  done,
  children,
}: {
  /** Its place, from 0, and the place that is reached. */
  at: number;
  now: number;
  done: boolean;
  children: ReactNode;
}) {
  return (
    <li aria-current={at === now ? "step" : undefined}>
      <Card className={cx("p-5", at > now && "opacity-70")}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-base font-semibold">{texts.stepOf(at + 1, texts.stepTitles[at] ?? "")}</h2>
          {done && (
            <Badge tone="success" icon={<CircleCheck aria-hidden />}>
              {texts.stepDone}
            </Badge>
          )}
        </div>
        {at <= now && <div className="mt-3 grid justify-items-start gap-4">{children}</div>}
      </Card>
    </li>
  );
}
