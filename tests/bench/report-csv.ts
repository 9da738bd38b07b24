// The conversations' CSV with messages that a spreadsheet could run, opened in LibreOffice and read back: every message is
// the text that was written, and no cell is a formula. `--cells FILE` for other cells than these, `--rows N` for as many
// messages (the same again and again); says "skipped" without LibreOffice.
import { trainBot } from "#db/seed/train.ts";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Papa from "papaparse";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startServed } from "#tests/support/served.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import { unguarded } from "#workers/domain/formula.ts";
import { buildStale } from "../../scripts/build.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";

const { values } = parseArgs({
  options: { cells: { type: "string" }, rows: { type: "string", default: "0" } },
});
const ROWS = Number(values.rows);
const given = values.cells
  ? (JSON.parse(readFileSync(values.cells, "utf8")) as {
      mustBeNeutralised: string[];
      mustStayReadable: string[];
    })
  : {
      mustBeNeutralised: ["=1+1", "\t=1+1", '=HYPERLINK("http://x.example","click")', "＝1+1", ' "=1+1'],
      mustStayReadable: ["+919876543210", "-5", "a=b", "नमस्ते, कैसे हो"],
    };
const said = [...given.mustBeNeutralised, ...given.mustStayReadable];

if (spawnSync("soffice", ["--version"]).status !== 0) {
  console.log("skipped: LibreOffice (soffice) is not installed");
  process.exit(0);
}
await buildStale();
const folder = mkdtempSync(join(tmpdir(), "chatbird-csv-"));
const served = await startServed({ seed: true });
try {
  const client = await signIn((path, init) => fetch(served.url + path, init), DEMO);
  const { agentId } = await makeBot(client, smallBank);
  await trainBot(client, agentId);
  for (const text of said) {
    await client.call(botSessionsApi.predictIntent, {
      body: { agentId, sessionId: null, message: { text } },
    });
  }
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const body = { agentId, startDate: day(Date.now() - 86_400_000), endDate: day(Date.now() + 86_400_000) };
  const wanted = await written(served.state, agentId);
  const since = performance.now();
  const answer = await fetch(
    `${served.url}/api/chatbird/api/nlp/download/conversations/csv?${new URLSearchParams(body)}`,
    { headers: { "authentication-token": client.token } },
  );
  const file = join(folder, "report.csv");
  const csv = new Uint8Array(await answer.arrayBuffer());
  console.log(
    `${wanted.length.toLocaleString("en")} rows, ${(csv.length / 1e6).toFixed(1)} MB, in ${((performance.now() - since) / 1_000).toFixed(1)} s`,
  );
  writeFileSync(file, csv);
  // Comma, quotation mark, UTF-8, from the first line on: the defaults of LibreOffice's import dialog.
  const convert = (to: string, name: string): Buffer => {
    const { status, stderr } = spawnSync(
      "soffice",
      ["--headless", `-env:UserInstallation=file://${folder}/profile`, "--infilter=CSV:44,34,76,1"].concat([
        "--convert-to",
        to,
        "--outdir",
        join(folder, "out"),
        file,
      ]),
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(stderr);
    return readFileSync(join(folder, "out", name));
  };
  const formulas = timesIn(convert("fods", "report.fods"), "table:formula=");
  const [, ...rows] = Papa.parse<string[]>(
    convert("csv:Text - txt - csv (StarCalc):44,34,76,1", "report.csv").toString(),
    { skipEmptyLines: true },
  ).data;
  const oneBreak = (text: string): string => text.replace(/\r\n?/g, "\n");
  const read = rows.map(([message = ""]) => oneBreak(unguarded(message)));
  const wrong = wanted.map(oneBreak).filter((text, at) => read[at] !== text);
  console.log(
    `${said.length} messages said, ${wanted.length} in the report, ${read.length} read back by LibreOffice: ${wrong.length} differ, ${formulas} formulas`,
  );
  const shown = wrong.slice(0, 100).map((text) => JSON.stringify(text));
  if (wrong.length > 0) console.log(shown.join("\n"));
  if (wrong.length > 0 || formulas > 0 || read.length !== wanted.length) process.exitCode = 1;
} finally {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Repeats the messages until there are as many as asked for; returns them all as the report lists them. */
async function written(state: string, agentId: string): Promise<string[]> {
  const texts: string[][] = [];
  for (const path of tenantFiles(state)) {
    const database = openSqlite(path);
    const turns = `FROM turns WHERE agent_id = '${agentId}'`;
    const columns = (
      await database.prepare("SELECT name FROM pragma_table_info('turns')").all<{ name: string }>()
    ).results.map(({ name }) => name);
    const times = Math.ceil(ROWS / said.length);
    await database
      .prepare(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${times - 1})
         INSERT INTO turns (${columns.join(", ")})
         SELECT ${columns.map((name) => (name === "id" ? "id || '-' || n" : name)).join(", ")}
         FROM (SELECT * ${turns}) CROSS JOIN n WHERE ${times} > 1`,
      )
      .all();
    const { results } = await database
      .prepare(`SELECT text ${turns} ORDER BY at DESC, rowid DESC`)
      .all<{ text: string }>();
    texts.push(results.map(({ text }) => text));
    database.close();
  }
  return texts.flat();
}

/** Counts the occurrences of a text in a file that may be too large for a string. */
function timesIn(file: Buffer, text: string): number {
  let times = 0;
  for (let at = file.indexOf(text); at !== -1; at = file.indexOf(text, at + 1)) times++;
  return times;
}
