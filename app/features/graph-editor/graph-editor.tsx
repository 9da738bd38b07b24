import { History } from "lucide-react";
import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { DraftBar } from "#app/features/draft-editor/draft-bar.tsx";
import { DraftNotes } from "#app/features/draft-editor/draft-notes.tsx";
import { usePresence } from "#app/features/draft-editor/use-presence.ts";
import { Button } from "#app/components/ui/button.tsx";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import { type AutomationDraft, automationDoors } from "#workers/contract/endpoints/automations.ts";
import { EditorBody } from "./editor-body.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { useGraph } from "./use-graph.ts";
import { linesOf } from "./difference-lines.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

/** The designer of a journey or an encap: its bar, and the steps with their forms below. */
export function GraphEditor({
  draft,
  title,
  nodeId,
  readOnly: isLookedAt,
}: {
  draft: AutomationDraft;
  title: string;
  /** The step that is open at first. */
  nodeId: string | undefined;
  readOnly: boolean;
}) {
  const control = useGraph(draft);
  const presence = usePresence(draft, control);
  const readOnly = isLookedAt || presence.editor !== undefined;
  const { graph, problems, save, theirs, published } = control;
  const { answer: references } = useQueryOf(automationDoors[draft.kind].references);
  const [dialog, setDialog] = useState<"publish" | "versions">();
  const isSaved = save.kind === "saved";

  const errors = problems.filter(({ severity }) => severity === "error").length;
  const notNow =
    errors > 0
      ? texts.publish.problems(errors)
      : !published.changed && isSaved
        ? texts.publish.nothing
        : undefined;
  const state = published.version === null ? "draft" : published.changed ? "changed" : "live";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <DraftBar
        title={title}
        badge={<StateBadge state={state} version={published.version} />}
        work={control}
        readOnly={readOnly}
        mayEdit={!isLookedAt}
        presence={presence}
        keysOff={dialog !== undefined}
      >
        <Button icon={<History aria-hidden />} onClick={() => setDialog("versions")}>
          {texts.versions.open}
        </Button>
        {!readOnly && (
          <Button tone="primary" disabledReason={notNow} onClick={() => setDialog("publish")}>
            {texts.publish.open}
          </Button>
        )}
      </DraftBar>
      {(isLookedAt || control.isRestored || theirs) && (
        <div className="grid shrink-0 gap-2 px-3 pt-3">
          <DraftNotes
            work={control}
            readOnly={isLookedAt && texts.readOnly}
            differences={(other) => linesOf(graph, other.graph)}
          />
        </div>
      )}
      <EditorBody
        draft={draft}
        control={control}
        references={references}
        nodeId={nodeId}
        readOnly={readOnly}
      />
      <PublishDialog
        draft={draft}
        control={control}
        open={dialog === "publish"}
        onClose={() => setDialog(undefined)}
      />
      <VersionsDialog
        draft={draft}
        control={control}
        readOnly={readOnly}
        open={dialog === "versions"}
        onClose={() => setDialog(undefined)}
      />
    </div>
  );
}
