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

test("the chat workspace and its door may be embedded by the origins that are named, and no other page", async () => {
  const env = {
    CHATAGENT_ORIGINS: "https://crm.company.com, http://localhost:4000\nhttps://crm.company.com",
  };
  const both = "https://crm.company.com http://localhost:4000";
  for (const path of ["/chatagent", "/chatagent?chat=c1", "/chatagent/enter", "/chatagent/"]) {
    expect((await policyOf(path, env))["frame-ancestors"], path).toBe(both);
    expect((await policyOf(path))["frame-ancestors"], path).toBe("'none'");
  }
  for (const path of [
    "/",
    "/login",
    "/chat/conversation",
    "/chatagents",
    "/chatagent/other",
    "/x/chatagent",
  ]) {
    expect((await policyOf(path, env))["frame-ancestors"], path).toBe("'none'");
  }
});

test("who embeds the workspace is a whole origin, and speaks by https unless it is on this machine", async () => {
  const refused = [
    "*",
    "https:",
    "https://*.company.com",
    "https://company.com/crm",
    "http://company.com",
    "'self'",
    "data:",
    "https://a.com;script-src",
  ];
  for (const CHATAGENT_ORIGINS of refused) {
    const policy = await policyOf("/chatagent", { CHATAGENT_ORIGINS });
    expect(policy["frame-ancestors"], CHATAGENT_ORIGINS).toBe("'none'");
  }
});

test("camera and screen only in a call's two documents, the microphone in the console as before", async () => {
  const permissionsOf = async (path: string): Promise<string[]> => {
    const context = {
      request: new Request(`https://console.example.com${path}`),
      env: {},
      data: {},
      next: () => Promise.resolve(new Response("a page")),
    };
    const { headers } = await onRequest(context as unknown as Parameters<typeof onRequest>[0]);
    return (headers.get("permissions-policy") ?? "").split(", ").filter((each) => each.endsWith("=(self)"));
  };
  for (const path of ["/call/abc.def.ghi", "/chat/call/0192-a", "/chat/call/0192-a/"])
    expect(await permissionsOf(path), path).toEqual([
      "camera=(self)",
      "display-capture=(self)",
      "microphone=(self)",
    ]);
  for (const path of ["/", "/chat/conversation", "/call", "/chat/call", "/call/a/b", "/x/call/a", "/f/call"])
    expect(await permissionsOf(path), path).toEqual(["microphone=(self)"]);
});
