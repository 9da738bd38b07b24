import type { Resolve } from "#workers/outbound/resolve.ts";
import type { Provider } from "#workers/providers/provider.ts";
import type { LeasedJob } from "../jobs/lease.ts";
import type { SourceRow } from "./config.ts";

/** Dependencies of a build outside the database. */
export interface KnowledgeDeps {
  files: { get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null> };
  resolve: Resolve;
  allowPrivate: boolean;
  /** Yields to the clock and other work: within one turn of the event loop a Worker's clock does not advance. */
  breathe: () => Promise<void>;
  /** The provider that writes the bot's answers, if there is one. */
  writer: () => Promise<Provider | null>;
}

/** Final state of a source that was read; undefined when the rest is left to the next run. */
export type Outcome = Pick<SourceRow, "state" | "reason"> | undefined;

/** A run's share of the work, as the readers of sources see it. */
export interface Reading {
  job: LeasedJob;
  /** Counts pages that were written; false when the rest is left to the next run. */
  did(pages: number): Promise<boolean>;
}
