import directory from "../../migrations/directory/meta/_journal.json" with { type: "json" };
import tenant from "../../migrations/tenant/meta/_journal.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };

/** Put in by the build (scripts/build.ts). */
declare const BUILD: { commit: string; built: string } | undefined;

export const version = manifest.version;

const { commit, built } = typeof BUILD === "undefined" ? { commit: "", built: "" } : BUILD;

/** The running version, for support reports. */
export const release = {
  version,
  commit,
  built,
  schema: {
    directory: directory.entries.at(-1)?.tag ?? "",
    tenant: tenant.entries.at(-1)?.tag ?? "",
  },
};
