import { chromium } from "playwright-core";
const base = process.argv[2];
const steps = process.argv[3];
const width = Number(process.argv[4] ?? 1280);
const dark = process.argv[5] === "dark";
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const ctx = await b.newContext({
  viewport: { width, height: width < 500 ? 740 : 860 },
  colorScheme: dark ? "dark" : "light",
});
const p = await ctx.newPage();
p.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
p.on("pageerror", (e) => console.log("pageerror", e.message, e.stack?.slice(0, 500)));
const { signIn } = await import("#db/seed/client.ts");
const { DEMO } = await import("#db/seed/demo.ts");
const { endpoints: E } = await import("#workers/contract/endpoints.ts");
const c = await signIn((path, init) => fetch(base + path, init), DEMO);
await p.goto(base + "/login");
await p.evaluate((t) => localStorage.setItem("authToken", t), c.token);
const shot = async (n) => {
  await p.waitForTimeout(500);
  await p.screenshot({ path: `/tmp/${n}.png` });
};
const { run } = await import(steps);
await run({ p, base, c, shot, E });
await b.close();
