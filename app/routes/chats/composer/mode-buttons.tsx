import { cx } from "#app/components/ui/cx.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { Draft } from "./answer-draft.ts";

/** Whether one writes to the customer, or for colleagues. */
export function ModeButtons({
  mode,
  onChange,
}: {
  mode: Draft["mode"];
  onChange: (mode: Draft["mode"]) => void;
}) {
  return (["reply", "note"] as const).map((each) => (
    <button
      key={each}
      type="button"
      aria-pressed={each === mode}
      onClick={() => onChange(each)}
      className={cx(
        "min-h-8 pointer-coarse:min-h-11 rounded-md px-3 font-medium",
        each === mode ? "bg-surface text-ink shadow-sm" : "text-muted hover:text-ink",
      )}
    >
      {texts[each]}
    </button>
  ));
}
