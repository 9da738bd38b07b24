import { Tag, Trash2, UserMinus, Users } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { formatCount } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { type TaggingKind, taggingKinds } from "#app/features/customers/tagging-kinds.ts";
import type { Selection } from "./use-selection.ts";

/** The two buttons that are always shown; while nobody is selected they say what they wait for. */
export function TaggingButtons({
  reason,
  onChoose,
}: {
  /** The reason why the buttons are disabled. */
  reason: string | undefined;
  onChoose: (kind: TaggingKind, remove: boolean) => void;
}) {
  const { group, label } = taggingKinds;
  return (
    <>
      <Button icon={<Users aria-hidden />} disabledReason={reason} onClick={() => onChoose(group, false)}>
        {group.texts.put}
      </Button>
      <Button icon={<Tag aria-hidden />} disabledReason={reason} onClick={() => onChoose(label, false)}>
        {label.texts.put}
      </Button>
    </>
  );
}

/** The number of selected customers, whether these are all matches, and the actions on them. */
export function SelectionBar({
  selection,
  onPage,
  total,
  busy,
  onChoose,
  onRemove,
}: {
  selection: Selection;
  onPage: number;
  /** The total number of matches; undefined while they are being counted. */
  total: number | undefined;
  busy: string | undefined;
  onChoose: (kind: TaggingKind, remove: boolean) => void;
  onRemove: () => void;
}) {
  const can = useCan();
  const { matching, page, count } = selection;
  const more = page === "all" && matching === undefined && total !== undefined && total > onPage;
  const { group, label } = taggingKinds;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-accent bg-raised px-3 py-2 empty:hidden">
      <p role="status" className="font-medium tabular-nums">
        {count === 0
          ? ""
          : matching !== undefined
            ? texts.matchingSelected(formatCount(matching))
            : texts.selecting(formatCount(count))}
      </p>
      {more && (
        <Button size="sm" tone="ghost" onClick={() => selection.tickMatching(total)}>
          {texts.selectMatching(formatCount(total))}
        </Button>
      )}
      <Button size="sm" tone="ghost" onClick={selection.clear}>
        {texts.clearSelection}
      </Button>
      <div className="ml-auto flex flex-wrap gap-2">
        {(can("CUSTOMER.EDIT") ? [group, label] : []).map((kind) => (
          <Button
            key={kind.id}
            size="sm"
            icon={<UserMinus aria-hidden />}
            disabledReason={busy}
            onClick={() => onChoose(kind, true)}
          >
            {kind.texts.take}
          </Button>
        ))}
        {can("CUSTOMER.DELETE") && (
          <Button
            size="sm"
            tone="danger"
            icon={<Trash2 aria-hidden />}
            disabledReason={busy}
            onClick={onRemove}
          >
            {texts.removeSelected}
          </Button>
        )}
      </div>
    </div>
  );
}
