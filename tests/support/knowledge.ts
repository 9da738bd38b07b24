import { expect } from "vitest";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as knowledgeApi from "#workers/contract/endpoints/knowledge.ts";
import type { Harness } from "./harness.ts";
import { answerOutbound, type Answer } from "./outbound.ts";
import { sendForm, type Person } from "./people.ts";

/** A resolver that knows these names; every other has no address. */
export function resolveNames(names: Record<string, string>) {
  return answerOutbound("https://cloudflare-dns.com/dns-query", (request) => {
    const { searchParams } = new URL(request.url);
    const address = searchParams.get("type") === "A" ? names[searchParams.get("name") ?? ""] : undefined;
    return Response.json({ Answer: address ? [{ type: 1, data: address }] : [] });
  });
}

export const html = (body: string, { title = "Help", headers = {}, head = "" } = {}) =>
  new Response(
    `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`,
    { headers: { "content-type": "text/html; charset=utf-8", ...headers } },
  );

/** A shop's website; a page is its HTML, or what answers for it. */
export function serveShop(pages: Record<string, string | Answer>) {
  resolveNames({ "www.shop.com": "93.184.216.34", "shop.com": "93.184.216.34" });
  return answerOutbound("https://www.shop.com/", (request) => {
    const page = pages[new URL(request.url).pathname];
    if (page === undefined) return new Response("no", { status: 404 });
    return typeof page === "string" ? html(page) : page(request);
  });
}

/** Answers like a server that sends ETags: an unchanged page is not sent twice. */
export const tagged = (body: string) => (request: Request) => {
  const etag = `"${body.length}"`;
  return request.headers.get("if-none-match") === etag
    ? new Response(null, { status: 304, headers: { etag } })
    : html(body, { headers: { etag } });
};

/** A page that is answered when the test releases it; `asked` resolves once it is requested. */
export function held(body: () => string) {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const answer: Answer = async () => {
    const now = body();
    asked.resolve();
    await gate.promise;
    return html(now);
  };
  return { answer, asked: asked.promise, release: () => gate.resolve() };
}

/** Operations on a bot's knowledge, as people perform them. */
export function knowledgeOf(harness: Harness, person: Person) {
  const get = (agentId: string) => person.call(knowledgeApi.getKnowledge, { params: { id: agentId } });
  return {
    get,
    save: (agentId: string, urls: string[], more = {}) =>
      person.call(knowledgeApi.saveKnowledge, {
        params: { id: agentId },
        body: { kbFromWebsite: urls.length > 0, websitesUrls: urls, ...more },
      }),
    reread: (agentId: string) => person.call(knowledgeApi.rereadKnowledge, { params: { id: agentId } }),
    /** The knowledge once nothing of it is being read any more. */
    async built(agentId: string) {
      await expect.poll(async () => (await get(agentId)).building.state).toBe("idle");
      return get(agentId);
    },
    /** State and reason of every page of the bot's first source, by path. */
    async pages(agentId: string) {
      const [source] = (await get(agentId)).sources;
      const { pages } = await person.call(knowledgeApi.listKnowledgePages, {
        params: { id: agentId, sourceId: source?.id ?? "" },
        query: { perPage: 100 },
      });
      return Object.fromEntries(
        pages.map(({ address, state, reason }) => [new URL(address).pathname, { state, reason }]),
      );
    },
    upload(agentId: string, name: string, bytes: Uint8Array<ArrayBuffer>) {
      const form = new FormData();
      form.set("agentId", agentId);
      form.append("files", new File([bytes], name, { type: "application/pdf" }));
      return sendForm(harness, person, "/api/chatbird/api/nlp/agent/upload_documents", form);
    },
    ask: (agentId: string, text: string) =>
      person.call(botSessionsApi.predictIntent, { body: { agentId, message: { text } } }),
    search: (agentId: string, question: string) =>
      person.call(knowledgeApi.searchKnowledge, { params: { id: agentId }, query: { question } }),
  };
}
