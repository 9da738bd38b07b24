import { afterEach, expect, onTestFinished, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { startHarness } from "#tests/support/harness.ts";
import { knowledgeOf } from "#tests/support/knowledge.ts";
import { playOpenAi } from "#tests/support/openai.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePdf } from "#tests/support/pdf.ts";
import { makePerson } from "#tests/support/people.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { latestJob } from "#workers/domain/jobs/open.ts";
import { type JobHandlers, type RunEnd, runJob } from "#workers/domain/jobs/run-pages.ts";
import { knowledgePages } from "#workers/domain/knowledge/build.ts";
import type { KnowledgeDeps } from "#workers/domain/knowledge/reading.ts";
import { uploadDocuments } from "#workers/domain/knowledge/documents.ts";
import { saveKnowledge } from "#workers/domain/knowledge/save.ts";
import { openAi } from "#workers/providers/openai/openai.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const { get, upload } = knowledgeOf(harness, person);

afterEach(forgetOutbound);

const ctxThat = (before: (sql: string) => Promise<void> | void) => watchedCtx(harness, person, before);
const plain = ctxThat(() => undefined);

const deps: KnowledgeDeps = {
  files: harness.env.FILES,
  resolve: () => Promise.resolve([]),
  allowPrivate: false,
  breathe: () => Promise.resolve(),
  writer: () => Promise.resolve(null),
};

/** Documents that are there and a job that this test itself does: no worker is woken. */
async function given(agentId: string, documents: Record<string, Uint8Array>): Promise<string> {
  const uploaded = Object.entries(documents).map(([name, bytes]) => ({ name, bytes }));
  await uploadDocuments(plain, agentId, uploaded, harness.env.FILES);
  return (await latestJob(plain, "knowledge.build", agentId))?.id ?? "";
}

/** A worker that is woken for the job, within `ctx`. */
const work = (ctx: Ctx, jobId: string, around: Partial<KnowledgeDeps> = {}) =>
  runJob(
    ctx,
    jobId,
    {
      "knowledge.build": {
        pages: (own, held, payload) => knowledgePages(own, held, payload, { ...deps, ...around }),
        failure: "failed",
      },
    } as JobHandlers,
    idleDeps,
  );

const handbook = () =>
  makePdf([{ heading: "Warranty", lines: ["Every kettle carries a warranty of twenty four months."] }]);

test("a document that is given in the moment in which a build ends is read", async () => {
  onTestFinished(await keepJobs(harness, person));
  const { agentId } = await makeBot(person);
  const late = await handbook();
  const jobId = await given(agentId, { "first.pdf": await handbook() });
  let ending = 0;
  const ctx = ctxThat(async (sql) => {
    if (!sql.startsWith(`update "jobs" set "state"`) || ending++ > 0) return;
    await given(agentId, { "late.pdf": late });
  });
  expect(await work(ctx, jobId)).toBe("done");
  expect(ending).toBeGreaterThan(0);
  expect(await get(agentId)).toMatchObject({
    building: { state: "idle" },
    sources: [
      { name: "first.pdf", state: "ready" },
      { name: "late.pdf", state: "ready" },
    ],
  });
});

test("no run asks the database as often as an invocation may, however long a document is and with its vectors", async () => {
  onTestFinished(await keepJobs(harness, person));
  const { agentId } = await makeBot(person);
  const pages = Array.from({ length: 240 }, (_, number) => ({
    heading: `Chapter ${number}`,
    lines: [`Article ${number} costs ${number} euros.`],
  }));
  const { id: genAiConfigId } = await person.call(integrationsApi.createIntegration, {
    body: { name: "Provider", llm: 1, apikey: "canary key" },
  });
  await saveKnowledge(plain, agentId, {
    kbFromWebsite: false,
    websitesUrls: [],
    kbFromDoc: true,
    documents: [],
    genAiConfigId,
    crawlDepth: 1,
    recrawlHours: null,
  });
  const jobId = await given(agentId, { "catalogue.pdf": await makePdf(pages) });
  let asked = 0;
  const ctx = ctxThat(() => void asked++);
  const { provider } = playOpenAi();
  const writer = () => Promise.resolve(openAi({ apiKey: "canary key" }));
  const shares: number[] = [];
  for (let end: RunEnd = "more"; end === "more";) {
    asked = 0;
    end = await work(ctx, jobId, { writer });
    expect(["more", "done"]).toContain(end);
    // D1 allows 1,000; the job's own bookkeeping needs some more than the reading.
    expect(asked).toBeLessThan(900);
    shares.push((await get(agentId)).building.progress);
  }
  // Its progress says how far it is: of 240 pages many runs read some each.
  const under = shares.filter((share) => share > 0 && share < 1);
  expect(new Set(under).size).toBeGreaterThan(1);
  expect(under).toEqual(under.toSorted((a, b) => a - b));
  expect((await get(agentId)).sources).toMatchObject([{ state: "ready", pages: 240 }]);
  expect(provider.embedded).toHaveLength(240);
});

test("what waits without a job, after a crash between two writes, is read within a minute", async () => {
  const { agentId } = await makeBot(person);
  const jobId = await given(agentId, { "handbook.pdf": await handbook() });
  await harness.env.TENANT_1.prepare("UPDATE jobs SET state = 'failed' WHERE id = ?").bind(jobId).run();
  await harness.scheduled();
  await expect.poll(async () => (await get(agentId)).sources[0]?.state).toBe("ready");
});

test("a document at which workers end again and again is given up; the others are read", async () => {
  const { agentId } = await makeBot(person);
  const jobId = await given(agentId, { "deadly.pdf": await handbook() });
  await harness.env.TENANT_1.prepare("UPDATE jobs SET attempts = 8 WHERE id = ?").bind(jobId).run();
  const again = await upload(agentId, "handbook.pdf", await handbook());
  expect(again.status).toBe(200);
  await expect
    .poll(async () => (await get(agentId)).sources)
    .toMatchObject([
      { name: "deadly.pdf", state: "failed", reason: expect.stringContaining("after several tries") },
      { name: "handbook.pdf", state: "ready" },
    ]);
});
