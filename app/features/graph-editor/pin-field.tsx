import { useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { GraphNode } from "#workers/contract/automation/graph.ts";
import type { Pin } from "#workers/contract/automation/pin.ts";
import { readAnswer } from "./answer-data.ts";
import { Fieldset } from "./fields/fieldset.tsx";

const texts = automationTryTexts.pin;
const shown = (data: unknown): string => (data === undefined ? "" : JSON.stringify(data, null, 2));

/** The answer that a step gets in tests, so that nobody has to choose it each time. */
export function PinField({
  node: { type, pin },
  readOnly,
  onChange,
}: {
  node: Pick<GraphNode, "type" | "pin">;
  readOnly: boolean;
  onChange: (pin: Pin | undefined, typing: boolean) => void;
}) {
  const kept = shown(pin?.data);
  /** The text as typed, for as long as the kept answer is the one that it says. */
  const [typed, setTyped] = useState({ text: kept, kept });
  const [digits, setDigits] = useState({ text: String(pin?.status ?? ""), kept: pin?.status });
  const text = typed.kept === kept ? typed.text : kept;
  const read = readAnswer(text);
  return (
    <Fieldset legend={texts.legend}>
      <Field label={texts.what} hint={texts.hint}>
        <Select
          disabled={readOnly}
          value={pin ? (pin.ok ? "works" : "fails") : ""}
          options={[
            { value: "", label: texts.none },
            { value: "works", label: texts.works },
            { value: "fails", label: texts.fails },
          ]}
          onChange={(next) =>
            onChange(next === "" ? undefined : { ...withoutStatus(pin), ok: next === "works" }, false)
          }
        />
      </Field>
      {pin && type === "http" && (
        <Field label={texts.status} hint={texts.statusHint}>
          <TextInput
            readOnly={readOnly}
            inputMode="numeric"
            value={digits.kept === pin.status ? digits.text : (pin.status ?? "")}
            onChange={(event) => {
              const next = event.target.value.replaceAll(/\D/g, "").slice(0, 3);
              // Half a number is none yet.
              const status = /^[1-5]\d\d$/.test(next) ? Number(next) : undefined;
              setDigits({ text: next, kept: status });
              onChange({ ...withoutStatus(pin), ok: pin.ok, ...(status !== undefined && { status }) }, true);
            }}
          />
        </Field>
      )}
      {pin && (
        <Field
          label={texts.data}
          hint={texts.dataHint[type as keyof typeof texts.dataHint] ?? texts.dataHint.http}
          error={read.ok ? undefined : read.sentence}
        >
          <Textarea
            rows={5}
            spellCheck={false}
            readOnly={readOnly}
            value={text}
            onChange={(event) => {
              const next = readAnswer(event.target.value);
              const { data: _, ...rest } = pin;
              const changed: Pin = next.ok && next.value !== undefined ? { ...rest, data: next.value } : rest;
              setTyped({ text: event.target.value, kept: next.ok ? shown(changed.data) : kept });
              if (next.ok) onChange(changed, true);
            }}
          />
        </Field>
      )}
    </Fieldset>
  );
}

const withoutStatus = (pin: Pin | undefined): Pick<Pin, "data"> => {
  const { status: _, ok: __, ...rest } = pin ?? { ok: true };
  return rest;
};
