import { ArrowLeft, History, Redo2, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { designerTexts } from "#texts/designer.ts";
import { graphEditorTexts as texts } from "#texts/graph-editor.ts";
import { type AutomationDraft, automationDoors } from "#workers/contract/endpoints/automations.ts";
import { EditorBody } from "./editor-body.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { SaveLine } from "#app/features/autosave/save-line.tsx";
import { useUndoKeys } from "#app/features/autosave/use-undo-keys.ts";
import { useGraph } from "./use-graph.ts";
import { linesOf, VersionsDialog } from "./versions-dialog.tsx";

/** The designer of a journey or an encap: its bar, and the steps with their forms below. */
export function GraphEditor({
  draft,
  title,
  nodeId,
  readOnly,
}: {
  draft: AutomationDraft;
  title: string;
  /** The step that is open at first. */
  nodeId: string | undefined;
  readOnly: boolean;
}) {
  const control = useGraph(draft);
  const { graph, problems, save, theirs, published } = control;
  const { answer: references } = useQueryOf(automationDoors[draft.kind].references);
  const [dialog, setDialog] = useState<"publish" | "versions">();
  const navigate = useNavigate();
  const toast = useToast();
  const unsaved = useUnsavedGuard({
    leaves: (from, to) => from.pathname !== to.pathname,
    why: () => texts.leaving,
  });
  const isSaved = save.kind === "saved";
  useEffect(() => unsaved.mark(!isSaved), [unsaved, isSaved]);
  useEffect(() => () => unsaved.mark(false), [unsaved]);

  const errors = problems.filter(({ severity }) => severity === "error").length;
  const notNow =
    errors > 0
      ? texts.publish.problems(errors)
      : !published.changed && isSaved
        ? texts.publish.nothing
        : undefined;
  const leave = async () => {
    if (await control.flush()) {
      unsaved.mark(false);
      void navigate(-1);
    } else toast.warning(texts.leaving);
  };
  useUndoKeys(control, readOnly || dialog !== undefined);
  const state = published.version === null ? "draft" : published.changed ? "changed" : "live";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-surface px-3 py-2">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-2">
          <IconButton
            label={designerTexts.back}
            icon={<ArrowLeft aria-hidden />}
            onClick={() => void leave()}
          />
          <h1 tabIndex={-1} className="min-w-0 truncate text-base font-semibold">
            {title}
          </h1>
          <StateBadge state={state} version={published.version} />
        </div>
        <SaveLine state={save} onAgain={() => void control.flush()} />
        <div className="flex flex-wrap items-center gap-1.5">
          {!readOnly && (
            <>
              <IconButton
                label={texts.undo}
                icon={<Undo2 aria-hidden />}
                disabled={control.undoes === 0}
                onClick={control.undo}
              />
              <IconButton
                label={texts.redo}
                icon={<Redo2 aria-hidden />}
                disabled={control.redoes === 0}
                onClick={control.redo}
              />
            </>
          )}
          <Button icon={<History aria-hidden />} onClick={() => setDialog("versions")}>
            {texts.versions.open}
          </Button>
          {!readOnly && (
            <Button tone="primary" disabledReason={notNow} onClick={() => setDialog("publish")}>
              {texts.publish.open}
            </Button>
          )}
        </div>
      </header>
      {(readOnly || control.isRestored || theirs) && (
        <div className="grid shrink-0 gap-2 px-3 pt-3">
          {readOnly && <Banner kind="info">{texts.readOnly}</Banner>}
          {control.isRestored && (
            <Banner kind="info" live>
              {texts.restored}
            </Banner>
          )}
          {theirs && save.kind === "conflict" && (
            <ChangedMeanwhile
              text={save.sentence}
              differences={linesOf(graph, theirs.graph)}
              onLoad={control.takeTheirs}
              onKeep={control.keepMine}
            />
          )}
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
