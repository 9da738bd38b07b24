// The conversations' CSV with messages that a spreadsheet could run, opened in LibreOffice and read back: every message is
// the text that was written, and no cell is a formula. `--cells FILE` for other cells than these; says "skipped" without
// LibreOffice.
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
import { endpoints } from "#workers/contract/endpoints.ts";
import { unguarded } from "#workers/domain/formula.ts";
import { buildStale } from "../../scripts/build.ts";

const { values } = parseArgs({ options: { cells: { type: "string" } } });
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
  await client.call(endpoints.agents.train, { params: { id: agentId }, query: { wait: 25 } });
  for (const text of said) {
    await client.call(endpoints.conversation.predict, {
      body: { agentId, sessionId: null, message: { text } },
    });
  }
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const body = { agentId, startDate: day(Date.now() - 86_400_000), endDate: day(Date.now() + 86_400_000) };
  const stored = await client.call(endpoints.reports.messages, {
    query: { from: 0, perPage: -1 },
    body: { ...body, scopeType: 0 },
  });
  const answer = await fetch(
    `${served.url}/api/chatbird/api/nlp/download/conversations/csv?${new URLSearchParams(body)}`,
    { headers: { "authentication-token": client.token } },
  );
  const file = join(folder, "report.csv");
  writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
  // Comma, quotation mark, UTF-8, from the first line on: what the wizard of the program proposes.
  const convert = (to: string, name: string): string => {
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
    return readFileSync(join(folder, "out", name), "utf8");
  };
  const formulas = convert("fods", "report.fods").match(/table:formula=/g)?.length ?? 0;
  const [, ...rows] = Papa.parse<string[]>(
    convert("csv:Text - txt - csv (StarCalc):44,34,76,1", "report.csv"),
    { skipEmptyLines: true },
  ).data;
  const oneBreak = (text: string): string => text.replace(/\r\n?/g, "\n");
  const read = rows.map(([message = ""]) => oneBreak(unguarded(message)));
  const wanted = stored.messages.map(({ userMessage }) => oneBreak(userMessage));
  const wrong = wanted.filter((text, at) => read[at] !== text);
  console.log(
    `${said.length} messages said, ${wanted.length} in the report, ${read.length} read back by LibreOffice: ${wrong.length} differ, ${formulas} formulas`,
  );
  if (wrong.length > 0) console.log(wrong.map((text) => JSON.stringify(text)).join("\n"));
  if (wrong.length > 0 || formulas > 0 || read.length !== said.length) process.exitCode = 1;
} finally {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
}
