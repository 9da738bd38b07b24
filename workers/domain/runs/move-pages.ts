import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { automationMovesTexts as texts } from "#texts/automation-moves.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { bindable, guardFailed } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { goneFrom } from "./moved-nodes.ts";
import { WAKE_SIGN } from "./run-row.ts";

/** Runs of one page, which is one transaction. */
const PAGE = 500;
/** Statements of a page, as a slice counts them. */
const CALLS = 7;
/** Longer than an undo takes that was asked for at the last moment. */
const SPARE_MS = 60_000;

const MOVE = `SELECT id, instance_id AS instanceId, to_version_id AS toVersionId, what, nodes, state, cursor, moved, restored + kept AS undone,
    undo_until AS undoUntil FROM run_moves WHERE id = ?1 AND enterprise_id = ?2`;
const VERSIONS = `SELECT v.id, v.graph FROM automation_versions v WHERE v.enterprise_id = ?2 AND (v.id = ?3
    OR v.id IN (SELECT DISTINCT r.version_id FROM runs r WHERE r.instance_id = ?1 AND r.state = 'waiting'))`;
const OPEN = `SELECT count(*) AS n FROM runs WHERE instance_id = ?1 AND state = 'waiting' AND version_id <> ?2 AND id > ?3`;

/** Runs of the next page: open ones of the instance ?1 after ?2. */
const NEXT = `(SELECT p.id FROM runs p WHERE p.instance_id = ?1 AND p.state = 'waiting' AND p.id > ?2 ORDER BY p.id LIMIT ${PAGE})`;
/** A run whose node is gone, and for which nobody has chosen another one, stays in its version. */
const KEEP = `INSERT INTO run_moved (enterprise_id, move_id, run_id, version_id, seq, wake_at, attempts, is_held)
  SELECT ?3, ?4, r.id, r.version_id, r.seq, r.wake_at, r.attempts, ?5 = 'end' OR f.key IS NOT NULL FROM ${NEXT} p
  CROSS JOIN runs r ON r.id = p.id AND r.version_id <> ?6 AND r.version_id IN (SELECT value FROM json_each(?7))
  LEFT JOIN json_each(?8) f ON f.value->>0 = r.version_id AND f.value->>1 = r.node_id WHERE ?5 = 'end' OR f.key IS NULL OR f.value->>2 <> 'stay'`;
const OF_PAGE = `run_moved m WHERE m.move_id = ?1 AND m.run_id > ?2`;
/** Tells runs that are set aside what to do then; nothing once the run has gone on. */
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
  SELECT m.enterprise_id, 'move:' || m.move_id || ':' || m.run_id, CASE WHEN f.value->>2 = 'go' THEN 'move' ELSE 'leave' END, '', m.run_id, m.seq,
    CASE WHEN f.value->>2 = 'go' THEN json_object('nodeId', f.value->>3) ELSE ?3 END, ?4, ?4 + ${KEPT_MS}
  FROM run_moved m CROSS JOIN runs r ON r.id = m.run_id LEFT JOIN json_each(?5) f ON f.value->>0 = m.version_id AND f.value->>1 = r.node_id
  WHERE m.move_id = ?1 AND m.run_id > ?2 AND m.is_held ON CONFLICT DO NOTHING`;
/** A run set aside is not looked at until the move cannot be undone any more: as one whose last look broke off. */
const CHANGE = `UPDATE runs SET version_id = iif(?3 = 'end', runs.version_id, ?4), wake_at = iif(m.is_held, ?5 * ${WAKE_SIGN}, runs.wake_at),
    attempts = iif(m.is_held, 1, runs.attempts)
  FROM run_moved m WHERE m.move_id = ?1 AND m.run_id > ?2 AND runs.id = m.run_id`;
const COUNT = `UPDATE run_moves SET updated_at = ?4, moved = moved + (SELECT count(*) FROM ${OF_PAGE}), held = held + (SELECT count(*) FROM ${OF_PAGE} AND m.is_held),
    cursor = coalesce((SELECT max(n.id) FROM (SELECT p.id FROM runs p WHERE p.instance_id = ?3 AND p.state = 'waiting' AND p.id > ?2 ORDER BY p.id LIMIT ${PAGE}) n), cursor)
  WHERE id = ?1`;

/** Rows of the next page of an undo. */
const BACK = `(SELECT m.run_id, m.version_id, m.seq, m.wake_at, m.attempts, m.is_held FROM run_moved m WHERE m.move_id = ?1 AND m.run_id > ?2 ORDER BY m.run_id LIMIT ${PAGE})`;
const UNTELL = `DELETE FROM run_inbox WHERE enterprise_id = ?3 AND done_at IS NULL
  AND event_id IN (SELECT 'move:' || ?1 || ':' || b.run_id FROM ${BACK} b WHERE b.is_held)`;
/** Whoever has gone on by themselves stays where they are: nothing that was said can be taken back. */
const RESTORE = `UPDATE runs SET version_id = b.version_id, wake_at = iif(b.is_held, abs(b.wake_at) * ${WAKE_SIGN}, runs.wake_at),
    attempts = iif(b.is_held, b.attempts, runs.attempts)
  FROM ${BACK} b WHERE runs.id = b.run_id AND runs.seq = b.seq AND runs.state = 'waiting'`;
const COUNT_BACK = `UPDATE run_moves SET updated_at = ?3, restored = restored + changes(), kept = kept + (SELECT count(*) FROM ${BACK}) - changes(),
    cursor = (SELECT max(b.run_id) FROM ${BACK} b) WHERE id = ?1`;
const FORGET = `DELETE FROM run_moved WHERE move_id = ?1 AND run_id <= (SELECT cursor FROM run_moves WHERE id = ?1)`;

const rowsIn = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[];

interface MoveRow {
  id: string;
  instanceId: string;
  toVersionId: string;
  what: "move" | "end";
  nodes: string;
  state: string;
  cursor: string;
  moved: number;
  undone: number;
  undoUntil: number;
}

/**
 * Moves an instance's open runs in the order of their ids, a page a transaction with the cursor in it; or takes that
 * back, as soon as somebody wants it, also in the middle.
 */
export function movePages(
  ctx: Ctx,
  held: HeldJob,
  { moveId }: JobPayload<"runs.move">,
): () => Promise<PageEnd> {
  const { db, enterpriseId, now } = ctx;
  const { $client } = db;
  const { job } = held;
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(...values);
  let fates: { versions: string; gone: string } | undefined;
  let total = 0;

  const fatesOf = async ({ instanceId, toVersionId, nodes, cursor }: MoveRow) => {
    const [versions, open] = await $client.batch([
      bound(VERSIONS, instanceId, enterpriseId, toVersionId),
      bound(OPEN, instanceId, toVersionId, cursor),
    ]);
    total = rowsIn<{ n: number }>(open)[0]?.n ?? 0;
    const graphs = new Map(
      rowsIn<{ id: string; graph: string }>(versions).map(
        ({ id, graph }) => [id, JSON.parse(graph) as Graph] as const,
      ),
    );
    const chosen = JSON.parse(nodes) as Record<string, string | null>;
    const to = graphs.get(toVersionId);
    graphs.delete(toVersionId);
    const gone = [...graphs].flatMap(([versionId, graph]) =>
      to === undefined
        ? []
        : goneFrom(graph, to).map(({ id }) => {
            const target = chosen[id];
            return [
              versionId,
              id,
              target === undefined ? "stay" : target === null ? "end" : "go",
              target ?? "",
            ];
          }),
    );
    return { versions: JSON.stringify([...graphs.keys()]), gone: JSON.stringify(gone) };
  };

  const onwards = (move: MoveRow, { versions, gone }: { versions: string; gone: string }) => {
    const { instanceId, toVersionId, what, cursor, undoUntil } = move;
    const leaving = JSON.stringify({ state: "cancelled", code: "moved", sentence: texts.ended });
    return [
      bound(KEEP, instanceId, cursor, enterpriseId, moveId, what, toVersionId, versions, gone),
      bound(TELL, moveId, cursor, leaving, now(), what === "end" ? "[]" : gone),
      bound(CHANGE, moveId, cursor, what, toVersionId, undoUntil + SPARE_MS),
      bound(COUNT, moveId, cursor, instanceId, now()),
    ];
  };
  const back = ({ cursor }: MoveRow) => [
    bound(UNTELL, moveId, cursor, enterpriseId),
    bound(RESTORE, moveId, cursor),
    bound(COUNT_BACK, moveId, cursor, now()),
    bound(FORGET, moveId),
  ];

  return async () => {
    const move = await bound(MOVE, moveId, enterpriseId).first<MoveRow>();
    const isBack = move?.state === "undoing";
    const isOpen = move?.state === "moving" || isBack;
    const hasMore =
      isOpen &&
      (await bound(isBack ? HAS_BACK : HAS_NEXT, isBack ? moveId : move.instanceId, move.cursor).first()) !==
        null;
    fates ??= move && isOpen ? await fatesOf(move) : undefined;
    const done = move
      ? isBack
        ? move.undone / Math.max(move.moved, 1)
        : move.moved / Math.max(total + move.moved, 1)
      : 1;
    const page = underLease(
      $client.batch([
        bindable(ctx, guardLease(ctx, job)),
        ...(move ? [bound(AS_IT_WAS, moveId, move.state, move.cursor)] : []),
        ...(hasMore && move && fates ? (isBack ? back(move) : onwards(move, fates)) : []),
        ...(isOpen && !hasMore ? [bound(END, moveId, isBack ? "undone" : "moved", now())] : []),
        bindable(
          ctx,
          hasMore
            ? advancing(ctx, job, { progress: Math.min(done, 0.99) })
            : finished(ctx, job, isBack ? texts.job.undone : texts.job.moved),
        ),
      ]),
    );
    try {
      await page;
    } catch (error) {
      if (guardFailed(error, TURNED)) return "next";
      throw error;
    }
    if (!hasMore) return "done";
    held.did(CALLS);
    await held.tell(Math.min(done, 0.99));
    return "next";
  };
}

const HAS_NEXT = `SELECT 1 FROM runs p WHERE p.instance_id = ?1 AND p.state = 'waiting' AND p.id > ?2 LIMIT 1`;
const HAS_BACK = `SELECT 1 FROM run_moved m WHERE m.move_id = ?1 AND m.run_id > ?2 LIMIT 1`;
const END = `UPDATE run_moves SET state = ?2, updated_at = ?3 WHERE id = ?1`;

const TURNED = "turned";
/** Fails a page whose move somebody has turned round since it was read: the next one looks again. */
const AS_IT_WAS = `SELECT CASE WHEN EXISTS (SELECT 1 FROM run_moves WHERE id = ?1 AND state = ?2 AND cursor = ?3)
  THEN 1 ELSE json_extract('{}', '${TURNED}') END AS guarding`;
