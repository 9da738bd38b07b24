import { useEffect } from "react";
import { request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { type Onboarding, openOnboarding } from "#workers/contract/endpoints/onboarding.ts";
import { ASK_AGAIN_MS } from "#workers/contract/onboarding.ts";

/** The partner sets the number up; what comes of it is a channel, or the reason why not. */
export function OpenStep({
  onboarding: { id, step, name, reason, channelId },
  onChange,
  reload,
}: {
  onboarding: Onboarding;
  onChange: (onboarding: Onboarding) => void;
  reload: () => void;
}) {
  const sending = useSend();
  useEffect(() => {
    if (step !== "pending") return;
    const timer = setInterval(reload, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [step, reload]);
  const open = () =>
    sending.send(
      () => request(openOnboarding, { params: { id } }),
      ({ payload }) => onChange(payload),
    );
  switch (step) {
    case "live":
      return (
        <>
          <Banner kind="success" live>
            {texts.live(name)}
          </Banner>
          {channelId !== null && (
            <ButtonLink tone="primary" to={`/admin/channels/${channelId}`}>
              {texts.toChannel}
            </ButtonLink>
          )}
        </>
      );
    case "pending":
      return (
        <>
          <p role="status" className="flex items-center gap-3">
            <Spinner className="size-4 shrink-0" />
            {texts.pending}
          </p>
          <Button onClick={reload}>{texts.ask}</Button>
        </>
      );
    default:
      return (
        <>
          {step === "failed" ? <Failure text={texts.refusedWhy(reason)} /> : <p>{texts.openText}</p>}
          <Failure text={sending.failure} />
          <Button tone="primary" busy={sending.busy} onClick={() => void open()}>
            {step === "failed" ? texts.tryAgain : texts.finish}
          </Button>
        </>
      );
  }
}
