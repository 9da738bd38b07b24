import type { DraftPlace } from "#workers/contract/automation-events.ts";
import type { EventData, TopicEvent } from "#workers/contract/socket.ts";
import { topicIn } from "#workers/contract/topics.ts";
import type { Sockets, Watches } from "./sockets.ts";

type Watching = ReturnType<Sockets["watching"]>;

/** Whoever comes back later leaves a draft to who has edited it since. */
const BACK_MS = 60_000;

/** The events by which those who have a topic open learn of each other; none for a log. */
export function watchedBy(sockets: Sockets, name: string, now: number): [WebSocket, TopicEvent][] {
  const topic = topicIn(name);
  const watching = sockets.watching(name, now);
  if (topic?.topic === "chat") {
    const data = { chatId: topic.id, people: peopleOfChat(sockets, watching, now) };
    return watching.map(({ socket }) => [socket, { action: "chatWatched", data }]);
  }
  if (topic?.topic !== "draft") return [];
  const { kind, id } = topic;
  const people = [
    ...new Map(
      watching.map(({ holder: { userId: uId }, watches: { name: of } }) => [uId, { uId, name: of }]),
    ).values(),
  ];
  const editor = editorOf(watching);
  return watching.map(({ socket, watches: { since, took = 0 } }) => [
    socket,
    {
      action: "draftWatched",
      data: {
        kind,
        id,
        people,
        editor: editor ? { uId: editor.holder.userId, name: editor.watches.name } : null,
        isMine: editor?.socket === socket,
        place: since === undefined ? null : { since, took },
      },
    },
  ]);
}

/** Notes since when whoever edits a draft does. */
export function noteEditor(sockets: Sockets, topic: string, now: number): void {
  const watching = sockets.watching(topic, now);
  const editor = editorOf(watching);
  for (const { socket, holder, watches } of watching) {
    const { leads, ...rest } = watches;
    if ((socket === editor?.socket) === (leads !== undefined)) continue;
    sockets.set(socket, { ...holder, watches: leads === undefined ? { ...rest, leads: now } : rest });
  }
}

/**
 * The place of somebody whose connection broke, for their new socket; nothing where another one has edited for a while. Their old
 * socket may be there still, since nobody has told the hub: it watches no longer.
 */
export function placeBack(
  sockets: Sockets,
  { topic, userId, place }: { topic: string; userId: string; place: DraftPlace | undefined },
  now: number,
): Pick<Watches, "since" | "took" | "leads"> {
  if (!place) return {};
  for (const { socket, holder } of sockets.watching(topic, now)) {
    const { watches, ...rest } = holder;
    if (holder.userId === userId && watches?.since === place.since) sockets.set(socket, rest);
  }
  const since = editorOf(sockets.watching(topic, now))?.watches.leads ?? now;
  const isTheirs = now - since < BACK_MS && Math.max(place.since, place.took) <= now;
  return isTheirs ? place : {};
}

/** Each person once, writing where they write at one of their sockets. */
function peopleOfChat(sockets: Sockets, watching: Watching, now: number): EventData<"chatWatched">["people"] {
  const people = new Map<string, EventData<"chatWatched">["people"][number]>();
  for (const {
    socket,
    holder: { userId: uId },
    watches: { name },
  } of watching) {
    const isTyping = sockets.isTyping(socket, now) || people.get(uId)?.isTyping === true;
    people.set(uId, { uId, name, isTyping });
  }
  return [...people.values()];
}

/** The person who took a draft over last; where nobody did, the first to come of those who may edit it. */
function editorOf(watching: Watching): Watching[number] | undefined {
  const [editor] = watching
    .filter(({ watches: { since } }) => since !== undefined)
    .toSorted(
      ({ watches: a }, { watches: b }) =>
        (b.took ?? 0) - (a.took ?? 0) ||
        (a.since ?? 0) - (b.since ?? 0) ||
        Number(b.leads !== undefined) - Number(a.leads !== undefined),
    );
  return editor;
}
