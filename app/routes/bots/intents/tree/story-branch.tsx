import { ChevronRight, Pencil, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { invalidate, patch, useQueryOf } from "#app/data/query.ts";
import { useUnsaved } from "#app/drafts/unsaved.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { MoreButton } from "#app/features/more-pages/more-pages.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { treeTexts } from "#texts/intent-tree.ts";
import { uiTexts } from "#texts/ui.ts";
import { entityUsage } from "#workers/contract/endpoints/entities.ts";
import { INTENTS_PAGE, listIntents } from "#workers/contract/endpoints/intents.ts";
import { deleteStory, listStories, type Story } from "#workers/contract/endpoints/stories.ts";
import { searchOf } from "../list-state.ts";
import { IntentRow, type TreeState } from "./intent-row.tsx";
import { TreeRow } from "./tree-row.tsx";
import { treeToggle } from "./tree-keys.ts";

/** A story and, unfolded, its intents. Its name opens it at its first intent; the arrow before it only folds. */
export function StoryBranch({
  tree,
  story,
  open,
  onFold,
  onRename,
}: {
  tree: TreeState;
  story: Story;
  open: boolean;
  onFold: (open: boolean) => void;
  onRename: () => void;
}) {
  const { agentId, listState } = tree;
  const listId = useId();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const toast = useToast();
  const unsaved = useUnsaved();

  const remove = async () => {
    const yes = await confirm({
      title: intentsTexts.deleteQuestion,
      text: texts.deleteStoryText(story.name, story.intents),
      confirmLabel: uiTexts.delete,
      run: () => call(deleteStory, { params: { agentId, storyId: story.id } }),
    });
    if (!yes) return;
    toast.success(texts.storyDeleted);
    patch(listStories, { params: { id: agentId } }, (now) => ({
      ...now,
      childStories: now.childStories.filter(({ id }) => id !== story.id),
    }));
    void invalidate(entityUsage);
    if (listState.story !== story.id) return;
    // Unsaved edits of its intent are gone with it.
    unsaved.mark(false);
    await navigate({ search: "" }, { replace: true });
  };

  return (
    <li>
      <TreeRow
        to={{ search: searchOf({ story: story.id }).toString() }}
        name={story.name}
        count={story.intents}
        countTitle={intentsTexts.intentCount(story.intents)}
        className="font-medium"
        before={
          <button
            {...treeToggle}
            type="button"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-label={treeTexts.intentsOf(story.name)}
            title={open ? treeTexts.fold(story.name) : treeTexts.unfold(story.name)}
            onClick={() => onFold(!open)}
            className="finger flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:text-ink"
          >
            <ChevronRight aria-hidden className={cx("size-4 transition-transform", open && "rotate-90")} />
          </button>
        }
        entries={[
          {
            label: treeTexts.newIntentHere,
            icon: <Plus aria-hidden />,
            onSelect: () =>
              void navigate({ search: searchOf({ story: story.id, intent: "new", open: true }).toString() }),
          },
          { label: treeTexts.rename, icon: <Pencil aria-hidden />, onSelect: onRename },
          {
            label: uiTexts.delete,
            icon: <Trash2 aria-hidden />,
            tone: "danger",
            onSelect: () => void remove(),
          },
        ]}
      />
      {open && (
        <ul
          id={listId}
          aria-label={treeTexts.intentsOf(story.name)}
          className="mb-1 ml-3.5 border-l border-line pl-1.5"
        >
          <Intents tree={tree} storyId={story.id} chosen={listState.story === story.id} />
        </ul>
      )}
    </li>
  );
}

/** One page of the story's intents; the chosen story's number of them is in the address. */
function Intents({ tree, storyId, chosen }: { tree: TreeState; storyId: string; chosen: boolean }) {
  const { agentId, listState } = tree;
  const [own, setOwn] = useState(INTENTS_PAGE);
  const [, setSearch] = useSearchParams();
  const shown = chosen ? listState.shown : own;
  const { answer, failure, asking, reload } = useQueryOf(
    listIntents,
    { params: { agentId, storyId }, query: { perPage: shown } },
    { keepsLast: true },
  );
  const showMore = () => {
    const next = shown + INTENTS_PAGE;
    if (chosen) setSearch(searchOf({ ...listState, shown: next }), { replace: true });
    else setOwn(next);
  };

  if (!answer && failure) {
    return (
      <li className="grid justify-items-start gap-1.5 px-2 py-1.5 text-[0.8125rem]">
        <span className="text-danger-ink">{treeTexts.failed}</span>
        <Button size="sm" busy={asking} onClick={reload}>
          {uiTexts.retry}
        </Button>
      </li>
    );
  }
  if (!answer) {
    return (
      <li className="px-2">
        <SkeletonRows rows={2} />
      </li>
    );
  }
  return (
    <>
      {answer.intents.map((intent) => (
        <li key={intent.id} className="[contain-intrinsic-size:auto_2rem] [content-visibility:auto]">
          <IntentRow tree={tree} intent={intent} />
        </li>
      ))}
      {answer.intents.length === 0 && (
        <li className="px-2 py-1.5 text-[0.8125rem] text-muted">{treeTexts.noneHere}</li>
      )}
      <li className="py-1 empty:hidden">
        <MoreButton
          size="sm"
          hasMore={answer.more}
          count={answer.intents.length}
          busy={asking}
          onMore={showMore}
        >
          {texts.showMore}
        </MoreButton>
      </li>
    </>
  );
}
