import { afterAll, describe, expect, test, vi } from "vitest";
import { template } from "#tests/support/vendors/bodies.ts";
import { bytes, callOf, post } from "#tests/support/vendors/deliveries.ts";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());
const row = rowOf("Sinch WhatsApp");
const { adapter, to } = row;
const channel = row.channel(vendors.url);

describe("a webhook call", () => {
  const body = bytes({ message: {} });

  test.each([
    ["with another nonce", "nonce", "01OTHER"],
    ["with another time", "timestamp", "1600000000"],
  ])("%s is not believed", async (_, name, value) => {
    const { headers } = callOf(row, channel, body);
    const changed = { ...Object.fromEntries(headers), [`x-sinch-webhook-signature-${name}`]: value };
    expect(await adapter.verify(post(body, changed), channel)).toBe(false);
  });
});

test("a call that was signed rightly two hours ago is not believed", async () => {
  vi.spyOn(Date, "now").mockReturnValueOnce(Date.now() - 7_200_000);
  expect(await adapter.verify(callOf(row, channel, bytes({})), channel)).toBe(false);
});

test("a template's variables count from 1, its buttons from 0", async () => {
  const body = {
    ...template,
    header: undefined,
    body: [{ kind: "text" as const, text: "Asha" }],
    buttons: [{ place: 0, kind: "reply" as const, value: "YES" }],
    cards: undefined,
    offerEndsAt: undefined,
  };
  expect(await adapter.send({ id: "own", to, body }, channel, deps())).toMatchObject({ outcome: "sent" });
  expect(vendors.calls.at(-1)?.body).toMatchObject({
    message_metadata: "own",
    message: {
      template_message: {
        channel_template: {
          WHATSAPP: {
            template_id: template.name,
            language_code: template.language,
            parameters: { "body[1]text": "Asha", "button[0]quick_reply[1]payload": "YES" },
          },
        },
      },
    },
  });
});
