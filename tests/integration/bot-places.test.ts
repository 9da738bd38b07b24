import { beforeAll, beforeEach, expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, saidOn, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { turnDepsOf } from "#workers/domain/bot-sessions/turn-deps.ts";
import { takeTurn } from "#workers/domain/bot-sessions/turn.ts";
import { ctxOf } from "#workers/domain/ctx.ts";

/** Days and hours that name no zone, and days in digits, are those of where the enterprise is. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const OFFICE = "book a table on";
const CALL = "call me back at";

interface Placed {
  owner: Person;
  agentId: string;
}
/** A bot that says the day and the hour that it was told, of an enterprise that is there. */
async function placed(details: Record<string, string>): Promise<Placed> {
  const owner = await makePerson(harness);
  await harness.env.DIRECTORY.prepare("UPDATE enterprises SET details = json_patch(details, ?) WHERE id = ?")
    .bind(JSON.stringify(details), owner.enterpriseId)
    .run();
  const { agentId, storyId } = await makeBot(owner, smallBank);
  const intent = (name: string, entity: string, phrases: string[]) =>
    owner.call(intentsApi.saveIntent, {
      body: {
        agentId,
        storyId,
        name,
        utterances: phrases.map((utterance) => ({ utterance })),
        responses: [{ response: `${name} {value}` }],
        entities: [{ id: entity, name: "value", required: true, prompts: ["When?"] }],
      },
    });
  await intent("Table", "sys.date", [OFFICE, "a table please", "reserve a table", "table for dinner"]);
  await intent("Call", "sys.time", [CALL, "please call", "give me a ring", "phone me back"]);
  await trainBot(owner, agentId);
  return { owner, agentId };
}
let american: Placed;
let usual: Placed;
beforeAll(async () => {
  american = await placed({ timezone: "America/New_York", country: "US" });
  usual = await placed({});
});

const MINUTE = 60_000;
/** The clock of a zone two hours after each minute of this stretch: a turn was taken in one of them. */
function clocks(zone: string, from: number, to: number): string[] {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  const minutes = Math.floor(to / MINUTE) - Math.floor(from / MINUTE) + 1;
  return Array.from({ length: minutes }, (_, after) => clock.format(from + after * MINUTE + 120 * MINUTE));
}
const SAYS_CLOCK = /^Call (\d\d:\d\d)$/;

test.each([
  ["of its own details", () => american, "America/New_York", "Table 2026-05-12"],
  ["of India where the details say none", () => usual, "Asia/Kolkata", "Table 2026-12-05"],
])("a customer's chat has the zone and the country %s", async (_, of, zone, day) => {
  const { owner, agentId } = of();
  const channel = await makeChannel(harness, owner, { agentId });
  const phone = `+9198765${String(Date.now()).slice(-5)}`;
  const from = Date.now();
  await deliver(harness, channel, [saying(phone, `${OFFICE} 05/12/2026`)]);
  await eventually(async () => expect(await saidOn(harness, channel)).toEqual([day]));
  await deliver(harness, channel, [saying(phone, `${CALL} in 2 hours`)]);
  await eventually(async () => expect(await saidOn(harness, channel)).toHaveLength(2));
  const [, said] = await saidOn(harness, channel);
  expect(clocks(zone, from, Date.now())).toContain(SAYS_CLOCK.exec(said ?? "")?.[1]);
});

test("a call without a zone, or with one that nobody knows, has the enterprise's, one with a zone its own, and both the country", async () => {
  const { owner, agentId } = american;
  const ask = async (text: string, timeZone?: string) => {
    const body = { agentId, message: { text }, metadata: timeZone === undefined ? null : { timeZone } };
    const { output } = await owner.call(botSessionsApi.predictIntent, { body });
    return output.text;
  };
  for (const timeZone of [undefined, "India", "Asia/Tokyo"]) {
    const from = Date.now();
    const said = await ask(`${CALL} in 2 hours`, timeZone);
    expect(clocks(timeZone === "Asia/Tokyo" ? timeZone : "America/New_York", from, Date.now())).toContain(
      SAYS_CLOCK.exec(said)?.[1],
    );
    expect(await ask(`${OFFICE} 05/12/2026`, timeZone)).toBe("Table 2026-05-12");
  }
});

test("tomorrow is that of the zone, however late it is elsewhere", async () => {
  const { owner, agentId } = usual;
  const db = tenantDatabase(harness.env, "TENANT_1");
  const actor = { name: "", address: "", requestId: "turn", userId: agentId };
  // Half past one in the night of 25 November in India.
  const now = () => Date.parse("2026-11-24T20:00:00Z");
  const ctx = ctxOf(db, asEnterpriseId.parse(owner.enterpriseId), actor, { now });
  const say = async (text: string, timeZone: string) => {
    const input = { agentId, text, channel: "1", senderId: "somebody", timeZone, country: "IN" };
    return (
      await takeTurn(
        ctx,
        input,
        turnDepsOf(ctx, harness.env, agentId, () => ""),
      )
    ).output.text;
  };
  expect(await say(`${OFFICE} kal`, "Asia/Kolkata")).toBe("Table 2026-11-26");
  expect(await say(`${OFFICE} kal`, "America/New_York")).toBe("Table 2026-11-25");
  expect(await say(`${CALL} in 2 hours`, "Asia/Kolkata")).toBe("Call 03:30");
});
