import { useState } from "react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useQueryOf } from "#app/data/query.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { triggersTexts } from "#texts/triggers.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type EntryEvaluation, triggerDoors } from "#workers/contract/endpoints/automation-triggers.ts";

const TONES: Partial<Record<EntryEvaluation["result"], BadgeTone>> = {
  entered: "success",
  blocked: "danger",
};

const SEARCH_MS = 300;

/** Why customers entered a journey or an encap on a channel or did not, and what became of one of them. */
export function EntriesPanel({
  kind,
  id,
  instanceId,
  onClose,
}: {
  kind: AutomationKind;
  id: string;
  instanceId: string;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState("");
  const query = { search: asked };
  const { answer, failure } = useQueryOf(
    triggerDoors[kind].evaluations,
    { params: { id, instanceId }, query },
    { keepsLast: true },
  );
  return (
    <SidePanel open onClose={onClose} title={texts.entries}>
      <div className="grid gap-3">
        <p className="text-muted">{texts.entriesText[kind]}</p>
        <SearchInput
          label={texts.ask}
          placeholder={texts.ask}
          value={asked}
          delay={SEARCH_MS}
          onSearch={setAsked}
          found={answer && { count: answer.evaluations.length, more: false }}
          className="w-full"
        />
        {answer ? (
          <Entries kind={kind} evaluations={answer.evaluations} isAsked={asked !== ""} />
        ) : failure ? (
          <LoadFailure error={failure} title={texts.entriesFailed} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </div>
    </SidePanel>
  );
}

function Entries({
  kind,
  evaluations,
  isAsked,
}: {
  kind: AutomationKind;
  evaluations: readonly EntryEvaluation[];
  isAsked: boolean;
}) {
  if (evaluations.length === 0) return <p>{isAsked ? texts.notAmong[kind] : texts.noEntries}</p>;
  return (
    <ol aria-label={texts.entries} className="grid gap-2">
      {evaluations.map((each) => (
        <li key={each.id} className="grid gap-0.5 rounded-md border border-line px-3 py-2">
          <p className="flex flex-wrap items-center gap-2">
            <bdi className="font-medium [overflow-wrap:anywhere]">
              {each.customer.name || (each.result === "late" ? texts.everybody : texts.unknown)}
            </bdi>
            <Badge tone={TONES[each.result] ?? "warning"}>{triggersTexts.results[each.result]}</Badge>
          </p>
          {each.result !== "entered" && <p className="[overflow-wrap:anywhere]">{each.sentence}</p>}
          <p className="text-[0.8125rem] text-muted tabular-nums">
            {[formatMoment(each.at), texts.ways[each.kind as keyof typeof texts.ways]]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </li>
      ))}
    </ol>
  );
}
