import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { TryAct, TryStop } from "#workers/contract/automation/tried-run.ts";

const texts = automationTryTexts.stops;

export type Stopping = "never" | "each" | "open";

/** Where a test stops, as the engine takes it; nowhere where no step is open. */
export const stopOf = (stopping: Stopping, open: string | undefined): TryStop | undefined =>
  stopping === "each"
    ? { when: "each" }
    : stopping === "open" && open !== undefined
      ? { when: "at", nodeId: open }
      : undefined;

/** Chooses where the test stops by itself: the open step is the cursor. */
export function StopField({
  stopping,
  open,
  onChange,
}: {
  stopping: Stopping;
  /** The open step in words. */
  open: string | undefined;
  onChange: (stopping: Stopping) => void;
}) {
  return (
    <Field label={texts.label}>
      <Select
        value={stopping}
        options={[
          { value: "never", label: texts.never },
          { value: "each", label: texts.each },
          { value: "open", label: open === undefined ? texts.noneOpen : texts.open(open) },
        ]}
        onChange={(value) => onChange(value as Stopping)}
      />
    </Field>
  );
}

/** Stands before a step: one step further, or on. */
export function Stopped({
  before,
  stop,
  busy,
  act,
}: {
  /** The step before which it has stopped, in words. */
  before: string;
  /** Where it stops next if it goes on. */
  stop: TryStop | undefined;
  busy: boolean;
  act: (act: TryAct, stop?: TryStop) => void;
}) {
  return (
    <div className="grid gap-2">
      <Banner kind="info" live>
        {texts.before(before)}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="primary" busy={busy} onClick={() => act({ kind: "go" }, { when: "each" })}>
          {texts.step}
        </Button>
        <Button
          size="sm"
          onClick={() => (stop?.when === "at" ? act({ kind: "go" }, stop) : act({ kind: "go" }))}
        >
          {texts.on}
        </Button>
      </div>
    </div>
  );
}
