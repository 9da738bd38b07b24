import { UserMinus, UserPlus } from "lucide-react";
import { useEffect } from "react";
import { request } from "#app/data/api.ts";
import { useJobNews } from "#app/kit/use-job-news.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, type ButtonSize } from "#app/components/ui/button.tsx";
import { customersChanged } from "#app/features/customers/changed.ts";
import { refreshGuide, useGuide } from "#app/session/guide.ts";
import { firstRunTexts } from "#texts/first-run.ts";
import { bringSamples, removeSamples } from "#workers/contract/endpoints/first-run.ts";

const texts = firstRunTexts.samples;

/** Brings sample customers where there are no customers yet, and takes them away again; nothing for who may do neither. */
export function SampleButton({ size = "sm" }: { size?: ButtonSize }) {
  const guide = useGuide();
  const { busy, failure, send } = useSend();
  const state = guide?.samples ?? null;
  const isUnderway = state === "coming" || state === "going";
  const importId = isUnderway ? guide?.samplesImport : null;
  useJobNews("customers.import", importId ? [importId] : [], { onNews: refreshGuide });
  useEffect(() => (isUnderway ? () => void customersChanged() : undefined), [isUnderway]);

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
      <Failure text={failure || (state === "failed" ? firstRunTexts.parts.samplesFailed : "")} />
    </div>
  );
}
