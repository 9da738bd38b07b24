import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { openDirect } from "#tests/support/line.ts";
import { answerOurselves, makeChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import { MOST_MENTIONS } from "#workers/contract/chat-action.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { listColleagues } from "#workers/contract/endpoints/users.ts";
import type { EventData } from "#workers/contract/socket.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const note = (person: Person, chatId: string, mentions: string[], id = randomUUID() as string) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "agentNote",
    id,
    text: "Please look, @Asha",
    mentions,
  });
const offered = async (person: Person, chatId: string, name = "") =>
  (await person.call(listColleagues, { query: { chatId, name } })).users.map((each) => each.name);
const act = (person: Person, chatId: string, body: { action: "agentPickupChat" }) =>
  person.call(chatsApi.actOnChat, { params: { id: chatId }, body: { ...body, id: randomUUID() } });

test("those who see a chat are offered and mentioned, and told; nobody else is", async () => {
  const owner = await makePerson(harness);
  const [asha, bela, chitra, reader] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Bela" }),
    await makeColleague(harness, owner, { name: "Chitra" }),
    await makeColleague(harness, owner, { name: "Reader", roles: [6] }),
  ];
  const { id: department } = await owner.call(departmentsApi.createDepartment, {
    body: { name: "Sales", desc: "", manager: "" },
  });
  await owner.call(departmentsApi.addUsers, {
    params: { id: department },
    body: { users: [asha.userId, bela.userId, reader.userId] },
  });
  const channel = await makeChannel(harness, owner);
  // While nobody has it and it is of no department, everybody who answers chats sees it.
  const { chatId: anybodys } = await makeWaiting(harness, channel);
  expect(await offered(chitra, anybodys)).toEqual(expect.arrayContaining(["Asha", "Bela", "Chitra"]));
  expect(await offered(chitra, anybodys)).not.toContain("Reader");

  const ours = await makeChannel(harness, owner);
  await harness.env.TENANT_1.prepare("UPDATE channels SET department_id = ? WHERE id = ?")
    .bind(department, ours.id)
    .run();
  const { chatId } = await makeWaiting(harness, ours);
  await act(bela, chatId, { action: "agentPickupChat" });
  expect(await offered(bela, chatId)).toEqual(["Asha", "Bela"]);
  expect(await offered(bela, chatId, "ash")).toEqual(["Asha"]);
  expect((await chitra.send("GET", `/api/e/enterprise/agents?chatId=${chatId}`)).status).toBe(404);

  const line = await openDirect(harness, asha);
  expect((await note(bela, chatId, [asha.userId, asha.userId])).status).toBe(200);
  const mentions = [{ uId: asha.userId, name: "Asha" }];
  await line.hears(() =>
    line.received.some(
      ({ action, data }) =>
        action === "chatsChanged" &&
        (data as EventData<"chatsChanged">).chats.some(({ actions }) =>
          actions.some((each) => JSON.stringify(each.mentions) === JSON.stringify(mentions)),
        ),
    ),
  );
  const { actions } = await asha.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(actions.at(-1)).toMatchObject({ text: "Please look, @Asha", mentions });

  for (const [stranger, named] of [
    [chitra, "Chitra can't see"],
    [reader, "Somebody you mentioned"],
    [await makePerson(harness), "Somebody you mentioned"],
  ] as const) {
    const refused = await note(bela, chatId, [asha.userId, stranger.userId]);
    expect(refused.status).toBe(400);
    const { errors } = (await refused.json()) as { errors: Record<string, string> };
    expect(errors["mentions"]).toContain(named);
  }
  const many = await note(
    bela,
    chatId,
    Array.from({ length: MOST_MENTIONS + 1 }, (_, at) => `${at}`),
  );
  expect(((await many.json()) as { errors: object }).errors).toHaveProperty("mentions");
  const after = await asha.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(after.actions).toHaveLength(actions.length);
});
