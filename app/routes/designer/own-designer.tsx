import { call } from "#app/data/api.ts";
import { GraphEditor } from "#app/features/graph-editor/graph-editor.tsx";
import { useCan } from "#app/session/session.ts";
import { designerTexts } from "#texts/designer.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { OpenedDraft } from "./opened-draft.tsx";

/** The designer of journeys and encaps of this system, where no other one is set up. */
export function OwnDesigner({
  kind,
  id,
  title,
  nodeId,
}: {
  kind: AutomationKind;
  id: string;
  /** Until the name is known. */
  title: string;
  nodeId: string | null;
}) {
  const can = useCan();
  return (
    <OpenedDraft
      key={`${kind} ${id}`}
      title={title}
      ask={(signal) => call(automationDoors[kind].draft, { params: { id }, signal })}
    >
      {(draft) => (
        <GraphEditor
          draft={draft}
          title={designerTexts.titles[kind](draft.name)}
          nodeId={nodeId ?? undefined}
          readOnly={!can(kind === "journey" ? "JOURNEYS.EDIT" : "ENCAPS.EDIT")}
        />
      )}
    </OpenedDraft>
  );
}
