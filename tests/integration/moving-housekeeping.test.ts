import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { directory, type TenantDatabase, tenantDatabase } from "#db/client.ts";
import { ctxIn } from "#tests/support/customer-fields.ts";
import { makeCustomer } from "#tests/support/customers.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { startHarness } from "#tests/support/harness.ts";
import { fill } from "#tests/support/isolation-owner.ts";
import { png } from "#tests/support/made-files.ts";
import { answerOurselves, deliver, makeChannel, saying } from "#tests/support/messaging.ts";
import { mover } from "#tests/support/moving.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { dayOf } from "#workers/contract/billing/usage.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { carryUsage, noteStored } from "#workers/domain/billing/carry.ts";
import { takeWords } from "#workers/domain/chat-words/fill.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { keepFormerReceiptKeys } from "#workers/domain/customers/receipt-key.ts";
import { tidyUnusedFiles } from "#workers/domain/drive/tidy.ts";
import { resealSecrets } from "#workers/domain/key-rotation/reseal-tenant.ts";
import { cancelMove, latestMove } from "#workers/domain/moving/ask.ts";
import { tidySubscriptions } from "#workers/domain/push/subscriptions.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { keepSecret, sealSecret } from "#workers/domain/secrets/secret.ts";
import { archiveBroadcasts } from "#workers/jobs/archive-broadcasts.ts";
import { openDueCrawls } from "#workers/jobs/due-crawls.ts";
import { emptyTrash } from "#workers/jobs/empty-trash.ts";
import { tidyEvents } from "#workers/jobs/hand-over.ts";
import { tidyChats } from "#workers/jobs/tidy-chats.ts";
import { tidyDrive } from "#workers/jobs/tidy-drive.ts";
import { tidyExports } from "#workers/jobs/tidy-exports.ts";
import { tidyImports } from "#workers/jobs/tidy-imports.ts";
import { tidyMessaging } from "#workers/jobs/tidy-messaging.ts";
import { tonight } from "#workers/jobs/tonight.ts";

/** Tidying of whole databases while an enterprise moves between two: nothing in use goes, nobody is held up. */
const harness = await startHarness();
const { env } = harness;
const LONG = { timeout: 600_000 };
const BOTH = ["TENANT_1", "TENANT_2"] as const;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
beforeEach(() => answerOurselves(harness));

const run = (sql: string, ...values: unknown[]) =>
  env.TENANT_1.prepare(sql)
    .bind(...values)
    .run();
const one = (database: TenantDatabase, sql: string, ...values: unknown[]) =>
  env[database]
    .prepare(sql)
    .bind(...values)
    .first<number>("n");
const ring = () => keyRing(harness.secrets.DATA_KEY);

/** The cron's work each minute and by night over all enterprises; here nobody swallows what it throws. */
async function housekeeping(now: number): Promise<void> {
  const jobs = env as unknown as JobsEnv;
  await tidyImports(jobs, now);
  await tidyDrive(jobs, now);
  await emptyTrash(jobs, now);
  await openDueCrawls(jobs, now);
  await tidyMessaging(jobs, now);
  await tidyEvents(jobs, now);
  await tidyExports(jobs, now);
  await tidyChats(jobs, now);
  await archiveBroadcasts(jobs, now);
  for (const name of BOTH) {
    const db = tenantDatabase(env, name);
    const actor = { userId: "system", name: "", address: "", requestId: "cron" };
    await tidyUnusedFiles(directory(env), db, env.FILES, { now, dryRun: false });
    await tidySubscriptions(db, now);
    await noteStored(db, dayOf(now));
    await carryUsage(db, directory(env));
    await keepFormerReceiptKeys(db, (id: EnterpriseId) => ctxOf(db, id, actor), ring(), "a former key");
    await resealSecrets(db, ring());
  }
}

const aFile = (enterpriseId: string, state: "leaving" | "ready") => {
  const id = randomUUID();
  return run(
    `INSERT INTO drive_files (id, enterprise_id, use, name, media_type, bytes, key, state, created_by, created_at)
     VALUES (?1, ?2, 'media', 'f', 'x', 1, ?1, ?3, 'u', 1)`,
    id,
    enterpriseId,
    state,
  ).then(() => id);
};
const used = ({ enterpriseId }: Person, count: number) =>
  run(
    "INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (?1, 'run', ?2, ?3)",
    enterpriseId,
    dayOf(Date.now()) - 3,
    count,
  );
const carried = ({ enterpriseId }: Person) =>
  env.DIRECTORY.prepare(
    "SELECT count AS n FROM usage_daily WHERE enterprise_id = ? AND kind = 'run' AND day = ?",
  )
    .bind(enterpriseId, dayOf(Date.now()) - 3)
    .first<number>("n");

/** An enterprise with one of everything that some housekeeping would take up, remove or count. */
async function untidy() {
  const who = await makePerson(harness);
  const { theirs } = await fill(harness, who);
  const { enterpriseId } = who;
  for (const table of ["deletion_stops", "sending_stops", "usage_stops", "offer_rules"])
    await run(`DELETE FROM ${table} WHERE enterprise_id = ?`, enterpriseId);
  const now = Date.now();
  // In use, and long since uploaded: an activity's people, and a picture of the library.
  await run(
    "UPDATE import_files SET updated_at = ?2 WHERE enterprise_id = ?1",
    enterpriseId,
    now - 2 * DAY_MS,
  );
  await run(
    "UPDATE activities SET request = json_set(request, '$.audience', json(?2)) WHERE enterprise_id = ?1",
    enterpriseId,
    JSON.stringify({ file: { path: theirs.fileId } }),
  );
  const { id: picture } = await sendToDrive(harness, who, { use: "media", bytes: png(20), name: "p.png" });
  await run("UPDATE drive_files SET created_at = ?2 WHERE id = ?1", picture, now - 2 * DAY_MS);
  await run("UPDATE artifacts SET file_id = ?2 WHERE enterprise_id = ?1", enterpriseId, picture);
  const key = (
    await env.TENANT_1.prepare("SELECT key FROM drive_files WHERE id = ?")
      .bind(picture)
      .first<{ key: string }>()
  )?.key;
  // Events at the edge of what is kept, the newest last.
  for (const minutes of [61, 59, 30])
    await run(
      `INSERT INTO live_events (enterprise_id, before, "to", body, at) VALUES (?1, 0, '{}', '{}', ?2)`,
      enterpriseId,
      now - minutes * MINUTE_MS,
    );
  await run(
    "UPDATE inbound_events SET state = 'done', at = ?2 WHERE enterprise_id = ?1",
    enterpriseId,
    now - 30 * DAY_MS + 1_000,
  );
  // An import that goes on, in the hands of a worker that is nowhere.
  await run("UPDATE customer_imports SET state = 'PROCESSING' WHERE id = ?", theirs.importId);
  const job = (kind: string, subject: string, state: string, at: number) =>
    run(
      `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, woken_at, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, '{}', ?5, 0, '', 1, ?6, ?6, ?7, ?7)`,
      randomUUID(),
      enterpriseId,
      kind,
      subject,
      state,
      now + 400 * DAY_MS,
      at,
    );
  await job("customers.import", theirs.importId, "running", now);
  await job("enterprise.export", "old", "done", 1);
  await used(who, 5);
  await aFile(enterpriseId, "leaving");
  const recording = (state: string) =>
    run(
      `INSERT INTO video_recordings (id, enterprise_id, room_id, chat_id, state, key, media_type, parts, bytes, created_by, created_name, created_at, updated_at, ended_at)
        VALUES (?2 || ?1, ?1, ?2 || ?1, 'c', ?2, ?2 || ?1, 'video/webm', 1, 1, 'u', 'U', 1, 1, 1)`,
      enterpriseId,
      state,
    );
  await recording("leaving");
  await recording("recording");
  await run("UPDATE mark_changes SET at = 1 WHERE enterprise_id = ?", enterpriseId);
  await run("UPDATE push_subscriptions SET last_ok_at = 1 WHERE enterprise_id = ?", enterpriseId);
  await run(
    "UPDATE knowledge_configs SET kb_from_website = 1, next_crawl_at = 1 WHERE enterprise_id = ?",
    enterpriseId,
  );
  await run("UPDATE knowledge_sources SET state = 'waiting' WHERE enterprise_id = ?", enterpriseId);
  await run("UPDATE chats SET state = 4, closed_at = 1 WHERE id = ?", theirs.chatId);
  await run("UPDATE erasure_receipts SET key_version = 0 WHERE enterprise_id = ?", enterpriseId);
  const older = keyRing(harness.secrets.DATA_KEY.split(",")[1] ?? "");
  const ctx = ctxIn(harness, who);
  const owner = { kind: "integration" as const, id: "older", field: "apikey" };
  await keepSecret(ctx, owner, await sealSecret(ctx, older, owner, "secret"));
  return { who, fileId: theirs.fileId, key: key ?? "" };
}

test(
  "whatever is tidied at whichever step of a move, no file in use goes, both databases stay the same, and neighbours go on",
  LONG,
  async () => {
    const { who, fileId, key } = await untidy();
    const here = await makePerson(harness);
    const files = async () => [
      (await env.FILES.list({ prefix: `${who.enterpriseId}/uploads/${fileId}/` })).objects.length,
      (await env.FILES.head(key)) === null ? 0 : 1,
    ];
    expect(await files()).toEqual([1, 1]);
    const isThere = (database: TenantDatabase, table: string) =>
      one(database, `SELECT EXISTS (SELECT 1 FROM ${table} WHERE enterprise_id = ?) AS n`, who.enterpriseId);
    /** Where the file's row is in a database, and what needs it is not. */
    const halves: string[] = [];
    const move = await mover(harness, who.enterpriseId);
    await move.until("told");
    await used(here, 7);
    const leaving = await aFile(here.enterpriseId, "leaving");
    await run(
      "INSERT INTO mark_changes (enterprise_id, work, customer, mark_id, taken, at) VALUES (?1, ?1, 1, 'm', 0, 1)",
      here.enterpriseId,
    );
    const looked = new Set<string>();
    for (let at = await move.step(); at !== "done" && at !== "cancelled"; at = await move.step()) {
      for (const database of BOTH) {
        const [file, activity] = [
          await isThere(database, "import_files"),
          await isThere(database, "activities"),
        ];
        if (file === 1 && activity === 0) halves.push(`${at} ${database}`);
      }
      // Ten minutes on: what was kept for an hour as the fence was made is older now.
      if (at === "copy" || at === "remove" || !looked.has(at))
        await housekeeping(Date.now() + 10 * MINUTE_MS);
      if (!looked.has(at) && at === "copy") {
        expect(await carried(here), "a neighbour's use is carried").toBe(7);
        expect(await carried(who)).toBeNull();
        expect(await one("TENANT_1", "SELECT count(*) AS n FROM drive_files WHERE id = ?", leaving)).toBe(0);
        expect(
          await one("TENANT_1", "SELECT count(*) AS n FROM mark_changes WHERE work = ?", here.enterpriseId),
        ).toBe(0);
        const night = await tonight(env as unknown as JobsEnv, Date.now());
        expect(night.map(({ id }) => id)).not.toContain(who.enterpriseId);
      }
      looked.add(at);
      await move.page();
    }
    expect(await latestMove(env.DIRECTORY as never, who.enterpriseId)).toMatchObject({
      step: "done",
      failure: "",
    });
    expect(new Set(halves)).toEqual(new Set(["copy TENANT_2", "remove TENANT_1"]));
    expect(await files(), "no file that is in use is gone").toEqual([1, 1]);
    expect(await carried(who), "their own use is carried from the new database").toBe(5);
    expect(
      await one(
        "TENANT_2",
        "SELECT count(*) AS n FROM customer_imports WHERE enterprise_id = ? AND state = 'PROCESSING'",
        who.enterpriseId,
      ),
    ).toBe(1);
  },
);

const FROM = "+919811400031";
test(
  "taken back, a move leaves no chat of its time unknown to the archive, whoever wrote elsewhere meanwhile",
  LONG,
  async () => {
    const who = await makePerson(harness);
    await makeCustomer(who, { phoneNumber: FROM });
    const channel = await makeChannel(harness, who);
    await deliver(harness, channel, [saying(FROM, "before")]);
    const here = await makePerson(harness);
    const beside = await makeChannel(harness, here);
    const db = tenantDatabase(env, "TENANT_1");
    const unknown = ({ enterpriseId }: Person) =>
      one(
        "TENANT_1",
        `SELECT count(*) AS n FROM chats c LEFT JOIN chat_words w ON w.chat_id = c.id
       WHERE c.enterprise_id = ? AND w.revision IS NOT c.revision`,
        enterpriseId,
      );
    const chatOf = ({ enterpriseId }: Person) =>
      one("TENANT_1", "SELECT count(*) AS n FROM chats WHERE enterprise_id = ?", enterpriseId);
    const WAIT = { timeout: 40_000, interval: 200 };
    await vi.waitFor(async () => {
      await takeWords(db, Date.now());
      expect([await chatOf(who), await unknown(who)]).toEqual([1, 0]);
    }, WAIT);
    const move = await mover(harness, who.enterpriseId);
    await move.page();
    expect(await move.step(), "noted, and not fenced yet").toBe("fence");
    // Somebody writes in their chat, and five minutes later in a neighbour's.
    await run(
      "UPDATE chats SET revision = revision + 1, updated_at = ?2 WHERE enterprise_id = ?1",
      who.enterpriseId,
      Date.now() - 5 * MINUTE_MS,
    );
    await deliver(harness, beside, [saying(FROM, "elsewhere")]);
    await vi.waitFor(async () => {
      await takeWords(db, Date.now());
      expect([await chatOf(here), await unknown(here), await unknown(who)]).toEqual([1, 0, 1]);
    }, WAIT);
    await move.until("reserve");
    await cancelMove(env.DIRECTORY as never, who.enterpriseId, Date.now());
    await move.until("cancelled");
    expect(await unknown(who)).toBe(0);
  },
);
