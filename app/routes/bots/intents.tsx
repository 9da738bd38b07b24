import { MessageSquareText } from "lucide-react";
import { redirect, useOutletContext } from "react-router";
import { ApiError, call } from "#app/api.ts";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import * as messages from "#app/messages.ts";
import { listEntities } from "#workers/contract/endpoints/entities.ts";
import { getIntent, listIntents } from "#workers/contract/endpoints/intents.ts";
import { listStories } from "#workers/contract/endpoints/stories.ts";
import type { Route } from "./+types/intents.ts";
import { IntentEditor } from "./intent-editor.tsx";
import { IntentsPanel } from "./intents-panel.tsx";
import { placeOf, searchOf } from "./place.ts";
import { StoriesPanel } from "./stories-panel.tsx";
import { ENTITIES_TO_BIND } from "./use-entity-search.ts";
import type { TrainingControl } from "./use-training.ts";

/** Selecting a story opens its first intent; all open items are in the URL. */
export async function clientLoader({ params: { id }, request }: Route.ClientLoaderArgs) {
  const place = placeOf(new URL(request.url).searchParams);
  const { signal } = request;
  const { story: storyId } = place;
  try {
    const [{ childStories: stories }, { entities }, list] = await Promise.all([
      call(listStories, { params: { id }, signal }),
      call(listEntities, { params: { id }, query: { perPage: ENTITIES_TO_BIND }, signal }),
      storyId
        ? call(listIntents, {
            params: { agentId: id, storyId },
            query: { perPage: place.shown, name: place.q || undefined },
            signal,
          })
        : { intents: [], more: false },
    ]);
    const first = list.intents[0];
    if (storyId && !place.intent && first && !place.q) {
      return redirect(`/bots/${id}/intents?${searchOf({ ...place, intent: first.id }).toString()}`);
    }
    const opened =
      place.intent && place.intent !== "new" && place.intent !== "none" ? place.intent : undefined;
    const intent =
      storyId && opened
        ? await call(getIntent, { params: { agentId: id, storyId, intentId: opened }, signal })
        : undefined;
    return { agentId: id, place, stories, entities, list, intent };
  } catch (error) {
    // The story or intent was deleted: fall back to the agent's screen.
    if (error instanceof ApiError && error.status === 404 && storyId) return redirect(`/bots/${id}/intents`);
    throw error;
  }
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={6} label={messages.ui.loading} />
    </div>
  );
}

export default function Intents({ loaderData }: Route.ComponentProps) {
  const { agentId, place, stories, entities, list, intent } = loaderData;
  const training = useOutletContext<TrainingControl>();
  const story = stories.find(({ id }) => id === place.story);
  const editing = story && (intent || place.intent === "new");
  // A small window shows one thing at a time: the stories, one story's intents, or one intent.
  const inEditor = Boolean(editing) && (place.open || place.intent === "new");
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
            place={place}
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
            place={place}
            onSaved={training.noteChange}
          />
        ) : (
          <EmptyState
            icon={<MessageSquareText aria-hidden />}
            title={story ? messages.bots.noIntentOpen : messages.bots.noStoryOpen}
          >
            {story ? messages.bots.noIntentOpenHint : messages.bots.noStoryOpenHint}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
