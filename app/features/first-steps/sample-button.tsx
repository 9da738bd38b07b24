import { UserMinus, UserPlus } from "lucide-react";
import { request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { customersChanged } from "#app/features/customers/changed.ts";
import { refreshGuide } from "#app/session/guide.ts";
import { firstRunTexts } from "#texts/first-run.ts";
import { bringSamples, type GuideNow, removeSamples } from "#workers/contract/endpoints/first-run.ts";

const texts = firstRunTexts.samples;

/** Brings sample customers where there are no customers yet, and takes them away again; nothing for who may do neither. */
export function SampleButton({ guide }: { guide: GuideNow }) {
  const { busy, failure, send } = useSend();
  const customers = guide.steps.find(({ step }) => step === "customers");
  if (!guide.samples && customers?.done !== false) return null;
  const press = () =>
    send(
      () => request(guide.samples ? removeSamples : bringSamples),
      () => Promise.all([refreshGuide(), customersChanged()]),
    );
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="sm"
        busy={busy}
        icon={guide.samples ? <UserMinus aria-hidden /> : <UserPlus aria-hidden />}
        onClick={() => void press()}
      >
        {guide.samples ? texts.remove : texts.add}
      </Button>
      {failure && (
        <Banner kind="error" live>
          {failure}
        </Banner>
      )}
    </div>
  );
}
