/** Folder of a Worker's copy, three levels below the root as its relative paths assume. */
export const copyDir = (dir: string) => `dist/deploy/${dir.replace("workers/", "")}`;

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

/** Finds each Worker's missing secrets: a generated value if no Worker has the secret; throws if another holds it. */
export function missingSecrets(
  required: Record<string, readonly string[]>,
  present: Record<string, readonly string[]>,
  generated: Readonly<Record<string, string>>,
): Record<string, Record<string, string>> {
  const missing: Record<string, Record<string, string>> = {};
  for (const [worker, names] of Object.entries(required)) {
    const lacking = names.filter((name) => !present[worker]?.includes(name));
    for (const name of lacking) {
      // An account never shows a secret again, so a value that another Worker holds can only come from a person.
      const holder = Object.keys(required).find((other) => present[other]?.includes(name));
      if (holder !== undefined) {
        throw new Error(
          `${worker} lacks ${name}, which ${holder} has. Set the same value: wrangler secret put ${name} --name ${worker}`,
        );
      }
    }
    missing[worker] = Object.fromEntries(lacking.map((name) => [name, generated[name] ?? ""]));
  }
  return missing;
}
