import { useState } from "react";
import type { Question } from "#app/components/ui/confirm-dialog.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";

/** How it is tried again: from where, and whether in the version that people enter now, as whoever mended it wants. */
interface Retry {
  from: "failed" | "start" | "step";
  /** The step's id, where it is one of those offered. */
  step: string;
  newest: boolean;
}

/** Asks how to try it again; `steps` are offered besides the one that failed and the start. */
export function retryQuestion(
  title: string,
  run: (retry: Retry) => Promise<unknown>,
  steps: readonly { id: string; name: string }[] = [],
): Question {
  const chosen: Retry = { from: "failed", step: "", newest: true };
  return {
    title,
    text: (
      <>
        {texts.retryText}
        <RetryFrom
          steps={steps}
          onChange={(from, step) => {
            Object.assign(chosen, { from, step });
          }}
        />
        <Checkbox
          className="mt-3"
          label={texts.retryNewest}
          defaultChecked
          onChange={(newest) => {
            chosen.newest = newest;
          }}
        />
      </>
    ),
    confirmLabel: texts.retry,
    tone: "primary",
    run: () => run(chosen),
  };
}

/** Behind this stands a step's id. */
const STEP = "step:";

function RetryFrom({
  steps,
  onChange,
}: {
  steps: readonly { id: string; name: string }[];
  onChange: (from: Retry["from"], step: string) => void;
}) {
  const [value, setValue] = useState("failed");
  return (
    <Field label={texts.retryFrom} className="mt-3">
      <Select
        value={value}
        options={[
          { value: "failed", label: texts.retryFroms.failed },
          { value: "start", label: texts.retryFroms.start },
          ...steps.map(({ id, name }) => ({ value: `${STEP}${id}`, label: name })),
        ]}
        onChange={(next) => {
          setValue(next);
          if (next.startsWith(STEP)) onChange("step", next.slice(STEP.length));
          else onChange(next === "start" ? "start" : "failed", "");
        }}
      />
    </Field>
  );
}
