import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { MadeKind } from "#workers/contract/endpoints/marketplace.ts";
import type { PackageKind } from "#workers/contract/marketplace/kinds.ts";
import type { PackageContent } from "#workers/contract/marketplace/package.ts";

/** A thing that an install has made, with its mark then: another one now tells that somebody has changed it. */
export interface InstalledThing {
  /** In the package. */
  part: string;
  of: MadeKind;
  id: string;
  name: string;
  mark: string;
  /** Of what the package held for it; an update whose own is the same has nothing new for it. */
  sum?: string | null;
  /** Not made by this install: an earlier one has, and this one has left it alone. */
  kept?: boolean;
}

/** Installs from the marketplace and from the shelf; the newest of a source says what is used here. */
export const marketplaceInstalls = sqliteTable(
  "marketplace_installs",
  {
    ...id,
    ...tenant,
    /** A package's id, or `shelf/` and the id of a thing of the shelf. */
    source: text("source").notNull(),
    version: integer("version").notNull(),
    /** Of one press of Install, which is carried out once. */
    key: text("key").notNull(),
    things: text("things", { mode: "json" }).$type<InstalledThing[]>().notNull(),
    installedBy: text("installed_by").notNull(),
    installedAt: integer("installed_at").notNull(),
  },
  (table) => [
    uniqueIndex("marketplace_installs_key").on(table.enterpriseId, table.key),
    index("marketplace_installs_source").on(table.enterpriseId, table.source, table.installedAt),
  ],
);

/** An enterprise's own shelf: copies, so that they stay when what they were made of changes. */
export const marketplaceShelf = sqliteTable(
  "marketplace_shelf",
  {
    ...id,
    ...tenant,
    kind: text("kind").$type<PackageKind>().notNull(),
    name: text("name").notNull(),
    note: text("note").notNull(),
    /** At most 900 kB. */
    content: text("content", { mode: "json" }).$type<PackageContent>().notNull(),
    /** Of what is in it, so that the list need not read it. */
    counts: text("counts", { mode: "json" }).$type<Record<string, number>>().notNull(),
    sharedBy: text("shared_by").notNull(),
    sharedAt: integer("shared_at").notNull(),
    /** One more each time that it is shared again; an install of an earlier one is then offered an update. */
    version: integer("version").notNull().default(1),
    /** The ids of the things that it is a copy of; things that were shared before this was kept have none. */
    things: text("things", { mode: "json" }).$type<string[]>().notNull().default([]),
  },
  (table) => [index("marketplace_shelf_newest").on(table.enterpriseId, table.sharedAt, table.id)],
);
