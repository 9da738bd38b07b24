import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { useSettled } from "#app/lib/use-settled.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { listPublications } from "#workers/contract/endpoints/automation-instances.ts";
import { addressOf, type Chosen, instancesIn } from "./chosen.ts";

const SETTLED_MS = 300;
/** Journeys that one search answers. */
const FOUND = 50;

/** The choice of a journey on its channel, found by the journey's name however many there are. */
export function JourneyChoice({
  chosen,
  onChoose,
}: {
  chosen?: (Chosen & { label: string }) | undefined;
  onChoose: (at: string) => void;
}) {
  const [typed, setTyped] = useState("");
  const name = useSettled(typed, SETTLED_MS);
  const { answer, failure } = useQueryOf(
    listPublications,
    { query: { name, perPage: FOUND } },
    { keepsLast: true },
  );
  const found = instancesIn(answer?.journeys ?? []);
  return (
    <Combobox
      aria-label={texts.choose}
      className="w-full sm:w-96"
      value={chosen ? addressOf(chosen) : null}
      chosenLabel={chosen?.label ?? ""}
      placeholder={texts.search}
      choices={found.map((each) => ({ value: addressOf(each), label: each.label }))}
      note={failure?.message ?? (answer?.more ? texts.more : undefined)}
      onQuery={setTyped}
      onChange={onChoose}
    />
  );
}
