import { eq } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { type Ctx, iso } from "../ctx.ts";
import type { ZipEntry } from "../zip-stream.ts";
import type { ExportPlan } from "./export-pages.ts";
import { type Manifest, manifest, MANIFEST, writeManifest } from "./manifest.ts";
import { type Source, tableSource } from "./page.ts";
import { type ExportBucket, rowsIn } from "./parts.ts";
import { type DatabaseKind, emptiedIn, leftOut, sealed, shareOf } from "./share.ts";
import { readShape, type Shape } from "./shape.ts";
import { exportsPrefix, type StoredBucket, storedFiles, storedPrefix } from "./stored-files.ts";

/** Where the files of one export lie, up to the last slash. */
export const exportOf = (enterpriseId: EnterpriseId, jobId: string): string =>
  `${exportsPrefix(enterpriseId)}${jobId}/`;

const FILES = "files";
/** In its archives, what the enterprise has stored lies below this. */
const OBJECTS = "objects/";
/** Entries of one archive: each is a call of the platform, of which an invocation may make so many. */
const MOST_ENTRIES = 400;
/** Lists of files whose bytes are in one archive: forty each, of fifty million bytes and what the last one is longer. */
const LISTS = 10;

export type ExportStore = ExportBucket & StoredBucket & ExportReader;

interface Wanted {
  enterpriseId: EnterpriseId;
  jobId: string;
  schemas: string;
  begunAt: number;
}

/** The plan of one enterprise's export: its share of both databases, and the list of its stored files. */
export async function enterprisePlan(
  ctx: Pick<Ctx, "db" | "now">,
  directory: DirectoryDb,
  { enterpriseId, jobId, schemas, begunAt }: Wanted,
  bucket: ExportStore,
): Promise<ExportPlan> {
  const prefix = exportOf(enterpriseId, jobId);
  const databases = { tenant: ctx.db, directory };
  const [tenant, directoryShape] = await Promise.all([readShape(ctx.db), readShape(directory)]);
  const shapes = { tenant, directory: directoryShape };
  if (schemas !== [tenant.schema, directoryShape.schema].join())
    throw new Error(`a migration came in between: ${tenant.schema}, ${directoryShape.schema}`);
  const kinds = ["tenant", "directory"] as const satisfies DatabaseKind[];
  const groups = kinds.map((kind) => ({
    kind,
    sources: sharesOf(databases, kind, shapes[kind], enterpriseId),
  }));
  const files = storedFiles(bucket, enterpriseId);
  return {
    prefix,
    sources: [
      ...groups.flatMap(({ kind, sources }) =>
        sources.map((each) => ({ ...each, name: `${kind}/${each.name}` })),
      ),
      { ...files, name: `${FILES}/${files.name}` },
    ],
    async finish() {
      const [row] = await directory
        .select({ name: enterprises.name, database: enterprises.database })
        .from(enterprises)
        .where(eq(enterprises.id, enterpriseId));
      const times = { begunAt: iso(begunAt), endedAt: iso(ctx.now()) };
      const whose = { id: enterpriseId, name: row?.name ?? "" };
      for (const { kind, sources } of groups) {
        const { results } = await databases[kind].$client.prepare(TRIGGERS).all<{ name: string }>();
        await writeManifest(bucket, `${prefix}${kind}/`, sources, {
          ...times,
          database: kind === "directory" ? "DIRECTORY" : (row?.database ?? ""),
          schema: shapes[kind].schema,
          triggers: results.map(({ name }) => name),
          // How many rows others have is not theirs to know.
          sequences: {},
          enterprise: {
            ...whose,
            leftOut: [...leftOut[kind]],
            emptied: emptiedIn(sources),
            sealed: [...sealed[kind]],
          },
        });
      }
      await writeManifest(bucket, `${prefix}${FILES}/`, [files], {
        ...times,
        database: "FILES",
        schema: "",
        triggers: [],
        sequences: {},
        enterprise: { ...whose, leftOut: [], emptied: [], sealed: [] },
      });
    },
  };
}

const TRIGGERS = "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name";

const sharesOf = (
  databases: { tenant: Ctx["db"]; directory: DirectoryDb },
  kind: DatabaseKind,
  { tables }: Shape,
  enterpriseId: EnterpriseId,
): Source[] =>
  tables.flatMap((table) => {
    const share = shareOf(kind, table, enterpriseId);
    return share ? [tableSource(databases[kind], table, share)] : [];
  });

/** The methods of an R2 bucket that reading an export needs. */
export interface ExportReader {
  get(key: string): Promise<{ body: ReadableStream<Uint8Array>; arrayBuffer(): Promise<ArrayBuffer> } | null>;
  list(options: {
    prefix: string;
    cursor?: string;
  }): Promise<{ objects: { key: string }[] } & ({ truncated: true; cursor: string } | { truncated: false })>;
}

async function manifestOf(files: ExportReader, prefix: string): Promise<Manifest | undefined> {
  const found = await files.get(`${prefix}${MANIFEST}`);
  return found ? manifest.parse(JSON.parse(new TextDecoder().decode(await found.arrayBuffer()))) : undefined;
}

interface Layout {
  /** Files of the export itself, in the order of their keys. */
  own: string[];
  /** Keys of the lists of what is stored. */
  lists: string[];
  rows: number;
  files: number;
}

/** Where each file lies; undefined for an export that is not complete. The manifests name every file. */
async function layoutOf(files: ExportReader, prefix: string): Promise<Layout | undefined> {
  const folders = ["tenant/", "directory/", `${FILES}/`];
  const found = await Promise.all(folders.map((folder) => manifestOf(files, `${prefix}${folder}`)));
  if (found.includes(undefined)) return undefined;
  const own = folders.flatMap((folder, at) => [
    `${folder}${MANIFEST}`,
    ...(found[at]?.tables ?? []).flatMap(({ parts }) => parts.map(({ key }) => `${folder}${key}`)),
  ]);
  const rowsOf = (one?: Manifest) => (one?.tables ?? []).reduce((sum, { rows }) => sum + rows, 0);
  const [tenant, directory, stored] = found;
  return {
    own,
    lists: (stored?.tables ?? []).flatMap(({ parts }) => parts.map(({ key }) => `${FILES}/${key}`)),
    rows: rowsOf(tenant) + rowsOf(directory),
    files: rowsOf(stored),
  };
}

const archivesOf = ({ own, lists }: Layout) => ({
  own: Math.ceil(own.length / MOST_ENTRIES),
  all: Math.ceil(own.length / MOST_ENTRIES) + Math.ceil(lists.length / LISTS),
});

/** How much is in an export; undefined for one that is not complete. */
export async function summaryOf(
  files: ExportReader,
  prefix: string,
): Promise<{ rows: number; files: number; parts: number } | undefined> {
  const layout = await layoutOf(files, prefix);
  return layout && { rows: layout.rows, files: layout.files, parts: archivesOf(layout).all };
}

/** The entries of an archive of an export, numbered from 1; undefined where there is none. */
export async function volume(
  files: ExportReader,
  enterpriseId: EnterpriseId,
  prefix: string,
  n: number,
): Promise<AsyncGenerator<ZipEntry> | undefined> {
  const layout = await layoutOf(files, prefix);
  if (!layout) return undefined;
  const { own, all } = archivesOf(layout);
  if (n > all) return undefined;
  if (n <= own) {
    const keys = layout.own.slice((n - 1) * MOST_ENTRIES, n * MOST_ENTRIES);
    return entriesOf(
      files,
      keys.map((key) => ({ name: key, key: `${prefix}${key}` })),
    );
  }
  const lists = layout.lists.slice((n - own - 1) * LISTS, (n - own) * LISTS);
  const rows = await Promise.all(lists.map((key) => rowsIn(files, `${prefix}${key}`)));
  return entriesOf(
    files,
    rows.flat().map(([key]) => ({ name: `${OBJECTS}${key}`, key: `${storedPrefix(enterpriseId)}${key}` })),
  );
}

/** Objects removed since the listing are missing: whoever brings the export in learns of them from its list. */
async function* entriesOf(
  files: ExportReader,
  entries: readonly { name: string; key: string }[],
): AsyncGenerator<ZipEntry> {
  for (const { name, key } of entries) {
    const object = await files.get(key);
    if (object) yield { name, packed: !name.endsWith(".json"), bytes: object.body };
  }
}
