import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { type Line, openDirect } from "#tests/support/line.ts";
import { fresh, writerOf } from "#tests/support/live-events.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { countsAfter } from "#workers/contract/chat-counting.ts";
import { countOf } from "#workers/contract/chat-queues.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { EventData } from "#workers/contract/socket.ts";
import { chatsAssigned } from "#workers/domain/chats/assign.ts";
import { chatComesBack } from "#workers/domain/chats/come-back.ts";
import { offerLapses } from "#workers/domain/chats/lapse.ts";
import { chatTimesOut } from "#workers/domain/chats/time-out.ts";
import { floorEnds } from "#workers/domain/messaging/floors.ts";
import { workDue } from "#workers/domain/messaging/timers.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

type Counts = ReplyOf<typeof chatsApi.chatCount>;
type ChatEntry = chatsApi.ChatEntry;
type Changed = EventData<"chatsChanged">["chats"][number];

/** Somebody with a socket and what their screen knows: counts that were asked for once, and chats by their events. */
class Screen {
  readonly person: Person;
  readonly name: string;
  counts: Counts | undefined;
  /** Chats that they see, as they asked for them last. */
  seen = new Map<string, ChatEntry>();
  /** Events that it was told of since. */
  told: Changed[] = [];
  readonly #line: Line;
  #taken = 0;

  private constructor(name: string, person: Person, line: Line) {
    [this.name, this.person, this.#line] = [name, person, line];
  }

  static async of(name: string, person: Person): Promise<Screen> {
    const line = await openDirect(harness, person, 0);
    const screen = new Screen(name, person, line);
    await screen.settled();
    screen.counts = await screen.ask();
    screen.take();
    return screen;
  }

  ask = async (): Promise<Counts | undefined> =>
    (await this.person.send("GET", "/api/e/enterprise/chat_count")).status === 403
      ? undefined
      : this.person.call(chatsApi.chatCount, {});

  /** Resolves once all that the hub has sent before is here. */
  async settled(): Promise<void> {
    const pongs = () => this.#line.received.filter(({ action }) => action === "pong").length;
    const before = pongs();
    await this.#line.say('{"action":"ping"}');
    await this.#line.hears(() => pongs() > before);
  }

  /** Takes the events since the last time; answers the chats that they told of. */
  take(): Changed[] {
    const events = fresh(this.#line.received.slice(this.#taken), 0).filter(
      ({ action }) => action === "chatsChanged",
    ) as unknown as { seq: number; data: EventData<"chatsChanged"> }[];
    this.#taken = this.#line.received.length;
    for (const { seq, data } of events)
      this.counts &&= countsAfter(this.counts, data.chats, { seq, now: Date.now() });
    return events.flatMap(({ data }) => data.chats);
  }

  /** The open chats that they see now, and those of others that were told, as the server tells them. */
  async look(told: readonly Changed[]): Promise<Map<string, ChatEntry>> {
    if (!this.counts) return new Map();
    const query = { queue: "all", before: "" } as const;
    const { chats } = await this.person.call(chatsApi.chatSummary, { query });
    const seen = new Map(chats.map((chat) => [chat.chatId, chat]));
    for (const id of new Set(told.map((chat) => chat.id))) {
      if (seen.has(id)) continue;
      const answer = await this.person.send("GET", `/api/e/enterprise/chat/${id}`);
      // Another answer than "not yours" would only look like it further down.
      expect([200, 403, 404], await answer.clone().text()).toContain(answer.status);
      if (answer.status === 200)
        seen.set(id, ((await answer.json()) as { response: { chat: ChatEntry } }).response.chat);
    }
    return seen;
  }
}

const numbersOf = (counts: Counts | undefined) =>
  counts && {
    ...Object.fromEntries(Object.values(countOf).map((name) => [name, counts[name]])),
    total: counts.totalChatCount,
    typo: counts.assginedChatCount,
    enterprise: counts.enterprise,
    ownUnread: counts.ownUnread.toSorted(),
  };

const shownOf = (chat: Changed) => ({
  revision: chat.revision,
  state: chat.state,
  handlingAgent: chat.handler,
  people: chat.people,
  seq: chat.seq,
  lastMessage: chat.lastText,
  newMsgCount: chat.unread,
});

test("counts asked for once and every event after them are what would be asked for anew, for each role, and nobody else hears of it (R-10)", async () => {
  const owner = await makePerson(harness);
  const [asha, divya, ravi, meera] = await Promise.all(
    ["Asha", "Divya", "Ravi", "Meera"].map((name) => makeColleague(harness, owner, { name })),
  );
  if (!asha || !divya || !ravi || !meera) throw new Error("nobody");
  const maker = await makeColleague(harness, owner, { name: "Campaign maker", roles: [4] });
  const stranger = await makePerson(harness);
  const team = async (name: string, people: Person[]) => {
    const { id } = await owner.call(departmentsApi.createDepartment, {
      body: { name, desc: "", manager: "" },
    });
    const users = people.map(({ userId }) => userId);
    if (users.length > 0) await owner.call(departmentsApi.addUsers, { params: { id }, body: { users } });
    return id;
  };
  const [sales, service, empty] = [
    await team("Sales", [asha, divya]),
    await team("Service", [ravi, maker]),
    await team("Nobody", []),
  ];
  const channel = async (departmentId: string | null) => {
    const made = await makeChannel(harness, owner);
    await harness.env.TENANT_1.prepare("UPDATE channels SET department_id = ? WHERE id = ?")
      .bind(departmentId, made.id)
      .run();
    return made;
  };
  const [ofSales, ofNobody, ofEmpty] = [await channel(sales), await channel(null), await channel(empty)];
  const screens = await Promise.all(
    Object.entries({ owner, asha, divya, ravi, meera, maker, stranger }).map(([name, person]) =>
      Screen.of(name, person),
    ),
  );
  const { hub } = writerOf(harness, owner);
  const chats: string[] = [];

  /** Does it, and compares every screen with what the server says now. */
  const step = async (what: string, work: () => Promise<unknown>) => {
    await work();
    for (;;) {
      const before = await quiet();
      const compared = await Promise.allSettled(screens.map((screen) => compare(screen, what)));
      const wrong = compared.find((each) => each.status === "rejected");
      if (!wrong) return;
      // Something that followed in its own time came between two answers: they are of different moments.
      if ((await quiet()) === before) throw wrong.reason as Error;
    }
  };
  /** Resolves once no message is on its way and all was told; answers the last that was. */
  const quiet = () =>
    eventually(async () => {
      const [row] = await rowsOf<{ seq: number; open: number }>(
        harness,
        `SELECT (SELECT max(seq) FROM live_events WHERE enterprise_id = ?1) AS seq,
          (SELECT count(*) FROM messages WHERE enterprise_id = ?1 AND status IN ('queued', 'sent')) AS open`,
        owner.enterpriseId,
      );
      expect([await hub.newest(), 0]).toEqual([row?.seq, row?.open]);
      return row?.seq;
    });
  const compare = async (screen: Screen, what: string) => {
    await screen.settled();
    screen.told.push(...screen.take());
    const { told } = screen;
    const [now, asked] = await Promise.all([screen.look(told), screen.ask()]);
    const where = `${screen.name}, ${what}`;
    expect(numbersOf(screen.counts), where).toEqual(numbersOf(asked));
    for (const { id } of told) expect(now.has(id) || screen.seen.has(id), `${where}: is theirs`).toBe(true);
    for (const [id, chat] of now) {
      const { revision, state, handlingAgent, people, seq, lastMessage, newMsgCount } = chat;
      const last = told.findLast((each) => each.id === id);
      if (last)
        expect(shownOf(last), where).toEqual({
          revision,
          state,
          handlingAgent,
          people,
          seq,
          lastMessage,
          newMsgCount,
        });
      else expect(revision, where).toBe(screen.seen.get(id)?.revision);
    }
    screen.seen = now;
    screen.told = [];
  };
  const does = (person: Person, at: number, action: string, more: object = {}) =>
    step(`${action} ${at}`, async () => {
      const answer = await person.send("POST", `/api/e/enterprise/chat/${chats[at]}/actions`, {
        action,
        id: randomUUID(),
        ...more,
      });
      expect(answer.status, `${action} ${at}: ${await answer.clone().text()}`).toBe(200);
    });

  const phones: string[] = [];
  for (const place of [ofSales, ofSales, ofNobody, ofEmpty, ofSales])
    await step("a new chat", async () => {
      const { chatId, phone } = await makeWaiting(harness, place);
      chats.push(chatId);
      phones.push(phone);
    });
  await does(asha, 0, "agentPickupChat");
  await does(asha, 0, "agentReplyChat", { text: "Good morning" });
  await step("the customer answers", async () => {
    await deliver(harness, ofSales, [saying(phones[0] ?? "", "thank you")]);
    await eventually(async () =>
      expect((await messagesOf(harness, ofSales)).map(({ text }) => text)).toContain("thank you"),
    );
  });
  await does(asha, 0, "agentReadChat");
  await does(asha, 0, "agentNote", { text: "She is in a hurry" });
  await does(asha, 0, "inviteAgent", { userId: ravi.userId });
  await does(ravi, 0, "acceptInvite");
  await does(asha, 0, "inviteAgent", { userId: meera.userId });
  await does(meera, 0, "declineChat");
  await does(asha, 0, "inviteAgent", { userId: meera.userId });
  await does(asha, 0, "suspendChat");
  await does(asha, 0, "resumeChat");
  await does(asha, 0, "leaveChat");
  await does(ravi, 0, "transferChat", { departmentId: service });
  await does(ravi, 0, "agentPickupChat");
  await does(ravi, 0, "transferChat", { userId: divya.userId });
  await does(divya, 0, "acceptTransfer");
  await does(divya, 1, "assignChat", { userId: meera.userId });
  await does(meera, 1, "acceptAssign");
  await does(owner, 1, "superviseChat", { note: "To see" });
  await does(owner, 1, "takeOverChat", { note: "To end it" });
  await does(meera, 2, "agentPickupChat");
  await does(meera, 2, "transferChat", { departmentId: empty });
  await does(ravi, 3, "agentPickupChat");
  await step("a chat closed", () =>
    ravi.call(chatStepsApi.closeChat, {
      params: { id: chats[3] ?? "" },
      body: { id: randomUUID(), feedback: "" },
    }),
  );
  await step("a chat missed", async () => {
    await owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, pickUpMinutes: 5 } });
    const { db } = watchedCtx(harness, owner, () => undefined);
    chats.push((await makeWaiting(harness, ofSales)).chatId);
    const { kept } = await workDue(
      db,
      {
        floorEnds,
        chatTimesOut,
        chatsAssigned,
        chatComesBack,
        offerLapses,
        videoCallEnds: () => [],
        broadcastStarts: () => [],
        broadcastResumes: () => [],
        activityRuns: () => [],
        activityFallbacks: () => [],
        comparisonEnds: () => [],
        campaignStarts: () => [],
        campaignEnds: () => [],
        instanceStarts: () => [],
        instanceEnds: () => [],
        scheduledEntries: () => [],
      },
      Date.now() + 6 * 60_000,
    );
    // Other files' enterprises have timers that are due by then, too.
    await hub.tell(kept.get(enterpriseId.parse(owner.enterpriseId)) ?? []);
  });
  const missed = chats.length - 1;
  await does(asha, missed, "agentMissedChatPickup");
  const drift = `SELECT * FROM (SELECT department_id, handler, state, count FROM chat_counts WHERE enterprise_id = ?1 AND count <> 0
    EXCEPT SELECT coalesce(department_id, ''), coalesce(handler, ''), state, count(*) FROM chats WHERE enterprise_id = ?1 GROUP BY 1, 2, 3)`;
  expect(await rowsOf(harness, drift, owner.enterpriseId)).toEqual([]);
  expect(
    await rowsOf(harness, "SELECT 1 FROM former_places WHERE enterprise_id = ?", owner.enterpriseId),
  ).toEqual([]);
});
