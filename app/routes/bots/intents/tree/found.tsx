import { useMemo } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { intentsTexts } from "#texts/intents.ts";
import { treeTexts as texts } from "#texts/intent-tree.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { FOUND_AT_MOST, listAllIntents } from "#workers/contract/endpoints/review.ts";
import type { Story } from "#workers/contract/endpoints/stories.ts";
import { searchOf } from "../list-state.ts";
import { IntentRow, type TreeState } from "./intent-row.tsx";
import { TreeRow } from "./tree-row.tsx";
import { treeKeys } from "./tree-keys.ts";

/** A search's results, in their stories: names of stories and intents, and words of phrases. */
export function Found({ tree, stories }: { tree: TreeState; stories: readonly Story[] }) {
  const { agentId, listState } = tree;
  const { q } = listState;
  const { answer, failure, asking, reload } = useQueryOf(
    listAllIntents,
    { params: { id: agentId }, query: { name: q } },
    { keepsLast: true },
  );
  const groups = useMemo(() => {
    const key = nameKey(q);
    return stories
      .map((story) => ({
        story,
        intents: answer?.intents.filter(({ storyId }) => storyId === story.id) ?? [],
      }))
      .filter(({ story, intents }) => intents.length > 0 || nameKey(story.name).includes(key));
  }, [answer, stories, q]);

  if (!answer && failure) return <ErrorState text={failure.message} busy={asking} onRetry={reload} />;
  if (!answer) return <SkeletonRows rows={4} />;
  const nothing = groups.length === 0;
  return (
    <>
      <p role="status" className={nothing ? "px-2 py-3 text-muted" : "px-2 py-1 text-xs text-muted"}>
        {nothing ? texts.noneFound(q) : texts.found(answer.intents.length)}
      </p>
      <ul ref={treeKeys} aria-label={texts.title} className="grid grid-cols-1 gap-0.5">
        {groups.map(({ story, intents }) => (
          <li key={story.id}>
            <TreeRow
              to={{ search: searchOf({ story: story.id }).toString() }}
              name={story.name}
              count={story.intents}
              countTitle={intentsTexts.intentCount(story.intents)}
              className="font-medium"
              entries={[]}
            />
            <ul aria-label={texts.intentsOf(story.name)} className="mb-1 ml-3.5 border-l border-line pl-1.5">
              {intents.map((intent) => (
                <li key={intent.id}>
                  <IntentRow tree={tree} intent={intent} phrase={intent.phrase} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {answer.intents.length >= FOUND_AT_MOST && (
        <p className="px-2 py-1 text-xs text-muted">{texts.cut(FOUND_AT_MOST)}</p>
      )}
    </>
  );
}
