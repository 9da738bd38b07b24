import { preparePages } from "#workers/domain/broadcasts/prepare.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import type { Files } from "#workers/domain/imports/files.ts";
import { importPages } from "#workers/domain/imports/run.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";
import type { AddressHash } from "#workers/domain/messaging/address-hash.ts";

/** Looked at in the transaction that shows what was put aside. */
const THEIRS = `SELECT id FROM jobs WHERE enterprise_id = ?1 AND created_at < ?2 AND state IN ('waiting', 'running')`;
const FAILURE = "The past broke off.";
/** A page each, and a few more. */
const MOST_RUNS = 10;

/** Does what the past has left to do: recipients that are to be found, files that are to be read. */
export async function workJobs(
  ctx: Ctx,
  { files, hash, before }: { files: Files; hash: AddressHash; before: number },
): Promise<void> {
  const handlers: Partial<JobHandlers> = {
    "broadcast.prepare": {
      pages: (own, held, payload) =>
        preparePages(own, held, payload, { files, hashOf: () => Promise.resolve(hash) }),
      failure: FAILURE,
    },
    "customers.import": {
      pages: (own, held, payload) =>
        importPages(own, held, payload, { files, hashOf: () => Promise.resolve(hash) }),
      failure: FAILURE,
    },
  };
  const deps = {
    breathe: () => Promise.resolve(),
    pause: () => Promise.resolve(),
    tell: () => Promise.resolve(),
    wake: () => Promise.resolve(),
  };
  const open = () => ctx.db.$client.prepare(THEIRS).bind(ctx.enterpriseId, before).all<{ id: string }>();
  for (let run = 0; run < MOST_RUNS; run++) {
    const { results } = await open();
    if (results.length === 0) return;
    for (const { id } of results) await runJob(ctx, id, handlers as JobHandlers, deps);
  }
  throw new Error("work of the past does not end");
}
