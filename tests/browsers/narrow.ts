import { type Screen, until } from "./screen.ts";
import type { Task, Walk } from "./task.ts";

const NARROW = { width: 360, height: 740 };

export async function createAt(screen: Screen): Promise<void> {
  await screen.open("/customer-master/customers/create");
  await screen.role("heading", "Create Customer").shown();
}

/** The screens that are used most, and what is there once they are. */
const SCREENS: Record<string, (walk: Walk) => Promise<void>> = {
  dashboard: async ({ screen }) => {
    await screen.open("/dashboard");
    await screen.role("list", "What matters today").shown();
  },
  bots: async ({ screen }) => {
    await screen.open("/bots");
    await screen.link(/Banking Assistant/).shown();
  },
  intents: async ({ screen, world }) => {
    await screen.open(`/bots/${world.agentId}/intents`);
    await screen.role("heading", "Banking Assistant").shown();
  },
  customers: async ({ screen }) => {
    await screen.open("/customer-master/customers");
    await screen.role("table", "Customers").role("link").nth(0).shown();
  },
  "customer-form": async ({ screen }) => createAt(screen),
  chats: async ({ screen }) => {
    await screen.open("/chat/conversation");
    await screen.role("heading", "Chats").shown();
  },
  templates: async ({ screen }) => {
    await screen.open("/admin/messageTemplate/whatsapp");
    await screen.link("New template").nth(0).shown();
  },
  broadcasts: async ({ screen }) => {
    await screen.open("/campaigns/broadcast");
    await screen.link("Send Template").nth(0).shown();
  },
  report: async ({ screen, world }) => {
    await screen.open(`/bots/${world.agentId}/nlp-report/overview`);
    await screen.css(".apexcharts-canvas").shown();
  },
  users: async ({ screen }) => {
    await screen.open("/admin/users");
    await screen.role("row").nth(1).shown();
  },
};

const tooWide = (screen: Screen) =>
  screen.run(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body;
    return scrollWidth - clientWidth;
  });

export const NARROW_SCREENS: readonly Task[] = Object.entries(SCREENS).map(([name, arrive]) => ({
  name: `${name} fits into ${NARROW.width} px`,
  async walk(walk) {
    const { screen } = walk;
    await screen.engine.resize(NARROW.width, NARROW.height);
    await arrive(walk);
    await until("the width of the page", async () => {
      const wide = await tooWide(screen);
      return wide <= 0 || `${wide} px too wide`;
    });
    await walk.shot(`360-${name}`);
  },
}));
