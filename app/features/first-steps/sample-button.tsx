import { UserMinus, UserPlus } from "lucide-react";
import { useEffect } from "react";
import { request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button, type ButtonSize } from "#app/components/ui/button.tsx";
import { customersChanged } from "#app/features/customers/changed.ts";
import { refreshGuide, useGuide } from "#app/session/guide.ts";
import { firstRunTexts } from "#texts/first-run.ts";
import { bringSamples, removeSamples } from "#workers/contract/endpoints/first-run.ts";

const texts = firstRunTexts.samples;

/** How often it is asked for whether they have come or gone, for who hears nothing of it. */
const ASK_MS = 2_000;

/** Brings sample customers where there are no customers yet, and takes them away again; nothing for who may do neither. */
export function SampleButton({ size = "sm" }: { size?: ButtonSize }) {
  const guide = useGuide();
  const { busy, failure, send } = useSend();
  const state = guide?.samples ?? null;
  const isUnderway = state === "coming" || state === "going";
  useEffect(() => {
    if (!isUnderway) return;
    const timer = setInterval(() => void refreshGuide(), ASK_MS);
    return () => {
      clearInterval(timer);
      void customersChanged();
    };
  }, [isUnderway]);

  const customers = guide?.steps.find(({ step }) => step === "customers");
  const goes = state === "there" || state === "going";
  if (state === null || (!goes && state !== "coming" && customers?.done !== false)) return null;
  const press = () =>
    send(
      () => request(goes ? removeSamples : bringSamples),
      () => Promise.all([refreshGuide(), customersChanged()]),
    );
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size={size}
        busy={busy || isUnderway}
        icon={goes ? <UserMinus aria-hidden /> : <UserPlus aria-hidden />}
        onClick={() => void press()}
      >
        {goes ? texts.remove : texts.add}
      </Button>
      {(failure || state === "failed") && (
        <Banner kind="error" live>
          {failure || firstRunTexts.parts.samplesFailed}
        </Banner>
      )}
    </div>
  );
}
