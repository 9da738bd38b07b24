import { expect, test } from "vitest";
import { campaignWorld, inMinutes, refusal } from "#tests/support/campaigns.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { campaignsTexts } from "#texts/campaigns.ts";
import { enterpriseTexts } from "#texts/enterprise.ts";
import { externalCampaignsTexts } from "#texts/external-campaigns.ts";
import { libraryTexts } from "#texts/library.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { dashboardSummary } from "#workers/contract/endpoints/dashboard.ts";
import { getGuide } from "#workers/contract/endpoints/first-run.ts";
import { listAgents } from "#workers/contract/endpoints/bots.ts";
import { campaignPath } from "#workers/contract/endpoints/campaigns.ts";
import { getBilling } from "#workers/contract/endpoints/enterprise-billing.ts";
import { listHelp } from "#workers/contract/endpoints/help.ts";
import { createInvitation } from "#workers/contract/endpoints/invitations.ts";
import { journeyReport } from "#workers/contract/endpoints/journey-report.ts";
import { listArtifacts } from "#workers/contract/endpoints/library.ts";
import { listTrash } from "#workers/contract/endpoints/trash.ts";
import { listOwnDashboards } from "#workers/contract/endpoints/own-dashboards.ts";
import { saveConfiguration } from "#workers/contract/endpoints/enterprise.ts";
import { listExternalCampaigns } from "#workers/contract/endpoints/external-campaigns.ts";
import { configuration, me, usualFeatures, type FeatureFlags } from "#workers/contract/endpoints/profile.ts";
import { beginTotp, saveSignInRules } from "#workers/contract/endpoints/two-factor.ts";
import { type Permission, permissions } from "#workers/contract/permissions.ts";

const harness = await startHarness();
type Name = keyof FeatureFlags;

/** A call that a flag refuses while it is off, and the sentence of the refusal. */
interface Gate {
  call: (who: Person) => Promise<Response>;
  says?: string;
  /** Permissions of who calls, where those of an administrator open it another way. */
  holding?: readonly Permission[];
}

const reading =
  ({ path }: { path: string }, query = "") =>
  (who: Person) =>
    who.send("GET", `/api${path}${query}`);
const planning =
  (type: number, plan: object = {}) =>
  async (owner: Person) => {
    const { maker, campaign, request } = await campaignWorld(harness, { owner, type, switchedOn: false });
    const { id } = await campaign();
    return maker.send("POST", `/api${campaignPath}/${id}/activities`, {
      name: "Offer",
      request: request(),
      plan,
    });
  };

const gates: Record<Name, Gate> = {
  trash: { call: reading(listTrash) },
  milestone: {
    call: reading(journeyReport, "?from=2026-01-01&to=2026-01-02"),
    holding: ["JOURNEYS.VIEW_MILESTONEREPORT"],
  },
  billing: { call: reading(getBilling) },
  twoFactor: { call: (who) => who.send("PUT", `/api${beginTotp.path}`, {}) },
  analytics: { call: reading(listOwnDashboards) },
  campaignAutomation: {
    call: planning(channelTypes.whatsApp, {
      repeat: { unit: "day", every: 1, runs: 2 },
      startAt: inMinutes(60),
    }),
    says: campaignsTexts.switches.campaignAutomation,
  },
  emailCampaign: { call: planning(channelTypes.email), says: campaignsTexts.switches.emailCampaign },
  smsCampaign: { call: planning(channelTypes.sms), says: campaignsTexts.switches.smsCampaign },
  community: {
    call: (who) => {
      // A name that leads nowhere: only whether it is asked for matters.
      answerOutbound("https://cloudflare-dns.com/dns-query", () => Response.json({ Answer: [] }));
      return reading(listHelp)(who);
    },
  },
  recordExternalCampaign: { call: reading(listExternalCampaigns), says: externalCampaignsTexts.off },
  artifacts: { call: reading(listArtifacts), says: libraryTexts.off },
  bots: { call: reading(listAgents) },
  userInvite: {
    call: (who) =>
      who.send("POST", `/api${createInvitation.path}`, {
        emailId: `new-${crypto.randomUUID()}@example.com`,
        roles: [3],
      }),
  },
};

const switching = (who: Person, features: Partial<FeatureFlags>) =>
  who.call(saveConfiguration, { body: { features } });

const narrowed = ({ enterpriseId }: Person, held: readonly Permission[]) =>
  harness.env.DIRECTORY.prepare(
    "INSERT OR REPLACE INTO role_permissions (enterprise_id, role, permissions, created_at, updated_at) VALUES (?, 1, ?, 0, 0)",
  )
    .bind(enterpriseId, JSON.stringify(held))
    .run();

test.each(Object.entries(gates) as [Name, Gate][])(
  "%s refuses its call while it is off, and says so; on, it does not",
  async (name, { call, says = enterpriseTexts.featureOff(enterpriseTexts.featureNames[name]), holding }) => {
    const asked = async (on: boolean) => {
      const who = await makePerson(harness);
      await switching(who, { [name]: on });
      if (holding) await narrowed(who, holding);
      return refusal(await call(who));
    };
    const off = await asked(false);
    expect(off.status).toBeGreaterThanOrEqual(400);
    expect(off.message).toBe(says);
    expect((await asked(true)).message).not.toBe(says);
  },
);

test("without bots nobody holds their permission, and everything else stays", async () => {
  const who = await makePerson(harness);
  await switching(who, { bots: false });
  const held = new Set((await who.call(me)).permissions);
  expect(permissions.filter((each) => !held.has(each))).toEqual([
    "JOURNEYS.VIEW_MILESTONEREPORT",
    "NLP.VIEW",
  ]);
  const { tiles, today } = await who.call(dashboardSummary);
  expect(today.bots).toBeNull();
  expect(tiles.map(({ tile }) => tile)).not.toContain("bots");
  expect((await who.call(getGuide)).steps.map(({ step }) => step)).not.toContain("bot");
});

test("without two-factor nobody is newly asked for it; a requirement that is there can stay or go", async () => {
  const who = await makePerson(harness);
  const requiring = (twoFactorRequired: boolean) =>
    who.send("PUT", `/api${saveSignInRules.path}`, { twoFactorRequired });
  await switching(who, { twoFactor: false });
  const says = enterpriseTexts.featureOff(enterpriseTexts.featureNames.twoFactor);
  expect((await refusal(await requiring(true))).message).toBe(says);
  await harness.env.DIRECTORY.prepare("UPDATE enterprises SET two_factor_required = 1 WHERE id = ?")
    .bind(who.enterpriseId)
    .run();
  await switching(who, { twoFactor: false });
  for (const required of [true, false])
    expect((await refusal(await requiring(required))).message).not.toBe(says);
});

test("what was stored of two-factor before it hid anything hides nothing", async () => {
  const who = await makePerson(harness);
  await harness.env.DIRECTORY.prepare(
    `UPDATE enterprises SET features = '{"twoFactor":false,"trash":true}' WHERE id = ?`,
  )
    .bind(who.enterpriseId)
    .run();
  expect((await who.call(configuration)).features).toEqual({ ...usualFeatures, trash: true });
  await switching(who, { twoFactor: false });
  expect((await who.call(configuration)).features).toEqual({
    ...usualFeatures,
    trash: true,
    twoFactor: false,
  });
});
