import type { FirstRun } from "#workers/contract/endpoints/first-run.ts";
import type { ImportState } from "#workers/contract/endpoints/imports.ts";
import type { FirstRunKind } from "#workers/contract/first-run.ts";
import type { JobState } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { joiningNewestJob } from "../jobs/open.ts";

interface Row {
  kind: FirstRunKind | null;
  agentId: string | null;
  agentName: string;
  trained: number;
  jobId: string | null;
  jobState: JobState;
  progress: number;
  message: string;
  channelId: string | null;
  channelName: string;
  saidAt: number | null;
  importId: string | null;
  importState: ImportState | null;
  samples: number;
}

/** The things of a first run, without those that were deleted since. ?1 is the enterprise. */
const STATE = `SELECT f.kind, a.id AS agentId, a.name AS agentName, a.model_version_id IS NOT NULL AS trained,
    j.id AS jobId, j.state AS jobState, j.progress, j.message, c.id AS channelId, c.name AS channelName,
    f.said_at AS saidAt, i.id AS importId, i.state AS importState,
    (SELECT count(*) FROM import_changes h CROSS JOIN customers k ON k.number = h.customer AND k.deleted_at IS NULL
      WHERE h.import_id = i.id) AS samples
  FROM first_runs f
  LEFT JOIN agents a ON a.id = f.agent_id AND a.enterprise_id = f.enterprise_id
  LEFT JOIN channels c ON c.id = f.channel_id AND c.enterprise_id = f.enterprise_id
  LEFT JOIN customer_imports i ON i.file = f.import_file AND i.enterprise_id = f.enterprise_id
  ${joiningNewestJob("agent.train", "f.enterprise_id", "f.agent_id")}
  WHERE f.enterprise_id = ?1`;

/** How far the first run is, in one read. */
export async function firstRunNow({ db, enterpriseId }: Ctx): Promise<FirstRun> {
  const row = await db.$client.prepare(STATE).bind(enterpriseId).first<Row>();
  if (!row) return { ...nothing, samples: noSamples };
  const agent =
    row.agentId === null ? null : { id: row.agentId, name: row.agentName, trained: row.trained === 1 };
  return {
    kind: agent || row.kind === "empty" ? row.kind : null,
    agent,
    training:
      agent && row.jobId !== null
        ? { jobId: row.jobId, state: row.jobState, progress: row.progress, message: row.message }
        : null,
    channel: row.channelId === null ? null : { id: row.channelId, name: row.channelName },
    said: row.saidAt !== null,
    samples:
      row.importId === null
        ? noSamples
        : { state: samplesIn(row), count: row.samples, importId: row.importId },
  };
}

const nothing = { kind: null, agent: null, training: null, channel: null, said: false };
const noSamples = { state: "none", count: 0, importId: null } as const;

/** Where sample customers stand, by their import and whether any of them is there. */
export function samplesIn({
  importState,
  samples,
}: {
  importState: ImportState | null;
  samples: number;
}): FirstRun["samples"]["state"] {
  switch (importState) {
    case null:
      return "none";
    case "WAITING":
    case "PROCESSING":
    case "CHECKING":
    case "CHECKED":
      return "coming";
    case "UNDOING":
      return "going";
    case "COMPLETED":
      return samples > 0 ? "there" : "none";
    case "STOPPED":
    case "ERROR":
      return samples > 0 ? "there" : "failed";
    case "UNDONE":
      return "none";
    default:
      return importState satisfies never;
  }
}
