import { channelTypes } from "#workers/contract/channel-types.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";
import { saveConfiguration } from "#workers/contract/endpoints/enterprise.ts";
import * as externalApi from "#workers/contract/endpoints/external-campaigns.ts";
import * as dashboardsApi from "#workers/contract/endpoints/own-dashboards.ts";
import { configuration } from "#workers/contract/endpoints/profile.ts";
import { type ApiClient, signIn } from "./client.ts";
import { DEMO } from "./demo.ts";

const DAY_MS = 24 * 3_600_000;

const DASHBOARD = "Service this week";
const NEVER: readonly { addresses: string[]; channelType: number | null; reason: string }[] = [
  { addresses: ["+91 98201 50001"], channelType: null, reason: "Asked on the phone not to be written to" },
  { addresses: ["+91 98201 50002", "+91 98201 50003"], channelType: channelTypes.sms, reason: "No SMS" },
  { addresses: ["complaints@example.org"], channelType: channelTypes.email, reason: "Shared mailbox" },
];
const ELSEWHERE = [
  {
    externalId: "mailer-118",
    name: "Newsletter of October",
    daysAgo: 24,
    sent: 18_420,
    read: 7_215,
    cost: 92.1,
  },
  { externalId: "mailer-121", name: "Fixed deposits", daysAgo: 11, sent: 6_050, read: 2_904, cost: 30.25 },
  {
    externalId: "mailer-124",
    name: "Festive loans by mail",
    daysAgo: 3,
    sent: 18_377,
    read: 5_120,
    cost: 91.9,
  },
] as const;

/** Fills the lists and reports that neither chats nor broadcasts fill; each does nothing where there is something. */
export async function seedReports(baseUrl: string, log: (line: string) => void): Promise<void> {
  const client = await signIn((path, init) => fetch(baseUrl + path, init), DEMO);
  const added = [
    (await makeDashboard(client)) && "a dashboard",
    (await blockSome(client)) && "a blacklist",
    (await recordCampaigns(client)) && "campaigns of another system",
  ].filter((each) => each !== false);
  if (added.length > 0) log(`Added ${added.join(", ")}`);
}

async function makeDashboard(client: ApiClient): Promise<boolean> {
  const { dashboards } = await client.call(dashboardsApi.listOwnDashboards);
  if (dashboards.length > 0) return false;
  await client.call(dashboardsApi.createOwnDashboard, { body: { name: DASHBOARD, copyOf: "agents" } });
  return true;
}

async function blockSome(client: ApiClient): Promise<boolean> {
  const { blackList } = await client.call(blacklistApi.listBlacklist, { query: {} });
  if (blackList.length > 0) return false;
  for (const body of NEVER) await client.call(blacklistApi.addToBlacklist, { body });
  return true;
}

async function recordCampaigns(client: ApiClient): Promise<boolean> {
  const { features } = await client.call(configuration);
  if (features.recordExternalCampaign) return false;
  await client.call(saveConfiguration, { body: { features: { recordExternalCampaign: true } } });
  for (const { externalId, name, daysAgo, sent, read, cost } of ELSEWHERE) {
    const began = Date.now() - daysAgo * DAY_MS;
    await client.call(externalApi.recordExternalCampaign, {
      body: {
        externalId,
        name,
        channelType: channelTypes.email,
        startedAt: new Date(began).toISOString(),
        endedAt: new Date(began + DAY_MS / 6).toISOString(),
        sent,
        delivered: Math.round(sent * 0.97),
        read,
        clicked: Math.round(read * 0.18),
        failed: sent - Math.round(sent * 0.97),
        cost,
        currency: "USD",
      },
    });
  }
  return true;
}
