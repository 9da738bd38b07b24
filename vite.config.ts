import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type PluginOption } from "vite";
import { contractInParts } from "./scripts/lib/contract-in-parts.ts";
import { textsInLanguages } from "./scripts/lib/texts-in-languages.ts";
import { bundleWidget } from "./scripts/lib/widget.ts";

const UI_WITH_MENUS =
  "listbox|select|combobox|tabs|radio|switch|menu|confirm-dialog|popover|dialog-window|side-panel";

/** Parts of several sections, such as pickers of times and drafts, that hardly any first visit needs. */
const OF_SECTIONS =
  "changed-meanwhile|chip|confirm-by-name|copy-button|countries|date-time-picker|day-filter|export-button|gone-of|" +
  "later-times|local-medium|long-form|moment|money|or-theirs|out-link|page-size|password-input|row-buttons|segments|" +
  "slides|timezone-field|use-draft|use-job|use-media|use-move|use-picture|use-rows|use-save|use-typed|zone";

/** Menus and listboxes have these of their library, and no page before sign-in does, however many screens they are on. */
const OF_MENUS =
  "@headlessui/.*/(floating|calculate-active-index|element-movement|mouse|use-(element-size|handle-toggle|quick-release|tracked-pointer|tree-walker))\\.js";

/** Boxes that complete as one types (with their library for long lists, 16 kB), tabs and switches: no entrance has them. */
const OF_FORMS =
  "(combobox|@tanstack/(virtual-core|react-virtual)|refocusable|components/(tabs|switch)|stable-collection|focus-sentinel)";

/** Icons of broadcasts, the library, its picker, the recorder and the chats: parts that hardly any first visit needs. */
const OF_FEW =
  "(file-(audio|image|type|video)|globe|map-pinned|message-square-quote|tags|mic|arrow-right-left|calendar-search|" +
  "calendar-clock|circle-pause|circle-play|circle-stop|hand|inbox|layout-template|loader|panel-right|pin|pin-off|" +
  "sticky-note|text-search|user-round-check|rocket|flag|link-2|message-circle|" +
  "arrow-right|braces|camera|message-circle-more|phone-call|receipt-text|circle-plus|cloud-(check|exclamation-point|upload)|file-question-mark|redo-2|scroll-text|settings|smartphone|square-plus)\\.mjs";

/**
 * Modules that many screens share are few files: one per module made 118 requests for the first screen, and small files
 * compress badly (10 % more). Menus and their library are apart, since the pages before sign-in have none.
 */
const FILES = [
  // An icon of one screen or two comes with them: each new section would make the first screen heavier.
  {
    name: "icons",
    test: new RegExp(`lucide-react(?!.*/icons/${OF_FEW})`),
    priority: 1,
    minShareCount: 3,
  },
  { name: "floating", test: /@floating-ui|tabbable/, priority: 1 },
  // Forms have schemas; lists, and the page before sign-in, do without.
  { name: "schemas", test: /node_modules\/zod\//, priority: 1 },
  {
    name: "common",
    test: new RegExp(`^(?!.*(workers/contract/|texts/(customers|bots)\\.|${OF_MENUS}|${OF_FORMS}))`),
    minShareCount: 25,
  },
  {
    name: "menus",
    test: new RegExp(
      `@headlessui(?!.*${OF_FORMS})|@react-aria|@react-stately|` +
        "app/components/ui/(menu|listbox|confirm-dialog|popover|side-panel[.])|app/routes/console/|app/lib/menu|" +
        "app/session/guide|workers/contract/(endpoints/)?first-run|texts/(import-export|dashboard[.])",
    ),
    minShareCount: 4,
  },
  // Parts of every screen of the console, which a few others use too.
  {
    name: "frame",
    test: /app\/components\/ui\/(popover|avatar|kbd)\.|app\/session\/tour\.|app\/lib\/(commands|own-keys|shells|single-keys|workspace)\.|workers\/contract\/endpoints\/waiting-work|texts\/(about|help)\.|app\/session\/looks\.|app\/routes\/console\/(use-sign-out|menu-row|theme-menu|recent\.|shell|use-live-rights|use-own-status|shortcuts(-button)?\.|session-end\/(session-end|use-look|span-of)|connection-state|offline-banner|chats\/chat-corner)/,
    priority: 2,
  },
  {
    name: "kit",
    test: new RegExp(
      `/app/(components/(ui/(?!${UI_WITH_MENUS}|${OF_SECTIONS})|(?!${OF_SECTIONS})[a-z-]+\\.)` +
        `|lib/(?!menu|${OF_SECTIONS})|session|data|drafts/(?!kept-draft)|realtime|kit/(?!${OF_SECTIONS}))` +
        "|workers/contract/(permissions|endpoints/(profile|sessions))",
    ),
    minShareCount: 6,
  },
];

export default defineConfig(async ({ command }) => ({
  plugins: [
    await cloudflareForDev(command),
    tailwindcss(),
    contractInParts(),
    textsInLanguages(),
    widgetForDev,
    reactRouter(),
  ],
  server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 8787), strictPort: true },
  // One chunk of translations and icons is big on purpose; the warning would hide others.
  build: { chunkSizeWarningLimit: 800, sourcemap: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: FILES } } } } } },
}));

/** The script that sites embed is a file of the build (scripts/build.ts); in development it is bundled when it is asked for. */
const widgetForDev: PluginOption = {
  name: "widget-for-dev",
  apply: "serve",
  configureServer({ middlewares }) {
    middlewares.use("/widget.js", (_, response, next) => {
      bundleWidget().then((script) => {
        response.setHeader("content-type", "text/javascript");
        response.end(script);
      }, next);
    });
  },
};

/**
 * Only `npm run dev` runs screens and Workers in one workerd. The plugin must stay out of builds: Pages wants the
 * server build as React Router makes it, and loading the plugin would add seconds.
 */
async function cloudflareForDev(command: "serve" | "build"): Promise<PluginOption> {
  if (command !== "serve" || process.env.VITEST !== undefined) return [];
  const { cloudflare } = await import("@cloudflare/vite-plugin");
  return cloudflare({
    configPath: "wrangler.dev.toml",
    viteEnvironment: { name: "ssr" },
    auxiliaryWorkers: ["api", "realtime", "jobs"].map((worker) => ({
      configPath: `workers/${worker}/wrangler.toml`,
    })),
    persistState: { path: process.env.CHATBIRD_STATE ?? ".local/dev" },
    inspectorPort: false,
  });
}
