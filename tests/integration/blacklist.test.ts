import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { makePerson, type Person, sendForm } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import type { SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import { ctxIn } from "#tests/support/customer-fields.ts";
import { idleDeps } from "#tests/support/jobs.ts";
import { jobKinds } from "#workers/contract/jobs.ts";
import { forgetRemoved } from "#workers/domain/blacklist/removed.ts";
import { importPages } from "#workers/domain/blacklist/import-pages.ts";
import { HeldJob } from "#workers/domain/jobs/held-job.ts";
import { claim, LeaseLost } from "#workers/domain/jobs/lease.ts";
import { jobRow } from "#workers/domain/jobs/open.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Address } from "#workers/contract/inbound.ts";
import * as api from "#workers/contract/endpoints/blacklist.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import * as customerReachApi from "#workers/contract/endpoints/customer-reach.ts";
import { getJob } from "#workers/contract/endpoints/jobs.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";
import { MOST_COUNTED } from "#workers/contract/total.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { errorsTexts } from "#texts/errors.ts";

const harness = await startHarness();
const owner = await makePerson(harness);
beforeEach(() => {
  answerOurselves(harness);
});

const path = `/api${api.blacklistPath}`;
const add = (addresses: string | string[], more: object = {}, who: Pick<Person, "call"> = owner) =>
  who.call(api.addToBlacklist, { body: { addresses: [addresses].flat(), ...more } });
const listed = async (search = "", who: Pick<Person, "call"> = owner) =>
  (await who.call(api.listBlacklist, { query: { search } })).blackList;
const entryOf = async (address: string) => {
  const [entry] = await listed(address);
  if (!entry) throw new Error(`${address} is not on the blacklist`);
  return entry;
};
const takeOff = async (address: string) =>
  owner.call(api.removeFromBlacklist, { params: { id: (await entryOf(address)).id } });

const heard = (channel: TestChannel, phone: string, text: string) => hears(channel, saying(phone, text));

async function hears(channel: TestChannel, event: SimulatedEvent): Promise<void> {
  const said = async () => (await messagesOf(harness, channel)).filter(({ direction }) => direction === "in");
  const before = (await said()).length;
  await deliver(harness, channel, [event]);
  await eventually(async () => expect((await said()).length).toBe(before + 1));
}

/** The outcome of an offer that is queued now for the person with the number. */
async function offered(
  channel: TestChannel,
  phone: string,
): Promise<{ status: string; code: string | null }> {
  const id = crypto.randomUUID();
  const { TENANT_1: db } = harness.env;
  const chat = `(SELECT c.id FROM chats c JOIN addresses a ON a.identity_id = c.identity_id
    WHERE c.channel_id = ?1 AND a.address = ?2 ORDER BY c.rowid DESC LIMIT 1)`;
  await db.batch([
    db
      .prepare(`UPDATE chats SET seq = seq + 1, revision = revision + 1 WHERE id = ${chat}`)
      .bind(channel.id, phone),
    db
      .prepare(
        `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, facts, at,
           status, send_class, not_before) SELECT ?3, enterprise_id, channel_id, identity_id, id, seq, 'out', 'text',
           '{"kind":"text","text":"an offer"}', 'person', 'somebody', '{}', 1, 'queued', ?4, 0 FROM chats WHERE id = ${chat}`,
      )
      .bind(channel.id, phone, id, sendClasses.marketing),
  ]);
  await harness.inside(`/?sender=${channel.id}:0`, {
    method: "POST",
    body: JSON.stringify({ database: "TENANT_1", enterpriseId: channel.enterpriseId, channelId: channel.id }),
  });
  return eventually(async () => {
    const [row] = await rowsOf<{ status: string; code: string | null }>(
      harness,
      "SELECT status, code FROM messages WHERE id = ?",
      id,
    );
    expect(["delivered", "failed"]).toContain(row?.status);
    return row ?? { status: "", code: null };
  });
}
const REFUSED = { status: "failed", code: "optOut" };

/** Why the hash of a known number is kept. */
const hashesOf = async (phone: string) =>
  (
    await rowsOf<{ why: string }>(
      harness,
      `SELECT s.why FROM suppressions s JOIN addresses a ON a.enterprise_id = s.enterprise_id AND a.hash = s.hash
       WHERE a.enterprise_id = ? AND a.address = ? ORDER BY s.why`,
      owner.enterpriseId,
      phone,
    )
  ).map(({ why }) => why);

const customerWith = async (phone: string) => {
  const [row] = await rowsOf<{ id: string; name: string }>(
    harness,
    "SELECT id, name FROM customers WHERE enterprise_id = ? AND phone = ?",
    owner.enterpriseId,
    phone,
  );
  return row ?? { id: "", name: "" };
};
const consentsOf = async (phone: string) => {
  const { id } = await customerWith(phone);
  const { consents } = await owner.call(customerReachApi.customerConsents, { params: { id } });
  return consents.map(({ purpose, given, source }) => `${purpose} ${given ? "given" : "refused"} ${source}`);
};

test("nothing is sent to who is on the blacklist, and again once they are taken off", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = "+919811200001";
  await heard(channel, phone, "hello");
  expect((await offered(channel, phone)).status).toBe("delivered");
  expect(await add("+91 98112 00001", { reason: "asked by letter" })).toMatchObject({ added: 1, known: 0 });
  expect(await entryOf(phone)).toMatchObject({
    address: phone,
    channelType: null,
    reason: "asked by letter",
    source: "screen",
    by: "Kiran",
  });
  expect(await offered(channel, phone)).toEqual(REFUSED);
  await takeOff(phone);
  expect(await listed(phone)).toEqual([]);
  expect((await offered(channel, phone)).status).toBe("delivered");
  expect((await consentsOf(phone)).toSorted()).toEqual([
    "marketing given offBlacklist",
    "marketing refused blacklist",
    "service given offBlacklist",
    "service refused blacklist",
  ]);
});

test("an entry holds for who becomes known by the number only later, also with a start word", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = "+919811200002";
  await add(phone);
  await heard(channel, phone, "hello");
  expect(await offered(channel, phone)).toEqual(REFUSED);
  await heard(channel, phone, "start");
  expect(await offered(channel, phone)).toEqual(REFUSED);
  await takeOff(phone);
  expect((await offered(channel, phone)).status).toBe("delivered");
});

test("who said stop stays refused when they are taken off, whichever came first", async () => {
  const channel = await makeChannel(harness, owner);
  const [before, after] = ["+919811200003", "+919811200004"];
  await heard(channel, before, "stop");
  // Of the same channel type as their own refusal.
  await add([before, after], { channelType: channelTypes.whatsApp });
  await heard(channel, after, "hello");
  await heard(channel, after, "stop");
  for (const phone of [before, after]) {
    await takeOff(phone);
    expect(await offered(channel, phone), phone).toEqual(REFUSED);
    expect(await hashesOf(phone), phone).toEqual(["optOut"]);
    await heard(channel, phone, "start");
    expect((await offered(channel, phone)).status, phone).toBe("delivered");
  }
});

test("who turns out to be somebody on the blacklist is refused with them, and given back with them", async () => {
  const channel = await makeChannel(harness, owner);
  const said = (text: string, ...addresses: Address[]) => {
    const { key, event } = saying("+1", text);
    return { key, event: { ...event, from: { addresses, name: "Asha" } } } as SimulatedEvent;
  };
  for (const which of [0, 1] as const) {
    const both: Address[] = [
      { kind: "number", scope: "", value: `+91981120001${which + 1}` },
      { kind: "mail", scope: "", value: `joined-${which}@example.com` },
    ];
    const [one, other] = both.map(({ value }) => value);
    const entry = both[which]?.value ?? "";
    for (const address of both) await hears(channel, said("hello", address));
    await add(entry);
    await hears(channel, said("it is me", ...both));
    expect(await offered(channel, one ?? ""), entry).toEqual(REFUSED);
    await takeOff(entry);
    expect((await offered(channel, other ?? "")).status, entry).toBe("delivered");
  }
});

test("an entry of one channel type leaves the others alone, and one entry holds when another is taken off", async () => {
  const [app, sms] = [
    await makeChannel(harness, owner),
    await makeChannel(harness, owner, { type: channelTypes.sms }),
  ];
  const phone = "+919811200005";
  await heard(app, phone, "hello");
  await heard(sms, phone, "hello");
  await add(phone, { channelType: channelTypes.sms });
  expect(await offered(sms, phone)).toEqual(REFUSED);
  expect((await offered(app, phone)).status).toBe("delivered");
  await add(phone);
  expect(await offered(app, phone)).toEqual(REFUSED);
  const every = (await listed(phone)).find(({ channelType }) => channelType === null);
  const { removed } = await owner.call(api.removeManyFromBlacklist, {
    body: { ids: [every?.id ?? "", "nobody"] },
  });
  expect(removed).toBe(1);
  expect(await offered(sms, phone)).toEqual(REFUSED);
  expect((await offered(app, phone)).status).toBe("delivered");
});

test("very many that match are taken off and put back by a job, and who came later stays", async () => {
  const reason = `round ${crypto.randomUUID()}`;
  const addresses = Array.from(
    { length: api.MOST_REMOVED + 1 },
    (_, at) => `+9198155${String(at).padStart(5, "0")}`,
  );
  await owner.call(api.addToBlacklist, { body: { addresses, reason } });
  const search = reason.slice(2);
  const before = await owner.call(api.listBlacklist, { query: { search, perPage: 1 } });
  expect(before).toMatchObject({ more: true, total: MOST_COUNTED + 1, newest: before.blackList[0]?.id });
  await add("+919815599999", { reason });
  await add("+919815599998", { reason: "another" });
  const matching = { search, upTo: before.newest };
  const stranger = await makePerson(harness);
  const all = { search: "", upTo: "~" };
  const theirs = await stranger.call(api.removeManyFromBlacklist, { body: { matching: all } });
  expect(theirs).toMatchObject({ removed: 0, job: null });
  const begun = await owner.call(api.removeManyFromBlacklist, { body: { matching } });
  expect(begun).toMatchObject({ removed: 0, job: { jobId: begun.work } });
  const ended = async (id: string) => {
    await eventually(async () => expect((await owner.call(getJob, { params: { id } })).state).toBe("done"));
    return owner.call(getJob, { params: { id } });
  };
  expect(await ended(begun.work)).toMatchObject({
    message: texts.removed(api.MOST_REMOVED + 1),
    result: { action: "delete", changed: api.MOST_REMOVED + 1, total: api.MOST_REMOVED + 1 },
  });
  expect(await owner.call(api.removeManyFromBlacklist, { body: { matching } })).toMatchObject({ removed: 0 });
  const after = await owner.call(api.listBlacklist, { query: { search } });
  expect(after).toMatchObject({ total: 1, blackList: [{ address: "+919815599999" }] });
  expect((await listed("+919815599998")).length).toBe(1);
  // Somebody was added again meanwhile: they stay as they were added.
  await add("+919815500000", { reason: "anew" });
  const undone = await owner.call(api.undoRemoval, { body: { work: begun.work } });
  expect(await ended(undone.job?.jobId ?? "")).toMatchObject({
    message: texts.restored(api.MOST_REMOVED),
    result: { action: "restore", done: api.MOST_REMOVED + 1 },
  });
  expect(await entryOf("+919815500000")).toMatchObject({ reason: "anew" });
  const again = await owner.call(api.listBlacklist, { query: { search, from: 1, perPage: 1 } });
  expect(again.blackList).toEqual(before.blackList);
  const refused = await owner.send("POST", `/api${api.blacklistPath}/delete`, {});
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: { ids: errorsTexts.mandatory } },
  ]);
});

test("who was taken off is put back as they were, once, and is refused again", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = "+919811200031";
  await heard(channel, phone, "hello");
  await add(phone, { reason: "asked by letter" });
  const before = await entryOf(phone);
  const { work } = await owner.call(api.removeManyFromBlacklist, { body: { ids: [before.id] } });
  expect((await offered(channel, phone)).status).toBe("delivered");
  const stranger = await makePerson(harness);
  const undo = (who: Pick<Person, "call"> = owner) => who.call(api.undoRemoval, { body: { work } });
  await expect(undo(stranger)).rejects.toThrow(texts.nothingToUndo);
  expect(await undo()).toEqual({ restored: 1, job: null });
  expect(await entryOf(phone)).toEqual(before);
  expect(await offered(channel, phone)).toEqual(REFUSED);
  await expect(undo()).rejects.toThrow(texts.nothingToUndo);
  const late = await owner.call(api.removeManyFromBlacklist, { body: { ids: [before.id] } });
  await forgetRemoved(ctxIn(harness, owner).db, Date.now() + 25 * 3_600_000);
  await expect(owner.call(api.undoRemoval, { body: { work: late.work } })).rejects.toThrow(
    texts.nothingToUndo,
  );
});

test("numbers are known however they are typed, doubles are one, and what is none is said", async () => {
  const spellings = [
    "+919811200006",
    "+91 98112 00006",
    "+91-98112-00006",
    "0091 9811200006",
    "919811200006",
    "+91 (98112) 00006",
    "+91.98112.00006",
    "00919811200006",
    " 91 98112 00006 ",
    "(91) 98112 00006",
    "＋９１ ９８１１２ ００００６",
    "+91 9811 200 006",
  ];
  const done = await add([spellings.join("\n"), "Asha@Example.com, asha@example.com", "12, nobody@nowhere"]);
  expect(done).toMatchObject({ added: 2, known: 0, invalidCount: 2 });
  expect(done.invalid).toEqual([
    { address: "12", problem: expect.any(String) as string },
    { address: "nobody@nowhere", problem: texts.mailWrong },
  ]);
  expect((await listed("asha@")).map(({ address }) => address)).toEqual(["asha@example.com"]);
  expect(await add(spellings)).toMatchObject({ added: 0, known: 1 });
  const wrong = Array.from({ length: 150 }, (_, at) => `no number ${at}`);
  expect((await add(wrong.join("\n"))).invalid.map(({ address }) => address)).toEqual(wrong);
  expect((await listed("98112 00006")).map(({ address }) => address)).toEqual(["+919811200006"]);
  await expect(add("  \n ")).rejects.toThrow(texts.noAddress);
  await expect(add(Array.from({ length: 5_001 }, () => "1").join(","))).rejects.toThrow("5000");
});

test("of two who add the same at once one does, and the number is there once with its hash", async () => {
  const phone = "+919811200007";
  const done = await Promise.all([add(phone), add(phone), add([phone, phone])]);
  expect(done.reduce((sum, { added }) => sum + added, 0)).toBe(1);
  expect(await listed(phone)).toHaveLength(1);
  const hashes = await rowsOf(
    harness,
    "SELECT 1 FROM suppressions s JOIN blacklist b ON b.hash = s.hash AND b.enterprise_id = s.enterprise_id WHERE b.address = ? AND s.why = 'blocked'",
    phone,
  );
  expect(hashes).toHaveLength(1);
  // Two who take it off at once: what was refused is given again once.
  const { id } = await entryOf(phone);
  const off = await Promise.allSettled(
    [1, 2].map(() => owner.call(api.removeFromBlacklist, { params: { id } })),
  );
  expect(off.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("erasing a person takes the readable address and the reason away, and the number stays blocked", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = "+919811200008";
  await heard(channel, phone, "hello");
  await add(phone, { reason: "Ravi wrote a letter" });
  const { id } = await entryOf(phone);
  const { id: customerId, name } = await customerWith(phone);
  const copy = await owner.send(
    "GET",
    `/api${customersApi.customerMaster}/customers/${customerId}/data?format=json`,
  );
  expect(((await copy.json()) as { blacklist: unknown[] }).blacklist).toEqual([
    expect.objectContaining({ address: phone, reason: "Ravi wrote a letter", type: texts.every }),
  ]);
  await owner.call(personalDataApi.eraseCustomer, { params: { id: customerId }, body: { confirm: name } });
  const there = (await listed()).find((entry) => entry.id === id);
  expect(there).toMatchObject({ address: null, reason: "" });
  const rows = await rowsOf(harness, "SELECT * FROM blacklist WHERE enterprise_id = ?", owner.enterpriseId);
  expect(JSON.stringify(rows)).not.toMatch(/9811200008|Ravi/);
  const trail = await rowsOf(
    harness,
    "SELECT * FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'blacklist'",
    owner.enterpriseId,
  );
  expect(JSON.stringify(trail)).not.toMatch(/9811200008|Ravi/);
  await heard(channel, phone, "hello again");
  expect(await offered(channel, phone)).toEqual(REFUSED);
  // Known again by the hash alone, which whoever takes the entry off need not know.
  await owner.call(api.removeFromBlacklist, { params: { id } });
  expect((await offered(channel, phone)).status).toBe("delivered");
});

test("a reason is changed by one person at a time", async () => {
  const phone = "+919811200009";
  await add(phone, { reason: "first" });
  const { id, revision } = await entryOf(phone);
  const here = raced(harness, owner);
  here.meanwhile(
    () => owner.call(api.editBlacklisted, { params: { id }, body: { reason: "second", revision } }),
    /"blacklist"/,
  );
  await expect(
    here.call(api.editBlacklisted, { params: { id }, body: { reason: "third", revision } }),
  ).rejects.toThrow("409");
  expect(await entryOf(phone)).toMatchObject({ reason: "second", revision: revision + 1 });
  await expect(
    owner.call(api.editBlacklisted, { params: { id }, body: { reason: "fourth", revision } }),
  ).rejects.toThrow("409");
});

test("who may not see customers sees no numbers, finds one only by all of it, and takes none out", async () => {
  const phone = "+919811200010";
  await add(phone, { reason: "hidden number" });
  await owner.call(saveRole, { params: { role: 6 }, body: { permissions: { "CAMPAIGNS.BLACKLIST": 1 } } });
  const colleague = await makeColleague(harness, owner, { roles: [6] });
  const [shown] = await listed("hidden number", colleague);
  expect(shown?.address).toMatch(/010$/);
  expect(JSON.stringify(await listed("", colleague))).not.toContain("9811200010");
  expect(await listed("11200010", colleague)).toEqual([]);
  expect(await listed("+91 98112 00010", colleague)).toHaveLength(1);
  expect((await colleague.send("GET", `${path}/export`)).status).toBe(403);
  expect((await (await makeColleague(harness, owner, { roles: [3] })).send("GET", path)).status).toBe(403);
});

async function imported(csv: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([csv]), "list.csv");
  const response = await sendForm(harness, owner, `${path}/import`, form);
  const answer = (await response.json()) as { message: string; data?: { jobId: string } };
  if (!answer.data) return { status: response.status, message: answer.message };
  const { job } = await eventually(async () => {
    const latest = await owner.call(api.getBlacklistImport, {});
    expect(latest.job?.jobId).toBe(answer.data?.jobId);
    expect(latest.job?.state).toBe("done");
    return latest;
  });
  return { status: response.status, message: job?.message, jobId: job?.jobId ?? "", result: job?.result };
}

test("a file is imported with its reasons and channels, and what was not taken comes back with why", async () => {
  const csv = [
    "Name,Phone,Reason,Channel",
    "Asha,+91 98112 00021,complained,SMS",
    "Ravi,'+919811200022,,",
    'Tara,"tara@example.com","wrote, twice",All channels',
    "Nobody,12,,",
    "Somebody,+919811200023,,Carrier pigeon",
    "Asha again,+919811200021,complained,SMS",
    "",
  ].join("\r\n");
  const { jobId, result } = await imported(csv, { reason: "from the old system" });
  expect(result).toEqual({ total: 6, added: 3, rejected: 2 });
  expect(await entryOf("+919811200021")).toMatchObject({
    channelType: 0,
    reason: "complained",
    source: "import",
  });
  expect(await entryOf("+919811200022")).toMatchObject({ channelType: null, reason: "from the old system" });
  expect(await entryOf("tara@example.com")).toMatchObject({ reason: "wrote, twice" });
  const rejects = await owner.send("GET", `${path}/import/${jobId}/rejects`);
  const lines = (await rejects.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('5,"Nobody,12,,"');
  expect(lines[2]).toContain(texts.channelUnknown("Carrier pigeon"));
  // A list without a header begins with its first row, and what is exported imports back to the same.
  expect((await imported("+919811200024\n+919811200025\n")).result).toEqual({
    total: 2,
    added: 2,
    rejected: 0,
  });
  const exported = await owner.send("GET", `${path}/export`);
  const text = await exported.text();
  expect(text).toContain("'+919811200021,SMS,complained,Kiran,");
  const again = (await imported(text)).result as { total: number };
  expect(again).toEqual({ total: again.total, added: 0, rejected: 0 });
  expect(again.total).toBeGreaterThan(4);
  expect(await imported("")).toMatchObject({ status: 400 });
});

test("a page of a file that is read by two workers is written by one", async () => {
  const { jobId } = await imported("+919811200028\n12\n+919811200029\n");
  const ctx = ctxIn(harness, owner);
  const first = await jobRow(ctx, jobId ?? "");
  // The same file once more, for nobody but this test.
  await harness.env.TENANT_1.prepare(
    `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, woken_at, created_at, updated_at)
     SELECT id || '+', enterprise_id, kind, subject, json_set(payload, '$.cursor', 0, '$.line', 1, '$.total', 0, '$.added', 0, '$.rejected', 0),
       'waiting', 0, '', 0, 0, ?2, created_at, updated_at FROM jobs WHERE id = ?1`,
  )
    .bind(jobId, Date.now() + 3_600_000)
    .run();
  await harness.env.TENANT_1.prepare("DELETE FROM blacklist WHERE address GLOB '+91981120002[89]'").run();
  const job = await claim(ctx, `${jobId}+`);
  if (!job || !first) throw new Error("the job is not there");
  const payload = jobKinds["blacklist.import"].payload.parse(job.payload);
  const deps = { files: harness.env.FILES, ring: keyRing(harness.secrets.DATA_KEY) };
  const [one, other] = [1, 2].map(() => importPages(ctx, new HeldJob(ctx, job, idleDeps), payload, deps));
  expect(await one?.()).toBe("next");
  await expect(other?.()).rejects.toThrow(LeaseLost);
  expect((await jobRow(ctx, job.id))?.payload).toMatchObject({ total: 3, added: 2, rejected: 1 });
  expect(await one?.()).toBe("done");
});

test("one file is imported at a time", async () => {
  const { TENANT_1: db } = harness.env;
  await db
    .prepare(
      `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease, lease_until, created_at, updated_at)
       VALUES ('held import', ?1, 'blacklist.import', ?1, '{}', 'running', 0, '', 1, 'held', ?2, 1, 1)`,
    )
    .bind(owner.enterpriseId, Date.now() + 60_000)
    .run();
  expect(await imported("+919811200026\n+919811200027\n")).toEqual({
    status: 409,
    message: texts.importRunning,
  });
  await db.prepare("DELETE FROM jobs WHERE id = 'held import'").run();
  expect(await listed("+919811200026")).toEqual([]);
});

test("a large file is read in pages, each row once, and what is beyond the limit is said", async () => {
  const numbers = Array.from({ length: 2_500 }, (_, at) => `+9198113${String(at).padStart(5, "0")}`);
  const { result } = await imported(numbers.join("\n"));
  expect(result).toEqual({ total: 2_500, added: 2_500, rejected: 0 });
  const [count] = await rowsOf<{ n: number }>(
    harness,
    "SELECT count(*) AS n FROM suppressions WHERE enterprise_id = ? AND why = 'blocked' AND hash IN (SELECT hash FROM blacklist WHERE address GLOB '+9198113*')",
    owner.enterpriseId,
  );
  expect(count?.n).toBe(2_500);
});
