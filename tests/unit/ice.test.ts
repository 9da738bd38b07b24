import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { RELAY_MS } from "#workers/contract/video.ts";
import { iceFor } from "#workers/domain/video/ice.ts";

const turnUrls = "turn:turn.company.com:3478, turns:turn.company.com:5349?transport=tcp";

test("a relay has the credentials of coturn's use-auth-secret: when they end, for whom, and their HMAC-SHA1", async () => {
  const now = 1_764_000_000_000;
  const stunUrls = "stun:stun.company.com:3478";
  const { iceServers, relay } = await iceFor({ stunUrls, turnUrls, turnSecret: "north" }, "room-agent", now);
  const username = `${(now + RELAY_MS) / 1_000}:room-agent`;
  expect(relay).toBe(true);
  expect(iceServers).toEqual([
    { urls: [stunUrls] },
    {
      urls: turnUrls.split(", "),
      username,
      credential: createHmac("sha1", "north").update(username).digest("base64"),
    },
  ]);
});

test.each([
  ["no address", {}],
  ["no secret", { turnUrls }],
  ["no address of a relay", { turnUrls: "https://turn.company.com", turnSecret: "north" }],
])("with %s there is no relay, and it is said so", async (_, settings) => {
  expect(await iceFor(settings, "room-agent", 0)).toEqual({ iceServers: [], relay: false });
});
