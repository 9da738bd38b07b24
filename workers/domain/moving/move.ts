import type { TenantDatabase } from "#db/client.ts";
import { movingTexts as texts } from "#texts/moving.ts";
import { isSwitched, type MoveNotes, type MoveStep } from "#workers/contract/moving.ts";
import { NEWEST, readShape, type Shape } from "../backups/shape.ts";
import type { Cell } from "../backups/page.ts";
import { takeWordsOf } from "../chat-words/fill.ts";
import type { Ctx } from "../ctx.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { hasOpenJob } from "../jobs/is-open.ts";
import { finished, LeaseLost } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { isUntold } from "../webhooks-out/gather.ts";
import { forgetMade, playCalls } from "./calls.ts";
import type { MoveDeps } from "./deps.ts";
import { adding, isSame, nothing } from "./compare.ts";
import { checkFence, lowerFence, noteSide, openFence, raiseFence, withoutTriggers } from "./fence.ts";
import { forgetNames, playIntake } from "./intake.ts";
import { tellMissed } from "./missed-words.ts";
import { numberedTables, renumbering, takeNumbers } from "./numbers.ts";
import { leavingTables, removePages, tablesLeft } from "./remove.ts";
import { advance, databaseNamed, moveOf, type MoveRow, setGoing, setStill, switchOver } from "./row.ts";
import { isCalling, isDeleting, letLeave, stopLeaving } from "./still.ts";
import { copiedTables, movedTables, rowsOf, writeRows } from "./tables.ts";
import { asItIs, following, LARGE, PAGES_AT_ONCE, start, TABLES_AT_ONCE } from "./walk.ts";

/** Longer than any call of a vendor: after it, a claim belongs to a sender that died. */
const MOST_CALL_MS = 2 * 60_000;
/** Longer than a switch or a channel is believed by what sends. */
const SETTLES_MS = 10_000;
const MOST_BUSY_MS = 10 * 60_000;
const MOST_UNTOLD_MS = 60_000;
const LOOK_AGAIN_MS = 1_000;
const KEEPING_LOOK_MS = 30_000;

/**
 * Moves an enterprise into another tenant database, step after step: each may be done twice, and how far it is stands in the
 * directory. Until the switch it is taken back by going back; from there on it goes on to its end.
 */
export function enterpriseMovePages(
  ctx: Ctx,
  held: HeldJob,
  { moveId }: { moveId: string },
  deps: MoveDeps,
): () => Promise<PageEnd> {
  const { directory } = deps;
  const { now } = ctx;
  const shapes = new Map<TenantDatabase, Shape>();
  const shapeOf = async (name: TenantDatabase): Promise<Shape> => {
    const shape = shapes.get(name) ?? (await readShape(deps.tenant(name)));
    shapes.set(name, shape);
    return shape;
  };

  return async () => {
    const row = await moveOf(directory, moveId);
    if (!row || row.endedAt !== null) {
      if ((await finished(ctx, held.job, "")).length === 0) throw new LeaseLost();
      return "done";
    }
    // A page is work that lasts: attempts are counted from zero again.
    held.gotOn();
    await held.beat();
    held.did(6);
    const isTakenBack = row.cancelledAt !== null && !isSwitched(row.step) && !row.step.startsWith("undo");
    if (isTakenBack) {
      await advance(directory, row, { step: "undo", now: now() });
      return "next";
    }
    return stepsOf(row)[row.step]();
  };

  function stepsOf(row: MoveRow): Record<MoveStep, () => Promise<PageEnd>> {
    const { enterpriseId, notes } = row;
    const [from, to] = [databaseNamed(row.fromDatabase), databaseNamed(row.toDatabase)];
    const [old, fresh] = [deps.tenant(from), deps.tenant(to)];
    const objects = deps.objects(enterpriseId);
    const schema = notes.schema ?? "";
    const next = async (step: MoveStep, more: MoveNotes = {}): Promise<PageEnd> => {
      const { walk: _, ...rest } = notes;
      await advance(directory, row, { step, notes: { ...rest, ...more }, now: now() });
      return "next";
    };
    const goOn = async (more: MoveNotes): Promise<PageEnd> => {
      await advance(directory, row, { notes: { ...notes, ...more }, now: now() });
      return "next";
    };
    const giveUp = async (failure: string): Promise<PageEnd> => {
      await advance(directory, row, { step: "undo", failure, now: now() });
      return "next";
    };
    const waited = (): number => now() - row.updatedAt;
    const walk = notes.walk ?? start;

    /** Plays a page of what was kept into a database, past its fence where it has one; answers whether more may be there. */
    const play = async (database: TenantDatabase, isFenced: boolean): Promise<boolean> => {
      const db = deps.tenant(database);
      const newest = (await db.$client.prepare(NEWEST).first<string>("name")) ?? "";
      const played = await playIntake(
        {
          files: deps.files,
          eventsOf: (channelId, body) => deps.eventsOf(database, channelId, body),
        },
        enterpriseId,
        db,
        now,
        isFenced
          ? (statement) => withoutTriggers(db, { table: "inbound_events", schema: newest }, [statement])
          : undefined,
      );
      held.did(played.played * 5 + 2);
      if (isFenced) return played.more;
      if (played.channels.size > 0) await objects.wake(database, [...played.channels]);
      const links = database === to ? notes.numbers?.["links"] : undefined;
      const calls = await playCalls(deps.files, { ...deps, db, database, enterpriseId, links, now });
      held.did(calls.played * 5);
      // Runs and journeys may have heard of it.
      if (calls.played > 0) await objects.wake(database, [...calls.channels]);
      return played.more || calls.more;
    };

    /** Removes pages of the enterprise's rows from a database; undefined once none is left. */
    const removing = async (database: TenantDatabase): Promise<PageEnd | undefined> => {
      const { tables, schema: newest } = await shapeOf(database);
      const db = deps.tenant(database);
      const leaving = leavingTables(tables);
      const left = await tablesLeft(db, leaving, enterpriseId);
      held.did(leaving.length);
      if (left.length === 0) return undefined;
      let removed = notes.removed ?? 0;
      for (const table of left.slice(0, TABLES_AT_ONCE)) {
        const gone = await removePages(db, table, newest, enterpriseId);
        held.did(20);
        removed += gone;
        // A large table has pages of its own.
        if (gone >= LARGE) break;
      }
      return goOn({ removed });
    };

    /** Plays what somebody who was refused a moment ago has kept only now; undefined where there is none. */
    const settling = async (database: TenantDatabase): Promise<PageEnd | undefined> =>
      (await play(database, false)) ? "next" : undefined;
    /** Ends what is kept, once whoever was refused last has kept it long since. */
    const settled = async (database: TenantDatabase): Promise<PageEnd | undefined> => {
      if (waited() < SETTLES_MS) return { laterMs: LOOK_AGAIN_MS };
      await forgetMade(deps.tenant(database), enterpriseId);
      if (await forgetNames(deps.files, enterpriseId)) return { laterMs: 0 };
      return undefined;
    };

    return {
      /** Nothing leaves, and what was claimed is called or given back: a call whose end nobody could write is made twice. */
      async still() {
        await noteSide(old, enterpriseId, "leaving", now());
        await stopLeaving(old, enterpriseId, now);
        if (await isDeleting(directory, enterpriseId)) return giveUp(texts.failures.deleted);
        // The place of an export is a key of the old database.
        const [isBusy, isClaimed] = [
          await hasOpenJob(old, enterpriseId, "enterprise.export"),
          await isCalling(old, enterpriseId, now()),
        ];
        if (isBusy && waited() > MOST_BUSY_MS) return giveUp(texts.failures.busy);
        if (isBusy || waited() < SETTLES_MS || (isClaimed && waited() < MOST_CALL_MS))
          return { laterMs: LOOK_AGAIN_MS };
        return next("fence");
      },
      async fence() {
        await setStill(directory, row, now());
        // Deliveries that tell receivers of earlier changes are still written.
        const tables = (await shapeOf(from)).tables.filter(({ name }) => name !== "hook_deliveries");
        held.did(await raiseFence(old, enterpriseId, tables));
        return next("told");
      },
      async told() {
        if (await isUntold(old, enterpriseId))
          return waited() > MOST_UNTOLD_MS ? giveUp(texts.failures.untold) : { laterMs: LOOK_AGAIN_MS };
        await raiseFence(old, enterpriseId, (await shapeOf(from)).tables);
        return next("reserve");
      },
      async reserve() {
        const [mine, theirs] = [await shapeOf(from), await shapeOf(to)];
        if (mine.schema !== theirs.schema) return giveUp(texts.failures.schemas);
        await noteSide(fresh, enterpriseId, "arriving", now());
        // Housekeeping over a whole database would change the copied rows there, and the two would never be the same.
        held.did(await raiseFence(fresh, enterpriseId, copiedTables(theirs.tables)));
        const tables = movedTables(mine.tables);
        const numbers = await takeNumbers(old, fresh, tables, enterpriseId);
        held.did(4 * Object.keys(numbers).length);
        return next("copy", { schema: mine.schema, numbers, walk: start, rows: 0, tables: tables.length });
      },
      async copy() {
        const [tables, columns] = [movedTables((await shapeOf(from)).tables), await numberedTables(old)];
        let [at, rows] = [walk, notes.rows ?? 0];
        for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
          const table = tables[at.table];
          if (!table) return next("words", { walk: start, rows });
          const page = await rowsOf(old, table, enterpriseId).page(JSON.parse(at.after) as Cell[]);
          const change = renumbering(table, columns, notes.numbers ?? {});
          if (page.rows.length > 0) await writeRows(fresh, table, schema, page.rows.map(change));
          held.did(page.rows.length > 0 ? 30 : 1);
          rows += page.rows.length;
          at = following(at, page);
          if (page.rows.length >= LARGE) break;
        }
        return goOn({ rows, walk: at });
      },
      async words() {
        const after = walk.after === "[]" ? "" : walk.after;
        const last = await takeWordsOf(fresh, enterpriseId, after);
        held.did(10);
        if (last !== null) return goOn({ walk: { table: 0, after: last } });
        return next("compare", { walk: start, before: nothing, reading: nothing });
      },
      /** The old rows as they would be in the new database, then those that are there; table by table. */
      async compare() {
        const [tables, columns] = [movedTables((await shapeOf(from)).tables), await numberedTables(old)];
        let [at, before, reading] = [walk, notes.before ?? nothing, notes.reading ?? nothing];
        for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
          const table = tables[Math.floor(at.table / 2)];
          if (!table) return next("switch", { before: nothing, reading: nothing });
          const isOld = at.table % 2 === 0;
          const page = await rowsOf(isOld ? old : fresh, table, enterpriseId).page(
            JSON.parse(at.after) as Cell[],
          );
          const change = isOld ? renumbering(table, columns, notes.numbers ?? {}) : asItIs;
          reading = adding(reading, page.rows.map(change));
          held.did(1);
          if (!page.more && !isOld && !isSame(before, reading))
            return giveUp(texts.failures.differs(table.name));
          if (!page.more) [before, reading] = [reading, nothing];
          at = following(at, page);
          if (page.rows.length >= LARGE) break;
        }
        return goOn({ before, reading, walk: at });
      },
      async switch() {
        if (await isDeleting(directory, enterpriseId)) return giveUp(texts.failures.deleted);
        await checkFence(old, enterpriseId, (await shapeOf(from)).tables);
        held.did(await openFence(fresh, enterpriseId));
        await switchOver(directory, row, now());
        return "next";
      },
      async objects() {
        await objects.forgetHub();
        const { results } = await fresh.$client
          .prepare("SELECT id FROM channels WHERE enterprise_id = ?1")
          .bind(enterpriseId)
          .all<{ id: string }>();
        for (const { id } of results) await objects.moveChannel(id, to);
        return next("drain");
      },
      /** Kept events and calls come before those that come by themselves from now on. */
      async drain() {
        if (await play(to, true)) return "next";
        await lowerFence(fresh, enterpriseId);
        // Only then: until it is found there, whoever looks for something of theirs finds it here, and is kept.
        await noteSide(old, enterpriseId, "left", now());
        await objects.wake(to, await letLeave(fresh, enterpriseId, now));
        await play(to, false);
        return next("keep");
      },
      async keep() {
        // Words that people wrote since the switch, until the new database was open to the archive's sweeper.
        const words = await tellMissed(
          fresh,
          { enterpriseId, createdAt: row.switchedAt ?? row.createdAt },
          walk,
        );
        held.did(10);
        if (words) return goOn({ walk: words });
        if (await play(to, false)) return "next";
        const left = (row.switchedAt ?? 0) + Math.max(row.keepMs, SETTLES_MS) - now();
        if (left > 0) return { laterMs: Math.min(left, KEEPING_LOOK_MS) };
        return next("remove", { walk: start });
      },
      async remove() {
        const end = (await settling(to)) ?? (await removing(from)) ?? (await settled(to));
        if (end) return end;
        held.did(await lowerFence(old, enterpriseId));
        return next("done");
      },
      /** The old database goes on as if nothing had been; what was kept comes first. */
      async undo() {
        if (await play(from, true)) return "next";
        held.did(await lowerFence(old, enterpriseId));
        await setGoing(directory, row, now());
        await objects.wake(from, await letLeave(old, enterpriseId, now));
        await play(from, false);
        return next("undoRows", { walk: start });
      },
      async undoRows() {
        const words = await tellMissed(old, row, walk);
        held.did(10);
        if (words) return goOn({ walk: words });
        const end = (await settling(from)) ?? (await removing(to)) ?? (await settled(from));
        if (end) return end;
        await lowerFence(fresh, enterpriseId);
        return next("cancelled");
      },
      done: () => Promise.resolve("done"),
      cancelled: () => Promise.resolve("done"),
    };
  }
}
