import { describe, expect, test } from "vitest";
import {
  faultyFiles,
  faultyCtx,
  type Faults,
  noFaults,
  placeFile,
  workOnce,
} from "#tests/support/import-ctx.ts";
import { startHarness } from "#tests/support/harness.ts";
import { meet } from "#tests/support/customers.ts";
import { loadOf } from "#tests/support/import-load.ts";
import type { ImportCounts } from "#workers/contract/endpoints/imports.ts";
import { getUpload } from "#workers/domain/imports/list.ts";
import { startImport, stepImport } from "#workers/domain/imports/steps.ts";
import type { Ctx } from "#workers/domain/ctx.ts";

const harness = await startHarness();
const database = harness.env.TENANT_1;
const load = loadOf(300, { wrong: 0.05, repeats: 0.05, seed: 7 });
const mapping = ["name", "phoneNumber", "whatsAppNumber", "", "", "groups", "tags"] as const;
let made = 0;

interface Import {
  ctx: Ctx;
  importId: string;
  jobId: string;
}

const ids = async (enterprise: string) => {
  const row = await database
    .prepare(
      `SELECT i.id AS importId, j.id AS jobId FROM customer_imports i
       LEFT JOIN jobs j ON j.subject = i.id AND j.state IN ('waiting', 'running') WHERE i.enterprise_id = ?`,
    )
    .bind(enterprise)
    .first<{ importId: string; jobId: string | null }>();
  return row;
};

/** A file that lies ready, in an enterprise of its own. */
async function prepared(faults: Faults, csv = load.csv): Promise<{ ctx: Ctx; path: string }> {
  const enterprise = `faults-${++made}-${Date.now()}`;
  const ctx = faultyCtx(harness, faults, enterprise);
  const path = `file of ${enterprise}`;
  await placeFile(harness, ctx, csv, path);
  return { ctx, path };
}

async function accepted(faults: Faults, csv = load.csv): Promise<Import> {
  const { ctx, path } = await prepared(faults, csv);
  await startImport(ctx, faultyFiles(harness, faults), commandFor(path));
  const found = await ids(ctx.enterpriseId);
  return { ctx, importId: found?.importId ?? "", jobId: found?.jobId ?? "" };
}

const commandFor = (path: string) => ({
  file: { name: "load.csv", path, source: "URL" },
  mapping: [...mapping],
  dryRun: false,
});

/** Recounts an import from its rows. */
async function recount({ enterpriseId }: Ctx): Promise<Record<string, number>> {
  const row = await database
    .prepare(
      `SELECT (SELECT count(*) FROM customers WHERE enterprise_id = ?1) AS customers,
         (SELECT count(DISTINCT phone) FROM customers WHERE enterprise_id = ?1) AS numbers,
         (SELECT count(*) FROM import_errors WHERE enterprise_id = ?1) AS errors,
         (SELECT count(*) FROM import_changes WHERE enterprise_id = ?1) AS changes,
         (SELECT count(*) FROM marks WHERE enterprise_id = ?1) AS taggings,
         (SELECT count(*) FROM customer_marks WHERE enterprise_id = ?1) AS marked,
         (SELECT count(*) FROM jobs WHERE enterprise_id = ?1 AND state IN ('waiting', 'running')) AS open,
         (SELECT count(*) FROM customer_imports WHERE enterprise_id = ?1) AS imports,
         (SELECT total(number * revision) FROM (SELECT row_number() OVER (ORDER BY phone) AS number, revision
            FROM customers WHERE enterprise_id = ?1)) AS revisions`,
    )
    .bind(enterpriseId)
    .first<Record<string, number>>();
  return row ?? {};
}

async function undisturbed(): Promise<{ counts: ImportCounts; rows: Record<string, number> }> {
  const faults = noFaults();
  const { ctx, importId, jobId } = await accepted(faults);
  expect(await workOnce(ctx, jobId, { files: faultyFiles(harness, faults) })).toBe("done");
  const done = await getUpload(ctx, importId);
  expect(done.state).toBe("COMPLETED");
  return { counts: done.counts, rows: await recount(ctx) };
}

const calm = await undisturbed();

test("an undisturbed import counts what its rows say", () => {
  expect(calm.counts.total).toBe(300);
  expect(calm.rows).toMatchObject({
    customers: calm.counts.created,
    numbers: calm.counts.created,
    errors: calm.counts.rejected,
    changes: calm.counts.created,
    open: 0,
    imports: 1,
  });
});

describe.each(["before", "after"] as const)("when a call fails %s it took effect (R-01)", (mode) => {
  test("an import of 300 rows ends as if nothing had been, whichever call it was", async () => {
    let failAt = 1;
    for (; failAt < 200; failAt++) {
      const faults: Faults = { ...noFaults(), failAt, mode };
      const files = faultyFiles(harness, faults);
      const { ctx, path } = await prepared(faults);
      // The command, repeated until it is answered, as a person would.
      let tries = 0;
      for (; ; tries++) {
        try {
          await startImport(ctx, files, commandFor(path));
          break;
        } catch {
          expect(tries, `call ${failAt}`).toBeLessThan(2);
        }
      }
      // Workers come and go until nobody is needed any more.
      for (let round = 0; round < 5; round++) {
        const open = await ids(ctx.enterpriseId);
        if (!open?.jobId) break;
        await database.prepare("UPDATE jobs SET lease_until = 0 WHERE id = ?").bind(open.jobId).run();
        await workOnce(ctx, open.jobId, { files }).catch(() => "failed");
      }
      const found = await ids(ctx.enterpriseId);
      const done = await getUpload(faultyCtx(harness, noFaults(), ctx.enterpriseId), found?.importId ?? "");
      expect({ state: done.state, counts: done.counts }, `call ${failAt}`).toEqual({
        state: "COMPLETED",
        counts: calm.counts,
      });
      expect(await recount(ctx), `call ${failAt}`).toEqual(calm.rows);
      if (faults.calls < failAt) break;
    }
    expect(failAt).toBeGreaterThan(15);
    expect(failAt).toBeLessThan(200);
  });

  test("an undo takes everything back, whichever call it was", async () => {
    let failAt = 1;
    for (; failAt < 100; failAt++) {
      const { ctx: calmCtx, importId, jobId } = await accepted(noFaults());
      await workOnce(calmCtx, jobId, { files: faultyFiles(harness, noFaults()) });
      const faults: Faults = { ...noFaults(), failAt, mode };
      const ctx = faultyCtx(harness, faults, calmCtx.enterpriseId);
      await stepImport(ctx, importId, "undo").catch(() =>
        stepImport(ctx, importId, "undo").catch(() => null),
      );
      for (let round = 0; round < 5; round++) {
        const open = await ids(ctx.enterpriseId);
        if (!open?.jobId) break;
        await database.prepare("UPDATE jobs SET lease_until = 0 WHERE id = ?").bind(open.jobId).run();
        await workOnce(ctx, open.jobId, { files: faultyFiles(harness, faults) }).catch(() => "failed");
      }
      expect((await getUpload(calmCtx, importId)).state, `call ${failAt}`).toBe("UNDONE");
      expect(await recount(ctx), `call ${failAt}`).toMatchObject({
        customers: 0,
        changes: 0,
        taggings: 0,
        marked: 0,
        open: 0,
      });
      if (faults.calls < failAt) break;
    }
    expect(failAt).toBeLessThan(100);
  });
});

test("an undo removes nobody whom somebody writes with between its look and its page", async () => {
  const { ctx: calmCtx, importId, jobId } = await accepted(noFaults());
  await workOnce(calmCtx, jobId, { files: faultyFiles(harness, noFaults()) });
  await stepImport(calmCtx, importId, "undo");
  const open = await ids(calmCtx.enterpriseId);
  let met = "";
  const faults: Faults = {
    ...noFaults(),
    // A page is the only batch of so many statements.
    beforeBatch: async (statements) => {
      if (statements < 5 || met !== "") return;
      const one = await database
        .prepare("SELECT phone FROM customers WHERE enterprise_id = ? LIMIT 1")
        .bind(calmCtx.enterpriseId)
        .first<{ phone: string }>();
      met = one?.phone ?? "";
      await meet(harness, calmCtx.enterpriseId, met);
    },
  };
  const ctx = faultyCtx(harness, faults, calmCtx.enterpriseId);
  await workOnce(ctx, open?.jobId ?? "", { files: faultyFiles(harness, faults) });
  const { results } = await database
    .prepare("SELECT phone FROM customers WHERE enterprise_id = ?")
    .bind(calmCtx.enterpriseId)
    .all();
  expect(results).toEqual([{ phone: met }]);
  expect((await getUpload(calmCtx, importId)).counts.kept).toBe(1);
});

describe("two workers", () => {
  test("that are woken for one import do its work once", async () => {
    const faults = noFaults();
    const { ctx, jobId } = await accepted(faults);
    const files = faultyFiles(harness, faults);
    const ends = await Promise.all([1, 2, 3].map(() => workOnce(ctx, jobId, { files })));
    expect(ends.toSorted()).toEqual(["done", "nothing to do", "nothing to do"]);
    expect(await recount(ctx)).toEqual(calm.rows);
  });

  test("of which one was taken for dead write each page once: the late one writes nothing and stops", async () => {
    const faults = noFaults();
    const { ctx, importId, jobId } = await accepted(faults);
    const files = faultyFiles(harness, faults);
    let second: Promise<string> | undefined;
    const slow: Faults = {
      ...noFaults(),
      // Its page is ready to be written when another worker takes the job over and does all of it.
      async beforeBatch(statements) {
        if (second || statements < 5) return;
        await database.prepare("UPDATE jobs SET lease_until = 0 WHERE id = ?").bind(jobId).run();
        second = workOnce(ctx, jobId, { files });
        await second;
      },
    };
    const late = faultyCtx(harness, slow, ctx.enterpriseId);
    expect(await workOnce(late, jobId, { files: faultyFiles(harness, slow) })).toBe("lost");
    expect(await second).toBe("done");
    expect((await getUpload(ctx, importId)).counts).toEqual(calm.counts);
    expect(await recount(ctx)).toEqual(calm.rows);
  });
});

test("a late worker changes nobody a second time either, where no row is new and nothing collides", async () => {
  const named = (name: string) =>
    `Name,Phone\n${Array.from({ length: 50 }, (_, row) => `${name} ${row},+9198765${10_000 + row}`).join("\n")}\n`;
  const start = async (ctx: Ctx, path: string, csv: string): Promise<Import> => {
    await placeFile(harness, ctx, csv, path);
    const { upload, jobId = "" } = await startImport(ctx, faultyFiles(harness, noFaults()), {
      ...commandFor(path),
      mapping: ["name", "phoneNumber"],
    });
    return { ctx, importId: upload.uploadId, jobId };
  };
  const ctx = faultyCtx(harness, noFaults(), `faults-${++made}-${Date.now()}`);
  const files = faultyFiles(harness, noFaults());
  const first = await start(ctx, `${ctx.enterpriseId} 1`, named("Before"));
  await workOnce(ctx, first.jobId, { files });
  const second = await start(ctx, `${ctx.enterpriseId} 2`, named("After"));
  const faults = beforeFirstPage(async () => {
    await database.prepare("UPDATE jobs SET lease_until = 0 WHERE id = ?").bind(second.jobId).run();
    await workOnce(ctx, second.jobId, { files });
  });
  const late = faultyCtx(harness, faults, ctx.enterpriseId);
  await workOnce(late, second.jobId, { files: faultyFiles(harness, faults) });
  expect((await getUpload(ctx, second.importId)).counts).toMatchObject({ updated: 50, duplicates: 0 });
  // Everybody was changed once: revision 2, of 50.
  expect((await recount(ctx))["revisions"]).toBe(2 * ((50 * 51) / 2));
});

/** Runs `act` once, when a page is about to be written. */
const beforeFirstPage = (act: () => Promise<unknown>): Faults => {
  let done = false;
  return {
    ...noFaults(),
    async beforeBatch(statements) {
      if (done || statements < 5) return;
      done = true;
      await act();
    },
  };
};

describe("while a page is being written", () => {
  test("a stop stops: the page is not written, and resuming does it once", async () => {
    const { ctx, importId, jobId } = await accepted(noFaults());
    const faults = beforeFirstPage(() => stepImport(ctx, importId, "stop"));
    const slow = faultyCtx(harness, faults, ctx.enterpriseId);
    expect(await workOnce(slow, jobId, { files: faultyFiles(harness, faults) })).toBe("done");
    expect(await getUpload(ctx, importId)).toMatchObject({ state: "STOPPED", totalLines: 0 });
    expect(await recount(ctx)).toMatchObject({ customers: 0, errors: 0, open: 0 });

    const { jobId: again = "" } = await stepImport(ctx, importId, "resume");
    await workOnce(ctx, again, { files: faultyFiles(harness, noFaults()) });
    expect((await getUpload(ctx, importId)).counts).toEqual(calm.counts);
    expect(await recount(ctx)).toEqual(calm.rows);
  });

  test("a stop that is taken back at once leaves nobody without a worker", async () => {
    const { ctx, importId, jobId } = await accepted(noFaults());
    const faults = beforeFirstPage(async () => {
      await stepImport(ctx, importId, "stop");
      await stepImport(ctx, importId, "resume");
    });
    const slow = faultyCtx(harness, faults, ctx.enterpriseId);
    expect(await workOnce(slow, jobId, { files: faultyFiles(harness, faults) })).toBe("done");
    expect((await getUpload(ctx, importId)).state).toBe("COMPLETED");
    expect(await recount(ctx)).toEqual(calm.rows);
  });

  test("somebody's edit of the same customer is not lost: the page is read anew on top of it", async () => {
    const csv = "Name,Phone Number,Twitter ID\nFrom the file,+919810000000,\n";
    const ctx = faultyCtx(harness, noFaults(), `faults-${++made}-${Date.now()}`);
    await database
      .prepare(
        `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
         VALUES (?1, ?2, 'Before', 'before', '+919810000000', '', '{}', '', 1, 1)`,
      )
      .bind(`c${made}-${Date.now()}`, ctx.enterpriseId)
      .run();
    const path = `file of ${ctx.enterpriseId}`;
    await placeFile(harness, ctx, csv, path);
    await startImport(ctx, faultyFiles(harness, noFaults()), {
      ...commandFor(path),
      mapping: ["name", "phoneNumber", "twitterId"],
    });
    const found = await ids(ctx.enterpriseId);
    const faults = beforeFirstPage(() =>
      database
        .prepare(
          "UPDATE customers SET twitter_id = 'edited', revision = revision + 1 WHERE enterprise_id = ?",
        )
        .bind(ctx.enterpriseId)
        .run(),
    );
    const slow = faultyCtx(harness, faults, ctx.enterpriseId);
    await workOnce(slow, found?.jobId ?? "", { files: faultyFiles(harness, faults) });
    const row = await database
      .prepare("SELECT name, twitter_id, revision FROM customers WHERE enterprise_id = ?")
      .bind(ctx.enterpriseId)
      .first();
    expect(row).toEqual({ name: "From the file", twitter_id: "edited", revision: 3 });
  });
});

test("a file whose check was stopped has nothing to undo, and its check can go on", async () => {
  const { ctx, path } = await prepared(noFaults());
  const files = faultyFiles(harness, noFaults());
  const { upload } = await startImport(ctx, files, { ...commandFor(path), dryRun: true });
  const { upload: stopped } = await stepImport(ctx, upload.uploadId, "stop");
  expect(stopped).toMatchObject({ state: "STOPPED", begun: false });
  await expect(stepImport(ctx, upload.uploadId, "undo")).rejects.toMatchObject({
    code: "wrongStep",
    message: "This file was only checked, so there is nothing to undo.",
  });
  await stepImport(ctx, upload.uploadId, "resume");
  await workOnce(ctx, (await ids(ctx.enterpriseId))?.jobId ?? "", { files });
  expect(await getUpload(ctx, upload.uploadId)).toMatchObject({ state: "CHECKED", begun: false });
});

describe("a slice of the work (T-14)", () => {
  test("of 20,000 rows makes fewer than 500 calls, every statement counted", async () => {
    const faults = noFaults();
    const { ctx, importId, jobId } = await accepted(faults, loadOf(20_000, { seed: 3 }).csv);
    faults.statements = 0;
    await workOnce(ctx, jobId, { files: faultyFiles(harness, faults) });
    expect((await getUpload(ctx, importId)).state).toBe("COMPLETED");
    expect(faults.statements).toBeGreaterThan(20);
    expect(faults.statements).toBeLessThan(500);
  });

  test("ends when its calls are used up, and wakes the next one, until all is done", async () => {
    const faults = noFaults();
    const { ctx, importId, jobId } = await accepted(faults, loadOf(10_000, { seed: 3 }).csv);
    const files = faultyFiles(harness, faults);
    let woken = 1;
    for (let slice = 0; slice < woken; slice++) {
      faults.statements = 0;
      await workOnce(ctx, jobId, {
        files,
        slice: { calls: 20 },
        wake: () => Promise.resolve(void woken++),
      });
      // A page that it had begun may be finished.
      expect(faults.statements).toBeLessThan(20 + 60);
    }
    expect(woken).toBeGreaterThan(2);
    expect((await getUpload(ctx, importId)).state).toBe("COMPLETED");
  });

  test("tells the screens at most once a second, but for the end", async () => {
    const faults = noFaults();
    const { ctx, jobId } = await accepted(faults, loadOf(20_000, { seed: 3 }).csv);
    const told: number[] = [];
    await workOnce(ctx, jobId, {
      files: faultyFiles(harness, faults),
      tell: () => Promise.resolve(void told.push(Date.now())),
    });
    const gaps = told.slice(1).map((at, index) => at - (told[index] ?? 0));
    // State changes are announced at once: the beginning, the completion and the end of the job.
    expect(gaps.filter((gap) => gap < 995).length).toBeLessThanOrEqual(3);
  });
});
