import { Tag, Trash2, UserMinus, Users, Workflow } from "lucide-react";
import { formatCount } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { addPeopleTexts } from "#texts/add-people.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { listsTexts } from "#texts/lists.ts";
import { type TaggingKind, taggingKinds } from "#app/features/customers/tagging-kinds.ts";
import { ChosenBar } from "#app/kit/tick-bar.tsx";
import type { TickedAction } from "#app/kit/ticked-actions.tsx";
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
  onJourney: () => void,
): TickedAction[] => {
  const can = useCan();
  return [
    ...(can("JOURNEYS.EDIT")
      ? [{ label: addPeopleTexts.toJourney, icon: Workflow, onPress: onJourney }]
      : []),
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
  const { matching, page } = selection;
  const more = page === "all" && matching === undefined && total !== undefined && total > onPage;
  return (
    <ChosenBar
      words={selectedText(selection)}
      {...(more && {
        offer: {
          label: listsTexts.selectMatching(formatCount(total), false),
          onPress: () => selection.tickMatching(total),
        },
      })}
      onClear={selection.clear}
      actions={actions}
    />
  );
}

/** Empty for nobody. */
export function selectedText({ count, matching }: Selection): string {
  if (count === 0) return "";
  return matching === undefined
    ? texts.selecting(formatCount(count))
    : listsTexts.matchingSelected(formatCount(matching), false);
}
