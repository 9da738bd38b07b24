import { afterEach, expect, test, vi } from "vitest";
import { onRequest } from "../../functions/assets/[[path]].ts";

afterEach(() => vi.unstubAllGlobals());

const EARLIER = ["https://two.chatbird.pages.dev", "https://one.chatbird.pages.dev"];

/** Asks a deployment that has these files; the ones before it are reached over the network. */
async function asked(own: Record<string, string>, network: Record<string, string>, marked = false) {
  const called: string[] = [];
  vi.stubGlobal("fetch", (url: URL, init: RequestInit) => {
    called.push(`${url.href} ${JSON.stringify(init.headers)}`);
    const body = network[url.href];
    return Promise.resolve(body === undefined ? new Response("", { status: 404 }) : new Response(body));
  });
  const assets = (input: Request | URL) => {
    const body = own[new URL(input instanceof Request ? input.url : input).pathname];
    return Promise.resolve(body === undefined ? new Response("", { status: 404 }) : new Response(body));
  };
  const request = new Request("https://console.company.com/assets/palette-1.js", {
    headers: marked ? { "x-for-a-later-deployment": "1" } : {},
  });
  const response = await onRequest({ env: { ASSETS: { fetch: assets } }, request } as never);
  return {
    called,
    status: response.status,
    text: await response.text(),
    kept: response.headers.get("cache-control"),
  };
}

test("a file of an earlier build comes from the deployment that had it, and is kept as any other", async () => {
  const own = { "/earlier.json": JSON.stringify(EARLIER) };
  const { called, ...answer } = await asked(own, {
    "https://one.chatbird.pages.dev/assets/palette-1.js": "export {}",
  });
  expect(answer).toEqual({ status: 200, text: "export {}", kept: "public, max-age=31536000, immutable" });
  expect(called.map((each) => each.split(" ")[0])).toEqual(
    EARLIER.map((origin) => `${origin}/assets/palette-1.js`),
  );
});

test("a file of this build asks nobody; one that nobody has is a 404 that is not kept", async () => {
  const own = { "/assets/palette-1.js": "own", "/earlier.json": JSON.stringify(EARLIER) };
  expect(await asked(own, {})).toMatchObject({ text: "own", called: [] });
  expect(await asked({ "/earlier.json": JSON.stringify(EARLIER) }, {})).toMatchObject({
    status: 404,
    kept: "no-store",
  });
  expect(await asked({}, {})).toMatchObject({ status: 404, called: [] });
});

test("a deployment that is asked by a later one asks none before it", async () => {
  expect(await asked({ "/earlier.json": JSON.stringify(EARLIER) }, {}, true)).toMatchObject({
    status: 404,
    called: [],
  });
});
