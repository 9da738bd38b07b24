import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { signIn } from "./client.ts";
import { DEMO } from "./demo.ts";
import { sendingChannels, templatesOn } from "./templates.ts";

const AHEAD = "Loans before the holidays";
const DAY_MS = 24 * 3_600_000;

/** Schedules a broadcast for a morning of the next week, unless there is one. What lies behind is played (`past`). */
export async function seedBroadcasts(baseUrl: string, log: (line: string) => void): Promise<void> {
  const client = await signIn((path, init) => fetch(baseUrl + path, init), DEMO);
  const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name: AHEAD } });
  if (broadcastList.length > 0) return;
  const channels = await sendingChannels(client);
  if (!channels) return;
  const templates = await templatesOn(client, channels);
  await client.call(broadcastSendingApi.sendBroadcast, {
    body: {
      name: AHEAD,
      channelId: channels.whatsApp,
      phoneNumber: [],
      audience: { filter: { search: "", groups: [], tags: [] }, customerIds: [], file: null },
      message: { template: { templateUId: templates["festive_loan"] ?? "" } },
      columnMapping: [{ variable: "body/1", type: "expression", value: "{contact.name|friend}" }],
      startAt: nextMorning(Date.now() + 6 * DAY_MS),
      timezone: "Asia/Kolkata",
    },
  });
  log("Scheduled a broadcast");
}

/** Half past ten in India, a day after that time's. */
const nextMorning = (at: number): string =>
  new Date(Math.floor(at / DAY_MS) * DAY_MS + DAY_MS + 5 * 3_600_000).toISOString();
