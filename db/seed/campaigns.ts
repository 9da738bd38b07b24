import type { CallOf } from "#workers/contract/endpoint.ts";
import * as acceptanceApi from "#workers/contract/endpoints/acceptance.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as mailPreviewApi from "#workers/contract/endpoints/mail-preview.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { type ApiClient, callWith, type Send, signIn } from "./client.ts";
import { sealPassword } from "./seal-password.ts";
import { waitUntil } from "./wait-until.ts";

const MAKER = "Kiran Desai";
const LOANS = "Festive loans";
/** The last one that is made: with it, everything is there. */
const CARDS = "New cards";
const NAMED = [{ variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" }];
const EVERYBODY = { filter: { search: "", groups: [], tags: [] }, customerIds: [], file: null };
const PATIENCE_MS = 60_000;
/** Of those who got a message, every so many read it, and every so many of the others answer. */
const READS_EACH = 2;
const ANSWERS_EACH = 6;
/** So many customers are looked at for that. */
const LOOKED_AT = 60;

/** The channel and the templates that campaigns send. */
export interface Place {
  channelId: string;
  statement: string;
  loan: string;
  card: string;
  shortCard: string;
}

const messageOf = (templateUId: string) => ({
  message: { template: { templateUId } },
  columnMapping: NAMED,
});
export const requestOf = (channelId: string, templateUId: string) => ({
  channelId,
  phoneNumber: [],
  audience: EVERYBODY,
  ...messageOf(templateUId),
});

const campaignNamed = async (client: ApiClient, name: string) =>
  (await client.call(campaignsApi.listCampaigns, { query: { name } })).campaigns[0]?.id;

export const hasCampaigns = async (client: ApiClient): Promise<boolean> =>
  (await campaignNamed(client, CARDS)) !== undefined;

/**
 * Has a campaign with an activity that was sent, one that waits for a checker and one that a checker rejected, and a
 * second campaign whose activity compared two messages. Made by a colleague, so that whoever signs in as the demo's
 * owner can decide on what waits.
 */
export async function seedCampaigns(client: ApiClient, send: Send, place: Place): Promise<void> {
  const maker = await makerOf(client, send);
  if (!(await campaignNamed(client, LOANS))) await offerLoans(client, maker, place);
  await compareCards(client, maker, place);
}

type Draft = NonNullable<CallOf<typeof activitiesApi.createActivity>["body"]>;

/** An activity that asks for approval. */
async function asking(maker: ApiClient, campaignId: string, body: Draft): Promise<{ id: string }> {
  const { id } = await maker.call(activitiesApi.createActivity, { params: { id: campaignId }, body });
  await maker.call(activitiesApi.moveActivity, { params: { id, action: "submit" } });
  return { id };
}

const seen = async (client: ApiClient, params: { id: string }) =>
  (await client.call(activitiesApi.getActivity, { params })).revision;

async function sent(client: ApiClient, maker: ApiClient, params: { id: string }): Promise<void> {
  await client.call(activitiesApi.approveActivity, {
    params,
    body: { revision: await seen(client, params) },
  });
  await maker.call(activitiesApi.moveActivity, { params: { ...params, action: "start" } });
}

async function offerLoans(
  client: ApiClient,
  maker: ApiClient,
  { channelId, statement, loan }: Place,
): Promise<void> {
  const { id } = await maker.call(campaignsApi.createCampaign, {
    body: { name: LOANS, description: "Home loans for customers who have a savings account." },
  });
  const first = await asking(maker, id, {
    name: "Statement before the offer",
    request: requestOf(channelId, statement),
  });
  await sent(client, maker, first);
  const rejected = await asking(maker, id, {
    name: "The offer, once more",
    request: requestOf(channelId, loan),
  });
  await client.call(activitiesApi.rejectActivity, {
    params: rejected,
    body: {
      revision: await seen(client, rejected),
      reason: "Twice in a week is too often. Please wait for the answers to the first.",
    },
  });
  await asking(maker, id, { name: "The offer", request: requestOf(channelId, loan) });
}

/** Two messages on a part of the customers, until one is chosen for all the others. */
async function compareCards(
  client: ApiClient,
  maker: ApiClient,
  { channelId, card, shortCard }: Place,
): Promise<void> {
  const { id } = await maker.call(campaignsApi.createCampaign, {
    body: { name: CARDS, description: "Which message about a new card is read by more people?" },
  });
  const params = await asking(maker, id, {
    name: "A new card",
    request: requestOf(channelId, card),
    comparison: {
      ...messageOf(shortCard),
      share: 35,
      by: "read",
      after: { count: 2, unit: "hour" },
    },
  });
  await sent(client, maker, params);
  await waitUntil(
    async () => {
      const { broadcasts } = await client.call(activitiesApi.getActivity, { params });
      const run = broadcasts[0]?.comparison;
      return (run && [run.a, run.b].every(({ counts }) => counts.delivered > 0)) || undefined;
    },
    "both messages are there",
    PATIENCE_MS,
  );
  await readAndAnswer(client, channelId);
  await client.call(activitiesApi.chooseMessage, { params, body: { run: 1, winner: "b" } });
}

async function readAndAnswer(client: ApiClient, channelId: string): Promise<void> {
  const { customers } = await client.call(customersApi.listCustomers, { query: { perPage: LOOKED_AT } });
  const params = { id: channelId };
  for (const [at, { name, phoneNumber: phone }] of customers.customers.entries()) {
    if (at % READS_EACH === 0)
      await client.call(simulatorApi.simulatedRead, { params, body: { person: { phone } } });
    if (at % ANSWERS_EACH === 0)
      await client.call(simulatorApi.simulatedSay, {
        params,
        body: { person: { phone, name }, body: { kind: "text", text: "When does my new card arrive?" } },
      });
  }
}

/** A colleague who came by an invitation; a run that was broken off has left one whose password nobody knows. */
async function makerOf(client: ApiClient, send: Send): Promise<ApiClient> {
  const { users } = await client.call(usersApi.listUsers, { query: { name: MAKER } });
  const email = users.length === 0 ? "kiran@chatbird.example" : `kiran.${Date.now()}@chatbird.example`;
  await client.call(invitationsApi.createInvitation, { body: { emailId: email, roles: [4] } });
  const code = await waitUntil(
    async () => {
      const { mails } = await client.call(mailPreviewApi.listMails);
      const link = mails.find(({ to }) => to === email)?.link;
      return (link && new URL(link).searchParams.get("code")) || undefined;
    },
    "the invitation's mail is there",
    PATIENCE_MS,
  );
  const password = crypto.randomUUID();
  await callWith(send, undefined, acceptanceApi.acceptInvitation, {
    params: { id: code },
    body: { name: MAKER, password: await sealPassword(client, password, code) },
  });
  return signIn(send, { email, password });
}
