import { MessageSquareText } from "lucide-react";
import { redirect, useOutletContext } from "react-router";
import { ApiError, call } from "#app/data/api.ts";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { botsTexts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import { listEntities } from "#workers/contract/endpoints/entities.ts";
import { getIntent, listIntents } from "#workers/contract/endpoints/intents.ts";
import { listStories } from "#workers/contract/endpoints/stories.ts";
import type { Route } from "./+types/intents.ts";
import { IntentEditor } from "./intent-editor.tsx";
import { IntentsPanel } from "./intents-panel.tsx";
import { listStateOf, searchOf } from "./list-state.ts";
import { StoriesPanel } from "./stories-panel.tsx";
import { ENTITIES_TO_BIND } from "./use-entity-search.ts";
import type { TrainingControl } from "../training/use-training.ts";

/** Selecting a story opens its first intent; all open items are in the URL. */
export async function clientLoader({ params: { id }, request }: Route.ClientLoaderArgs) {
  const listState = listStateOf(new URL(request.url).searchParams);
  const { signal } = request;
  const { story: storyId } = listState;
  try {
    const [{ childStories: stories }, { entities }, list] = await Promise.all([
      call(listStories, { params: { id }, signal }),
      call(listEntities, { params: { id }, query: { perPage: ENTITIES_TO_BIND }, signal }),
      storyId
        ? call(listIntents, {
            params: { agentId: id, storyId },
            query: { perPage: listState.shown, name: listState.q || undefined },
            signal,
          })
        : { intents: [], more: false },
    ]);
    const first = list.intents[0];
    if (storyId && !listState.intent && first && !listState.q) {
      return redirect(`/bots/${id}/intents?${searchOf({ ...listState, intent: first.id }).toString()}`);
    }
    const opened =
      listState.intent && listState.intent !== "new" && listState.intent !== "none"
        ? listState.intent
        : undefined;
    const intent =
      storyId && opened
        ? await call(getIntent, { params: { agentId: id, storyId, intentId: opened }, signal })
        : undefined;
    return { agentId: id, listState, stories, entities, list, intent };
  } catch (error) {
    // The story or intent was deleted: fall back to the agent's screen.
    if (error instanceof ApiError && error.status === 404 && storyId) return redirect(`/bots/${id}/intents`);
    throw error;
  }
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={6} label={uiTexts.loading} />
    </div>
  );
}

export default function Intents({ loaderData }: Route.ComponentProps) {
  const { agentId, listState, stories, entities, list, intent } = loaderData;
  const training = useOutletContext<TrainingControl>();
  const story = stories.find(({ id }) => id === listState.story);
  const editing = story && (intent || listState.intent === "new");
  // A small window shows one thing at a time: the stories, one story's intents, or one intent.
  const inEditor = Boolean(editing) && (listState.open || listState.intent === "new");
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <aside
        className={cx(
          "w-full shrink-0 border-line bg-surface lg:block lg:w-56 lg:border-r 2xl:w-64",
          inEditor && "hidden",
        )}
      >
        {story ? (
          <IntentsPanel
            key={story.id}
            agentId={agentId}
            story={story}
            intents={list.intents}
            more={list.more}
            listState={listState}
          />
        ) : (
          <StoriesPanel agentId={agentId} stories={stories} />
        )}
      </aside>
      <div className={cx("@container min-w-0 flex-1 lg:block", !inEditor && "hidden")}>
        {editing ? (
          <IntentEditor
            key={intent?.id ?? `new-${story.id}`}
            agentId={agentId}
            storyId={story.id}
            intent={intent}
            entities={entities}
            listState={listState}
            onSaved={training.noteChange}
          />
        ) : (
          <EmptyState
            icon={<MessageSquareText aria-hidden />}
            title={story ? botsTexts.noIntentOpen : botsTexts.noStoryOpen}
          >
            {story ? botsTexts.noIntentOpenHint : botsTexts.noStoryOpenHint}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
