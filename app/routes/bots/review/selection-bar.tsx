import { Check, EyeOff, Plus } from "lucide-react";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { type TickedAction, TickedButtons, useTickedActions } from "#app/kit/ticked-actions.tsx";
import { reviewTexts as texts } from "#texts/review.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { listAllIntents } from "#workers/contract/endpoints/review.ts";

/** Actions for the selected messages; it stays visible on scroll. */
export function SelectionBar({
  count,
  intents,
  intentId,
  problem,
  busy,
  onIntent,
  onAdd,
  onNewIntent,
  onIgnore,
}: {
  count: number;
  intents: ReplyOf<typeof listAllIntents>["intents"];
  intentId: string | null;
  /** The reason the messages could not be added. */
  problem: string | undefined;
  busy: boolean;
  onIntent: (id: string) => void;
  onAdd: () => void;
  onNewIntent: () => void;
  onIgnore: () => void;
}) {
  const actions: TickedAction[] = [
    { label: texts.add, icon: Check, tone: "primary", busy, onPress: onAdd },
    { label: texts.newIntent, icon: Plus, busy, onPress: onNewIntent },
    { label: texts.ignore, icon: EyeOff, busy, onPress: onIgnore },
  ];
  useTickedActions({ count: uiTexts.selected(count), actions });
  const choices = intents.map(({ id, name, storyName }) => ({ value: id, label: name, hint: storyName }));
  return (
    <div className="sticky top-13 z-5 mb-3 grid gap-2 rounded-lg border border-accent bg-raised px-3 py-2 shadow-card lg:top-(--below-head)">
      <p className="font-medium">{uiTexts.selected(count)}</p>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={texts.addTo} error={problem} className="min-w-0 flex-1 basis-52">
          <Combobox value={intentId} choices={choices} onChange={onIntent} />
        </Field>
        <TickedButtons actions={actions} />
      </div>
    </div>
  );
}
