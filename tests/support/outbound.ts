/**
 * Answers the Workers' outbound requests from within the test: the harness sends each of them through this process's
 * `fetch`. An unexpected request fails, so a test can never talk to a real vendor.
 */
export type Answer = (request: Request) => Response | Promise<Response>;

export interface Expectation {
  /** Every request that this expectation has answered, its body still readable. */
  readonly requests: Request[];
  /** Takes the expectation back. */
  remove(): void;
}

interface Rule {
  prefix: string;
  answer: Answer;
  requests: Request[];
  /** Nobody but this test knows the address: what is called after the test is a late call to it, no stray one of the next. */
  isOwn: boolean;
}

const rules: Rule[] = [];
/** Addresses of tests that have ended. */
const ended: string[] = [];
export const unexpected: string[] = [];
const realFetch = globalThis.fetch;

/**
 * Answers requests whose address starts with `prefix`; the newest expectation wins.
 *
 * @public for the tests of vendors
 */
export function answerOutbound(prefix: string, answer: Answer, { isOwn = false } = {}): Expectation {
  const rule: Rule = { prefix, answer, requests: [], isOwn };
  rules.unshift(rule);
  return {
    requests: rule.requests,
    remove: () => {
      const at = rules.indexOf(rule);
      if (at !== -1) rules.splice(at, 1);
    },
  };
}

export function forgetOutbound(): void {
  ended.push(...rules.filter(({ isOwn }) => isOwn).map(({ prefix }) => prefix));
  rules.length = 0;
  unexpected.length = 0;
}

export function interceptOutbound(): void {
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (isLoopback(url) && !rules.some((rule) => url.startsWith(rule.prefix))) return realFetch(input, init);
    const request = await detached(input, init, url);
    const rule = rules.find(({ prefix }) => url.startsWith(prefix));
    if (rule === undefined) {
      if (ended.some((prefix) => url.startsWith(prefix))) return new Response(null, { status: 410 });
      unexpected.push(`${request.method} ${url}`);
      throw new TypeError(`No test answers ${request.method} ${url}`);
    }
    rule.requests.push(request.clone() as Request);
    return rule.answer(request as Request);
  };
}

/** The harness hands over a request of its own `fetch` library, which ours does not accept as a Request. */
async function detached(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  url: string,
): Promise<Request> {
  const source = (init ?? input) as Request;
  const method = source.method ?? "GET";
  const withBody = method !== "GET" && method !== "HEAD" && "arrayBuffer" in source;
  return new Request(url, {
    method,
    headers: Object.fromEntries(new Headers(source.headers as HeadersInit).entries()),
    ...(withBody
      ? { body: await source.arrayBuffer() }
      : source === init && init?.body
        ? { body: init.body }
        : {}),
  });
}

function isLoopback(url: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);
}
