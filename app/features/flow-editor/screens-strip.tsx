import { CirclePlus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { designerTexts } from "#texts/designer.ts";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import {
  type Json,
  pointer,
  screensOf,
  textOf,
  type WaFlowProblem,
} from "#workers/contract/wa-flows/flow-json.ts";
import { firstScreen, routesOf } from "#workers/contract/wa-flows/routes.ts";

/** The screens in their order, and below each the ones that it leads to. */
export function ScreensStrip({
  content,
  problems,
  open,
  readOnly,
  onOpen,
  onAdd,
}: {
  content: Json;
  problems: readonly WaFlowProblem[];
  open: number;
  readOnly: boolean;
  onOpen: (at: number) => void;
  onAdd: () => void;
}) {
  const routes = routesOf(content);
  const first = firstScreen(content);
  return (
    <nav aria-label={texts.screens} className="flex flex-wrap items-stretch gap-2">
      {screensOf(content).map((screen, at) => {
        const id = textOf(screen["id"]);
        const ways = (routes.get(id) ?? []).map(({ to }) => to);
        const wrong = problems.filter(
          ({ path, severity }) =>
            severity === "error" &&
            (path === pointer("/screens", at) || path.startsWith(`${pointer("/screens", at)}/`)),
        ).length;
        const notes = [id === first && texts.first, screen["terminal"] === true && texts.last].filter(
          Boolean,
        );
        return (
          <button
            key={at}
            type="button"
            aria-current={at === open || undefined}
            onClick={() => onOpen(at)}
            className={cx(
              "min-h-11 max-w-56 min-w-0 rounded-md border bg-surface px-3 py-1.5 text-left hover:bg-hover",
              at === open ? "border-accent" : "border-line",
            )}
          >
            <span className="block truncate font-medium">{textOf(screen["title"]) || id}</span>
            <span className="block truncate text-xs text-muted">
              {id}
              {notes.length > 0 && ` · ${notes.join(", ")}`}
              {wrong > 0 && (
                <span className="font-medium text-danger-ink"> · {designerTexts.draft.wrong(wrong)}</span>
              )}
            </span>
            <span className="block truncate text-xs text-muted">
              {ways.length > 0
                ? texts.leadsTo(ways.join(", "))
                : screen["terminal"] === true
                  ? ""
                  : texts.leadsNowhere}
            </span>
          </button>
        );
      })}
      {!readOnly && (
        <Button icon={<CirclePlus aria-hidden />} onClick={onAdd}>
          {texts.addScreen}
        </Button>
      )}
    </nav>
  );
}
