/** Name of the folders of a deploy; a test's has one of its own, as these say where the real one went. */
const PLACE = process.env.CHATBIRD_DEPLOY ?? "deploy";

/** Folder of a Worker's copy, three levels below the root as its relative paths assume. */
export const copyDir = (dir: string) => `dist/${PLACE}/${dir.replace("workers/", "")}`;

/** Folder of a deploy's secrets: outside of dist/, which may be removed at any time. */
export const SECRETS_DIR = `.local/${PLACE}`;

/**
 * A Worker's wrangler.toml for one account: the committed file names databases by their local ids, and paths relative
 * to itself. Throws when a database of the file is not known, as a deploy with a local id would bind nothing.
 */
export function forAccount(toml: string, dir: string, databaseIds: Record<string, string>): string {
  return toml
    .replace(/^main = "(.+)"$/m, `main = "../../../${dir}/$1"`)
    .replaceAll('"../../migrations/', '"../../../migrations/')
    .replace(/^database_id = "(.+)"$/gm, (_, name: string) => {
      const id = databaseIds[name];
      if (id === undefined) throw new Error(`The account has no database ${name}.`);
      return `database_id = "${id}"`;
    });
}

/** The id that a configuration for an account gives a database. */
export function databaseIdOf(toml: string, name: string): string {
  const [, id] = new RegExp(`^database_name = "${name}"\ndatabase_id = "(.+)"$`, "m").exec(toml) ?? [];
  if (id === undefined) throw new Error(`The configuration names no database ${name}.`);
  return id;
}

/**
 * Each Worker's missing secrets: what was kept when it was made, else what is generated, the same for all. Throws where
 * another Worker holds one that was not made here.
 */
export function missingSecrets(
  required: Record<string, readonly string[]>,
  present: Record<string, readonly string[]>,
  kept: Readonly<Record<string, string>>,
  generated: Readonly<Record<string, string>>,
): Record<string, Record<string, string>> {
  const missing: Record<string, Record<string, string>> = {};
  for (const [worker, names] of Object.entries(required)) {
    const lacking = names.filter((name) => !present[worker]?.includes(name));
    for (const name of lacking) {
      // An account never shows a secret again: what another Worker holds was kept here, or comes from a person.
      const holder = Object.keys(required).find((other) => present[other]?.includes(name));
      if (holder !== undefined && kept[name] === undefined) {
        throw new Error(
          `${worker} lacks ${name}, which ${holder} has. Set the same value: wrangler secret put ${name} --name ${worker}`,
        );
      }
    }
    missing[worker] = Object.fromEntries(lacking.map((name) => [name, kept[name] ?? generated[name] ?? ""]));
  }
  return missing;
}
