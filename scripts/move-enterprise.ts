// Moves an enterprise into another tenant database, in the deployed account or a local folder (--state), and shows how far it is:
//   npm run move-enterprise -- --enterprise ID --to TENANT_2    asks for it, and looks on until its end
//   npm run move-enterprise -- --enterprise ID                  looks on
//   npm run move-enterprise -- --enterprise ID --cancel         takes it back, until the switch
// --keep-minutes 60: how long the old rows stay behind it; --other-region: into a database of another region.
// docs/decisions/moving-an-enterprise.md says what happens when.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { isSwitched, type MoveStep } from "#workers/contract/moving.ts";
import { regionOf } from "#workers/domain/residency/regions.ts";
import { askMove, cancelMove, latestMove, MoveRefused, type MoveState } from "#workers/domain/moving/ask.ts";
import { accountDatabase } from "./lib/account-database.ts";
import { filesWith, openSqlite } from "./lib/sqlite-file.ts";
import { DATABASES } from "./lib/topology.ts";

const USE =
  "npm run move-enterprise -- --enterprise ID [--to DATABASE [--keep-minutes 60] [--other-region] | --cancel] [--state FOLDER]";
const LOOK_MS = 2_000;
const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    state: { type: "string" },
    enterprise: { type: "string" },
    to: { type: "string" },
    "keep-minutes": { type: "string", default: "60" },
    "other-region": { type: "boolean", default: false },
    cancel: { type: "boolean", default: false },
    "no-wait": { type: "boolean", default: false },
  },
});

function openDirectory(state: string | undefined) {
  if (state === undefined)
    return accountDatabase(DATABASES.find(({ migrations }) => migrations === "directory")?.name ?? "");
  const [file] = filesWith(state, "enterprises");
  if (!file) throw new MoveRefused(`There is no directory in ${state}.`);
  return openSqlite(file);
}

const STEPS: Record<MoveStep, string> = {
  still: "waiting until nothing is under way",
  fence: "stopping writes",
  told: "waiting until receivers' news are written",
  reserve: "taking numbers in the new database",
  copy: "copying",
  words: "indexing words",
  compare: "comparing every table",
  switch: "switching over",
  objects: "telling what works for it",
  drain: "playing what came in meanwhile",
  keep: "moved; the old rows are still there",
  remove: "removing the old rows",
  undo: "going back",
  undoRows: "removing what was copied",
  done: "done",
  cancelled: "taken back",
};

function lineOf({ step, notes, failure, from, to }: MoveState): string {
  const facts = [
    ...(notes.rows ? [`${notes.rows} rows copied`] : []),
    ...(notes.removed ? [`${notes.removed} removed`] : []),
    ...(failure === "" ? [] : [failure]),
  ];
  return [`${from} -> ${to}: ${STEPS[step]}`, ...facts].join(", ");
}

async function main(): Promise<boolean> {
  const { enterprise, to, cancel, state } = values;
  const keepMs = Number(values["keep-minutes"]) * MINUTE_MS;
  if (enterprise === undefined || !(keepMs >= 0)) throw new MoveRefused(USE);
  const directory = openDirectory(state);
  const now = Date.now();
  if (cancel) await cancelMove(directory, enterprise, now);
  else if (to !== undefined)
    await askMove(directory, {
      id: randomUUID(),
      enterpriseId: enterprise,
      to,
      keepMs,
      now,
      regionOf: (database) => regionOf(process.env, database),
      otherRegion: values["other-region"],
    });
  for (let told = ""; ;) {
    const move = await latestMove(directory, enterprise);
    if (!move) throw new MoveRefused("This enterprise was never moved.");
    const line = lineOf(move);
    if (line !== told) console.log(line);
    told = line;
    if (move.endedAt !== null) return move.step === "done" || cancel;
    // The rest happens by itself, an hour later.
    if (values["no-wait"] || (isSwitched(move.step) && move.step === "keep")) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
