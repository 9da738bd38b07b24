import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { simulatorTexts } from "#texts/simulator.ts";
import { simulatorTroubleTexts as texts } from "#texts/simulator-trouble.ts";
import { lateFailures, refusals, type Trouble } from "#workers/contract/simulator.ts";

const { switches: names } = simulatorTexts.trouble;
const DELAYS = [0, 5, 30, 120, 600];

/** The switches of trouble, each with immediate effect. */
export function TroubleChoices({
  trouble,
  switches,
  onChange,
}: {
  trouble: Trouble;
  switches: readonly (keyof typeof names)[];
  onChange: (part: Partial<Trouble>) => void;
}) {
  const { refuse, failLater, delay } = trouble;
  const codes = (all: readonly (keyof typeof texts.codes)[]) =>
    all.map((code) => ({ value: code, label: texts.codeAt(code, texts.codes[code]) }));
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <p className="text-muted lg:col-span-2">{texts.lead}</p>
      <Field label={texts.refuse} hint={texts.refuseHint}>
        <Select
          value={refuse ?? ""}
          options={[{ value: "", label: texts.off }, ...codes(refusals)]}
          onChange={(code) => onChange({ refuse: refusals.find((each) => each === code) ?? null })}
        />
      </Field>
      <Field label={texts.failLater} hint={texts.failLaterHint}>
        <Select
          value={failLater ?? ""}
          options={[{ value: "", label: texts.off }, ...codes(lateFailures)]}
          onChange={(code) => onChange({ failLater: lateFailures.find((each) => each === code) ?? null })}
        />
      </Field>
      <Field label={texts.delay}>
        <Select
          value={String(delay)}
          options={[...new Set([...DELAYS, delay])].map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? texts.off : texts.seconds(seconds),
          }))}
          onChange={(seconds) => onChange({ delay: Number(seconds) })}
        />
      </Field>
      <div className="grid gap-3 lg:col-span-2 lg:grid-cols-2">
        {switches.map((name) => (
          <Switch
            key={name}
            label={names[name]}
            hint={texts.hints[name]}
            checked={trouble[name]}
            onChange={(on) => onChange({ [name]: on })}
          />
        ))}
      </div>
    </div>
  );
}
