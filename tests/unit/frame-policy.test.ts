import { expect, test } from "vitest";
import { onRequest } from "../../functions/_middleware.ts";

/** The rules of the policy with which a page of the console is sent. */
async function policyOf(path: string, env: Record<string, string> = {}): Promise<Record<string, string>> {
  const context = {
    request: new Request(`https://console.example.com${path}`),
    env,
    data: {},
    next: () => Promise.resolve(new Response("a page")),
  };
  const { headers } = await onRequest(context as unknown as Parameters<typeof onRequest>[0]);
  const rules = (headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
    const [name = "", ...values] = rule.split(" ");
    return [name, values.join(" ")] as const;
  });
  return Object.fromEntries(rules);
}

test("only the designer and the analytics host that are set up may be framed, by their origins", async () => {
  expect((await policyOf("/bots"))["frame-src"]).toBe("'self'");
  const both = {
    DESIGNER_URL: "https://designer.company.com/app/",
    ANALYTICS_URL: "https://analytics.company.com/views?tenant=7",
  };
  expect((await policyOf("/bots", both))["frame-src"]).toBe(
    "'self' https://designer.company.com https://analytics.company.com",
  );
  expect((await policyOf("/bots", { ANALYTICS_URL: "not an address" }))["frame-src"]).toBe("'self'");
});

test("of our own pages only those that are made for a frame may be in one, and only in ours", async () => {
  expect((await policyOf("/analytics-frame/sentiment?agentId=a"))["frame-ancestors"]).toBe("'self'");
  for (const path of [
    "/",
    "/login",
    "/bots/a/sentiment",
    "/analytics-frames",
    "/x/analytics-frame/sentiment",
  ]) {
    expect((await policyOf(path))["frame-ancestors"], path).toBe("'none'");
  }
});
