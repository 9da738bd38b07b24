import { CloudAlert, CloudCheck, CloudUpload } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import type { SaveState } from "./autosave.ts";

const texts = graphEditorTexts.save;

/** Whether everything is kept, in its place and always in words. */
export function SaveLine({ state, onAgain }: { state: SaveState; onAgain: () => void }) {
  const isTrouble = state.kind === "failed" || state.kind === "refused" || state.kind === "conflict";
  const Icon = isTrouble ? CloudAlert : state.kind === "saved" ? CloudCheck : CloudUpload;
  const words =
    state.kind === "failed"
      ? texts.failed(state.sentence)
      : state.kind === "refused" || state.kind === "conflict"
        ? texts.refused(state.sentence)
        : texts[state.kind];
  return (
    <div className="flex min-w-0 items-center gap-2">
      <p
        role="status"
        className={cx(
          "flex min-w-0 items-center gap-1.5 text-[0.8125rem]",
          isTrouble ? "text-danger-ink" : "text-muted",
        )}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0">{words}</span>
      </p>
      {(state.kind === "failed" || state.kind === "refused") && (
        <Button size="sm" onClick={onAgain}>
          {texts.again}
        </Button>
      )}
    </div>
  );
}
