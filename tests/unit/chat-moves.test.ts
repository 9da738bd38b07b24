import { expect, test } from "vitest";
import { chatParts } from "#workers/contract/chat-people.ts";
import { CHAT, chatMoves, isOpen } from "#workers/contract/chat-states.ts";
import { chatPresses, supervisorActions } from "#workers/contract/chat-action.ts";
import { DomainError } from "#workers/domain/error.ts";
import {
  answersIn,
  left,
  stateAnswered,
  type MoveAction,
  moveOf,
  type Place,
  type Somebody,
} from "#workers/domain/chats/moves.ts";

const PEOPLE: Somebody[] = ["asha", "bela", "chitra", "dev"].map((uId) => ({ uId, name: uId.toUpperCase() }));
const [asha, bela, chitra] = PEOPLE as [Somebody, Somebody, Somebody];
const waiting: Place = {
  state: CHAT.started,
  handler: null,
  handlerName: "",
  departmentId: "sales",
  people: [],
  waitingSince: 1,
  suspendedUntil: null,
};

/** The chat after these moves, each by somebody. */
const after = (...moves: [by: Somebody, action: MoveAction][]): Place =>
  moves.reduce((place, [by, action]) => moveOf(place, action, by, 5)?.to ?? place, waiting);
const press = (action: string) => ({ action, until: null }) as MoveAction;
const pickUp = press("agentPickupChat");
const transferTo = (target: Somebody): MoveAction => ({ action: "transferChat", note: "", target });
const assignTo = (target: Somebody): MoveAction => ({ action: "assignChat", note: "", target });
const invite = (target: Somebody): MoveAction => ({ action: "inviteAgent", note: "", target });
const refusal = (work: () => unknown): string => {
  try {
    work();
    return "none";
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

test("a chat that is handed to somebody waits for them, and is theirs once they accept", () => {
  const offered = after([asha, pickUp], [asha, transferTo(bela)]);
  expect(offered).toMatchObject({ state: CHAT.started, handler: null, waitingSince: 5 });
  expect(offered.people).toEqual([{ ...bela, part: "transferred", byName: "ASHA" }]);
  expect(refusal(() => moveOf(offered, press("acceptTransfer"), chitra, 6))).toBe("chatNotOffered");
  expect(refusal(() => moveOf(offered, press("acceptAssign"), bela, 6))).toBe("chatNotOffered");
  expect(moveOf(offered, press("acceptTransfer"), bela, 6)?.to).toMatchObject({
    state: CHAT.ongoing,
    handler: "bela",
    people: [],
    waitingSince: null,
  });
  // Nobody waits for somebody who is at lunch.
  expect(moveOf(offered, pickUp, chitra, 6)?.to).toMatchObject({ handler: "chitra", people: [] });
  expect(moveOf(offered, press("declineChat"), bela, 6)?.to).toMatchObject({ handler: null, people: [] });
});

test("a waiting chat is assigned, and keeps the time since which it waits", () => {
  const offered = after([asha, assignTo(bela)]);
  expect(offered).toMatchObject({ handler: null, waitingSince: 1 });
  expect(moveOf(offered, press("acceptAssign"), bela, 6)?.to.handler).toBe("bela");
  const had = after([chitra, pickUp]);
  expect(refusal(() => moveOf(had, assignTo(bela), asha, 6))).toBe("chatPickedUp");
});

test("who was invited joins, answers, and has the chat when the other leaves", () => {
  const joined = after([asha, pickUp], [asha, invite(bela)], [bela, press("acceptInvite")]);
  expect(answersIn(joined, "bela")).toBe(true);
  expect(moveOf(joined, press("leaveChat"), asha, 6)?.to).toMatchObject({ handler: "bela", people: [] });
  const alone = after([asha, pickUp], [asha, press("leaveChat")]);
  expect(alone).toMatchObject({ state: CHAT.started, handler: null, waitingSince: 5 });
  expect(refusal(() => moveOf(joined, press("leaveChat"), chitra, 6))).toBe("chatNotYours");
  expect(refusal(() => moveOf(joined, invite(bela), asha, 6))).toBe("invalid");
  expect(refusal(() => moveOf(joined, invite(asha), bela, 6))).toBe("invalid");
  expect(refusal(() => moveOf(joined, press("acceptInvite"), chitra, 6))).toBe("chatNotOffered");
});

test("an answer takes up what was laid aside, and takes nobody's chat out of its queue", () => {
  const aside = after([asha, pickUp], [asha, press("suspendChat")]);
  expect(stateAnswered(aside)).toBe(CHAT.ongoing);
  const given = after(
    [asha, pickUp],
    [asha, invite(bela)],
    [bela, press("acceptInvite")],
    [asha, { action: "transferChat", note: "", department: { id: "claims", name: "Claims" } }],
  );
  expect(answersIn(given, "bela")).toBe(true);
  expect(stateAnswered(given)).toBe(CHAT.started);
});

test("a chat that was laid aside is resumed by whoever has it", () => {
  const aside = after([asha, pickUp], [asha, press("suspendChat")]);
  expect(aside).toMatchObject({ state: CHAT.suspended, handler: "asha" });
  expect(refusal(() => moveOf(aside, press("resumeChat"), bela, 6))).toBe("chatNotYours");
  expect(moveOf(aside, press("resumeChat"), asha, 6)?.to.state).toBe(CHAT.ongoing);
  expect(moveOf(aside, press("suspendChat"), asha, 6)).toBeUndefined();
  const until = { action: "suspendChat", until: 99 } as const;
  const timed = after([asha, pickUp], [asha, press("suspendChat")], [asha, until]);
  expect(timed).toMatchObject({ state: CHAT.suspended, suspendedUntil: 99 });
  expect(moveOf(timed, until, asha, 6)).toBeUndefined();
  for (const over of [press("resumeChat"), press("leaveChat"), { action: "close", feedback: "" } as const])
    expect(moveOf(timed, over, asha, 6)?.to.suspendedUntil).toBeNull();
});

test("a missed chat is taken up by whoever comes first", () => {
  const missed = { ...waiting, state: CHAT.missed, waitingSince: null };
  const taken = moveOf(missed, press("agentMissedChatPickup"), asha, 6)?.to;
  expect(taken).toMatchObject({ state: CHAT.ongoing, handler: "asha" });
  if (!taken) throw new Error("not taken");
  expect(refusal(() => moveOf(taken, press("agentMissedChatPickup"), bela, 6))).toBe("chatPickedUp");
  expect(moveOf(taken, press("agentMissedChatPickup"), asha, 6)).toBeUndefined();
  expect(refusal(() => moveOf(missed, pickUp, asha, 6))).toBe("chatEnded");
  expect(refusal(() => moveOf(waiting, press("agentMissedChatPickup"), asha, 6))).toBe("chatNotOffered");
});

test("a department's chat cannot go to its own department, and a full one takes nobody", () => {
  const mine = after([asha, pickUp]);
  const to = (id: string): MoveAction => ({ action: "transferChat", note: "", department: { id, name: id } });
  expect(refusal(() => moveOf(mine, to("sales"), asha, 6))).toBe("invalid");
  expect(moveOf(mine, to("claims"), asha, 6)?.to).toMatchObject({ departmentId: "claims", handler: null });
  let full = mine;
  for (let at = 0; at < 20; at++)
    full = moveOf(full, invite({ uId: `p${at}`, name: "" }), asha, 6)?.to ?? full;
  expect(refusal(() => moveOf(full, invite(bela), asha, 6))).toBe("invalid");
});

test("a supervisor joins beside whoever has the chat, or has it in their place", () => {
  const offered = after([asha, pickUp], [asha, invite(bela)]);
  const joined = moveOf(offered, { action: "superviseChat", note: "why" }, chitra, 6);
  expect(joined?.logs).toEqual({ type: 26, text: "why" });
  expect(joined?.to).toMatchObject({
    handler: "asha",
    people: [{ uId: "bela" }, { uId: "chitra", part: "joined" }],
  });
  const taken = moveOf(offered, { action: "takeOverChat", note: "" }, bela, 6);
  expect(taken?.to).toMatchObject({ state: CHAT.ongoing, handler: "bela", people: [] });
  expect(taken?.logs).toMatchObject({ type: 27, to: "ASHA" });
  const waits = moveOf(waiting, { action: "takeOverChat", note: "" }, bela, 6);
  expect(waits?.to).toMatchObject({ handler: "bela", waitingSince: null });
  const closed = { ...waiting, state: CHAT.closed, waitingSince: null };
  for (const action of supervisorActions)
    expect(refusal(() => moveOf(closed, { action, note: "" }, bela, 6))).toBe("chatEnded");
});

/** A reason why a chat can never be so after a step; empty where it can. */
function wrongIn(place: Place, before: Place): string {
  const { state, handler, people, waitingSince } = place;
  const all = [handler, ...people.map(({ uId }) => uId)].filter((each) => each !== null);
  if (new Set(all).size < all.length) return "somebody is in it twice";
  if (isOpen(state)) {
    if ((handler === null) !== (state === CHAT.started))
      return "it goes on with nobody, or waits with somebody";
    if ((waitingSince !== null) !== (handler === null))
      return "it waits without a time, or has one and does not";
  } else if (people.some(({ part }) => part !== "joined")) return "somebody is asked into what is over";
  const asked = people.filter(({ part }) => part === "transferred" || part === "assigned");
  if (asked.length > (handler === null ? 1 : 0)) return "two are asked to take it, or one what somebody has";
  if (people.some(({ part }) => !chatParts.includes(part))) return "a part that there is not";
  // Ended chats stay ended, but for a missed one that is taken up.
  return before.state === CHAT.closed && place !== before ? "an ended chat has changed" : "";
}

test("10,000 random sequences of up to 50 steps keep what always holds of a chat", () => {
  // A seeded generator (Numerical Recipes' LCG): a sequence that fails comes again.
  let seed = 20_261_123;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const pick = <One>(all: readonly One[]): One => all[random(all.length)] as One;
  let moved = 0;
  const answered = { waiting: 0, had: 0 };
  for (let round = 0; round < 10_000; round++) {
    let place = waiting;
    const steps = 1 + random(50);
    for (let step = 0; step < steps; step++) {
      const by = pick(PEOPLE);
      const kinds: (() => MoveAction | "gone" | "answer")[] = [
        () => "answer",
        () => press(pick(chatPresses)),
        () => press(pick([...chatPresses, "suspendChat"])),
        () => transferTo(pick(PEOPLE)),
        () => assignTo(pick(PEOPLE)),
        () => invite(pick(PEOPLE)),
        () => (random(6) === 0 ? { action: "close", feedback: "" } : press("agentPickupChat")),
        () => (random(4) === 0 ? "gone" : press("leaveChat")),
        () => ({ action: pick(supervisorActions), note: "" }),
      ];
      const action = pick(kinds)();
      const before = place;
      if (action === "answer") {
        if (!isOpen(place.state) || !answersIn(place, by.uId)) continue;
        const state = stateAnswered(place);
        // The time until which the chat was laid aside is read with that state alone.
        place = { ...place, state, suspendedUntil: state === CHAT.suspended ? place.suspendedUntil : null };
        answered[place.handler === null ? "waiting" : "had"]++;
      } else if (action === "gone") {
        if (!isOpen(place.state)) continue;
        place = left(place, by.uId, step);
        if (place.handler === by.uId || place.people.some(({ uId }) => uId === by.uId))
          expect(place).toBe("without who has gone");
      } else {
        const code = refusal(() => {
          const move = moveOf(before, action, by, step);
          if (move) moved++;
          place = move?.to ?? before;
        });
        if (code !== "none") continue;
      }
      // Said only where it is so: an assertion a step takes longer than the step.
      const wrong = wrongIn(place, before);
      if (wrong) expect(wrong).toBe("");
    }
  }
  expect(moved).toBeGreaterThan(20_000);
  expect(Math.min(answered.waiting, answered.had)).toBeGreaterThan(200);
});

test("each move is made from the states of the table, by whom it names, and leads where it says; no other is (R-16)", () => {
  const had = { handler: asha.uId, handlerName: asha.name, waitingSince: null };
  const places: Place[] = Object.values(CHAT).flatMap((state) =>
    [{}, had].flatMap((whose) =>
      ([undefined, ...chatParts] as const).map((part) => ({
        ...waiting,
        ...whose,
        state,
        people: part ? [{ ...bela, part, byName: "" }] : [],
      })),
    ),
  );
  const made = new Set<string>();
  for (const [name, { from, by: mover, to }] of Object.entries(chatMoves))
    for (const place of places)
      for (const by of [asha, bela, chitra]) {
        const action = {
          action: name,
          until: null,
          note: "",
          feedback: "",
          target: PEOPLE[3],
        } as unknown as MoveAction;
        const may =
          mover === "seer" || (mover === "handler" ? place.handler === by.uId : answersIn(place, by.uId));
        const isFrom = from.some((state) => state === place.state);
        let move: ReturnType<typeof moveOf>;
        const why = refusal(() => (move = moveOf(place, action, by, 5)));
        const said = `${name} by ${by.uId} in ${JSON.stringify(place)}: ${why}`;
        if (!isFrom && name !== "agentMissedChatPickup") expect(why, said).toBe("chatEnded");
        else if (!may) expect(why, said).toBe("chatNotYours");
        else expect(["none", "chatNotOffered", "chatPickedUp"], said).toContain(why);
        if (!move) continue;
        const { state } = move.to;
        expect(isFrom && may, said).toBe(true);
        expect(
          to.some((each) => each === state || (each === "same" && state === place.state)),
          said,
        ).toBe(true);
        made.add(name);
      }
  expect([...made]).toEqual(Object.keys(chatMoves));
});
