import { useState } from "react";
import { useParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, put, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { goneOf } from "#app/kit/gone-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { listOnboardings, type Onboarding, onboardingState } from "#workers/contract/endpoints/onboarding.ts";
import { mayMove, type OnboardingStep } from "#workers/contract/onboarding.ts";
import type { Route } from "./+types/onboarding.ts";
import { ONBOARDING } from "./address.ts";
import { NumberStep } from "./number-step.tsx";
import { OpenStep } from "./open-step.tsx";
import { StepCard } from "./step-card.tsx";
import { useConnect } from "./use-connect.ts";
import { VerifyStep } from "./verify-step.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  Gone: goneOf(texts, ONBOARDING),
});

export const clientLoader = prefetched(async ({ params: { id } }: Route.ClientLoaderArgs) =>
  load(onboardingState, { params: { id } }),
);

/** The step that is open, by its place. */
const PLACE: Record<OnboardingStep, number> = {
  started: 0,
  permitted: 1,
  chosen: 2,
  codeSent: 2,
  verified: 3,
  pending: 3,
  live: 3,
  failed: 3,
};

/** The way of one number to its channel. */
export default function OnboardingPage({ loaderData }: Route.ComponentProps) {
  const { id = "" } = useParams();
  const loaded = useLoaded(loaderData);
  const onboarding = loaded.answer;
  const take = (next: Onboarding) => {
    put(onboardingState, { params: { id } }, next);
    setChoosing(false);
    void invalidate(listOnboardings);
  };
  const [choosing, setChoosing] = useState(false);
  const { waiting, failure, connect } = useConnect(id, take);
  const { step, number, verifiedName } = onboarding;
  const now = choosing ? 1 : PLACE[step];
  const mayChoose = mayMove("choose", step);
  return (
    <Page title={onboarding.name} back={{ label: texts.title, to: ONBOARDING }}>
      <NotRefreshed list={loaded} />
      <ol className="grid gap-4">
        <StepCard at={0} now={now} done={step !== "started"}>
          <p>{step === "started" ? texts.connectText : texts.connected}</p>
          <Failure text={failure} />
          {waiting && <p role="status">{texts.connecting}</p>}
          {mayMove("permit", step) && (
            <Button tone={step === "started" ? "primary" : "secondary"} onClick={() => void connect()}>
              {step === "started" ? texts.connect : texts.connectAgain}
            </Button>
          )}
        </StepCard>
        <StepCard at={1} now={now} done={number !== "" && !choosing}>
          {now === 1 ? (
            <NumberStep key={onboarding.revision} onboarding={onboarding} onChange={take} />
          ) : (
            <>
              <p>{texts.chosen(texts.numberOf(number, verifiedName))}</p>
              {mayChoose && <Button onClick={() => setChoosing(true)}>{texts.otherNumber}</Button>}
            </>
          )}
        </StepCard>
        <StepCard at={2} now={now} done={PLACE[step] > 2 && !choosing}>
          {now === 2 ? <VerifyStep onboarding={onboarding} onChange={take} /> : <p>{texts.verified}</p>}
        </StepCard>
        <StepCard at={3} now={now} done={step === "live"}>
          <OpenStep onboarding={onboarding} onChange={take} reload={loaded.reload} />
        </StepCard>
      </ol>
    </Page>
  );
}
