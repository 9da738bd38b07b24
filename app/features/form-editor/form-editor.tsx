import { ArrowLeft, History, Inbox, Link, ListOrdered, Redo2, Smartphone, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { SaveLine } from "#app/features/autosave/save-line.tsx";
import { useUndoKeys } from "#app/features/autosave/use-undo-keys.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Segments } from "#app/components/ui/segments.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { designerTexts } from "#texts/designer.ts";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import type { FormDraft } from "#workers/contract/endpoints/forms.ts";
import { Build } from "./build.tsx";
import { PublishDialog, ShareDialog, VersionsDialog } from "./dialogs.tsx";
import { differences } from "./edits.ts";
import { Preview } from "./preview.tsx";
import { Submissions } from "./submissions.tsx";
import { useForm } from "./use-form.ts";

type View = keyof typeof texts.tabs;
const VIEWS = [
  { value: "build" as const, label: texts.tabs.build, icon: ListOrdered },
  { value: "preview" as const, label: texts.tabs.preview, icon: Smartphone },
  { value: "answers" as const, label: texts.tabs.answers, icon: Inbox },
];

/** The designer of a form: its bar, and below it the questions, a preview or the answers. */
export function FormEditor({
  draft,
  title,
  readOnly,
}: {
  draft: FormDraft;
  title: string;
  readOnly: boolean;
}) {
  const control = useForm(draft);
  const { value, problems, save, theirs, published } = control;
  const [view, setView] = useState<View>("build");
  const [dialog, setDialog] = useState<"publish" | "versions" | "share">();
  const navigate = useNavigate();
  const toast = useToast();
  const unsaved = useUnsavedGuard({
    leaves: (from, to) => from.pathname !== to.pathname,
    why: () => texts.leaving,
  });
  const isSaved = save.kind === "saved";
  useEffect(() => unsaved.mark(!isSaved), [unsaved, isSaved]);
  useEffect(() => () => unsaved.mark(false), [unsaved]);
  useUndoKeys(control, readOnly || dialog !== undefined);

  const errors = problems.filter(({ severity }) => severity === "error").length;
  const notNow =
    errors > 0 ? texts.mendFirst(errors) : !published.changed && isSaved ? texts.nothing : undefined;
  const leave = async () => {
    if (await control.flush()) {
      unsaved.mark(false);
      void navigate(-1);
    } else toast.warning(texts.leaving);
  };
  const close = () => setDialog(undefined);
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
            {value.name || title}
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
            {texts.versions}
          </Button>
          <Button icon={<Link aria-hidden />} onClick={() => setDialog("share")}>
            {texts.share}
          </Button>
          {!readOnly && (
            <Button tone="primary" disabledReason={notNow} onClick={() => setDialog("publish")}>
              {texts.publish}
            </Button>
          )}
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-4 p-3 sm:p-6">
          {readOnly && <Banner kind="info">{texts.readOnly}</Banner>}
          {control.isRestored && (
            <Banner kind="info" live>
              {texts.restored}
            </Banner>
          )}
          {theirs && save.kind === "conflict" && (
            <ChangedMeanwhile
              text={save.sentence}
              differences={differences(value.content, theirs.content)}
              onLoad={control.takeTheirs}
              onKeep={control.keepMine}
            />
          )}
          <Segments label={texts.views} value={view} segments={VIEWS} onChange={setView} />
          {view === "build" && (
            <Build control={control} customerFields={draft.customerFields} readOnly={readOnly} />
          )}
          {view === "preview" && <Preview form={value.content} />}
          {view === "answers" && (
            <Submissions draft={draft} form={value.content} version={published.version} />
          )}
        </div>
      </div>
      {dialog === "publish" && <PublishDialog draft={draft} control={control} onClose={close} />}
      {dialog === "versions" && (
        <VersionsDialog draft={draft} control={control} readOnly={readOnly} onClose={close} />
      )}
      {dialog === "share" && (
        <ShareDialog draft={draft} readOnly={readOnly} version={published.version} onClose={close} />
      )}
    </div>
  );
}
