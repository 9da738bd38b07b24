import { SPEECH } from "#workers/contract/speech.ts";
import { makeTranscript } from "#tests/support/speech.ts";
import { videoRows } from "#tests/support/video-rows.ts";
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { makeBot, saveIntent, smallBank } from "#tests/support/bot.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { campaignWorld } from "#tests/support/campaigns.ts";
import { switchBillingOn } from "#tests/support/billing.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { fillDashboards, switchAnalyticsOn } from "#tests/support/dashboards.ts";
import { definitions, fieldBody, findable, saveDefinition } from "#tests/support/customer-fields.ts";
import { startHarness } from "#tests/support/harness.ts";
import { master, nlp, people, teams } from "#tests/support/isolation.ts";
import { everythingOf } from "#tests/support/isolation-owner.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { fromElsewhere, sealedPair, solvedCaptcha } from "#tests/support/mailbox.ts";
import { makePerson, PASSWORD, type Person, sendForm, sessionFor } from "#tests/support/people.ts";
import { type Raced, raced } from "#tests/support/raced-api.ts";
import { authenticatorCode, challengeOf, enrol, sealedFor } from "#tests/support/second-factor.ts";
import { png } from "#tests/support/made-files.ts";
import { switchLibraryOn } from "#tests/support/library.ts";
import { kept } from "#tests/support/template-examples.ts";
import { loginBody } from "#db/seed/client.ts";
import { trainBot } from "#db/seed/train.ts";
import { permissions as all } from "#workers/contract/permissions.ts";
import { digest, randomCode } from "#workers/domain/identity/digest.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import { MOST_KEYS } from "#workers/contract/api-keys.ts";
import * as apiKeysApi from "#workers/contract/endpoints/api-keys.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { getDetails } from "#workers/contract/endpoints/enterprise.ts";
import * as firstRunApi from "#workers/contract/endpoints/first-run.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import * as onboardingApi from "#workers/contract/endpoints/onboarding.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { beginJourneyMove } from "#workers/contract/endpoints/automation-moves.ts";
import * as instancesApi from "#workers/contract/endpoints/automation-instances.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import * as automationsApi from "#workers/contract/endpoints/automations.ts";
import { graphOf } from "#tests/support/flow.ts";
import * as waFlowsApi from "#workers/contract/endpoints/wa-flows.ts";
import { formsTexts } from "#texts/forms.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import { aForm } from "#tests/support/forms.ts";
import { MARKET, updating } from "#tests/support/marketplace.ts";
import { addToShelf, SHELF } from "#workers/contract/endpoints/marketplace.ts";
import { createOwnDashboard } from "#workers/contract/endpoints/own-dashboards.ts";
import { DASHBOARDS } from "#workers/contract/own-dashboards.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import * as billingApi from "#workers/contract/endpoints/enterprise-billing.ts";
import * as hooksApi from "#workers/contract/endpoints/webhooks-out.ts";
import { MOST_HOOKS } from "#workers/contract/webhooks-out.ts";

/**
 * between what a change has read and what it writes somebody else gets ahead. Its guard is met there, the change
 * is refused, and nothing of it is written: everything that the enterprise has is as the other one left it.
 */
const harness = await startHarness();
afterEach(forgetOutbound);

const enterprise = "/api/e/enterprise";
const LOGIN = "/api/account/enterprise/login/twoFactorAuth";
const sql = (database: "DIRECTORY" | "TENANT_1", text: string, ...values: unknown[]) =>
  harness.env[database]
    .prepare(text)
    .bind(...values)
    .run();

interface Race {
  /** The files in workers/domain whose guards are met. */
  guards: string[];
  /** Prepares, and answers what the two then do. */
  given: (owner: Raced) => Promise<{ first: () => Promise<unknown>; late: () => Promise<Response> }>;
  /** Status of the late one's answer. */
  status: number;
  /** Which guard is meant, where a call meets several. */
  guard?: RegExp;
  /** Words of the late one's answer. */
  says?: string;
  /** Must hold afterwards, where the late one reads anew and then writes. */
  holds?: (owner: Raced) => Promise<void>;
}

const edited = (name: string, revision?: number) => ({ name, ...(revision !== undefined && { revision }) });
const customer = async (owner: Person, name: string, phoneNumber: string, more: object = {}) =>
  (await owner.call(customersApi.saveCustomer, { body: { name, phoneNumber, ...more } })).customer;
const bot = (owner: Person) => makeBot(owner, { Balance: ["what is my balance", "show my balance"] });
const colleague = (owner: Person, roles: number[]) => makeColleague(harness, owner, { roles });
const genAiConfiguration = async (owner: Person) =>
  (await owner.call(integrationsApi.createIntegration, { body: { name: "AI", llm: 1, apikey: "a key" } })).id;
/** Buckets of theirs at the top, all shared. */
const bucketsOf = async (owner: Person, ...names: string[]): Promise<string[]> => {
  await switchLibraryOn(harness, owner);
  const ids: string[] = [];
  for (const name of names) {
    ids.push((await owner.call(libraryApi.createBucket, { body: { name, isPublic: true } })).id);
  }
  return ids;
};
const onboardings = "/api/chatbird/api/mcmi/channel/onboard";
/** A number that the simulated partner has set up. */
const running = async (owner: Person) => {
  const { id } = await owner.call(onboardingApi.createOnboarding, { body: { name: "Shop" } });
  const channel = Buffer.from(JSON.stringify({ number: "", at: 0 })).toString("base64url");
  await sql(
    "TENANT_1",
    "UPDATE onboardings SET step = 'pending', number = '+919876543210', partner_channel = ? WHERE id = ?",
    channel,
    id,
  );
  return id;
};
const campaignsPath = "/api/chatbird/api/campaign";
/** Long after the test: nothing of it is sent meanwhile. */
const FAR = {
  plan: { startAt: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16), timezone: "UTC" },
};
const journeysPath = "/api/chatbird/api/journeys";
const dashboardsPath = `${enterprise}/analytics/dashboards`;
const dashboard = async (owner: Person): Promise<string> => {
  await switchAnalyticsOn(harness, owner);
  return (await owner.call(createOwnDashboard, { body: { name: "Board" } })).id;
};
const richCardsPath = "/api/chatbird/api/richcard";
const richCard = (name: string) => ({ name, content: { cards: [{ title: "One" }] } });
const libraryPath = `${enterprise}/artifacts`;
const bucketsPath = `${enterprise}/buckets`;
const reply = (name: string) => ({ type: 7 as const, data: { name, text: "hello" }, isPublic: true });
const entry = async (owner: Person) => {
  await switchLibraryOn(harness, owner);
  return (await owner.call(libraryApi.createArtifact, { body: reply("Reply") }))._id;
};
const simulator = (owner: Person) =>
  owner.call(channelsApi.createChannel, { body: { name: "Simulator", type: 4, vendor: 91 } });
const someHook = { url: "https://hooks.company.com/", events: ["chat.opened" as const], on: false };
const someKeys = (keyId: string) => ({
  keyId,
  keySecret: "a secret of a key",
  webhookSecret: "a secret of a webhook",
});
const chatsPath = `${enterprise}/chat`;
/** A chat that waits, or that somebody has. */
const chat = async (owner: Person, { state = 1, handler = null as string | null } = {}): Promise<string> => {
  const id = randomUUID();
  const channel = await simulator(owner);
  await sql(
    "TENANT_1",
    "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) VALUES (?, ?, 4, 'Asha', 1, 1)",
    id,
    owner.enterpriseId,
  );
  await sql(
    "TENANT_1",
    `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, handler, seq, unread, last_at, last_text, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?1, ?4, ?5, 1, 0, 1, '', 1, 1)`,
    id,
    owner.enterpriseId,
    channel.id,
    state,
    handler,
  );
  return id;
};
/** Lets people write to a chat's customer freely. */
const openWindow = (chatId: string) =>
  sql(
    "TENANT_1",
    "INSERT INTO reach (enterprise_id, channel_id, identity_id, window_until) SELECT enterprise_id, channel_id, identity_id, 8e15 FROM chats WHERE id = ?",
    chatId,
  );
/** A message to the customer of somebody's own chat, and what is asked about it. */
const ofMessage = async (owner: Person, status: string, held = 0) => {
  const chatId = await chat(owner, { state: 2, handler: owner.userId });
  const id = randomUUID();
  await sql(
    "TENANT_1",
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, send_class, held, not_before, at)
       SELECT ?1, enterprise_id, channel_id, identity_id, id, 1, 'out', 'text', '{"kind":"text","text":"hello"}', 'person', handler, ?3, '{}', 1, ?4, 8e15, 1 FROM chats WHERE id = ?2`,
    id,
    chatId,
    status,
    held,
  );
  await openWindow(chatId);
  // Nothing of it leaves while the two are at it.
  const paused = "UPDATE channels SET state = 'paused' WHERE enterprise_id = ?";
  await sql("TENANT_1", paused, owner.enterpriseId);
  const press = (action: string) => () =>
    owner.send("POST", `${chatsPath}/${chatId}/actions`, { action, id: randomUUID(), messageId: id });
  return { id, press };
};
const OF_MESSAGE = { guard: /FROM messages WHERE id = \?1/, status: 409 };
const templatesPath = "/api/chatbird/api/campaign/templates";
/** A template of theirs on a simulator. */
const template = async (owner: Person) => {
  const channel = await simulator(owner);
  const body = { ...kept.base, channelId: channel.id };
  return { ...(await owner.call(templatesApi.createTemplate, { body })), channel };
};
const behaviour = {
  entityExtractRetries: 1,
  outOfScopeMessage: "",
  modelType: "SVM",
  confidenceThreshold: 0.5,
  language: "en",
};
const withTrash = (owner: Person) =>
  sql("DIRECTORY", `UPDATE enterprises SET features = '{"trash":true}' WHERE id = ?`, owner.enterpriseId);
/** A file of theirs that leaves no room for another. */
const fillingDrive = (owner: Person) =>
  sql(
    "TENANT_1",
    `INSERT INTO drive_files (id, enterprise_id, use, name, media_type, bytes, key, state, created_by, created_at)
     VALUES (?1 || 'first', ?1, 'profile', 'first.png', 'image/png', 9e12, ?1 || 'first', 'ready', '', 0)`,
    owner.enterpriseId,
  );
/** Somebody with an authenticator, whose newest code the other one uses first. */
const usingTheCode = async (owner: Raced, late: (code: string) => Promise<Response>) => {
  const secret = await enrol(harness.fetch, owner);
  return {
    first: () => sql("DIRECTORY", "UPDATE users SET totp_last_step = 9e9 WHERE id = ?", owner.userId),
    late: () => late(authenticatorCode(secret)),
  };
};
/** Somebody whose password is confirmed while others use up the guesses at it. */
const amongGuesses = async (owner: Raced, late: (password: string) => Promise<Response>) => {
  const password = await sealedFor(harness.fetch, owner.userId);
  return {
    first: () =>
      sql(
        "DIRECTORY",
        "INSERT INTO login_failures (subject, at) SELECT ?1, ?2 FROM json_each('[1,2,3,4,5]')",
        digest("factor", owner.userId),
        Date.now(),
      ),
    late: () => late(password),
  };
};
const newConnection = {
  issuer: "https://id.company.com",
  clientId: "c",
  clientSecret: "a long secret",
  enabled: false,
  direct: false,
};
const jsonPost = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
async function deletedJourney(owner: Person): Promise<string> {
  await withTrash(owner);
  const { id } = await owner.call(automationsApi.createJourney, { body: { name: "Journey" } });
  await owner.send("DELETE", `${journeysPath}/${id}`);
  return id;
}

const races: Record<string, Race> = {
  "two edits of a bot": {
    guards: ["bots/save.ts"],
    status: 409,
    given: async (owner) => {
      const { agentId } = await bot(owner);
      const body = { id: agentId, description: "x" };
      return {
        first: () => owner.send("POST", `${nlp}/agent`, { ...body, name: "First" }),
        late: () => owner.send("POST", `${nlp}/agent`, { ...body, name: "Late" }),
      };
    },
  },
  "two configurations of a bot": {
    guards: ["bots/configure.ts"],
    status: 409,
    given: async (owner) => {
      const { agentId } = await bot(owner);
      const save = (outOfScopeMessage: string) =>
        owner.send("POST", `${nlp}/agent/${agentId}/config`, {
          entityExtractRetries: 1,
          outOfScopeMessage,
          modelType: "SVM",
          confidenceThreshold: 0.5,
          language: "en",
        });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "two edits of an intent": {
    guards: ["intents/save.ts"],
    status: 409,
    given: async (owner) => {
      const { agentId, storyId, intents: ids } = await bot(owner);
      const save = (name: string) =>
        owner.send("POST", `${nlp}/intent`, {
          agentId,
          storyId,
          id: ids["Balance"],
          name,
          utterances: [{ utterance: "one" }, { utterance: "two" }],
        });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "an entity deleted while an intent binds it": {
    guards: ["intents/save.ts"],
    guard: /"entities"/,
    status: 400,
    given: async (owner) => {
      const { agentId, storyId } = await bot(owner);
      const { id } = await owner.call(entitiesApi.saveEntity, {
        body: { agentId, name: "colour", values: [{ value: "red", type: "synonymns", synonyms: [] }] },
      });
      return {
        first: () => owner.call(entitiesApi.deleteEntity, { params: { agentId, entityId: id } }),
        late: () =>
          owner.send("POST", `${nlp}/intent`, {
            agentId,
            storyId,
            name: "Binding",
            utterances: [{ utterance: "a" }, { utterance: "b" }],
            entities: [{ id, name: "colour", prompts: ["Which?"] }],
          }),
      };
    },
  },
  "phrases added to an intent that is being edited": {
    guards: ["review/handle.ts"],
    status: 409,
    given: async (owner) => {
      const made = await bot(owner);
      const intentId = made.intents["Balance"] ?? "";
      const { agentId, storyId } = made;
      return {
        first: () =>
          owner.call(intentsApi.saveIntent, {
            body: {
              agentId,
              storyId,
              id: intentId,
              name: "First",
              utterances: [{ utterance: "a" }, { utterance: "b" }],
            },
          }),
        late: () => owner.send("POST", `${nlp}/agent/${agentId}/phrases/add`, { intentId, texts: ["late"] }),
      };
    },
  },
  "two edits of a message template": {
    guards: ["templates/save.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await template(owner);
      const save = (language: string) =>
        owner.send("PUT", `${templatesPath}/${id}`, { ...kept.base, language });
      return { first: () => save("hi"), late: () => save("fr") };
    },
  },
  "a message template submitted while it is edited": {
    guards: ["templates/submit.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await template(owner);
      return {
        first: () => owner.send("PUT", `${templatesPath}/${id}`, { ...kept.base, language: "hi" }),
        late: () => owner.send("POST", `${templatesPath}/${id}/submit`, {}),
      };
    },
  },
  "a message template deleted while it is edited": {
    guards: ["templates/remove.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await template(owner);
      return {
        first: () => owner.send("PUT", `${templatesPath}/${id}`, { ...kept.base, language: "hi" }),
        late: () => owner.send("DELETE", `${templatesPath}/${id}`),
      };
    },
  },
  "two syncs of a vendor's templates": {
    guards: ["templates/sync.ts"],
    status: 409,
    given: async (owner) => {
      const { id, channel } = await template(owner);
      await owner.send("POST", `${templatesPath}/${id}/submit`, {});
      const sync = () => owner.send("POST", `${templatesPath}/sync`, { channelId: channel.id });
      return { first: sync, late: sync };
    },
  },
  "two edits of a journey": {
    guards: ["automations/automation.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(automationsApi.createJourney, { body: { name: "Journey" } });
      const save = (name: string) => owner.send("PUT", `${journeysPath}/${id}`, { name });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a journey deleted while it is started": {
    guards: ["automations/automation.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(automationsApi.createJourney, { body: { name: "Journey" } });
      const start = () =>
        harness.env.TENANT_1.prepare(
          `INSERT INTO automation_instances (id, enterprise_id, automation_id, version_id, channel_id, name, state, created_at, updated_at)
           VALUES (?1, ?2, ?1, '', '', '', ${INSTANCE.started}, 1, 1)`,
        )
          .bind(id, owner.enterpriseId)
          .run();
      return { first: start, late: () => owner.send("DELETE", `${journeysPath}/${id}`) };
    },
  },
  "two journeys that start with one word": {
    guards: ["automations/instances-start.ts"],
    status: 409,
    given: async (owner) => {
      const { id: channelId } = await simulator(owner);
      const start = async (name: string) => {
        const id = await publishedOne(owner, "journey", name);
        const body = { channelId, keywords: ["hello"] };
        return () => owner.send("POST", `${journeysPath}/${id}/instances`, body);
      };
      return { first: await start("First"), late: await start("Late") };
    },
  },
  "a journey started while it is deleted": {
    guards: ["automations/instances-start.ts"],
    status: 404,
    given: async (owner) => {
      const { id: channelId } = await simulator(owner);
      const id = await publishedOne(owner, "journey", "Journey");
      return {
        first: () => owner.send("DELETE", `${journeysPath}/${id}`),
        late: () => owner.send("POST", `${journeysPath}/${id}/instances`, { channelId }),
      };
    },
  },
  "two who move a journey on a channel": {
    guards: ["automations/instances-move.ts"],
    status: 409,
    given: async (owner) => {
      const { id: channelId } = await simulator(owner);
      const id = await publishedOne(owner, "journey", "Journey");
      const params = { id };
      const instance = await owner.call(instancesApi.createJourneyInstance, { params, body: { channelId } });
      const move = (action: string) =>
        owner.send("PUT", `${journeysPath}/${id}/instances/${instance.id}/state`, { action });
      return { first: () => move("pause"), late: () => move("stop") };
    },
  },
  "a version taken while the journey is stopped": {
    guards: ["automations/instances-move.ts"],
    status: 409,
    given: async (owner) => {
      const { id: channelId } = await simulator(owner);
      const id = await publishedOne(owner, "journey", "Journey");
      const params = { id };
      const instance = await owner.call(instancesApi.createJourneyInstance, { params, body: { channelId } });
      const at = `${journeysPath}/${id}/instances/${instance.id}`;
      return {
        first: () => owner.send("PUT", `${at}/state`, { action: "stop" }),
        late: () => owner.send("PUT", `${at}/version`, { number: 1 }),
      };
    },
  },
  "two who move the people of a journey": {
    guards: ["automations/instances-moves.ts"],
    status: 409,
    given: async (owner) => {
      const { id: channelId } = await simulator(owner);
      const id = await publishedOne(owner, "journey", "Journey");
      const params = { id };
      const instance = await owner.call(instancesApi.createJourneyInstance, { params, body: { channelId } });
      const move = () =>
        owner.send("POST", `${journeysPath}/${id}/instances/${instance.id}/moves`, {
          number: 1,
          what: "move",
        });
      return { first: move, late: move };
    },
  },
  "a move of people undone when its time is over": {
    guards: ["automations/instances-moves.ts"],
    status: 409,
    given: async (owner) => {
      const { id: channelId } = await simulator(owner);
      const id = await publishedOne(owner, "journey", "Journey");
      const params = { id };
      const instance = await owner.call(instancesApi.createJourneyInstance, { params, body: { channelId } });
      const move = await owner.call(beginJourneyMove, {
        params: { id, instanceId: instance.id },
        body: { number: 1, what: "move" },
      });
      return {
        first: () =>
          harness.env.TENANT_1.prepare("UPDATE run_moves SET undo_until = 1 WHERE id = ?")
            .bind(move.id)
            .run(),
        late: () =>
          owner.send("POST", `${journeysPath}/${id}/instances/${instance.id}/moves/${move.id}/undo`, {}),
      };
    },
  },
  "two editors of one draft": {
    guards: ["automations/draft.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(automationsApi.createJourney, { body: { name: "Journey" } });
      const save = () =>
        owner.send("PUT", `${journeysPath}/${id}/draft`, {
          graph: graphOf({ start: ["start"], end: ["end"] }, ["start > end"]),
          revision: 1,
        });
      return { first: save, late: save };
    },
  },
  "an import into a draft that is edited": {
    guards: ["automation-files/import-automations.ts"],
    status: 409,
    given: async (owner) => {
      const graph = graphOf({ start: ["start"], end: ["end"] }, ["start > end"]);
      const { id } = await owner.call(automationsApi.createJourney, { body: { name: "Journey" } });
      const automations = [{ id, kind: "journey", name: "Journey", graph }];
      return {
        first: () => owner.send("PUT", `${journeysPath}/${id}/draft`, { graph, revision: 1 }),
        late: () =>
          owner.send("POST", `${journeysPath}/imports`, {
            file: { format: "chatbird.automation/1", automations },
          }),
      };
    },
  },
  "two edits of a form": {
    guards: ["forms/draft.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(formsApi.createForm, { body: { name: "Form" } });
      const save = (name: string) =>
        owner.send("PUT", `/api/e/enterprise/forms/${id}/draft`, { name, content: aForm(name), revision: 1 });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a form that is edited while it is published": {
    guards: ["forms/draft.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(formsApi.createForm, {
        body: { name: "Form", content: aForm("Form") },
      });
      const at = `/api/e/enterprise/forms/${id}`;
      return {
        first: () =>
          owner.send("PUT", `${at}/draft`, { name: "First", content: aForm("First"), revision: 1 }),
        late: () => owner.send("POST", `${at}/publish`, { revision: 1 }),
      };
    },
  },
  "a form that is deleted while it is published": {
    guards: ["forms/draft.ts"],
    status: 404,
    given: async (owner) => {
      const { id } = await owner.call(formsApi.createForm, {
        body: { name: "Form", content: aForm("Form") },
      });
      return {
        first: () => owner.call(formsApi.deleteForm, { params: { id } }),
        late: () => owner.send("POST", `/api/e/enterprise/forms/${id}/publish`, { revision: 1 }),
      };
    },
  },
  "a form that two publish": {
    guards: ["forms/draft.ts"],
    status: 409,
    says: formsTexts.publishedMeanwhile,
    given: async (owner) => {
      const { id } = await owner.call(formsApi.createForm, {
        body: { name: "Form", content: aForm("Form") },
      });
      const publish = () => owner.send("POST", `/api/e/enterprise/forms/${id}/publish`, { revision: 1 });
      return { first: publish, late: publish };
    },
  },
  "a first run that two begin": {
    guards: ["first-run/begin.ts"],
    guard: /"first_runs"/,
    status: 200,
    given: async (owner) => {
      const begin = (kind: "bank" | "shop") => owner.call(firstRunApi.beginFirstRun, { body: { kind } });
      return {
        first: () => begin("bank"),
        late: () => owner.send("POST", `${enterprise}/first-run`, { kind: "shop" }),
      };
    },
    holds: async (owner) => {
      const { agents } = (await stateOf(owner)) as Record<string, { name: string }[]>;
      expect(agents?.map(({ name }) => name)).toEqual(["Banking FAQ bot"]);
    },
  },
  "two edits of a WhatsApp Flow": {
    guards: ["wa-flows/draft.ts"],
    status: 409,
    given: async (owner) => {
      const { id: channelId } = await simulator(owner);
      const { id } = await owner.call(waFlowsApi.createWaFlow, {
        body: { name: "Flow", categories: ["OTHER"], channelId },
      });
      const save = (name: string) =>
        owner.send("PUT", `/api/chatbird/api/wa-flows/${id}/draft`, {
          ...{ name, categories: ["OTHER"], content: {}, revision: 1 },
        });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "deleting a WhatsApp Flow that is saved": {
    guards: ["wa-flows/publish.ts"],
    status: 409,
    given: async (owner) => {
      const { id: channelId } = await simulator(owner);
      const { id } = await owner.call(waFlowsApi.createWaFlow, {
        body: { name: "Flow", categories: ["OTHER"], channelId },
      });
      const at = `/api/chatbird/api/wa-flows/${id}`;
      return {
        first: () =>
          owner.send("PUT", `${at}/draft`, {
            ...{ name: "Kept", categories: ["OTHER"], content: {}, revision: 1 },
          }),
        late: () => owner.send("DELETE", at),
      };
    },
  },
  "two new keys of a number's flows": {
    guards: ["wa-flows/keys.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await simulator(owner);
      const rotate = () => owner.send("POST", `/api/chatbird/api/wa-flows/channels/${id}/key`, {});
      return { first: rotate, late: rotate };
    },
  },
  "two edits of a dashboard": {
    guards: ["dashboards/own.ts"],
    status: 409,
    given: async (owner) => {
      const id = await dashboard(owner);
      const save = (name: string) => owner.send("PUT", `${dashboardsPath}/${id}`, { name });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a dashboard deleted while it is edited": {
    guards: ["dashboards/own.ts"],
    status: 409,
    given: async (owner) => {
      const id = await dashboard(owner);
      return {
        first: () => owner.send("PUT", `${dashboardsPath}/${id}`, { name: "First" }),
        late: () => owner.send("DELETE", `${dashboardsPath}/${id}`),
      };
    },
  },
  "the last dashboard that there is room for, made twice": {
    guards: ["dashboards/own.ts"],
    status: 409,
    given: async (owner) => {
      await switchAnalyticsOn(harness, owner);
      await fillDashboards(harness, owner, DASHBOARDS.most - 1);
      const make = (name: string) => owner.send("POST", dashboardsPath, { name });
      return { first: () => make("First"), late: () => make("Late") };
    },
  },
  "two edits of a rich card": {
    guards: ["rich-cards/rich-card.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(richCardsApi.createRichCard, { body: richCard("Card") });
      const save = (name: string) => owner.send("PUT", `${richCardsPath}/${id}`, richCard(name));
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "two edits of a number on its way": {
    guards: ["onboarding/onboarding.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(onboardingApi.createOnboarding, { body: { name: "Shop" } });
      const save = (name: string) => owner.send("PUT", `${onboardings}/${id}`, { name });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a number on its way deleted while it is edited": {
    guards: ["onboarding/onboarding.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(onboardingApi.createOnboarding, { body: { name: "Shop" } });
      return {
        first: () => owner.send("PUT", `${onboardings}/${id}`, { name: "First" }),
        late: () => owner.send("DELETE", `${onboardings}/${id}`),
      };
    },
  },
  "a number that is set up, asked for twice": {
    guards: ["onboarding/open.ts"],
    guard: /"?onboardings"?/,
    status: 200,
    given: async (owner) => {
      const id = await running(owner);
      const ask = () => owner.send("GET", `${onboardings}/${id}/state`);
      return { first: ask, late: ask };
    },
  },
  "a number that is set up, given up meanwhile": {
    guards: ["onboarding/open.ts"],
    guard: /"?onboardings"?/,
    status: 404,
    given: async (owner) => {
      const id = await running(owner);
      return {
        first: () => owner.send("DELETE", `${onboardings}/${id}`),
        late: () => owner.send("GET", `${onboardings}/${id}/state`),
      };
    },
  },
  "a rich card deleted while it is edited": {
    guards: ["rich-cards/rich-card.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(richCardsApi.createRichCard, { body: richCard("Card") });
      return {
        first: () => owner.send("PUT", `${richCardsPath}/${id}`, richCard("First")),
        late: () => owner.send("DELETE", `${richCardsPath}/${id}`),
      };
    },
  },
  "two edits of an entry of the library": {
    guards: ["library/save.ts"],
    status: 409,
    given: async (owner) => {
      const id = await entry(owner);
      const save = (name: string) => owner.send("PUT", `${libraryPath}/${id}`, reply(name));
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "an entry of the library deleted while it is edited": {
    guards: ["library/remove.ts"],
    status: 409,
    given: async (owner) => {
      const id = await entry(owner);
      return {
        first: () => owner.send("PUT", `${libraryPath}/${id}`, reply("First")),
        late: () => owner.send("DELETE", `${libraryPath}/${id}`),
      };
    },
  },
  "two names for a bucket": {
    guards: ["library/buckets.ts"],
    status: 409,
    given: async (owner) => {
      const [id] = await bucketsOf(owner, "Bucket");
      const save = (name: string) => owner.send("PUT", `${bucketsPath}/${id}`, { name });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a bucket made in one that is deleted": {
    guards: ["library/buckets.ts"],
    status: 404,
    given: async (owner) => {
      const [id] = await bucketsOf(owner, "Outer");
      return {
        first: () => owner.send("DELETE", `${bucketsPath}/${id}`),
        late: () => owner.send("POST", bucketsPath, { name: "Inner", parentId: id }),
      };
    },
  },
  "a bucket deleted while one is made in it": {
    guards: ["library/buckets.ts"],
    status: 409,
    given: async (owner) => {
      const [id] = await bucketsOf(owner, "Outer");
      return {
        first: () => owner.send("POST", bucketsPath, { name: "Inner", parentId: id }),
        late: () => owner.send("DELETE", `${bucketsPath}/${id}`),
      };
    },
  },
  "two buckets moved into each other": {
    guards: ["library/move.ts"],
    status: 400,
    given: async (owner) => {
      const [one = "", two = ""] = await bucketsOf(owner, "One", "Two");
      const move = (what: string, into: string) =>
        owner.send("POST", `${bucketsPath}/${into}/move`, { buckets: [what] });
      return { first: () => move(one, two), late: () => move(two, one) };
    },
  },
  "two edits of an entity": {
    guards: ["entities/save.ts"],
    status: 409,
    given: async (owner) => {
      const { agentId } = await bot(owner);
      const values = [{ value: "red", type: "synonymns" as const }];
      const { id } = await owner.call(entitiesApi.saveEntity, { body: { agentId, name: "colour", values } });
      const save = (name: string) => owner.send("POST", `${nlp}/entity`, { agentId, id, name, values });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "an entity deleted while an intent begins to use it": {
    guards: ["entities/remove.ts"],
    status: 409,
    given: async (owner) => {
      const { agentId, storyId } = await bot(owner);
      const values = [{ value: "red", type: "synonymns" as const }];
      const { id } = await owner.call(entitiesApi.saveEntity, { body: { agentId, name: "colour", values } });
      return {
        first: () =>
          owner.call(intentsApi.saveIntent, {
            body: {
              agentId,
              storyId,
              name: "Paint",
              utterances: [{ utterance: "one" }, { utterance: "two" }],
              entities: [{ id, name: "colour", required: true, prompts: ["Which colour?"] }],
            },
          }),
        late: () => owner.send("DELETE", `${nlp}/agent/${agentId}/entity/${id}`),
      };
    },
  },
  "a story renamed while being deleted": {
    guards: ["stories/save.ts"],
    status: 404,
    given: async (owner) => {
      const { agentId, storyId } = await bot(owner);
      return {
        first: () => owner.send("DELETE", `${nlp}/agent/${agentId}/story/${storyId}`),
        late: () => owner.send("POST", `${nlp}/story`, { agentId, id: storyId, name: "Late" }),
      };
    },
  },
  "phrases imported into an intent that is being edited": {
    guards: ["import-export/phrases-csv.ts"],
    status: 200,
    given: async (owner) => {
      const { agentId, storyId, intents: ids } = await bot(owner);
      const form = new FormData();
      form.set("files", new Blob(["story,intent,phrase\r\nStory,Balance,late phrase\r\n"]), "phrases.csv");
      return {
        first: () =>
          owner.call(intentsApi.saveIntent, {
            body: {
              agentId,
              storyId,
              id: ids["Balance"],
              name: "Balance",
              utterances: [{ utterance: "first phrase" }, { utterance: "late phrase" }],
            },
          }),
        late: () => sendForm(owner, owner, `${nlp}/agent/${agentId}/phrases`, form),
      };
    },
    holds: async (owner) => {
      const { utterances } = (await stateOf(owner)) as Record<string, { text: string }[]>;
      expect(utterances?.map(({ text }) => text).toSorted()).toEqual(["first phrase", "late phrase"]);
    },
  },
  "two edits of a customer": {
    guards: ["customers/save.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await customer(owner, "Asha", "+919876500001");
      const save = (name: string) =>
        owner.send("POST", `${master}/customers`, { id, name, phoneNumber: "+919876500001" });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a customer saved while a mandatory field is defined": {
    guards: ["customers/save.ts"],
    status: 400,
    given: async (owner) => ({
      first: () => saveDefinition(owner, "city", { mandatory: true }),
      late: () => owner.send("POST", `${master}/customers`, { name: "Late", phoneNumber: "+919876500002" }),
    }),
  },
  "a customer erased while being edited": {
    guards: ["customers/erase.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await customer(owner, "Asha", "+919876500003");
      return {
        first: () => customer(owner, "First", "+919876500003", { id }),
        late: () => owner.send("POST", `${master}/customers/${id}/erase`, { confirm: "Asha" }),
      };
    },
  },
  "a merge into a customer that is being edited": {
    guards: ["customers/merge.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await customer(owner, "Asha", "+919876500004");
      const other = await customer(owner, "Asha too", "+919876500005");
      return {
        first: () => customer(owner, "First", "+919876500004", { id }),
        late: () => owner.send("POST", `${master}/customers/${id}/merge`, { from: other.id }),
      };
    },
  },
  "a merge of a customer that is being edited": {
    guards: ["customers/merge.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await customer(owner, "Asha", "+919876500006");
      const other = await customer(owner, "Asha too", "+919876500007");
      return {
        first: () => customer(owner, "First", "+919876500007", { id: other.id }),
        late: () => owner.send("POST", `${master}/customers/${id}/merge`, { from: other.id }),
      };
    },
  },
  "a deleted customer restored twice": {
    guards: ["customers/remove.ts"],
    status: 200,
    given: async (owner) => {
      const { id } = await customer(owner, "Asha", "+919876500008");
      await owner.call(customersApi.deleteCustomer, { params: { id } });
      const restore = () => owner.send("POST", `${master}/customers/${id}/restore`, {});
      return { first: restore, late: restore };
    },
  },
  "a bulk change undone twice": {
    guards: ["customers/undo.ts"],
    status: 404,
    given: async (owner) => {
      const { id } = await customer(owner, "Asha", "+919876500009");
      const group = await owner.call(customerTaggingsApi.saveGroup, { body: { name: "VIP" } });
      const { work } = await owner.call(customerTaggingsApi.mapToGroups, {
        body: { groupIds: [group.id], customerIds: [id] },
      });
      const undo = () => owner.send("POST", `${master}/customers_undone`, { work });
      return { first: undo, late: undo };
    },
  },
  "a customer purged while being restored": {
    guards: ["customers/trash.ts"],
    status: 404,
    given: async (owner) => {
      await withTrash(owner);
      const { id } = await customer(owner, "Asha", "+919876500010");
      await owner.call(customersApi.deleteCustomer, { params: { id } });
      return {
        first: () => owner.send("POST", `${master}/customers/${id}/restore`, {}),
        late: () => owner.send("DELETE", `${enterprise}/trash/customer/${id}`),
      };
    },
  },
  "a merge while a field leaves the search": {
    guards: ["customers/merge.ts"],
    status: 200,
    given: async (owner) => {
      const { _id } = await saveDefinition(owner, "city", { search: true });
      const { id } = await customer(owner, "Asha", "+919876500012", { data: [{ id: _id, value: "Jaipur" }] });
      const other = await customer(owner, "Asha too", "+919876500013");
      return {
        // Without the job that would search anew through all customers.
        first: () =>
          sql(
            "TENANT_1",
            "UPDATE customer_fields SET revision = revision + 1, rules = json_set(rules, '$.search', json('false')) WHERE id = ?",
            _id,
          ),
        late: () => owner.send("POST", `${master}/customers/${id}/merge`, { from: other.id }),
      };
    },
    holds: async (owner) => expect(await findable(harness, owner, "jaipur")).toBe(0),
  },
  "a file that no longer fits into the drive": {
    guards: ["drive/receive.ts"],
    guard: /<=/,
    status: 413,
    given: async (owner) => {
      const form = new FormData();
      form.set("use", "profile");
      form.set("file", new Blob([png(20)]), "late.png");
      return {
        first: () => fillingDrive(owner),
        late: () => sendForm(owner, owner, "/api/e/drive/upload", form),
      };
    },
    holds: async (owner) => {
      const { drive_files: files } = (await stateOf(owner)) as Record<string, object[]>;
      expect(files).toMatchObject([{ name: "first.png" }]);
    },
  },
  "a file for a drive that is full by now, whose kind is not even looked at": {
    guards: ["drive/receive.ts"],
    status: 413,
    given: async (owner) => {
      const form = new FormData();
      form.set("use", "profile");
      form.set("file", new Blob([new Uint8Array([1, 2, 3])]), "late.bin");
      return {
        first: () => fillingDrive(owner),
        late: () => sendForm(owner, owner, "/api/e/drive/upload", form),
      };
    },
  },
  "two edits of a field": {
    guards: ["customer-fields/save.ts"],
    status: 409,
    given: async (owner) => {
      const { _id } = await saveDefinition(owner, "city");
      const save = (fieldLabel: string) =>
        owner.send("POST", definitions, { ...fieldBody("city"), _id, fieldLabel });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a field deleted while being edited": {
    guards: ["customer-fields/remove.ts"],
    status: 409,
    given: async (owner) => {
      const { _id } = await saveDefinition(owner, "city");
      return {
        first: () => owner.send("POST", definitions, { ...fieldBody("city"), _id, fieldLabel: "First" }),
        late: () => owner.send("DELETE", `${definitions}/${_id}`),
      };
    },
  },
  "a deleted field restored twice": {
    guards: ["customer-fields/trash.ts"],
    status: 200,
    given: async (owner) => {
      await withTrash(owner);
      const { _id } = await saveDefinition(owner, "city");
      await owner.send("DELETE", `${definitions}/${_id}`);
      const restore = () => owner.send("POST", `${enterprise}/trash/customerField/${_id}/restore`, {});
      return { first: restore, late: restore };
    },
  },
  "a field purged while being restored": {
    guards: ["customer-fields/trash.ts"],
    status: 404,
    given: async (owner) => {
      await withTrash(owner);
      const { _id } = await saveDefinition(owner, "city");
      await owner.send("DELETE", `${definitions}/${_id}`);
      return {
        first: () => owner.send("POST", `${enterprise}/trash/customerField/${_id}/restore`, {}),
        late: () => owner.send("DELETE", `${enterprise}/trash/customerField/${_id}`),
      };
    },
  },
  "a deleted journey restored twice": {
    guards: ["automations/trash.ts"],
    status: 404,
    given: async (owner) => {
      const id = await deletedJourney(owner);
      const restore = () => owner.send("POST", `${enterprise}/trash/journey/${id}/restore`, {});
      return { first: restore, late: restore };
    },
  },
  "a journey purged while being restored": {
    guards: ["automations/trash.ts"],
    status: 404,
    given: async (owner) => {
      const id = await deletedJourney(owner);
      return {
        first: () => owner.send("POST", `${enterprise}/trash/journey/${id}/restore`, {}),
        late: () => owner.send("DELETE", `${enterprise}/trash/journey/${id}`),
      };
    },
  },
  "two edits of an integration": {
    guards: ["auth-configs/save.ts"],
    status: 409,
    given: async (owner) => {
      const body = {
        authType: 3 as const,
        data: { endpoint: "https://video.company.com/", key: "k" },
        secrets: { secret: "a long secret" },
      };
      const { id } = await owner.call(integrationsApi.createIntegration, {
        body: { ...body, name: "Video" },
      });
      const save = (name: string) =>
        owner.send("PUT", `${enterprise}/appiyo_authconfig/${id}`, { ...body, name });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "an integration deleted twice": {
    guards: ["auth-configs/remove.ts"],
    status: 404,
    given: async (owner) => {
      const { id } = await owner.call(integrationsApi.createIntegration, {
        body: {
          name: "Video",
          authType: 3,
          data: { endpoint: "https://video.company.com/", key: "k" },
          secrets: { secret: "a long secret" },
        },
      });
      const remove = () => owner.send("DELETE", `${enterprise}/appiyo_authconfig/${id}`);
      return { first: remove, late: remove };
    },
  },
  "two edits of a GenAI configuration": {
    guards: ["integrations/save.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(integrationsApi.createIntegration, {
        body: { name: "AI", llm: 1, apikey: "a key" },
      });
      const save = (name: string) =>
        owner.send("PUT", `${enterprise}/appiyo_authconfig/${id}`, { name, llm: 1 });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a GenAI configuration deleted that a bot has just chosen": {
    guards: ["integrations/remove.ts"],
    status: 409,
    given: async (owner) => {
      const { agentId } = await bot(owner);
      const id = await genAiConfiguration(owner);
      return {
        first: () =>
          owner.send("POST", `${nlp}/agent/${agentId}/config`, { ...behaviour, integrationId: id }),
        late: () => owner.send("DELETE", `${enterprise}/appiyo_authconfig/${id}`),
      };
    },
  },
  "a GenAI configuration chosen by a bot that was just deleted": {
    guards: ["bots/configure.ts"],
    guard: /integrations/,
    status: 400,
    given: async (owner) => {
      const { agentId } = await bot(owner);
      const id = await genAiConfiguration(owner);
      return {
        first: () => owner.send("DELETE", `${enterprise}/appiyo_authconfig/${id}`),
        late: () => owner.send("POST", `${nlp}/agent/${agentId}/config`, { ...behaviour, integrationId: id }),
      };
    },
  },
  "a GenAI configuration chosen for knowledge that was just deleted": {
    guards: ["knowledge/save.ts"],
    status: 400,
    given: async (owner) => {
      const { agentId } = await bot(owner);
      const id = await genAiConfiguration(owner);
      return {
        first: () => owner.send("DELETE", `${enterprise}/appiyo_authconfig/${id}`),
        late: () => owner.send("POST", `${nlp}/agent/${agentId}/genai/config`, { genAiConfigId: id }),
      };
    },
  },
  "a checked import started twice": {
    guards: ["imports/steps.ts"],
    status: 409,
    given: async (owner) => {
      const { uploadId } = await startUpload(harness.fetch, owner, "Name,Phone\nAsha,+919876500011\n", {
        dryRun: true,
      });
      await untilState(owner, uploadId, "CHECKED");
      const start = () => owner.send("POST", `${master}/uploads/${uploadId}/start`, {});
      return {
        first: async () => {
          await start();
          await untilState(owner, uploadId, "COMPLETED");
        },
        late: start,
      };
    },
  },
  "two edits of a department": {
    guards: ["departments/save.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(departmentsApi.createDepartment, { body: { name: "Sales" } });
      const save = (name: string) => owner.send("PUT", `${teams}/${id}`, edited(name));
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a department deleted while being edited": {
    guards: ["departments/save.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(departmentsApi.createDepartment, { body: { name: "Sales" } });
      return {
        first: () => owner.send("PUT", `${teams}/${id}`, edited("First")),
        late: () => owner.send("DELETE", `${teams}/${id}`),
      };
    },
  },
  "two edits of a role": {
    guards: ["roles/save.ts"],
    status: 409,
    given: async (owner) => {
      const save = (...permissions: string[]) =>
        owner.send("PUT", `${enterprise}/roles/3/permissions`, {
          permissions: Object.fromEntries(all.map((each) => [each, permissions.includes(each) ? 1 : 0])),
        });
      return { first: () => save("CHAT.HANDLE"), late: () => save("CHAT.HANDLE", "USERS.EDIT") };
    },
  },
  "two edits of the enterprise": {
    guards: ["enterprise/enterprise.ts"],
    status: 409,
    given: async (owner) => {
      const save = (name: string) => owner.send("POST", `${enterprise}/configuration`, { name });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "two edits of oneself": {
    guards: ["profile/my-profile.ts"],
    status: 409,
    given: async (owner) => {
      const save = (name: string) => owner.send("PUT", `${enterprise}/users/update`, { name });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "two edits of a user's roles": {
    guards: ["users/update-roles.ts"],
    status: 409,
    given: async (owner) => {
      const { userId } = await colleague(owner, [3]);
      const save = (...roles: number[]) => owner.send("PUT", `${people}/${userId}/update_roles`, { roles });
      return { first: () => save(4), late: () => save(1) };
    },
  },
  "two administrators who take the role from each other": {
    guards: ["users/update-roles.ts"],
    status: 409,
    given: async (owner) => {
      const other = await colleague(owner, [1]);
      return {
        first: () => other.send("PUT", `${people}/${owner.userId}/update_roles`, { roles: [3] }),
        late: () => owner.send("PUT", `${people}/${other.userId}/update_roles`, { roles: [3] }),
      };
    },
  },
  "two administrators who deactivate each other": {
    guards: ["users/deactivate.ts"],
    status: 409,
    given: async (owner) => {
      const other = await colleague(owner, [1]);
      return {
        first: () => other.send("DELETE", `${people}/${owner.userId}`),
        late: () => owner.send("DELETE", `${people}/${other.userId}`),
      };
    },
  },
  "a user deactivated while being made an administrator": {
    guards: ["users/deactivate.ts"],
    status: 409,
    given: async (owner) => {
      const { userId } = await colleague(owner, [3]);
      return {
        first: () => owner.send("PUT", `${people}/${userId}/update_roles`, { roles: [4] }),
        late: () => owner.send("DELETE", `${people}/${userId}`),
      };
    },
  },
  "a user let in again twice": {
    guards: ["users/deactivate.ts"],
    status: 409,
    given: async (owner) => {
      const { userId } = await colleague(owner, [3]);
      await owner.send("DELETE", `${people}/${userId}`);
      const activate = () => owner.send("POST", `${people}/${userId}/activate`, {});
      return { first: activate, late: activate };
    },
  },
  "a password reset while its owner becomes an administrator": {
    guards: ["users/reset-password.ts"],
    status: 409,
    given: async (owner) => {
      const { userId } = await colleague(owner, [3]);
      const [adminPassword, password] = await Promise.all([
        sealedFor(harness.fetch, userId),
        sealedFor(harness.fetch, userId, "nine cheerful magpies"),
      ]);
      return {
        first: () => owner.send("PUT", `${people}/${userId}/update_roles`, { roles: [1] }),
        late: () => owner.send("PUT", `${people}/${userId}/reset_password`, { adminPassword, password }),
      };
    },
  },
  "an invitation too many": {
    guards: ["invitations/invite.ts"],
    status: 429,
    given: async (owner) => ({
      first: () =>
        sql(
          "DIRECTORY",
          `INSERT INTO invitations (id, enterprise_id, email, email_key, roles, code_hash, state, expires_at, invited_by, sent_at, created_at, updated_at)
           SELECT 'many-' || value || ?1, ?1, value, value, '[3]', 'many-' || value || ?1, 'revoked', 0, ?2, ?3, ?3, ?3
           FROM json_each(?4)`,
          owner.enterpriseId,
          owner.userId,
          Date.now(),
          JSON.stringify(Array.from({ length: 100 }, (_, at) => at)),
        ),
      late: () =>
        owner.send("POST", `${enterprise}/invitations`, {
          emailId: `late-${Date.now()}@example.com`,
          roles: [3],
        }),
    }),
  },
  "an invitation sent again twice": {
    guards: ["invitations/invite.ts"],
    status: 404,
    given: async (owner) => {
      const { id } = await owner.call(invitationsApi.createInvitation, {
        body: { emailId: `again-${Date.now()}@example.com`, roles: [3] },
      });
      await sql("DIRECTORY", "UPDATE invitations SET sent_at = 0 WHERE id = ?", id);
      const again = () => owner.send("POST", `${enterprise}/invitations/${id}/resend`, {});
      return { first: again, late: again };
    },
  },
  "an invitation revoked twice": {
    guards: ["invitations/revoke.ts"],
    status: 404,
    given: async (owner) => {
      const { id } = await owner.call(invitationsApi.createInvitation, {
        body: { emailId: `revoked-${Date.now()}@example.com`, roles: [3] },
      });
      const revoke = () => owner.send("DELETE", `${enterprise}/invitations/${id}`);
      return { first: revoke, late: revoke };
    },
  },
  "a version put into service while it is forgotten": {
    guards: ["training/versions.ts"],
    status: 404,
    given: async (owner) => {
      const { agentId, storyId } = await makeBot(owner, smallBank);
      await trainBot(owner, agentId);
      await saveIntent(owner, { agentId, storyId }, "Another", ["one more", "and more"]);
      await trainBot(owner, agentId);
      return {
        first: () =>
          sql("TENANT_1", "DELETE FROM model_versions WHERE agent_id = ? AND version = 1", agentId),
        late: () => owner.send("POST", `${nlp}/agent/${agentId}/versions/1/serve`, {}),
      };
    },
  },
  "the sign-in rules changed by a code that was just used": {
    guards: ["identity/sign-in-rules.ts"],
    status: 400,
    given: (owner) =>
      usingTheCode(owner, (code) =>
        owner.send("PUT", `${enterprise}/twoFactorAuth`, { singleSession: true, code }),
      ),
  },
  "an export of everything begun by a code that was just used": {
    guards: ["enterprise/export.ts"],
    status: 400,
    given: (owner) => usingTheCode(owner, (code) => owner.send("POST", `${enterprise}/exports`, { code })),
  },
  "an enterprise's deletion asked for by a code that was just used": {
    guards: ["enterprise/deletion.ts"],
    status: 400,
    given: async (owner) => {
      const { name } = await owner.call(getDetails);
      return usingTheCode(owner, (code) =>
        owner.send("POST", `${enterprise}/deletion`, { confirm: name, code }),
      );
    },
  },
  "a deletion taken back that has just begun": {
    guards: ["enterprise/deletion.ts"],
    status: 409,
    given: async ({ enterpriseId, send }) => {
      await sql(
        "DIRECTORY",
        "UPDATE enterprises SET deletes_at = ? WHERE id = ?",
        4_000_000_000_000,
        enterpriseId,
      );
      return {
        first: () =>
          sql("DIRECTORY", "UPDATE enterprises SET deletion_begun_at = 5 WHERE id = ?", enterpriseId),
        late: () => send("DELETE", `${enterprise}/deletion`),
      };
    },
  },
  "an authenticator set up by a code that was just used": {
    guards: ["identity/two-factor.ts"],
    status: 400,
    given: (owner) =>
      usingTheCode(owner, (code) => owner.send("PUT", `${people}/twoFactorAuth/totp`, { code })),
  },
  "recovery codes made by a code that was just used": {
    guards: ["identity/own-recovery-codes.ts"],
    status: 400,
    given: (owner) =>
      usingTheCode(owner, (code) => owner.send("POST", `${enterprise}/twoFactorAuth/recovery`, { code })),
  },
  "a second factor switched off by a code that was just used": {
    guards: ["identity/two-factor.ts"],
    status: 400,
    given: (owner) =>
      usingTheCode(owner, (code) => owner.send("PUT", `${people}/twoFactorAuth`, { type: "off", code })),
  },
  "the first recovery codes shown twice": {
    guards: ["identity/own-recovery-codes.ts"],
    status: 200,
    given: async (owner) => {
      await sql("DIRECTORY", "UPDATE users SET two_factor = 'mail' WHERE id = ?", owner.userId);
      const show = () => owner.send("GET", `${enterprise}/twoFactorAuth/recovery`);
      return { first: show, late: show };
    },
  },
  "a session renewed by a code that was just used": {
    guards: ["identity/renew.ts"],
    status: 403,
    given: (owner) =>
      usingTheCode(owner, (code) => owner.send("POST", "/api/account/session/renew", { code })),
  },
  "single sign-on saved by a code that was just used": {
    guards: ["sso/connection.ts"],
    status: 409,
    given: (owner) =>
      usingTheCode(owner, (code) =>
        owner.send("PUT", `${enterprise}/sso`, { ...newConnection, revision: 0, code }),
      ),
  },
  "the sign-in rules changed by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: (owner) =>
      amongGuesses(owner, (password) =>
        owner.send("PUT", `${enterprise}/twoFactorAuth`, { singleSession: true, password }),
      ),
  },
  "a second factor switched off by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: (owner) =>
      amongGuesses(owner, (password) =>
        owner.send("PUT", `${people}/twoFactorAuth`, { type: "off", password }),
      ),
  },
  "an authenticator set up by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: (owner) =>
      amongGuesses(owner, (password) => owner.send("PUT", `${people}/twoFactorAuth/totp`, { password })),
  },
  "an export of everything begun by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: (owner) =>
      amongGuesses(owner, (password) => owner.send("POST", `${enterprise}/exports`, { password })),
  },
  "a session renewed by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: (owner) =>
      amongGuesses(owner, (password) => owner.send("POST", "/api/account/session/renew", { password })),
  },
  "recovery codes made by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: async (owner) => {
      await sql("DIRECTORY", "UPDATE users SET two_factor = 'mail' WHERE id = ?", owner.userId);
      return amongGuesses(owner, (password) =>
        owner.send("POST", `${enterprise}/twoFactorAuth/recovery`, { password }),
      );
    },
  },
  "an enterprise's deletion asked for by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: async (owner) => {
      const { name } = await owner.call(getDetails);
      return amongGuesses(owner, (password) =>
        owner.send("POST", `${enterprise}/deletion`, { confirm: name, password }),
      );
    },
  },
  "single sign-on saved by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: (owner) =>
      amongGuesses(owner, (password) =>
        owner.send("PUT", `${enterprise}/sso`, { ...newConnection, revision: 0, password }),
      ),
  },
  "a password reset by a right guess among five others at once": {
    guards: ["identity/confirm.ts"],
    guard: /login_failures/,
    status: 429,
    given: async (owner) => {
      const { userId } = await colleague(owner, [3]);
      const password = await sealedFor(harness.fetch, userId, "nine cheerful magpies");
      const adminPassword = await sealedFor(harness.fetch, userId);
      return amongGuesses(owner, () =>
        owner.send("PUT", `${people}/${userId}/reset_password`, { adminPassword, password }),
      );
    },
  },
  "a code mailed again for a sign-in that is over": {
    guards: ["identity/challenge.ts"],
    status: 410,
    given: async (owner) => {
      await sql("DIRECTORY", "UPDATE users SET two_factor = 'mail' WHERE id = ?", owner.userId);
      const { id } = await challengeOf(fromElsewhere(harness.fetch), owner.email);
      await sql("DIRECTORY", "DELETE FROM login_failures");
      return {
        first: () =>
          sql("DIRECTORY", "UPDATE login_challenges SET used_at = 1 WHERE user_id = ?", owner.userId),
        late: () => owner.send("POST", "/api/account/resendAuthMail", { id }),
      };
    },
  },
  "a sign-in of somebody who is deactivated": {
    guards: ["identity/enter.ts"],
    status: 400,
    given: async (owner) => {
      const body = await loginBody(harness.fetch, { email: owner.email, password: PASSWORD });
      return {
        first: () => sql("DIRECTORY", "UPDATE users SET state = 2 WHERE id = ?", owner.userId),
        late: () => owner.send("POST", LOGIN, body),
      };
    },
  },
  "a sign-in with a first password of somebody who is deactivated": {
    guards: ["identity/enter.ts"],
    status: 400,
    given: async (owner) => {
      await sql("DIRECTORY", "UPDATE users SET must_change_password = 1 WHERE id = ?", owner.userId);
      const body = await loginBody(harness.fetch, { email: owner.email, password: PASSWORD });
      return {
        first: () => sql("DIRECTORY", "UPDATE users SET state = 2 WHERE id = ?", owner.userId),
        late: () => owner.send("POST", LOGIN, body),
      };
    },
  },
  "two sign-ins where one session is allowed": {
    guards: ["identity/enter.ts"],
    status: 409,
    given: async (owner) => {
      await sql("DIRECTORY", "UPDATE enterprises SET single_session = 1 WHERE id = ?", owner.enterpriseId);
      await sql("DIRECTORY", "UPDATE login_sessions SET ended_at = 1 WHERE user_id = ?", owner.userId);
      const body = await loginBody(harness.fetch, { email: owner.email, password: PASSWORD });
      return {
        first: () => sessionFor(harness, owner),
        late: () => owner.send("POST", LOGIN, body),
      };
    },
  },
  "a wrong password among five others at once": {
    guards: ["identity/rate-limit.ts"],
    guard: /login_failures/,
    status: 429,
    given: async (owner) => {
      const body = await loginBody(harness.fetch, { email: owner.email, password: "not the password" });
      return {
        // As many as are allowed, from another network address: each counts for the account.
        first: () =>
          sql(
            "DIRECTORY",
            "INSERT INTO login_failures (subject, at) SELECT ?1, ?2 FROM json_each('[1,2,3,4,5]')",
            digest("account", owner.email),
            Date.now(),
          ),
        late: () => fromElsewhere(owner.fetch)(LOGIN, jsonPost(body)),
      };
    },
  },
  "a chat that two pick up": {
    guards: ["chats/write.ts"],
    status: 409,
    given: async (owner) => {
      const id = await chat(owner);
      return {
        first: () =>
          sql(
            "TENANT_1",
            "UPDATE chats SET handler = 'faster', handler_name = 'Faster', state = 2 WHERE id = ?",
            id,
          ),
        late: () =>
          owner.send("POST", `${chatsPath}/${id}/actions`, { action: "agentPickupChat", id: randomUUID() }),
      };
    },
  },
  "a visitor whom two link to a customer": {
    guards: ["chats/customer.ts"],
    status: 409,
    given: async (owner) => {
      const id = await chat(owner);
      const [one, other] = [
        await customer(owner, "Meera", "+919876500091"),
        await customer(owner, "Asha", "+919876500092"),
      ];
      const link = (customerId: string) => owner.send("PUT", `${chatsPath}/${id}/customer`, { customerId });
      return { first: () => link(one.id), late: () => link(other.id) };
    },
  },
  "an answer to a chat that is being closed": {
    guards: ["chats/write.ts"],
    status: 409,
    given: async (owner) => {
      const id = await chat(owner, { state: 2, handler: owner.userId });
      return {
        first: () => sql("TENANT_1", "UPDATE chats SET state = 3 WHERE id = ?", id),
        late: () =>
          owner.send("POST", `${chatsPath}/${id}/actions`, {
            action: "agentNote",
            id: randomUUID(),
            text: "late",
          }),
      };
    },
  },
  "a customer who writes while their chat is being closed": {
    guards: ["chats/press.ts"],
    guard: /FROM messages w WHERE/,
    status: 409,
    given: async (owner) => {
      const id = await chat(owner, { state: 2, handler: owner.userId });
      const writes = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
        SELECT 'wait ' || id, enterprise_id, channel_id, identity_id, id, 1000, 'in', 'text', '{"kind":"text","text":"wait"}', 'customer', '', 'received', '{}', 1
        FROM chats WHERE id = ?`;
      return {
        first: () => sql("TENANT_1", writes, id),
        late: () => owner.send("POST", `${chatsPath}/${id}/close`, { seenSeq: 999 }),
      };
    },
    holds: async (owner) => {
      const { chats } = (await stateOf(owner)) as Record<string, { state: number }[]>;
      expect(chats?.map(({ state }) => state)).toEqual([2]);
    },
  },
  "a colleague who answers the same words meanwhile": {
    guards: ["chats/answer.ts"],
    guard: /FROM messages x WHERE/,
    status: 409,
    given: async (owner) => {
      const id = await chat(owner, { state: 2, handler: owner.userId });
      await openWindow(id);
      const answers = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
        SELECT 'mine ' || id, enterprise_id, channel_id, identity_id, id, 1000, 'out', 'text', '{"kind":"text","text":"mine"}', 'person', 'faster', 'sent', '{}', 1
        FROM chats WHERE id = ?`;
      return {
        first: () => sql("TENANT_1", answers, id),
        late: () =>
          owner.send("POST", `${chatsPath}/${id}/actions`, {
            action: "agentReplyChat",
            id: randomUUID(),
            text: "late",
            seenSeq: 999,
          }),
      };
    },
  },
  "a video call's new link while the call ends": {
    guards: ["video/start.ts"],
    guard: /FROM video_rooms WHERE/,
    status: 409,
    given: async (owner) => {
      const id = await chat(owner, { state: 2, handler: owner.userId });
      const { roomId } = await videoRows(harness, owner, id);
      return {
        first: () => sql("TENANT_1", "UPDATE video_rooms SET state = 'ended' WHERE id = ?", roomId),
        late: () =>
          owner.send("POST", "/api/e/chat/video/user", { id: randomUUID(), roomId, side: "customer" }),
      };
    },
  },
  "two who set how chats are answered": {
    guards: ["rules-row.ts"],
    status: 409,
    given: async (owner) => {
      const save = (awayText: string) =>
        owner.send("PUT", `${enterprise}/chat_config`, { ...noChatRules, awayText, revision: 0 });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a chat that is given to one department twice": {
    guards: ["chats/write.ts"],
    status: 400,
    given: async (owner) => {
      const { id: departmentId } = await owner.call(departmentsApi.createDepartment, {
        body: { name: "Sales" },
      });
      const id = await chat(owner, { state: 2, handler: owner.userId });
      return {
        first: () => sql("TENANT_1", "UPDATE chats SET department_id = ?2 WHERE id = ?1", id, departmentId),
        late: () =>
          owner.send("POST", `${chatsPath}/${id}/actions`, {
            ...{ action: "transferChat", id: randomUUID(), departmentId },
          }),
      };
    },
  },
  "a colleague who is invited by two": {
    guards: ["chats/write.ts"],
    status: 400,
    given: async (owner) => {
      const { userId } = await makeColleague(harness, owner);
      const id = await chat(owner, { state: 2, handler: owner.userId });
      const part = { uId: userId, name: "", part: "joined", byName: "" };
      return {
        first: () => sql("TENANT_1", "UPDATE chats SET people = ? WHERE id = ?", JSON.stringify([part]), id),
        late: () =>
          owner.send("POST", `${chatsPath}/${id}/actions`, {
            action: "inviteAgent",
            id: randomUUID(),
            userId,
          }),
      };
    },
  },
  "a chat given away while the person who has it is deactivated": {
    guards: ["chats/release.ts"],
    guard: /FROM chats WHERE id = \?1 AND state = \?2 AND handler/,
    status: 200,
    given: async (owner) => {
      const { userId } = await makeColleague(harness, owner);
      const id = await chat(owner, { state: 2, handler: userId });
      return {
        first: () => sql("TENANT_1", "UPDATE chats SET handler = 'other' WHERE id = ?", id),
        late: () => owner.send("DELETE", `${people}/${userId}`),
      };
    },
    holds: async (owner) => {
      const { chats } = (await stateOf(owner)) as Record<string, { handler: string | null }[]>;
      expect(chats?.map(({ handler }) => handler)).toEqual(["other"]);
    },
  },
  "an answer that a sender has taken while it is being taken back": {
    guards: ["chats/one-message.ts"],
    ...OF_MESSAGE,
    given: async (owner) => {
      const { id, press } = await ofMessage(owner, "queued");
      const first = () => sql("TENANT_1", "UPDATE messages SET claimed_by = 'somebody' WHERE id = ?", id);
      return { first, late: press("cancelMessage") };
    },
  },
  "an answer that its vendor has put off while it is being taken back": {
    guards: ["chats/one-message.ts"],
    ...OF_MESSAGE,
    given: async (owner) => {
      const { id, press } = await ofMessage(owner, "queued");
      const first = () => sql("TENANT_1", "UPDATE messages SET attempts = 1 WHERE id = ?", id);
      return { first, late: press("cancelMessage") };
    },
  },
  "an answer taken back while it is being sent now": {
    guards: ["chats/one-message.ts"],
    ...OF_MESSAGE,
    given: async (owner) => {
      const { press } = await ofMessage(owner, "queued", 1);
      return { first: press("cancelMessage"), late: press("sendNow") };
    },
  },
  "a message that did not arrive sent again twice": {
    guards: ["chats/one-message.ts"],
    ...OF_MESSAGE,
    given: async (owner) => {
      const { press } = await ofMessage(owner, "failed");
      return { first: press("retryMessage"), late: press("retryMessage") };
    },
  },
  "a message that is not confirmed sent again while it is being confirmed": {
    guards: ["chats/one-message.ts"],
    ...OF_MESSAGE,
    given: async (owner) => {
      const { press } = await ofMessage(owner, "unknown");
      return { first: press("retryMessage"), late: press("confirmMessage") };
    },
  },
  "a message that is not confirmed confirmed while it is being sent again": {
    guards: ["chats/one-message.ts"],
    ...OF_MESSAGE,
    given: async (owner) => {
      const { press } = await ofMessage(owner, "unknown");
      return { first: press("confirmMessage"), late: press("retryMessage") };
    },
  },
  "two edits of a channel": {
    guards: ["channels/save.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await simulator(owner);
      const save = (name: string, token: string) =>
        owner.send("PUT", `${enterprise}/channels/${id}`, { name, contactId: token });
      return { first: () => save("First", "1"), late: () => save("Late", "2") };
    },
  },
  "two edits of a channel's prices": {
    guards: ["channels/prices.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await simulator(owner);
      const save = (price: number) =>
        owner.send("PUT", `${enterprise}/channels/${id}/prices`, {
          prices: [{ country: "*", category: "*", price, currency: "USD" }],
        });
      return { first: () => save(1), late: () => save(2) };
    },
  },
  "a channel edited while being deleted": {
    guards: ["channels/remove.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await simulator(owner);
      return {
        first: () => owner.send("PUT", `${enterprise}/channels/${id}`, { name: "First" }),
        late: () => owner.send("DELETE", `${enterprise}/channels/${id}`),
      };
    },
  },
  "an address signed up again while it is verified": {
    guards: ["identity/sign-up.ts"],
    status: 200,
    given: async (owner) => {
      await sql("DIRECTORY", "UPDATE users SET state = 0 WHERE id = ?", owner.userId);
      const solved = await solvedCaptcha(harness.fetch, "signup");
      const pair = await sealedPair(harness.fetch, solved.captchaId, "nine cheerful magpies");
      const body = { enterpriseName: "Late", name: "Late", emailId: owner.email, ...solved, ...pair };
      return {
        first: () => sql("DIRECTORY", "UPDATE users SET state = 1 WHERE id = ?", owner.userId),
        late: () => fromElsewhere(owner.fetch)("/api/account/signup", jsonPost(body)),
      };
    },
    holds: async (owner) => {
      const { users, enterprises } = (await stateOf(owner)) as Record<string, { name: string }[]>;
      expect([users?.[0]?.name, enterprises?.[0]?.name]).toEqual(["Kiran", `Enterprise of ${owner.email}`]);
    },
  },
  "an address verified twice": {
    guards: ["invitations/activate.ts"],
    status: 410,
    given: async (owner) => {
      const code = randomCode();
      await sql("DIRECTORY", "UPDATE users SET state = 0 WHERE id = ?", owner.userId);
      await sql(
        "DIRECTORY",
        "INSERT INTO one_time_codes (hash, enterprise_id, purpose, user_id, expires_at, created_at) VALUES (?, ?, 'activate', ?, 9e15, 0)",
        digest("activate", code),
        owner.enterpriseId,
        owner.userId,
      );
      const activate = () => fromElsewhere(owner.fetch)("/api/account/activate", jsonPost({ id: code }));
      return { first: activate, late: activate };
    },
  },
  "an invitation accepted twice": {
    guards: ["invitations/accept.ts"],
    status: 410,
    given: async (owner) => {
      const code = randomCode();
      const address = `twice-${Date.now()}@example.com`;
      await sql(
        "DIRECTORY",
        `INSERT INTO invitations (id, enterprise_id, email, email_key, roles, code_hash, state, expires_at, invited_by, sent_at, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?3, '[3]', ?4, 'open', 9e15, ?5, 0, 0, 0)`,
        `invitation-${code}`,
        owner.enterpriseId,
        address,
        digest("invitation", code),
        owner.userId,
      );
      const password = await sealedFor(harness.fetch, code, "nine cheerful magpies");
      const accept = () =>
        fromElsewhere(owner.fetch)(
          `/api/account/enterprise/users/${code}`,
          jsonPost({ name: "Meera", password }),
        );
      return { first: accept, late: accept };
    },
  },
  "a manager let in again while the department gets another": {
    guards: ["users/leave-departments.ts"],
    status: 200,
    given: async (owner) => {
      const { userId } = await colleague(owner, [3]);
      const { id } = await owner.call(departmentsApi.createDepartment, {
        body: { name: "Sales", manager: userId },
      });
      await sql("DIRECTORY", "UPDATE users SET state = 2 WHERE id = ?", userId);
      return {
        first: () => owner.send("PUT", `${teams}/${id}`, { name: "Sales", manager: owner.userId }),
        late: () => owner.send("POST", `${people}/${userId}/activate`, {}),
      };
    },
    holds: async (owner) => {
      const { departments: rows, audit_trail: trail } = (await stateOf(owner)) as Record<
        string,
        { object_kind: string; action: string }[]
      >;
      expect(rows).toMatchObject([{ manager_id: owner.userId, revision: 2 }]);
      // Nobody was taken out of the department, so nothing says that somebody was.
      const changes = trail?.filter(
        ({ object_kind: kind, action }) => kind === "department" && action === "update",
      );
      expect(changes).toHaveLength(1);
    },
  },
  "two edits of a campaign": {
    guards: ["campaigns/save.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await (await campaignWorld(harness, { owner })).campaign();
      const save = (description: string) =>
        owner.send("PUT", `${campaignsPath}/${id}`, { name: "Campaign", description });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "a campaign stopped while somebody pauses it": {
    guards: ["campaigns/move.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await (await campaignWorld(harness, { owner })).campaign();
      const move = (action: string) => owner.send("POST", `${campaignsPath}/${id}/status/${action}`, {});
      await move("start");
      return { first: () => move("pause"), late: () => move("stop") };
    },
  },
  "two edits of an activity": {
    guards: ["campaigns/save-activity.ts"],
    status: 409,
    given: async (owner) => {
      const { draft, campaign, request } = await campaignWorld(harness, { owner });
      const { id } = await draft((await campaign()).id);
      const save = (name: string) =>
        owner.send("PUT", `${campaignsPath}/activities/${id}`, { name, request: request() });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "an activity added to a campaign that is being stopped": {
    guards: ["campaigns/save-activity.ts"],
    status: 400,
    guard: /"campaigns"/,
    given: async (owner) => {
      const { campaign, request } = await campaignWorld(harness, { owner });
      const { id } = await campaign();
      const move = (action: string) => owner.send("POST", `${campaignsPath}/${id}/status/${action}`, {});
      await move("start");
      const body = { name: "Late", request: request() };
      return {
        first: () => move("stop"),
        late: () => owner.send("POST", `${campaignsPath}/${id}/activities`, body),
      };
    },
  },
  "an activity copied into a campaign that is being stopped": {
    guards: ["campaigns/clone.ts"],
    status: 400,
    guard: /"campaigns"/,
    given: async (owner) => {
      const { campaign, draft } = await campaignWorld(harness, { owner });
      const { id: campaignId } = await campaign();
      const { id } = await draft(campaignId);
      const move = (action: string) =>
        owner.send("POST", `${campaignsPath}/${campaignId}/status/${action}`, {});
      await move("start");
      return {
        first: () => move("stop"),
        late: () => owner.send("POST", `${campaignsPath}/activities/${id}/clone`, { name: "Copy" }),
      };
    },
  },
  "an activity changed while a checker approves it": {
    guards: ["campaigns/change.ts"],
    status: 409,
    given: async (owner) => {
      const { campaign, draft, move, maker, request, read } = await campaignWorld(harness, { owner });
      const { id } = await draft((await campaign()).id);
      await move(id, "submit");
      const { revision } = await read(id);
      const path = `${campaignsPath}/activities/${id}`;
      return {
        first: () => maker.send("PUT", path, { name: "Changed", request: request() }),
        late: () => owner.send("POST", `${path}/approve`, { revision }),
      };
    },
  },
  "two checkers of an activity": {
    guards: ["campaigns/change.ts"],
    status: 409,
    given: async (owner) => {
      const { campaign, draft, move, checker, read } = await campaignWorld(harness, { owner });
      const { id } = await draft((await campaign()).id);
      await move(id, "submit");
      const { revision } = await read(id);
      const path = `${campaignsPath}/activities/${id}`;
      return {
        first: () => checker.send("POST", `${path}/approve`, { revision }),
        late: () => owner.send("POST", `${path}/reject`, { revision, reason: "Late" }),
      };
    },
  },
  "an activity that two start": {
    guards: ["campaigns/change.ts"],
    status: 409,
    given: async (owner) => {
      const { approved, move } = await campaignWorld(harness, { owner });
      const { id } = await approved(FAR);
      return {
        first: () => move(id, "start"),
        late: () => owner.send("POST", `${campaignsPath}/activities/${id}/start`, {}),
      };
    },
  },
  "an activity started while its campaign is paused": {
    guards: ["campaigns/change.ts"],
    status: 409,
    guard: /"campaigns"/,
    given: async (owner) => {
      const { approved, campaign } = await campaignWorld(harness, { owner });
      const { id: campaignId } = await campaign();
      const { id } = await approved(FAR, campaignId);
      const move = (action: string) =>
        owner.send("POST", `${campaignsPath}/${campaignId}/status/${action}`, {});
      await move("start");
      return {
        first: () => move("pause"),
        late: () => owner.send("POST", `${campaignsPath}/activities/${id}/start`, {}),
      };
    },
  },
  "an activity started whose template is just taken back": {
    guards: ["campaigns/change.ts"],
    status: 409,
    guard: /FROM templates t/,
    given: async (owner) => {
      const { approved, templateId } = await campaignWorld(harness, { owner });
      const { id } = await approved(FAR);
      return {
        first: () => sql("TENANT_1", "UPDATE templates SET status = 'PAUSED' WHERE id = ?", templateId),
        late: () => owner.send("POST", `${campaignsPath}/activities/${id}/start`, {}),
      };
    },
  },
  "the last webhook that there is room for, made twice": {
    guards: ["webhooks-out/hooks.ts"],
    status: 409,
    given: async (owner) => {
      await sql(
        "TENANT_1",
        `INSERT INTO hooks (id, enterprise_id, url, description, events, is_on, since, owner_id, created_at, updated_at)
         SELECT ?1 || key, ?1, '', '', '[]', 0, 0, '', 1, 1 FROM json_each(?2)`,
        owner.enterpriseId,
        JSON.stringify(Array.from({ length: MOST_HOOKS - 1 })),
      );
      const make = () => owner.send("POST", `${enterprise}/webhooks`, someHook);
      return { first: make, late: make };
    },
  },
  "who speaks for an enterprise, chosen twice": {
    guards: ["speech/settings.ts"],
    status: 409,
    given: async (owner) => {
      const save = (voices: string) =>
        owner.send("PUT", `${enterprise}/speech/settings`, { provider: "none", voices });
      return { first: () => save("anna"), late: () => save("ben") };
    },
  },
  "a speech for which there was room until another began": {
    guards: ["speech/begin.ts"],
    status: 429,
    given: async (owner) => {
      await makeTranscript(harness, owner);
      // Without jobs they go on waiting, and make no room.
      const begun = (count: number) =>
        sql(
          "TENANT_1",
          `INSERT INTO speech_jobs (id, enterprise_id, kind, state, name, language, created_at, updated_at)
           SELECT ?1 || ?3 || key, ?1, 'speak', 'waiting', '', 'en', 1, 1 FROM json_each(?2)`,
          owner.enterpriseId,
          JSON.stringify(Array.from({ length: count })),
          count,
        );
      await begun(SPEECH.open - 1);
      return {
        first: () => begun(1),
        late: () =>
          owner.send("POST", `${enterprise}/speech/speak`, { text: "Hello", language: "en", voice: "nova" }),
      };
    },
  },
  "two edits of a transcript": {
    guards: ["speech/edit.ts"],
    status: 409,
    given: async (owner) => {
      const id = await makeTranscript(harness, owner);
      const save = (text: string) =>
        owner.send("PUT", `${enterprise}/speech/jobs/${id}`, { segments: [{ start: 0, end: 1, text }] });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "an account at a gateway, added twice": {
    guards: ["payments/account.ts"],
    status: 409,
    given: async (owner) => {
      const save = (keyId: string) => owner.send("PUT", `${enterprise}/payments/account`, someKeys(keyId));
      return { first: () => save("rzp_test_first"), late: () => save("rzp_test_late") };
    },
  },
  "two plans that are chosen at once": {
    guards: ["billing/choose.ts"],
    status: 409,
    given: async (owner) => {
      await switchBillingOn(harness, owner);
      await owner.call(billingApi.choosePlan, { body: { planId: "inr-starter" } });
      const choose = (planId: string) => owner.send("PUT", `${enterprise}/billing/plan`, { planId });
      return { first: () => choose("inr-growth"), late: () => choose("inr-scale") };
    },
  },
  "an account at a gateway, removed twice": {
    guards: ["payments/account.ts"],
    status: 404,
    given: async (owner) => {
      await owner.send("PUT", `${enterprise}/payments/account`, someKeys("rzp_test_a"));
      const remove = () => owner.send("DELETE", `${enterprise}/payments/account`);
      return { first: remove, late: remove };
    },
  },
  "two edits of a webhook": {
    guards: ["webhooks-out/hooks.ts"],
    status: 409,
    given: async (owner) => {
      const { hook } = await owner.call(hooksApi.createHook, { body: someHook });
      const save = (description: string) =>
        owner.send("PUT", `${enterprise}/webhooks/${hook.id}`, { ...someHook, description });
      return { first: () => save("First"), late: () => save("Late") };
    },
  },
  "two new secrets of a webhook": {
    guards: ["webhooks-out/hooks.ts"],
    status: 409,
    given: async (owner) => {
      const { hook } = await owner.call(hooksApi.createHook, { body: someHook });
      const renew = () => owner.send("POST", `${enterprise}/webhooks/${hook.id}/secret`, {});
      return { first: renew, late: renew };
    },
  },
  "the last key that there is room for, made twice": {
    guards: ["api-keys/api-keys.ts"],
    status: 409,
    given: async (owner) => {
      await sql(
        "DIRECTORY",
        `INSERT INTO api_keys (id, enterprise_id, hash, start, name, scopes, created_by, created_at)
         SELECT ?1 || key, ?1, ?1 || key, '', '', '[]', '', 1 FROM json_each(?2)`,
        owner.enterpriseId,
        JSON.stringify(Array.from({ length: MOST_KEYS - 1 })),
      );
      const make = () =>
        owner.send("POST", `${enterprise}/api_keys`, { name: "Shop", scopes: ["customers.read"] });
      return { first: make, late: make };
    },
  },
  "a key revoked twice": {
    guards: ["api-keys/api-keys.ts"],
    status: 404,
    given: async (owner) => {
      const { key } = await owner.call(apiKeysApi.createApiKey, {
        body: { name: "Shop", scopes: ["customers.read"] },
      });
      const revoke = () => owner.send("DELETE", `${enterprise}/api_keys/${key.id}`);
      return { first: revoke, late: revoke };
    },
  },
  "the last place of the shelf, taken twice": {
    guards: ["marketplace/shelf.ts"],
    status: 400,
    given: async (owner) => {
      const { id } = await owner.call(formsApi.createForm, { body: { name: "Form" } });
      const share = () => owner.send("POST", `${MARKET}/shelf`, { kind: "form", thingId: id, name: "Form" });
      await share();
      await sql(
        "TENANT_1",
        `INSERT INTO marketplace_shelf SELECT s.id || j.key, enterprise_id, kind, name, note, content, counts, shared_by, shared_at, version, things
         FROM marketplace_shelf s CROSS JOIN json_each(?2) j WHERE enterprise_id = ?1`,
        owner.enterpriseId,
        JSON.stringify(Array.from({ length: SHELF.most - 2 })),
      );
      return { first: share, late: share };
    },
  },
  "a thing of the shelf, shared again twice": {
    guards: ["marketplace/shelf.ts"],
    status: 409,
    given: async (owner) => {
      const { id } = await owner.call(formsApi.createForm, { body: { name: "Form" } });
      const body = { kind: "form" as const, thingId: id, name: "Form" };
      const shelved = await owner.call(addToShelf, { body });
      const again = () => owner.send("POST", `${MARKET}/shelf`, { ...body, replaces: shelved.id });
      return { first: again, late: again };
    },
  },
  "an update of a form that is edited": {
    guards: ["marketplace/replace.ts"],
    status: 409,
    given: (owner) =>
      updating(owner, "lead-form", (id) =>
        owner.send("PUT", `/api/e/enterprise/forms/${id}/draft`, {
          ...{ name: "Edited", content: aForm("Edited"), revision: 1 },
        }),
      ),
  },
  "an update of templates that are edited": {
    guards: ["templates/add-many.ts"],
    status: 409,
    given: (owner) =>
      updating(owner, "one-time-codes", (id) =>
        owner.send("PUT", `/api/chatbird/api/campaign/templates/${id}`, {
          ...{ name: "login_code", language: "en", category: "AUTHENTICATION", components: {}, revision: 1 },
        }),
      ),
  },
  "an update of a bot that is taught": {
    guards: ["import-export/replace-agent.ts"],
    status: 409,
    given: (owner) =>
      updating(owner, "hr-leave-bot", (id) =>
        sql("TENANT_1", "UPDATE agents SET content_changed_at = content_changed_at + 1 WHERE id = ?", id),
      ),
  },
  "one's own password changed by somebody who was just deactivated": {
    guards: ["identity/set-password.ts"],
    status: 400,
    given: async (owner) => {
      const [currentPassword, password, confirmPassword] = await Promise.all(
        [PASSWORD, "nine cheerful magpies", "nine cheerful magpies"].map((text) =>
          sealedFor(harness.fetch, owner.userId, text),
        ),
      );
      return {
        first: () => sql("DIRECTORY", "UPDATE users SET state = 2 WHERE id = ?", owner.userId),
        late: () =>
          owner.send("PUT", `${enterprise}/change_password`, { currentPassword, password, confirmPassword }),
      };
    },
  },
};

test.for(Object.entries(races))("%s", async ([, { given, status, guard, says, holds }]) => {
  const owner = raced(harness, await makePerson(harness));
  const { first, late } = await given(owner);
  let left: unknown;
  owner.meanwhile(async () => {
    await first();
    left = await stateOf(owner);
  }, guard);
  const response = await late();
  const text = await response.text();
  expect(owner.met, `guards met before ${text}`).toBeGreaterThan(0);
  expect(response.status, text).toBe(status);
  expect(text).toContain(says ?? "");
  if (holds) await holds(owner);
  else expect(await stateOf(owner)).toEqual(left);
});

/** By themselves a session notes when it was last seen, and the sweeper does what is left to it and takes chats' words. */
const BY_THEMSELVES = ["login_sessions", "after_commit_tasks", "chat_words"];
async function stateOf(owner: Person): Promise<unknown> {
  const state = await everythingOf(harness, owner);
  return Object.fromEntries(Object.entries(state).filter(([table]) => !BY_THEMSELVES.includes(table)));
}
