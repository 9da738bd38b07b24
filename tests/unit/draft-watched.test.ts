import { expect, test } from "vitest";
import { topicOf } from "#workers/contract/topics.ts";
import { type Holder, Sockets } from "#workers/realtime/sockets.ts";
import { noteEditor, placeBack, watchedBy } from "#workers/realtime/watched.ts";

/** The editor of a draft, as connections break and come back in whatever order. */
const topic = topicOf.draft("journey", "shared");
const MINUTE = 60_000;

function room() {
  const sockets = new Sockets([]);
  const open = new Map<string, WebSocket>();
  const tell = (now: number) => {
    noteEditor(sockets, topic, now);
    return watchedBy(sockets, topic, now);
  };
  return {
    /** As the hub lets a socket of theirs watch. */
    watch(userId: string, now: number, place?: { since: number; took: number }) {
      // Nothing else of a socket is asked here.
      const socket = { serializeAttachment: () => undefined } as unknown as WebSocket;
      const holder: Holder = {
        ...{ sessionId: "s", userId, roles: [], permissions: [], openedAt: now, address: "" },
      };
      const editing = { since: now, took: 0, ...placeBack(sockets, { topic, userId, place }, now) };
      sockets.set(socket, {
        ...holder,
        watches: { topic, name: userId, until: now + 9 * MINUTE, ...editing },
      });
      open.set(userId, socket);
      tell(now);
    },
    leave(userId: string, now: number) {
      sockets.delete(open.get(userId) as WebSocket);
      tell(now);
    },
    editors: (now: number) =>
      tell(now).flatMap(([socket, { action, data }]) =>
        action === "draftWatched" && data.isMine ? [[...open].find(([, each]) => each === socket)?.[0]] : [],
      ),
  };
}

test("who edited and comes back within a minute edits on, in whatever order they come back", () => {
  const place = { since: 1_000, took: 0 };
  const { watch, leave, editors } = room();
  watch("asha", 1_000);
  watch("ravi", 2_000);
  leave("asha", 3_000);
  expect(editors(3_000)).toEqual(["ravi"]);
  watch("asha", 9_000, place);
  expect(editors(9_000)).toEqual(["asha"]);
  // The hub was away: both come back, the second one first.
  leave("asha", 10_000);
  leave("ravi", 10_000);
  watch("ravi", 12_000, { since: 2_000, took: 0 });
  watch("asha", 14_000, place);
  expect(editors(14_000)).toEqual(["asha"]);
});

test("whoever has edited for a minute since goes on; a place in time to come is none", () => {
  const { watch, leave, editors } = room();
  watch("asha", 1_000);
  watch("ravi", 2_000);
  leave("asha", 3_000);
  watch("asha", 3_000 + MINUTE, { since: 1_000, took: 0 });
  expect(editors(3_000 + MINUTE)).toEqual(["ravi"]);
  const other = room();
  other.watch("asha", 1_000);
  other.watch("ravi", 2_000);
  other.leave("asha", 3_000);
  other.watch("asha", 4_000, { since: 1_000, took: 10 * MINUTE });
  expect(other.editors(4_000)).toEqual(["ravi"]);
});

test("two that came in the same millisecond stay as they are, however often they are told", () => {
  const { watch, editors } = room();
  watch("asha", 1_000);
  watch("ravi", 1_000);
  for (let now = 2_000; now < 6_000; now += 1_000) expect(editors(now)).toEqual(["asha"]);
});
