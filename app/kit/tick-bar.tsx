import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { useBelowHead } from "#app/components/use-below-head.ts";
import { type TickedAction, TickedButtons, useTickedActions } from "#app/kit/ticked-actions.tsx";
import type { TickedRows } from "#app/kit/use-ticked.ts";
import { formatCount } from "#app/lib/format.ts";
import { listsTexts } from "#texts/lists.ts";
import { uiTexts as texts } from "#texts/ui.ts";
import { MOST_COUNTED } from "#workers/contract/total.ts";

/** The box that ticks the page. */
export const TickPage = ({
  ticked: { page, tickPage },
  labelHidden = true,
}: {
  ticked: Pick<TickedRows, "page" | "tickPage">;
  labelHidden?: boolean;
}) => (
  <Checkbox
    label={listsTexts.selectPage}
    labelHidden={labelHidden}
    checked={page === "all"}
    mixed={page === "some"}
    onChange={tickPage}
  />
);

/** How many are ticked, the offer to tick all that match once the page is, and what is done with them. */
export function TickBar({
  ticked,
  total,
  actions,
}: {
  ticked: TickedRows;
  /** How many match in all, as lists count them. */
  total: number;
  actions: readonly TickedAction[];
}) {
  const { ids, all, page } = ticked;
  const isOver = total > MOST_COUNTED;
  const counted = [formatCount(Math.min(total, MOST_COUNTED)), isOver] as const;
  const words = all
    ? listsTexts.matchingSelected(...counted)
    : ids.length > 0
      ? texts.selected(ids.length)
      : "";
  useTickedActions({ count: words, actions });
  if (words === "") return null;
  return (
    <ChosenBar
      words={words}
      {...(!all &&
        page === "all" &&
        total > ids.length && {
          offer: { label: listsTexts.selectMatching(...counted), onPress: ticked.tickAll },
        })}
      onClear={ticked.clear}
      actions={actions}
    />
  );
}

/** The bar of whatever is ticked, in sight below the console's own bar; a table's head sticks below it. */
export function ChosenBar({
  words,
  offer,
  onClear,
  actions,
}: {
  /** How many are ticked. */
  words: string;
  /** To tick all that match. */
  offer?: { label: string; onPress: () => void };
  onClear: () => void;
  actions: readonly TickedAction[];
}) {
  const { head } = useBelowHead<HTMLDivElement>("--head-top");
  return (
    <div
      ref={head}
      className="sticky top-13 z-12 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-accent bg-raised px-3 py-2"
    >
      <p role="status" className="font-medium tabular-nums">
        {words}
      </p>
      {offer && (
        <Button size="sm" tone="ghost" onClick={offer.onPress}>
          {offer.label}
        </Button>
      )}
      <Button size="sm" tone="ghost" onClick={onClear}>
        {listsTexts.clearSelection}
      </Button>
      <div className="ms-auto flex flex-wrap gap-2">
        <TickedButtons size="sm" actions={actions} />
      </div>
    </div>
  );
}
