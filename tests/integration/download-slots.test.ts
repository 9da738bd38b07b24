import { expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { ctxOf } from "#workers/domain/ctx.ts";

/** S-56: expensive work of one kind has a limited number of places per enterprise, and leaving frees one. */
const harness = await startHarness();
const actor = { userId: "u", name: "Kiran", address: "local", requestId: "r" };
const ctxIn = (enterpriseId: string, now: () => number) =>
  ctxOf(tenantDatabase(harness.env, "TENANT_1"), asEnterpriseId.parse(enterpriseId), actor, { now });

/** An endless download that tells whether anybody still reads it. */
function endless() {
  const state = { left: false };
  const begin = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => {
        state.left = true;
      },
    });
  return { state, begin };
}

test("a download that is left stops reading and makes room; one that fails makes room; other enterprises have their own", async () => {
  let time = Date.UTC(2031, 0, 1);
  const ctx = ctxIn("places one", () => time);
  const one = endless();
  const first = await inDownloadSlot(ctx, "conversations", one.begin);
  const second = await inDownloadSlot(ctx, "conversations", endless().begin);
  const further = () => inDownloadSlot(ctx, "conversations", endless().begin);
  await expect(further()).rejects.toMatchObject({ code: "downloadsFull" });
  await (await inDownloadSlot(ctx, "customers", endless().begin)).cancel();
  await (
    await inDownloadSlot(
      ctxIn("places two", () => time),
      "conversations",
      endless().begin,
    )
  ).cancel();

  await first.cancel();
  expect(one.state.left).toBe(true);
  const third = await further();
  await expect(further()).rejects.toMatchObject({ code: "downloadsFull" });

  // A reader that goes on keeps its place; one that takes nothing for a minute loses it.
  const reader = third.getReader();
  time += 50_000;
  await reader.read();
  await reader.read();
  time += 50_000;
  const instead = await further();
  await expect(further()).rejects.toMatchObject({ code: "downloadsFull" });

  await Promise.all([instead.cancel(), second.cancel(), reader.cancel()]);
  const failing = () =>
    inDownloadSlot(ctx, "conversations", () => {
      throw new Error("no such agent");
    });
  for (let turn = 0; turn < 3; turn++) await expect(failing()).rejects.toThrow("no such agent");
  await (await further()).cancel();
});
