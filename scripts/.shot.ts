import { chromium } from "@playwright/test";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
const base = process.env.BASE!;
const client = await signIn((p, i) => fetch(base + p, i), DEMO);
const { agents } = await client.call(endpoints.agents.list, { query: {} });
const bank = agents.find((a) => /bank/i.test(a.name)) ?? agents[0]!;
const id = bank.id;
console.log(bank.name, id);
try {
  await client.call(endpoints.entities.save, {
    body: {
      agentId: id,
      name: "card type",
      values: [
        { value: "Visa", type: "synonymns", synonyms: ["visa card", "blue card"] },
        { value: "Mastercard", type: "synonymns", synonyms: ["master card"] },
        { value: "order", type: "pattern", pattern: ["ORD-[0-9]+"] },
      ],
    },
  });
} catch {}
try {
  await client.call(endpoints.training.saveQuestion, {
    params: { id },
    body: { text: "how much have I got", intentId: null },
  });
} catch {}
const state = await client.call(endpoints.agents.get, { params: { id } });
if (!(state.training.version! > 1)) {
  await client.call(endpoints.agents.train, { params: { id }, query: { wait: 25 } });
}
for (const t of [
  "zebra crossing",
  "what about zebra crossings",
  "order me a pizza",
  "pizza please",
  "a pizza with cheese",
])
  await client.call(endpoints.conversation.predict, { body: { agentId: id, message: { text: t } } });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
const screens: [string, string, ((p: any) => Promise<void>)?][] = [
  ["entities", `/bots/${id}/entity-list/custom`],
  ["system", `/bots/${id}/entity-list/system`],
  [
    "entityform",
    `/bots/${id}/entity-list/create`,
    async (p) => {
      await p.getByLabel("Value 1", { exact: true }).fill("Rome");
      await p.getByRole("button", { name: "Add synonyms" }).click();
      await p.getByLabel("New synonym").fill("Roma, urbs, caput, eternal");
      await p.getByLabel("New synonym").press("Enter");
    },
  ],
  [
    "config",
    `/bots/${id}/configuration`,
    async (p) => {
      await p.getByLabel("Model type").selectOption("OpenAi");
    },
  ],
  [
    "genai",
    `/bots/${id}/gen-ai`,
    async (p) => {
      await p.getByRole("switch", { name: "Website knowledge" }).click();
      await p.getByRole("switch", { name: "Document knowledge" }).click();
    },
  ],
  ["training", `/bots/${id}/training`],
  [
    "unmatched",
    `/bots/${id}/unmatched?tried=1`,
    async (p) => {
      await p.getByRole("checkbox").nth(1).check();
    },
  ],
  [
    "tryit",
    `/bots/${id}/intents`,
    async (p) => {
      await p.getByRole("button", { name: "Try it" }).click();
      await p.getByLabel("Show the details of each answer").check();
      const i = p.getByPlaceholder("Start Typing...");
      await i.fill("transfer ₹500 to savings tomorrow, thanks a lot");
      await i.press("Enter");
      await p.getByText("Also possible").waitFor();
      await p.waitForTimeout(500);
    },
  ],
  ["agents", `/bots`],
];
for (const width of [1280, 360]) {
  const context = await browser.newContext({
    viewport: { width, height: width === 360 ? 740 : 860 },
    colorScheme: width === 360 ? "dark" : "light",
  });
  await context.addInitScript((t) => localStorage.setItem("authToken", t), client.token);
  for (const [name, path, act] of screens) {
    const page = await context.newPage();
    await page.goto(base + path);
    await page.waitForLoadState("networkidle");
    try {
      await act?.(page);
    } catch (e) {
      console.log(name, String(e).slice(0, 300));
    }
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/shots/${name}-${width}.png` });
    await page.close();
  }
}
await browser.close();
