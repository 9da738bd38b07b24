import type { DirectoryDb, TenantDatabase, TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { ArchiveReader } from "../archives/files.ts";
import type { Ctx } from "../ctx.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import type { IntakeBucket, PlayDeps } from "./intake.ts";

/** The parts of an enterprise that are in no database. */
export interface MovedObjects {
  /** Closes the enterprise's sockets and empties its hub, whose numbers are the old database's. */
  forgetHub(): Promise<void>;
  /** Tells what works for a channel, its lane and its senders, where its rows are now. */
  moveChannel(channelId: string, database: TenantDatabase): Promise<void>;
  /** Wakes what works for the enterprise where it lies now. */
  wake(database: TenantDatabase, channelIds: readonly string[]): Promise<void>;
}

export interface MoveDeps {
  directory: DirectoryDb;
  tenant: (database: TenantDatabase) => TenantDb;
  files: IntakeBucket & ArchiveReader;
  /** The events of a body that was kept, by what a database says of its channel. */
  eventsOf(database: TenantDatabase, channelId: string, body: Uint8Array): ReturnType<PlayDeps["eventsOf"]>;
  /** How an enterprise's addresses become hashes: forms that were answered meanwhile ask who has refused offers. */
  hashing(ctx: Ctx): Promise<AddressHash>;
  objects(enterpriseId: EnterpriseId): MovedObjects;
}
