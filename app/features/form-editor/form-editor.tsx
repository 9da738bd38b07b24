import { History, Inbox, Link, ListOrdered, Smartphone } from "lucide-react";
import { useState } from "react";
import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { DraftBar } from "#app/features/draft-editor/draft-bar.tsx";
import { DraftNotes } from "#app/features/draft-editor/draft-notes.tsx";
import { usePresence } from "#app/features/draft-editor/use-presence.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Segments } from "#app/components/ui/segments.tsx";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import type { FormDraft } from "#workers/contract/endpoints/forms.ts";
import { Build } from "./build.tsx";
import { PublishDialog, VersionsDialog } from "./dialogs.tsx";
import { differences } from "./edits.ts";
import { Preview } from "./preview.tsx";
import { ShareDialog } from "./share-dialog.tsx";
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
  readOnly: isLookedAt,
}: {
  draft: FormDraft;
  title: string;
  readOnly: boolean;
}) {
  const control = useForm(draft);
  const presence = usePresence({ kind: "form", id: draft.id }, control);
  const readOnly = isLookedAt || presence.editor !== undefined;
  const { value, problems, save, published } = control;
  const [view, setView] = useState<View>("build");
  const [dialog, setDialog] = useState<"publish" | "versions" | "share">();
  const isSaved = save.kind === "saved";
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const notNow =
    errors > 0 ? texts.mendFirst(errors) : !published.changed && isSaved ? texts.nothing : undefined;
  const close = () => setDialog(undefined);
  const state = published.version === null ? "draft" : published.changed ? "changed" : "live";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <DraftBar
        title={value.name || title}
        badge={<StateBadge state={state} version={published.version} />}
        work={control}
        readOnly={readOnly}
        mayEdit={!isLookedAt}
        presence={presence}
        keysOff={dialog !== undefined}
      >
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
      </DraftBar>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-4 p-3 sm:p-6">
          <DraftNotes
            work={control}
            readOnly={isLookedAt && texts.readOnly}
            differences={(theirs) => differences(value.content, theirs.content)}
          />
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
