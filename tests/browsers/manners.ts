import { shellTexts } from "#texts/shell.ts";
import { createAt, NARROW_SCREENS } from "./narrow.ts";
import { type Screen, until } from "./screen.ts";
import type { Task } from "./task.ts";

/** So many presses of Tab may lie before the content, the link that skips to it among them. */
const MOST_STOPS = 12;

const status = (screen: Screen) => screen.role("banner").role("status");
const isDark = (screen: Screen) => screen.run(() => document.documentElement.classList.contains("dark"));
/** How bright the page's ground is, between 0 and 1. */
const brightness = (screen: Screen) =>
  screen.run(() => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) return -1;
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 765;
  });

async function choosesTheme(screen: Screen, name: string, dark: boolean): Promise<void> {
  await screen.button(shellTexts.theme).click();
  await screen.role("menuitem", name).click();
  await until(`the theme ${name}`, async () => (await isDark(screen)) === dark || "the other one is shown");
  await until(`the ground of ${name}`, async () => {
    const now = await brightness(screen);
    return (dark ? now < 0.3 : now > 0.8) || `so bright: ${now}`;
  });
}

/** The manners of every screen, whatever is done there. */
export const MANNERS: readonly Task[] = [
  {
    name: "a dialog is opened, kept and left by keys alone",
    async walk({ screen }) {
      await screen.open("/bots");
      const opener = screen.button("Create New Agent");
      await opener.press("Enter");
      const dialog = screen.role("dialog");
      await dialog.label("Name").focused();
      const isInside = () => screen.run(() => document.activeElement?.closest("[role=dialog]") !== null);
      for (const key of [...Array<string>(8).fill("Tab"), ...Array<string>(8).fill("Shift+Tab")]) {
        await screen.engine.keys([key]);
        if (!(await isInside())) throw new Error(`${key} leads out of the dialog.`);
      }
      await screen.engine.keys(["Escape"]);
      await dialog.gone();
      await opener.focused();
    },
  },
  {
    name: `Tab reaches the content within ${MOST_STOPS} stops, and the first of them skips to it`,
    async walk({ screen }) {
      await screen.open("/customer-master/customers");
      await status(screen).says(shellTexts.connection.open);
      const stops: string[] = [];
      for (;;) {
        await screen.engine.keys(["Tab"]);
        const [isThere, name] = await screen.run(() => {
          const one = document.activeElement;
          return [one?.closest("main") !== null, one?.textContent?.trim().slice(0, 40) ?? ""] as const;
        });
        if (isThere) break;
        stops.push(name);
        if (stops.length > MOST_STOPS) throw new Error(`Still outside after ${stops.join(", ")}`);
      }
      if (stops.length < 2) throw new Error("Nothing lies before the content.");
      await screen.open("/bots");
      await status(screen).says(shellTexts.connection.open);
      await screen.engine.keys(["Tab"]);
      await screen.link("Skip to the content").focused();
      await screen.engine.keys(["Enter"]);
      await screen.role("main").focused();
    },
  },
  {
    name: "the theme is light, dark, or as the system has it",
    async walk({ screen, shot, another }) {
      await screen.open("/dashboard");
      const { light, dark, system } = shellTexts.themes;
      await choosesTheme(screen, dark, true);
      await screen.engine.reload();
      await screen.role("heading", /^Good /).shown();
      if (!(await isDark(screen))) throw new Error("A reload has forgotten the theme.");
      await shot("dashboard-dark");
      await choosesTheme(screen, light, false);
      await choosesTheme(screen, system, false);
      const other = await another({ dark: true });
      await other.open("/dashboard");
      await other.role("heading", /^Good /).shown();
      if (!(await isDark(other))) throw new Error("A dark system is not followed.");
      await choosesTheme(other, light, false);
      await choosesTheme(other, system, true);
    },
  },
  {
    name: "an outage is said, nothing is lost by it, and its end is noticed",
    async walk({ screen, world, unique, phone, shot, expects }) {
      expects(/./);
      await createAt(screen);
      const name = unique("Patient");
      await screen.label(/^Name/).fill(name);
      await screen.label(/^Phone Number/).fill(`+91${phone()}`);
      await status(screen).says(shellTexts.connection.open);
      world.gateway.down();
      await status(screen).says(shellTexts.connection.reconnecting);
      await screen.button("Save").click();
      await screen.role("alert").shown();
      await screen.label(/^Name/).holds(name);
      await shot("outage");
      world.gateway.back();
      await status(screen).says(shellTexts.connection.open, 60_000);
      await screen.button("Save").click();
      await screen.arrives(/^\/customer-master\/customers$/);
    },
  },
  {
    name: "a dialog whose file failed once opens with the next press",
    async walk({ another, world }) {
      const screen = await another({ dark: false });
      world.gateway.refuse(/\/assets\/palette-[^/]*\.js/);
      await screen.open("/dashboard");
      await screen.role("heading", /^Good /).shown();
      const opener = screen.button(/^Go to…/);
      await opener.click();
      await screen.role("alert").says("Something Went Wrong !!");
      world.gateway.refuse(undefined);
      await opener.click();
      await screen.role("dialog", "Go to a screen or run a command").role("combobox").focused();
    },
  },
  {
    name: "a chart whose file failed says so, is drawn by Retry, and at once where the page is opened anew",
    async walk({ another, world, shot }) {
      const screen = await another({ dark: false });
      const report = `/bots/${world.agentId}/nlp-report/overview`;
      const chart = screen.role("region", "Scope Trend");
      world.gateway.refuse(/\/assets\/drawing-[^/]*\.js/);
      await screen.open(report);
      await chart.role("alert").says("Something Went Wrong !!");
      await shot("chart-failed");
      world.gateway.refuse(undefined);
      await chart.button("Retry").click();
      await chart.css(".apexcharts-canvas").shown();
      world.gateway.refuse(/\/assets\/drawing-[^/]*\.js/);
      await screen.open(report);
      await chart.shown();
      world.gateway.refuse(undefined);
      await screen.open(report);
      await chart.css(".apexcharts-canvas").shown();
      await screen.engine.reload();
      await chart.css(".apexcharts-canvas").shown();
    },
  },
  {
    name: "a field is dragged to another place, and every row stays to be seen",
    async walk({ screen, shot, unique }) {
      const labels = [unique("Alpha"), unique("Beta"), unique("Gamma")] as const;
      for (const label of labels) {
        await screen.open("/customer-master/definition/add");
        const panel = screen.role("dialog", "Add New Field");
        await panel.label("Field Name").fill(label.toLowerCase().replaceAll(" ", ""));
        await panel.label("Field Label").fill(label);
        await panel.label("Help Text").fill("What it is for");
        await panel.label("Field Type").choose("Text");
        await panel.label("Input Type").choose("Alphanumeric");
        await panel.button("Save").click();
        await panel.gone();
      }
      await screen.button(shellTexts.theme).click();
      await screen.role("menuitem", shellTexts.themes.dark).click();
      const handle = (label: string) => screen.button(`Move ${label}`);
      await handle(labels[2]).dragTo(handle(labels[0]), async () => {
        await shot("dragged-dark");
        const rows = screen.role("row");
        for (const label of labels) await rows.having(label).shown();
      });
      await screen.text(new RegExp(`^${labels[2]} is now \\d+ of \\d+$`)).shown();
      await shot("dropped-dark");
    },
  },
  ...NARROW_SCREENS,
];
