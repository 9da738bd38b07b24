import { Tag, Trash2, UserMinus, Users } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { useBelowHead } from "#app/components/use-below-head.ts";
import { formatCount } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { listsTexts } from "#texts/lists.ts";
import { type TaggingKind, taggingKinds } from "#app/features/customers/tagging-kinds.ts";
import { type TickedAction, TickedButtons } from "#app/kit/ticked-actions.tsx";
import type { Selection } from "./use-selection.ts";

type Choose = (kind: TaggingKind, remove: boolean) => void;
const { group, label } = taggingKinds;

/** The two buttons that are always shown; while nobody is selected they say what they wait for. */
export const putActions = (reason: string | undefined, onChoose: Choose): TickedAction[] => [
  { label: group.texts.put, icon: Users, reason, onPress: () => onChoose(group, false) },
  { label: label.texts.put, icon: Tag, reason, onPress: () => onChoose(label, false) },
];

/** The actions of the selection alone. */
export const useSelectedActions = (
  reason: string | undefined,
  onChoose: Choose,
  onRemove: () => void,
): TickedAction[] => {
  const can = useCan();
  return [
    ...(can("CUSTOMER.EDIT") ? [group, label] : []).map((kind) => ({
      label: kind.texts.take,
      icon: UserMinus,
      reason,
      onPress: () => onChoose(kind, true),
    })),
    ...(can("CUSTOMER.DELETE")
      ? [{ label: texts.removeSelected, icon: Trash2, tone: "danger" as const, reason, onPress: onRemove }]
      : []),
  ];
};

/** The number of selected customers, whether these are all matches, and the actions on them. */
export function SelectionBar({
  selection,
  onPage,
  total,
  actions,
}: {
  selection: Selection;
  onPage: number;
  /** The total number of matches; undefined while they are being counted. */
  total: number | undefined;
  actions: readonly TickedAction[];
}) {
  const { head } = useBelowHead<HTMLDivElement>("--below-bar");
  const { matching, page } = selection;
  const more = page === "all" && matching === undefined && total !== undefined && total > onPage;
  return (
    <div
      ref={head}
      className="sm:sticky sm:top-13 z-12 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-accent bg-raised px-3 py-2 empty:hidden"
    >
      <p role="status" className="font-medium tabular-nums">
        {selectedText(selection)}
      </p>
      {more && (
        <Button size="sm" tone="ghost" onClick={() => selection.tickMatching(total)}>
          {listsTexts.selectMatching(formatCount(total), false)}
        </Button>
      )}
      <Button size="sm" tone="ghost" onClick={selection.clear}>
        {listsTexts.clearSelection}
      </Button>
      <div className="ml-auto flex flex-wrap gap-2">
        <TickedButtons size="sm" actions={actions} />
      </div>
    </div>
  );
}

/** Empty for nobody. */
export function selectedText({ count, matching }: Selection): string {
  if (count === 0) return "";
  return matching === undefined
    ? texts.selecting(formatCount(count))
    : listsTexts.matchingSelected(formatCount(matching), false);
}
