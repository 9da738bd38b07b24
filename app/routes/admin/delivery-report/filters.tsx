import { type FormEvent, useState } from "react";
import { useTyped } from "#app/kit/use-typed.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import { recipientStatuses } from "#workers/contract/broadcast.ts";
import { messageSources } from "#workers/contract/endpoints/reports-of-messages.ts";
import { isNarrowed, type Shown, WIDE } from "./shown.ts";

const SOURCES = [
  { value: "", label: texts.everySource },
  ...messageSources.map((value) => ({ value, label: texts.sources[value] })),
];
const STATUSES = [
  { value: "", label: texts.everyStatus },
  ...recipientStatuses.map((value) => ({ value, label: broadcastsTexts.view.statuses[value] })),
];

/** Whether it is worth asking: the server reads numbers of any spelling. */
const mayBeAddress = (typed: string): boolean =>
  typed.trim() === "" || typed.includes("@") || typed.replaceAll(/\D/g, "").length >= 7;

/** The filters of the report. */
export function Filters({
  shown,
  channels,
  problems,
  onGo,
}: {
  shown: Shown;
  channels: readonly { id: string; name: string }[];
  /** By the names of the filters. */
  problems: Partial<Record<keyof Shown, string>>;
  onGo: (shown: Shown) => void;
}) {
  const [typed, set] = useTyped(shown);
  const [numberWrong, setNumberWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = !mayBeAddress(typed.number);
    setNumberWrong(wrong);
    if (wrong) return;
    onGo({ ...typed, number: typed.number.trim(), id: typed.id.trim() });
  };
  const text = (name: "since" | "until" | "number" | "id", label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      error={name === "number" && numberWrong ? texts.numberWrong : problems[name]}
      className="w-full"
    >
      <TextInput
        type={name === "since" || name === "until" ? "date" : "text"}
        inputMode={name === "number" ? "tel" : undefined}
        autoComplete="off"
        maxLength={name === "id" ? 500 : 320}
        value={typed[name]}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Field>
  );
  return (
    <form
      aria-label={texts.filters}
      noValidate
      onSubmit={submit}
      className="mb-4 grid grid-cols-1 items-end gap-3 rounded-xl border border-line bg-surface p-4 min-[26rem]:grid-cols-2 lg:grid-cols-4"
    >
      {text("since", texts.fromDay)}
      {text("until", texts.toDay)}
      <Field label={texts.channel} className="w-full">
        <Select
          value={typed.channel}
          options={[
            { value: "", label: texts.everyChannel },
            ...channels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(channel) => set({ channel })}
        />
      </Field>
      <Field label={texts.source} className="w-full">
        <Select value={typed.source} options={SOURCES} onChange={(source) => set({ source })} />
      </Field>
      <Field label={texts.status} className="w-full">
        <Select value={typed.status} options={STATUSES} onChange={(status) => set({ status })} />
      </Field>
      {text("number", texts.number, texts.numberHint)}
      {text("id", texts.messageId, texts.messageIdHint)}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" type="submit">
          {texts.apply}
        </Button>
        {isNarrowed(shown) && (
          <Button
            tone="ghost"
            onClick={() => {
              set(WIDE);
              setNumberWrong(false);
              onGo({ ...shown, ...WIDE });
            }}
          >
            {texts.clear}
          </Button>
        )}
      </div>
    </form>
  );
}
