import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { clientErrorWait, MOST_FROM_ALL, MOST_FROM_ONE } from "#workers/api/client-error-limit.ts";
import { callLimit } from "#workers/api/call-limit.ts";
import type { AppContext } from "#workers/api/context.ts";
import { inTime } from "#workers/api/next-piece.ts";
import { readBytes } from "#workers/api/read-input.ts";
import { type CallLimit, callLimitOf, PEOPLE } from "#workers/contract/call-limits.ts";
import { DomainError } from "#workers/domain/error.ts";
import { errorsTexts } from "#texts/errors.ts";
import { allEndpoints } from "#tests/support/endpoints.ts";

const bodyOf = (stream: ReadableStream<Uint8Array>) =>
  new Request("http://api/", { method: "POST", body: stream, duplex: "half" } as RequestInit);
const malformed = expect.objectContaining({ code: "malformed" });

test("errors that a console reports are limited a minute, from one address and from all", () => {
  const now = 60_000 * 1_000;
  const counted = (address: string, at: number) => clientErrorWait(address, at) === 0;
  const mine = Array.from({ length: MOST_FROM_ONE + 5 }, () => counted("198.51.100.1", now));
  expect(mine.filter(Boolean)).toHaveLength(MOST_FROM_ONE);
  expect(clientErrorWait("198.51.100.1", now + 15_000)).toBe(45);
  const others = Array.from({ length: MOST_FROM_ALL }, (_, index) => counted(`2001:db8::${index}`, now));
  expect(others.filter(Boolean)).toHaveLength(MOST_FROM_ALL - MOST_FROM_ONE);
  expect(clientErrorWait("198.51.100.1", now + 60_000)).toBe(0);
});

describe("calls that cost much", () => {
  beforeAll(() => void vi.useFakeTimers({ now: 60_000 * 1_000 }));
  afterAll(() => void vi.useRealTimers());

  /** The wait, or 0, and the sentence of a call by somebody of an enterprise. */
  const calling = (limit: CallLimit, env = {}) => {
    const count = callLimit(limit);
    return (userId: string, enterpriseId: string, asked: Record<string, string[]> = {}) => {
      const claimed = { userId, enterpriseId };
      const c = {
        env,
        req: { queries: (name: string) => asked[name] },
        get: (key: string) => (key === "claimed" ? claimed : null),
      };
      try {
        count(c as unknown as AppContext);
        return "";
      } catch (error) {
        return error instanceof DomainError && error.details.retryAfterSeconds === 60 ? error.message : error;
      }
    };
  };
  const times = (n: number, call: (index: number) => unknown) => Array.from({ length: n }, (_, i) => call(i));
  const refused = (answers: unknown[]) => answers.filter((each) => each !== "").length;

  test("are limited for a person, and for all of an enterprise together, who are told which it is", () => {
    const call = calling({ kind: "own", perMinute: 3 });
    expect(times(5, () => call("asha", "one"))).toEqual([
      "",
      "",
      "",
      errorsTexts.tooOften,
      errorsTexts.tooOften,
    ]);
    expect(call("asha", "two")).toBe(errorsTexts.tooOften);
    const crowd = times(3 * PEOPLE, (index) => call(`of two ${index}`, "two"));
    expect(refused(crowd)).toBe(0);
    expect(call("one more", "two")).toBe(errorsTexts.tooOftenTogether);
    expect(call("one more", "three")).toBe("");
  });

  test("count as a search only with words, and less where a deployment says so", () => {
    const search = calling({ kind: "search", perMinute: 2, fields: ["search", "fields"] });
    expect(refused(times(9, () => search("asha", "one", { search: [" "], fields: ["[]"] })))).toBe(0);
    expect(refused(times(9, () => search("asha", "one", { search: ["word", ""] })))).toBe(0);
    expect(refused(times(9, () => search("asha", "one", { search: ["", "word"] })))).toBe(7);
    expect(refused(times(9, () => search("ravi", "one", { fields: ['[{"field":"City"}]'] })))).toBe(7);
    const wide = calling({ kind: "own", perMinute: 2 }, { CALL_LIMIT_FACTOR: "4" });
    expect(refused(times(9, () => wide("asha", "one")))).toBe(1);
  });

  test("are found by what the contract says of them, and none of those that the checklist names is missing", () => {
    const kinds = Object.fromEntries(
      allEndpoints.map(({ id, endpoint }) => [id, callLimitOf(endpoint)?.kind]),
    );
    expect(kinds).toMatchObject({
      listCustomers: "search",
      chatSearch: "search",
      listConversations: "search",
      searchKnowledge: "search",
      exportCustomers: "export",
      exportConversations: "export",
      exportChatHistory: "export",
      messagesCsv: "export",
      personalData: "own",
      beginExport: "own",
      uploadToDrive: "upload",
      importPhrases: "upload",
      sendPart: "own",
      trainAgent: "own",
      predictIntent: "own",
      paraphrase: "own",
      tryJourney: "own",
      loginIntegration: "own",
      speak: "own",
      transcribe: "own",
      sendBroadcast: "own",
      validateBroadcast: "own",
      validateActivity: "own",
      startImport: "own",
      startBulk: "own",
    });
    const open = allEndpoints.filter(({ endpoint }) => endpoint.access.kind === "public");
    expect(open.filter(({ endpoint }) => callLimitOf(endpoint))).toEqual([]);
  });
});

test("a body whose next piece does not come is given up, and so is one that breaks off", async () => {
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([123])),
  });
  await expect(readBytes(bodyOf(stalled), 100, 20)).rejects.toEqual(malformed);
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error("The client disconnected")),
  });
  const refusal = await readBytes(bodyOf(broken), 100).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DomainError);
  expect(refusal).toEqual(malformed);
});

test("a streamed body that takes too long breaks off, and says that time was why", async () => {
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([123])),
  });
  const { stream, signal } = inTime(stalled, new TransformStream(), 20);
  await expect(new Response(stream).bytes()).rejects.toThrow("timeout");
  expect(signal.aborted).toBe(true);
  const whole = inTime(new Blob(["12345"]).stream(), new TransformStream(), 1_000);
  expect(await new Response(whole.stream).text()).toBe("12345");
  expect(whole.signal.aborted).toBe(false);
});

test("a body is read whole up to its limit, and not beyond", async () => {
  const request = () => new Request("http://api/", { method: "POST", body: "12345" });
  expect(new TextDecoder().decode(await readBytes(request(), 5))).toBe("12345");
  await expect(readBytes(request(), 4)).rejects.toEqual(expect.objectContaining({ code: "tooLarge" }));
});
