import { Trash2 } from "lucide-react";
import { useNavigate } from "react-router";
import { call } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { useUnsaved } from "#app/drafts/unsaved.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { treeTexts } from "#texts/intent-tree.ts";
import { uiTexts } from "#texts/ui.ts";
import { entityUsage } from "#workers/contract/endpoints/entities.ts";
import { deleteIntent, listIntents } from "#workers/contract/endpoints/intents.ts";
import { listAllIntents } from "#workers/contract/endpoints/review.ts";
import { listStories } from "#workers/contract/endpoints/stories.ts";
import { type ListState, searchOf } from "../list-state.ts";
import { type Accuracies, AccuracyDot } from "./accuracy.tsx";
import { TreeRow } from "./tree-row.tsx";

interface Shown {
  id: string;
  name: string;
  storyId: string;
  utteranceCount: number;
}

/** The state that the rows of a tree share. */
export interface TreeState {
  agentId: string;
  listState: ListState;
  accuracies: Accuracies;
}

/** An intent in the tree. It is a link, so that the unsaved-changes guard applies. */
export function IntentRow({
  tree: { agentId, listState, accuracies },
  intent,
  phrase = null,
}: {
  tree: TreeState;
  intent: Shown;
  /** The phrase by which a search found it. */
  phrase?: string | null;
}) {
  const { id, name, storyId, utteranceCount } = intent;
  const navigate = useNavigate();
  const confirm = useConfirm();
  const toast = useToast();
  const unsaved = useUnsaved();
  const to = (change: Partial<ListState>) => ({ search: searchOf({ ...listState, ...change }).toString() });
  const mine = listState.story === storyId;

  const remove = async () => {
    const yes = await confirm({
      title: intentsTexts.deleteIntentQuestion,
      text: name,
      confirmLabel: uiTexts.delete,
      run: () => call(deleteIntent, { params: { agentId, storyId, intentId: id } }),
    });
    if (!yes) return;
    toast.success(texts.intentDeleted);
    const without = <One extends { id: string }>(all: readonly One[]) => all.filter((each) => each.id !== id);
    patch(listIntents, undefined, (now) => ({ ...now, intents: without(now.intents) }));
    patch(listAllIntents, undefined, (now) => ({ intents: without(now.intents) }));
    for (const endpoint of [listIntents, listAllIntents, listStories, entityUsage]) void invalidate(endpoint);
    if (listState.intent !== id) return;
    // Unsaved edits of a deleted intent are gone with it.
    unsaved.mark(false);
    await navigate(to({ intent: undefined, open: false }), { replace: true });
  };

  return (
    <TreeRow
      to={to({ story: storyId, intent: id, open: true, ...(!mine && { shown: undefined }) })}
      name={name}
      count={utteranceCount}
      countTitle={intentsTexts.phraseCount(utteranceCount)}
      current={listState.intent === id}
      mark={<AccuracyDot share={accuracies.get(id)} />}
      under={
        phrase !== null && (
          <span className="w-full truncate text-xs text-muted" title={phrase}>
            {treeTexts.inPhrase(phrase)}
          </span>
        )
      }
      entries={[
        {
          label: uiTexts.delete,
          icon: <Trash2 aria-hidden />,
          tone: "danger",
          onSelect: () => void remove(),
        },
      ]}
    />
  );
}
