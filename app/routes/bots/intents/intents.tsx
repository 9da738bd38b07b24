import { MessageSquareText } from "lucide-react";
import { redirect, useOutletContext } from "react-router";
import { ApiError } from "#app/data/api.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { type Loaded, load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { botsTexts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { listEntities } from "#workers/contract/endpoints/entities.ts";
import { getIntent, listIntents } from "#workers/contract/endpoints/intents.ts";
import { listStories } from "#workers/contract/endpoints/stories.ts";
import type { Route } from "./+types/intents.ts";
import type { EditorProps } from "./intent-editor.tsx";
import { listStateOf, searchOf } from "./list-state.ts";
import type { TreeProps } from "./tree/intent-tree.tsx";
import { ENTITIES_TO_BIND } from "./use-entity-search.ts";
import type { TrainingControl } from "../training/use-training.ts";

const IntentEditor = lazilyShown(
  () => import("./intent-editor.tsx"),
  (module) => module.IntentEditor,
  (_: EditorProps) => (
    <div className="p-4">
      <SkeletonRows rows={8} />
    </div>
  ),
);

const IntentTree = lazilyShown(
  () => import("./tree/intent-tree.tsx"),
  (module) => module.IntentTree,
  (_: TreeProps) => (
    <div className="p-3">
      <SkeletonRows rows={6} />
    </div>
  ),
);

export const { HydrateFallback, ErrorBoundary } = frameOf({ title: botsTexts.tabs.intents, within: true });

/** Selecting a story opens its first intent; all open items are in the URL. */
export const clientLoader = prefetched(async ({ params: { id }, request }: Route.ClientLoaderArgs) => {
  const listState = listStateOf(new URL(request.url).searchParams);
  const { story: storyId } = listState;
  IntentTree.prefetch();
  if (storyId) IntentEditor.prefetch();
  try {
    const [stories, entities, list] = await Promise.all([
      load(listStories, { params: { id } }),
      load(listEntities, { params: { id }, query: { perPage: ENTITIES_TO_BIND } }),
      storyId
        ? load(listIntents, {
            params: { agentId: id, storyId },
            query: { perPage: listState.shown },
          })
        : undefined,
    ]);
    const first = list?.answer.intents[0];
    if (storyId && !listState.intent && first) {
      return redirect(`/bots/${id}/intents?${searchOf({ ...listState, intent: first.id }).toString()}`);
    }
    const opened =
      listState.intent && listState.intent !== "new" && listState.intent !== "none"
        ? listState.intent
        : undefined;
    const intent =
      storyId && opened
        ? await load(getIntent, { params: { agentId: id, storyId, intentId: opened } })
        : undefined;
    return { agentId: id, listState, stories, entities, intent };
  } catch (error) {
    // The story or intent was deleted: fall back to the bot's screen.
    if (error instanceof ApiError && error.status === 404 && storyId) return redirect(`/bots/${id}/intents`);
    throw error;
  }
});

export default function Intents({ loaderData }: Route.ComponentProps) {
  const { agentId, listState, intent } = loaderData;
  const stories = useLoaded(loaderData.stories);
  const { childStories } = stories.answer;
  const { entities } = useLoaded(loaderData.entities).answer;
  const training = useOutletContext<TrainingControl>();
  const story = childStories.find(({ id }) => id === listState.story);
  const editing = story && (intent || listState.intent === "new");
  // A small window shows one thing at a time: the stories, one story's intents, or one intent.
  const inEditor = Boolean(editing) && (listState.open || listState.intent === "new");
  const shared = { agentId, entities, listState, training };
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <aside
        className={cx(
          "w-full shrink-0 border-line bg-surface lg:block lg:w-65 lg:border-r",
          inEditor && "hidden",
        )}
      >
        <div className={besideClass}>
          <NotRefreshed list={stories} />
          <IntentTree
            agentId={agentId}
            stories={childStories}
            listState={listState}
            version={training.now.version}
          />
        </div>
      </aside>
      <div className={cx("min-w-0 flex-1 flex-col lg:flex", inEditor ? "flex" : "hidden")}>
        {editing && intent ? (
          <OpenIntent key={intent.answer.id} {...shared} storyId={story.id} loaded={intent} />
        ) : editing ? (
          <IntentEditor key={`new-${story.id}`} {...shared} storyId={story.id} intent={undefined} />
        ) : (
          <EmptyState
            icon={<MessageSquareText aria-hidden />}
            title={story ? intentsTexts.noIntentOpen : intentsTexts.noStoryOpen}
          >
            {story ? intentsTexts.noIntentOpenHint : intentsTexts.noStoryOpenHint}
          </EmptyState>
        )}
      </div>
    </div>
  );
}

/** Beside the editor, and scrolled for itself. */
const besideClass =
  "lg:sticky lg:top-(--below-head) lg:max-h-[calc(100dvh-var(--below-head))] lg:overflow-y-auto [scrollbar-width:thin]";

function OpenIntent({ loaded, ...rest }: Omit<EditorProps, "intent"> & { loaded: Loaded<typeof getIntent> }) {
  const intent = useLoaded(loaded);
  return (
    <>
      <NotRefreshed list={intent} />
      <IntentEditor {...rest} intent={intent.answer} />
    </>
  );
}
