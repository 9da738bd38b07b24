import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves } from "#tests/support/messaging.ts";
import { mover } from "#tests/support/moving.ts";
import { addUsers, createDepartment } from "#workers/contract/endpoints/departments.ts";
import { getChat } from "#workers/contract/endpoints/chats.ts";
import { byLink, endOf, join, startedCall } from "#tests/support/video.ts";

/** A video call is under way while its enterprise goes into another database: the customer's link goes with it. */
const harness = await startHarness();
beforeEach(() => answerOurselves(harness));

const stateIn = (database: "TENANT_1" | "TENANT_2", roomId: string) =>
  harness.env[database]
    .prepare("SELECT state FROM video_rooms WHERE id = ?")
    .bind(roomId)
    .first<string>("state");

test(
  "its link opens it, lets the same browser back in and ends it where it is by then",
  { timeout: 600_000 },
  async () => {
    const { owner, room, token, chatId } = await startedCall(harness);
    const boss = await makeColleague(harness, owner, { roles: [1] });
    const department = await owner.call(createDepartment, { body: { name: "Calls", desc: "" } });
    await owner.call(addUsers, { params: { id: department.id }, body: { users: [boss.userId] } });
    await harness.env.TENANT_1.prepare("UPDATE chats SET department_id = ? WHERE id = ?")
      .bind(department.id, chatId)
      .run();
    const { seat } = await join(harness, token);
    const move = await mover(harness, owner.enterpriseId);
    await move.until("copy");
    // Nothing is written any more: who comes back is told to wait.
    const refused = await byLink(harness, token, "/join", { seat });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    // Reading goes on, also of what leaves an entry at any other time.
    expect((await boss.call(getChat, { params: { id: chatId } })).chat.chatId).toBe(chatId);
    await move.until("keep");
    const opened = await byLink(harness, token, "");
    expect(((await opened.json()) as { response: object }).response).toMatchObject({ state: "open" });
    const back = await join(harness, token, seat);
    const customer = await endOf(harness, back.ticket);
    expect((await byLink(harness, token, "/join", { seat: crypto.randomUUID() })).status).toBe(409);
    expect((await byLink(harness, token, "/leave", { seat })).status).toBe(200);
    await customer.hears({ type: "ended", by: "customer" });
    expect(await stateIn("TENANT_2", room.roomId)).toBe("ended");
    expect(await stateIn("TENANT_1", room.roomId), "what stays for an hour is not touched").toBe("talking");
    await move.until("done");
    expect(
      ((await (await byLink(harness, token, "")).json()) as { response: object }).response,
    ).toMatchObject({
      state: "over",
    });
  },
);
