// 50 PDFs and 200 pages of a website on this machine, read by the real job in workerd with a Worker's heap, then 45
// questions that were written beforehand: is the first passage the right one? Beside it the page that shares most words
// with the question, in the same run. And the addresses that must never be fetched. Floors fail the run.
import { setTimeout as pause } from "node:timers/promises";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { signIn, type ApiClient } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { startOpenAiServer } from "#tests/support/openai-server.ts";
import { makePdf } from "#tests/support/pdf.ts";
import { startServed } from "#tests/support/served.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import * as knowledgeApi from "#workers/contract/endpoints/knowledge.ts";
import { fetchPublic } from "#workers/outbound/fetch-public.ts";
import { buildStale } from "../../scripts/build.ts";
import { otherPage, paragraphsOf, topics } from "./knowledge-questions.ts";

const FLOOR = 0.8;
const PAGES = 200;
const PDFS = 50;
const PDF_PAGES = 4;
const failures: string[] = [];

/** Half of the topics are on the website, half in the documents. */
const onSite = topics.filter((_, index) => index % 2 === 0);
const inDocuments = topics.filter((_, index) => index % 2 === 1);

function site() {
  const pages = new Map<string, string>();
  const html = (title: string, paragraphs: string[]) =>
    `<html><head><title>${title}</title></head><body><nav>Home Shop Help</nav><h1>${title}</h1>${paragraphs.map((each) => `<p>${each}</p>`).join("")}</body></html>`;
  onSite.forEach((topic, number) => pages.set(`/t${number}`, html(topic.topic, paragraphsOf(topic, number))));
  for (let number = 0; pages.size < PAGES - 1; number++) {
    const { title, paragraphs } = otherPage(number);
    pages.set(`/n${number}`, html(title, paragraphs));
  }
  const links = [...pages.keys()].map((path) => `<a href="${path}">${path}</a>`).join(" ");
  pages.set("/", `<html><body><h1>Index</h1><p>All pages.</p>${links}</body></html>`);
  return pages;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

function rss(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function workerdOf(pid: number): Promise<number> {
  const { readdirSync } = await import("node:fs");
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      const parent = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
      if (command.includes("workerd") && Number(parent) === pid) return Number(name);
    } catch {
      // Gone meanwhile.
    }
  }
  return 0;
}

/** Waits until all sources have been read. */
async function read(client: ApiClient, params: { id: string }): Promise<void> {
  for (;;) {
    const { building, sources } = await client.call(knowledgeApi.getKnowledge, { params });
    if (building.state === "failed") throw new Error(building.message);
    const settled = sources.every(({ state }) => state === "ready" || state === "failed");
    if (building.state === "idle" && settled) return;
    await pause(200);
  }
}

/** Counts the questions whose first passage is the right one, and measures the search time. */
async function askAll(client: ApiClient, params: { id: string }): Promise<{ right: number; p50: number }> {
  let right = 0;
  const times: number[] = [];
  for (const { question, fact } of topics) {
    const asked = performance.now();
    const found = await client.call(knowledgeApi.searchKnowledge, { params, query: { question } });
    times.push(performance.now() - asked);
    // Lines of a PDF break at the page's edge, so texts are compared without white space.
    const bare = (text: string): string => text.replace(/\s+/g, "");
    if (bare(found[0]?.text ?? "").includes(bare(fact).slice(0, 30))) right++;
    else console.log(`  not first: ${question} → ${found[0]?.text.slice(0, 80) ?? "nothing"}`);
  }
  return { right, p50: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0 };
}

await buildStale();
process.env.MINIFLARE_WORKERD_V8_FLAGS = "--max-heap-size=128";
process.env.CHATBIRD_ALLOW_PRIVATE = "yes";
const pages = site();
const server = createServer((request, response) => {
  const page = pages.get(request.url ?? "");
  response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" }).end(page ?? "no");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };
const provider = await startOpenAiServer();
const served = await startServed({
  env: { MINIFLARE_WORKERD_V8_FLAGS: "--max-heap-size=128", CHATBIRD_ALLOW_PRIVATE: "yes" },
});
try {
  const client = await signIn((path, init) => fetch(served.url + path, init), DEMO);
  const agent = await client.call(botsApi.saveAgent, {
    body: { name: "Knowledge", description: "A bench" },
  });
  const params = { id: agent.id };
  const started = performance.now();
  for (let number = 0; number < PDFS; number++) {
    const mine = inDocuments.filter((_, index) => index % PDFS === number);
    const bytes = await makePdf(
      Array.from({ length: PDF_PAGES }, (_, page) => {
        const topic = mine[0];
        if (topic && page === 1) return { heading: topic.topic, lines: paragraphsOf(topic, number) };
        const { title, paragraphs } = otherPage(1_000 + number * PDF_PAGES + page);
        return { heading: title, lines: paragraphs };
      }),
    );
    const form = new FormData();
    form.set("agentId", agent.id);
    form.append("files", new File([bytes], `document ${number}.pdf`));
    const response = await fetch(`${served.url}/api/chatbird/api/nlp/agent/upload_documents`, {
      method: "POST",
      headers: { "authentication-token": client.token },
      body: form,
    });
    if (!response.ok) throw new Error(await response.text());
  }
  const uploaded = performance.now();
  const save = (more: { genAiConfigId?: string }) =>
    client.call(knowledgeApi.saveKnowledge, {
      params,
      body: {
        kbFromWebsite: true,
        kbFromDoc: true,
        documents: [{ fileName: "document 0.pdf" }],
        websitesUrls: [`http://127.0.0.1:${port}/`],
        ...more,
      },
    });
  await save({});
  await read(client, params);
  const seconds = (performance.now() - started) / 1_000;
  const { passages, sources } = await client.call(knowledgeApi.getKnowledge, { params });
  const pagesRead = sources.reduce((sum, source) => sum + source.pages, 0);
  console.log(
    `${PDFS} PDFs of ${PDF_PAGES} pages and ${pages.size} web pages: ${pagesRead} pages, ${passages} passages in ${seconds.toFixed(1)} s` +
      ` (uploads ${((uploaded - started) / 1_000).toFixed(1)} s), heap limit 128 MB in force, workerd's peak ${rss(await workerdOf(served.pid)).toFixed(0)} MB resident in all`,
  );

  const texts = [
    ...topics.map((topic, number) => paragraphsOf(topic, number).join(" ")),
    ...Array.from({ length: 400 }, (_, number) => otherPage(number).paragraphs.join(" ")),
  ].map((text) => new Set(wordsOf(text)));
  const plain = topics.filter(({ question }, at) => {
    const shared = texts.map((words) => wordsOf(question).filter((word) => words.has(word)).length);
    return shared.indexOf(Math.max(...shared)) === at;
  });
  const byWords = await askAll(client, params);
  console.log(
    `${topics.length} questions: the first passage is right for ${byWords.right} (${((100 * byWords.right) / topics.length).toFixed(1)} %), by most shared words ${plain.length}; a search takes p50 ${byWords.p50.toFixed(1)} ms over HTTP`,
  );
  if (byWords.right / topics.length < FLOOR) failures.push(`only ${byWords.right} of ${topics.length} right`);

  // The same with stand-in vectors as long as OpenAI's: measures their cost, and that they do no harm.
  const { id: genAiConfigId } = await client.call(integrationsApi.createIntegration, {
    body: {
      name: "Bench",
      llm: 1,
      apikey: "none",
      settings: { baseUrl: provider.url, embeddingModel: "text-embedding-3-small" },
    },
  });
  const embedding = performance.now();
  await save({ genAiConfigId });
  await read(client, params);
  const embedded = performance.now() - embedding;
  const both = await askAll(client, params);
  console.log(
    `with vectors: ${provider.provider.embedded.length - topics.length} passages in ${(embedded / 1_000).toFixed(1)} s, right for ${both.right}, a search takes p50 ${both.p50.toFixed(1)} ms over HTTP, the provider's part included`,
  );
  if (both.right / topics.length < FLOOR)
    failures.push(`only ${both.right} of ${topics.length} right with vectors`);
} finally {
  await served.stop();
  await provider.stop();
  server.close();
}

const corpus = referenceCorpus("ssrf", "must-refuse.json");
if (!existsSync(corpus))
  console.log("skipped: the addresses that must be refused (the collection is not here)");
else {
  const { typedHere, fromGuide } = JSON.parse(readFileSync(corpus, "utf8")) as {
    typedHere: string[];
    fromGuide: Record<string, string[]>;
  };
  const addresses = [...typedHere, ...Object.values(fromGuide).flat()];
  let requests = 0;
  let refused = 0;
  for (const address of addresses) {
    try {
      await fetchPublic(address, {
        // No name here has a public address: all lead to internal ones, as an attacker's would.
        resolve: () => Promise.resolve(["127.0.0.1"]),
        fetcher: () => {
          requests++;
          return Promise.resolve(new Response("fetched", { headers: { "content-type": "text/plain" } }));
        },
      });
      console.log(`  fetched: ${address}`);
    } catch {
      refused++;
    }
  }
  console.log(`addresses that must be refused: ${refused} of ${addresses.length}, ${requests} requests made`);
  if (requests > 0 || refused < addresses.length) failures.push("an address was fetched");
}
for (const failure of failures) console.error(`FLOOR: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
