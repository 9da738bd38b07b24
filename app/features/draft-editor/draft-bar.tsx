import { ArrowLeft, Redo2, Undo2, Users } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { type Location, useNavigate } from "react-router";
import { useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { SaveLine } from "#app/features/autosave/save-line.tsx";
import { useUndoKeys } from "#app/features/autosave/use-undo-keys.ts";
import type { Work } from "#app/features/autosave/use-work.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { designerTexts } from "#texts/designer.ts";
import { whyTexts } from "#texts/why.ts";
import type { Presence } from "./use-presence.ts";

const texts = designerTexts.draft;

/**
 * The bar above a draft that saves itself: the way back, its name and state, whether it is saved, undo and redo, and
 * the designer's own buttons. Keeps one from leaving while something is not saved.
 */
export function DraftBar({
  title,
  badge,
  work,
  readOnly,
  mayEdit,
  keysOff,
  presence,
  leaves = (from, to) => from.pathname !== to.pathname,
  onLeave,
  children,
}: {
  title: string;
  badge: ReactNode;
  work: Pick<Work<unknown, unknown>, "save" | "flush" | "undo" | "redo" | "undoes" | "redoes">;
  readOnly: boolean;
  /** Whether they might edit it if nobody else did. */
  mayEdit: boolean;
  /** While Ctrl+Z belongs to something else: a dialog, or a text with an undo of its own. */
  keysOff: boolean;
  presence: Presence;
  leaves?: (from: Location, to: Location) => boolean;
  /** Goes where Back leads, once everything is saved; one page back in the history where it is absent. */
  onLeave?: () => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const toast = useToast();
  const unsaved = useUnsavedGuard({ leaves, why: () => texts.leaving });
  const isSaved = work.save.kind === "saved";
  useEffect(() => unsaved.mark(!isSaved), [unsaved, isSaved]);
  useEffect(() => () => unsaved.mark(false), [unsaved]);
  useUndoKeys(work, readOnly || keysOff);
  const leave = async () => {
    if (!(await work.flush())) return void toast.warning(texts.leaving);
    unsaved.mark(false);
    if (onLeave) onLeave();
    else void navigate(-1);
  };
  const { others, editor } = presence;
  return (
    <>
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
          {badge}
          {others.length > 0 && (
            <p
              title={texts.alsoHereNames(others.join(", "))}
              className="flex shrink-0 items-center gap-1 text-[0.8125rem] text-muted"
            >
              <Users aria-hidden className="size-4" />
              <span className="sr-only">{texts.alsoHereNames(others.join(", "))}</span>
              <span aria-hidden>{others.length}</span>
            </p>
          )}
        </div>
        <SaveLine state={work.save} onAgain={() => void work.flush()} />
        <div className="flex flex-wrap items-center gap-1.5">
          {!readOnly && (
            <>
              <IconButton
                label={texts.undo}
                icon={<Undo2 aria-hidden />}
                disabledReason={work.undoes === 0 ? whyTexts.nothingToUndo : undefined}
                onClick={work.undo}
              />
              <IconButton
                label={texts.redo}
                icon={<Redo2 aria-hidden />}
                disabledReason={work.redoes === 0 ? whyTexts.nothingToRedo : undefined}
                onClick={work.redo}
              />
            </>
          )}
          {children}
        </div>
      </header>
      {editor && (
        <div className="shrink-0 border-b border-line bg-surface px-3 py-2">
          <Banner
            kind="info"
            live
            actions={
              mayEdit && (
                <Button size="sm" onClick={presence.takeOver}>
                  {texts.takeOver}
                </Button>
              )
            }
          >
            {editor.isMe ? texts.editedByMe : texts.editedBy(editor.name)}
          </Banner>
        </div>
      )}
    </>
  );
}
