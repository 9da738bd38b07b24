import { randomUUID } from "node:crypto";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { type Category, components as schema } from "#workers/contract/templates/template.ts";
import { campaignEnds, campaignStarts } from "#workers/domain/campaigns/campaign-timers.ts";
import { comparisonEnds } from "#workers/domain/campaigns/comparisons.ts";
import { activityFallbacks } from "#workers/domain/campaigns/fallbacks.ts";
import { activityRuns } from "#workers/domain/campaigns/runs.ts";
import { type TimerHandlers, workDue } from "#workers/domain/messaging/timers.ts";
import { makeColleague } from "./colleagues.ts";
import type { Harness } from "./harness.ts";
import { makeChannel, type TestChannel } from "./messaging.ts";
import { makePerson, type Person } from "./people.ts";

/** A template of a channel that its vendor has approved. */
export async function makeTemplate(
  { env }: Pick<Harness, "env">,
  channel: TestChannel,
  { text = "Hello {{1}}", category = "UTILITY" }: { text?: string; category?: Category } = {},
): Promise<string> {
  const id = randomUUID();
  await env.TENANT_1.prepare(
    `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?1, 'en', ?4, ?5, 'APPROVED', 1, 1, '', 1, 1)`,
  )
    .bind(id, channel.enterpriseId, channel.id, category, JSON.stringify(schema.parse({ body: { text } })))
    .run();
  return id;
}

/** Switches on what an enterprise needs for campaigns of every kind. */
export const switchCampaignsOn = (
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Pick<Person, "enterpriseId">,
) =>
  env.DIRECTORY.prepare(
    `UPDATE enterprises SET features = json_patch(features, '{"emailCampaign":true,"smsCampaign":true,"campaignAutomation":true}') WHERE id = ?`,
  )
    .bind(enterpriseId)
    .run();

let phone = 0;
export const someNumbers = (count: number) =>
  Array.from({ length: count }, () => `+9197${String(10_000_000 + phone++).padStart(8, "0")}`);

let named = 0;
export const campaignName = () => `Campaign ${++named} ${process.pid}`;

const NAMED = [{ variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" }];

/** An enterprise with a maker, a checker and a channel, and what they do to its campaigns. */
export async function campaignWorld(
  harness: Harness,
  {
    rate = 500,
    type,
    switchedOn = true,
    owner: somebody,
    ...template
  }: {
    rate?: number;
    type?: number;
    switchedOn?: boolean;
    owner?: Person;
    text?: string;
    category?: Category;
  } = {},
) {
  const owner = somebody ?? (await makePerson(harness));
  if (switchedOn) await switchCampaignsOn(harness, owner);
  const maker = await makeColleague(harness, owner, { roles: [4], name: "Mia Maker" });
  const checker = await makeColleague(harness, owner, { roles: [5], name: "Chen Checker" });
  const channel = await makeChannel(harness, owner, { rate, ...(type !== undefined && { type }) });
  const templateId = await makeTemplate(harness, channel, template);
  const request = (numbers: readonly string[] = someNumbers(1)) => ({
    channelId: channel.id,
    phoneNumber: [...numbers],
    message: { template: { templateUId: templateId } },
    columnMapping: NAMED,
  });
  const campaign = (more: object = {}) =>
    maker.call(campaignsApi.createCampaign, { body: { name: campaignName(), ...more } });
  const draft = (campaignId: string, more: object = {}) =>
    maker.call(activitiesApi.createActivity, {
      params: { id: campaignId },
      body: { name: "Offer", request: request(), ...more },
    });
  const move = (id: string, action: "submit" | "withdraw" | "start" | "pause" | "resume" | "stop") =>
    maker.call(activitiesApi.moveActivity, { params: { id, action } });
  const read = (id: string): Promise<Activity> => maker.call(activitiesApi.getActivity, { params: { id } });
  const approve = async (id: string) =>
    checker.call(activitiesApi.approveActivity, {
      params: { id },
      body: { revision: (await read(id)).revision },
    });
  /** One that is approved and has not begun. */
  const approved = async (more: object = {}, campaignId?: string) => {
    const made = await draft(campaignId ?? (await campaign()).id, more);
    await move(made.id, "submit");
    await approve(made.id);
    return read(made.id);
  };
  return {
    owner,
    maker,
    checker,
    channel,
    templateId,
    request,
    campaign,
    draft,
    move,
    read,
    approve,
    approved,
  };
}

/** The status, the sentence and the fields of a refusal. */
export const refusal = async (response: Response) => {
  const { message, errors } = (await response.json()) as { message: string; errors?: Record<string, string> };
  return { status: response.status, message, errors };
};

/** A plan's start so many minutes from now, in UTC. */
export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(0, "yyyy-MM-ddTHH:mm".length);

const HANDLERS: TimerHandlers = {
  floorEnds: () => [],
  chatTimesOut: () => [],
  chatsAssigned: () => [],
  chatComesBack: () => [],
  offerLapses: () => [],
  videoCallEnds: () => [],
  broadcastStarts: () => [],
  broadcastResumes: () => [],
  activityRuns,
  activityFallbacks,
  comparisonEnds,
  campaignStarts,
  campaignEnds,
  instanceStarts: () => [],
  instanceEnds: () => [],
  scheduledEntries: () => [],
};

/** Works what of campaigns is due at a time, as the clock does then. */
export const atTime = ({ env }: Pick<Harness, "env">, now: number) =>
  workDue({ $client: env.TENANT_1 }, HANDLERS, now);
