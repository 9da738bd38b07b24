import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startGateway } from "#tests/support/vendors/gateway.ts";

const file = join(mkdtempSync(join(tmpdir(), "chatbird-gateway-")), "state/gateway.json");

test("a link of before a restart is paid behind it, at the same address", async () => {
  const first = await startGateway({ file });
  const { keyId, keySecret } = first.account.keys;
  const made = await fetch(`${first.url}/v1/payment_links`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` },
    body: JSON.stringify({
      ...{ amount: 1_250, currency: "INR", reference_id: "r1", description: "An invoice" },
      ...{ expire_by: Date.now() / 1_000 + 7_200, callback_url: "http://127.0.0.1:1/back" },
    }),
  });
  const { short_url } = (await made.json()) as { short_url: string };
  await first.stop();
  await expect(fetch(short_url)).rejects.toThrow();
  const second = await startGateway({ file, port: Number(new URL(short_url).port) });
  expect(await (await fetch(short_url)).text()).toContain("Status: created");
  await fetch(short_url, { method: "POST", body: "act=pay", redirect: "manual" });
  await second.stop();
  const third = await startGateway({ file });
  expect(third.account.link("r1").status).toBe("paid");
  await third.stop();
});

test("a port that something else has keeps nobody from being paid at another", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const gateway = await startGateway({ port });
  expect(new URL(gateway.url).port).not.toBe(String(port));
  await gateway.stop();
  other.close();
});
