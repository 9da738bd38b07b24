import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { noTrouble } from "#workers/contract/simulator.ts";

test.describe.configure({ mode: "parallel" });

const TYPES = { SMS: 0, Email: 1, Facebook: 3, WhatsApp: 4, Telegram: 5, RCS: 10, Instagram: 11, Web: 12 };
const url = "https://example.com/file";
/** One of each kind, as nothing sends them yet. */
const bodies: MessageBody[] = [
  { kind: "text", text: "plain, *bold*, _slanted_, ~gone~ and ```mono```" },
  { kind: "image", medium: { url, name: "card.png" }, caption: "Your card" },
  { kind: "audio", medium: { url }, voice: true },
  { kind: "document", medium: { name: "terms.pdf" } },
  { kind: "location", latitude: 18.52, longitude: 73.85, name: "Pune branch" },
  { kind: "contact", contacts: [{ name: "Ravi", phones: ["+919876561002"] }] },
  {
    kind: "buttons",
    header: "Delivery",
    text: "When may we come?",
    footer: "Answer until noon",
    buttons: [
      { kind: "reply", token: "am", label: "In the morning" },
      { kind: "url", url, label: "Choose on the map" },
      { kind: "call", number: "+912012345", label: "Call us" },
    ],
  },
  {
    kind: "list",
    text: "Which account?",
    open: "Choose an account",
    sections: [{ title: "Yours", rows: [{ token: "s", label: "Savings", description: "ends in 42" }] }],
  },
  {
    kind: "carousel",
    text: "Our cards",
    cards: ["Gold", "Silver", "Blue"].map((title) => ({
      title,
      medium: { url },
      buttons: [{ kind: "reply" as const, token: title, label: `Take ${title}` }],
    })),
  },
  {
    kind: "template",
    name: "order_update",
    language: "en",
    header: { kind: "text", text: "Order 7" },
    body: [],
    buttons: [{ place: 0, kind: "reply", value: "track" }],
    rendered: "Your order is on its way.",
  },
];
const at = "2026-11-02T10:00:00.000Z";
const nothing = { quoted: null, code: null, reason: null, at };

/** A channel of this type, and a phone with one message of each kind, the person's own and reactions among them. */
async function played(page: Page, typeName: keyof typeof TYPES): Promise<{ said: unknown[] }> {
  const channel = { id: "c1", name: "Kite Bank", type: TYPES[typeName], typeName, agent: "" };
  const entries = [
    {
      n: 1,
      id: "sim.in.1",
      way: "in",
      messageId: null,
      status: "delivered",
      body: { kind: "text", text: "hello" },
    },
    ...bodies.map((body, index) => ({
      n: index + 2,
      id: `m${index}`,
      messageId: `m${index}`,
      way: "out",
      status: index % 2 ? "read" : "delivered",
      body,
    })),
    { n: 50, id: "sim.in.2", way: "in", messageId: null, status: "notTaken", body: bodies[1] },
    {
      n: 51,
      id: "r1",
      way: "in",
      messageId: null,
      status: "delivered",
      body: { kind: "reaction", to: "m0", emoji: "🎉" },
    },
    {
      n: 52,
      id: "m99",
      way: "out",
      messageId: "m99",
      status: "failed",
      body: { kind: "text", text: "late" },
    },
  ].map((entry) => ({
    ...nothing,
    ...entry,
    ...(entry.id === "m1" && { quoted: "sim.in.1" }),
    ...(entry.id === "m99" && { code: "131049", reason: "Held back." }),
  }));
  const said: unknown[] = [];
  const answer = { status: true, message: "" };
  const phone = { person: { userId: "asha" }, entries };
  const all = "**/api/e/enterprise/simulator";
  await page.route(all, (route) => route.fulfill({ json: { ...answer, response: { channels: [channel] } } }));
  await page.route(`${all}/c1/phone*`, (route) => route.fulfill({ json: { ...answer, response: phone } }));
  await page.route(`${all}/c1/say`, async (route) => {
    said.push(route.request().postDataJSON());
    await route.fulfill({ json: { ...answer, response: phone } });
  });
  await page.route(`${all}/c1/trouble`, (route) =>
    route.fulfill({ json: { ...answer, response: noTrouble } }),
  );
  await page.addInitScript(() => {
    localStorage.setItem("simulatedPersons", '{"c1":[{"name":"Asha","address":{"userId":"asha"}}]}');
  });
  await signedIn(page, await clientOf("people"));
  await page.goto("/simulator");
  await expect(page.getByText("Your order is on its way.")).toBeVisible();
  return { said };
}

const phoneIn = (page: Page) => page.getByRole("region", { name: "Phone of Asha" });

for (const typeName of Object.keys(TYPES) as (keyof typeof TYPES)[]) {
  test(`messages of every kind on ${typeName} can be read, in both themes and both widths`, async ({
    page,
  }) => {
    await played(page, typeName);
    await expectAccessible(page);
  });
}

test("buttons, rows of a list and cards are pressed, and quote their message", async ({ page }) => {
  const { said } = await played(page, "WhatsApp");
  const phone = phoneIn(page);
  await phone.getByRole("button", { name: "In the morning" }).click();
  await phone.getByRole("button", { name: "Choose an account" }).click();
  await page
    .getByRole("dialog", { name: "Choose an account" })
    .getByRole("button", { name: /^Savings/ })
    .click();
  await phone.getByRole("button", { name: "Take Silver" }).click();
  await phone.getByRole("button", { name: "Button 1" }).click();
  await expect
    .poll(() => said)
    .toMatchObject([
      { quoted: "m6", body: { kind: "formAnswer", token: "am", label: "In the morning" } },
      { quoted: "m7", body: { kind: "formAnswer", token: "s", label: "Savings" } },
      { quoted: "m8", body: { kind: "formAnswer", token: "Silver", label: "Take Silver" } },
      { quoted: "m9", body: { kind: "formAnswer", token: "track", label: "Button 1" } },
    ]);
});

test("WhatsApp's signs are formatting, and plain words elsewhere; SMS are counted in parts, letters have a head", async ({
  page,
}) => {
  await played(page, "WhatsApp");
  await expect(phoneIn(page).getByText("bold", { exact: true })).toHaveCSS("font-weight", "700");
  await expect(phoneIn(page).getByText("*bold*")).toHaveCount(0);
  await expect(phoneIn(page).getByText("Not on the phone (131049). Held back.")).toBeVisible();
  await expect(phoneIn(page).getByText(/^Not taken: our webhook/)).toBeVisible();
  await expect(phoneIn(page).getByRole("listitem").nth(1)).toContainText("Reactions: 🎉");
  await expect(phoneIn(page).getByRole("listitem").nth(2)).toContainText("In answer to: hello");
  await played(page, "SMS");
  await expect(phoneIn(page).getByText("plain, *bold*")).toBeVisible();
  await phoneIn(page).getByRole("textbox", { name: "Message" }).fill("नमस्ते");
  await expect(phoneIn(page).getByText("1 part, 64 characters left (UCS-2)")).toBeVisible();
  await played(page, "Email");
  await expect(phoneIn(page).getByText("Delivery", { exact: true }).first()).toBeVisible();
  await expect(phoneIn(page).getByText("(no subject)").first()).toBeVisible();
});

test("a voice message, a place and a contact are sent as what they are, and wrong ones are refused", async ({
  page,
}) => {
  const { said } = await played(page, "WhatsApp");
  const attach = async (kind: string, fields: Record<string, string>) => {
    await phoneIn(page).getByRole("button", { name: "Attach" }).click();
    const dialog = page.getByRole("dialog", { name: "Send something else" });
    await dialog.getByLabel("Kind").selectOption(kind);
    if ("Address of the file" in fields) await dialog.getByRole("radio", { name: "An address" }).check();
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
    await dialog.getByRole("button", { name: "Send" }).click();
    return dialog;
  };
  const dialog = await attach("Voice message", { "Address of the file": "http://example.com/a.ogg" });
  await expect(dialog.getByText("Enter an address that begins with https://.").first()).toBeVisible();
  await dialog.getByLabel("Address of the file").fill("https://example.com/a.ogg");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toBeHidden();
  const place = await attach("Location", { Latitude: "91", Longitude: "73.85" });
  await expect(place.getByText("Enter a number from -90 to 90.").first()).toBeVisible();
  await place.getByLabel("Latitude").fill("18.52");
  await place.getByRole("button", { name: "Send" }).click();
  await expect(place).toBeHidden();
  await expect(await attach("Contact", { Name: "Ravi", Number: "+919876561002" })).toBeHidden();
  expect(said).toMatchObject([
    { body: { kind: "audio", medium: { url: "https://example.com/a.ogg" }, voice: true } },
    { body: { kind: "location", latitude: 18.52, longitude: 73.85 } },
    { body: { kind: "contact", contacts: [{ name: "Ravi", phones: ["+919876561002"] }] } },
  ]);
});
