import { call } from "#app/data/api.ts";
import { FlowEditor } from "#app/features/flow-editor/flow-editor.tsx";
import { useCan } from "#app/session/session.ts";
import { getWaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import { OpenedDraft } from "./opened-draft.tsx";

/** The designer of WhatsApp Flows of this system, where no other one is set up. */
export function OwnFlowDesigner({ id, screenId, title }: { id: string; screenId: string; title: string }) {
  const can = useCan();
  return (
    <OpenedDraft key={id} title={title} ask={(signal) => call(getWaFlowDraft, { params: { id }, signal })}>
      {(draft) => <FlowEditor draft={draft} screenId={screenId} mayEdit={can("JOURNEYS.EDIT")} />}
    </OpenedDraft>
  );
}
