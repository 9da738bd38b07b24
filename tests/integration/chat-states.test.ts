import { beforeEach, expect, test } from "vitest";
import { walkChats } from "#tests/support/chat-walk.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { recountChats } from "#workers/domain/chats/recount.ts";

/** whatever people, customers and the clock do in whatever order, a chat is never where nobody would find it. */
/** Walks that are tried here, of 50 steps each. */
const WALKS = 8;
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

test(
  "a chat is always somebody's or waits where it is missed in time, what is refused changes nothing, and counts are exact",
  { timeout: 240_000 },
  async () => {
    const owner = await makePerson(harness);
    const agents = await Promise.all(
      ["Asha", "Bela", "Chitra"].map(async (name) => {
        const { userId: uId } = await makeColleague(harness, owner, { name });
        return { uId, name };
      }),
    );
    const departments = await Promise.all(
      ["Sales", "Claims"].map(async (name) => {
        const { id } = await owner.call(departmentsApi.createDepartment, {
          body: { name, desc: "", manager: "" },
        });
        const users = agents.map(({ uId }) => uId);
        await owner.call(departmentsApi.addUsers, { params: { id }, body: { users } });
        return id;
      }),
    );
    await owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, pickUpMinutes: 30 } });
    const channel = await makeChannel(harness, owner);
    const { done, refused, reached } = await walkChats(harness, channel, {
      walks: WALKS,
      steps: 50,
      seed: 20261130,
      agents,
      departments,
    });
    expect(done).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(50);
    expect([...reached].toSorted()).toEqual([
      CHAT.started,
      CHAT.ongoing,
      CHAT.closed,
      CHAT.missed,
      CHAT.suspended,
    ]);
    expect(await recountChats(harness.env.TENANT_1, { enterpriseId: owner.enterpriseId })).toEqual([]);
  },
);
