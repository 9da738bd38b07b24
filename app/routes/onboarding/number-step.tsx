import { useState } from "react";
import { request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type Onboarding,
  updateOnboarding,
  wabaList,
  wabaNumbers,
} from "#workers/contract/endpoints/onboarding.ts";
import { NewNumber } from "./new-number.tsx";

/** The account and the number that becomes a channel: one that is there, or a new one. */
export function NumberStep({
  onboarding,
  onChange,
}: {
  onboarding: Onboarding;
  onChange: (onboarding: Onboarding) => void;
}) {
  const { id, name, deptId, revision } = onboarding;
  const wabas = useQueryOf(wabaList, { query: { id } });
  const all = wabas.answer?.wabas ?? [];
  const [picked, setPicked] = useState("");
  const wabaId = picked || all[0]?.id || "";
  const numbers = useQueryOf(wabaNumbers, { query: { id, wabaId } }, { enabled: wabaId !== "" });
  const [numberId, setNumberId] = useState("");
  const [adding, setAdding] = useState(false);
  const sending = useSend();
  const choose = () =>
    sending.send(
      () => request(updateOnboarding, { params: { id }, body: { name, deptId, wabaId, numberId, revision } }),
      ({ payload }) => onChange(payload),
    );
  const failure = wabas.failure ?? numbers.failure;
  if (failure)
    return (
      <>
        <Failure text={failure.message} />
        <Button onClick={wabas.failure ? wabas.reload : numbers.reload}>{uiTexts.retry}</Button>
      </>
    );
  if (!wabas.answer) return <Skeleton className="h-24 w-full" />;
  if (all.length === 0) return <p>{texts.noAccounts}</p>;
  return (
    <>
      <Field id="onboarding-waba" label={texts.accounts} className="w-full max-w-sm">
        <Select
          value={wabaId}
          options={all.map((each) => ({ value: each.id, label: each.name || each.id }))}
          onChange={(next) => {
            setPicked(next);
            setNumberId("");
          }}
        />
      </Field>
      {numbers.answer ? (
        <RadioGroup
          legend={texts.numbers}
          value={numberId}
          onChange={setNumberId}
          choices={numbers.answer.numbers.map((each) => ({
            value: each.id,
            label: texts.numberOf(each.number, each.verifiedName),
            hint: [
              each.verified ? texts.verifiedAlready : texts.notVerified,
              each.quality && texts.quality(each.quality),
            ]
              .filter(Boolean)
              .join(" · "),
          }))}
        />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
      <Failure text={sending.failure} />
      <div className="flex flex-wrap gap-3">
        <Button
          tone="primary"
          busy={sending.busy}
          disabledReason={numberId === "" ? texts.wabaNumberNeeded : undefined}
          onClick={() => void choose()}
        >
          {texts.choose}
        </Button>
        {!adding && <Button onClick={() => setAdding(true)}>{texts.another}</Button>}
      </div>
      {adding && <NewNumber id={id} wabaId={wabaId} onAdded={onChange} onCancel={() => setAdding(false)} />}
    </>
  );
}
