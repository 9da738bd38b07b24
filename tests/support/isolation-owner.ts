import { makeFlowFile } from "./wa-flows.ts";
import { makeTranscript } from "./speech.ts";
import { videoRows } from "./video-rows.ts";
import { randomUUID } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { plan } from "#workers/contract/campaign.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import { broadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { components } from "#workers/contract/templates/template.ts";
import { broadcastIdOf, recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { someSubscription } from "#tests/support/push-service.ts";
import { endedJob } from "#db/seed/job.ts";
import { begunBefore, bill, switchBillingOn } from "#tests/support/billing.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { eventually } from "#tests/support/eventually.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import type { Harness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import type { Person } from "#tests/support/people.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import { type Column, directoryTables, has, type Table, tenantTables } from "#tests/support/tables.ts";
import { fillLibrary } from "#tests/support/library.ts";
import { kept } from "#tests/support/template-examples.ts";
import { talk } from "#tests/support/talks.ts";
import * as apiKeysApi from "#workers/contract/endpoints/api-keys.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as billingApi from "#workers/contract/endpoints/enterprise-billing.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customerBulkApi from "#workers/contract/endpoints/customer-bulk.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as chatLabelsApi from "#workers/contract/endpoints/chat-labels.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customerViewsApi from "#workers/contract/endpoints/customer-views.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as pushApi from "#workers/contract/endpoints/push.ts";
import * as sessionsApi from "#workers/contract/endpoints/sessions.ts";
import * as onboardingApi from "#workers/contract/endpoints/onboarding.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { moveDoors } from "#workers/contract/endpoints/automation-moves.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { graphOf } from "./flow.ts";
import * as waFlowsApi from "#workers/contract/endpoints/wa-flows.ts";
import * as marketplaceApi from "#workers/contract/endpoints/marketplace.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import { aForm } from "./forms.ts";
import * as dashboardsApi from "#workers/contract/endpoints/own-dashboards.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";
import { switchAnalyticsOn } from "./dashboards.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import * as trainingApi from "#workers/contract/endpoints/training.ts";
import * as hooksApi from "#workers/contract/endpoints/webhooks-out.ts";
import type { Theirs } from "./isolation.ts";

/** Gives an enterprise one of everything, each with a word that a stranger must never read; returns the ids. */
export async function fill(harness: Harness, owner: Person): Promise<{ theirs: Theirs; trained: boolean }> {
  const bot = await makeBot(owner, {
    "Canary intent": ["canary phrase one", "canary phrase two"],
    ...smallBank,
  });
  const entity = await owner.call(entitiesApi.saveEntity, {
    body: {
      agentId: bot.agentId,
      name: "canary entity",
      values: [{ value: "canary", type: "synonymns", synonyms: ["bird"] }],
    },
  });
  const integration = await owner.call(integrationsApi.createIntegration, {
    body: { name: "canary integration", llm: 1, apikey: "canary key" },
  });
  const authConfig = await owner.call(integrationsApi.createIntegration, {
    body: {
      name: "canary video",
      authType: 3,
      data: { endpoint: "https://canary.company.com/", key: "canary" },
      secrets: { secret: "canary secret" },
    },
  });
  const apiKey = await owner.call(apiKeysApi.createApiKey, {
    body: { name: "canary key", scopes: ["customers.read"] },
  });
  const invoiceId = await makeInvoice(harness, owner);
  // Off: nothing is really sent to it.
  const { hook } = await owner.call(hooksApi.createHook, {
    body: { url: "https://canary.company.com/hook", events: ["chat.opened"], on: false },
  });
  const channel = await owner.call(channelsApi.createChannel, {
    body: {
      name: "Canary channel",
      type: 4,
      vendor: 92,
      contactId: "+919876500001",
      data: { phoneNumberId: "1", wabaId: "2", accessToken: "canary token", appSecret: "canary secret" },
    },
  });
  const simulator = await owner.call(channelsApi.createChannel, {
    body: { name: "Canary simulator", type: 4, vendor: 91, contactId: "canary" },
  });
  const template = await owner.call(templatesApi.createTemplate, {
    body: { ...kept.base, name: "canary_template", channelId: simulator.id },
  });
  const { artifact, bucket } = await fillLibrary(harness, owner);
  const richCard = await owner.call(richCardsApi.createRichCard, {
    body: { name: "Canary card", content: { cards: [{ title: "Canary" }] } },
  });
  await switchAnalyticsOn(harness, owner);
  const dashboard = await owner.call(dashboardsApi.createOwnDashboard, {
    body: { name: "Canary dashboard", copyOf: "messages" },
  });
  await owner.call(dashboardsApi.updateOwnDashboard, {
    params: { id: dashboard.id },
    body: { name: "Canary dashboard", tiles: [{ id: "canary", kind: "number", measures: ["sent"] }] },
  });
  const form = await owner.call(formsApi.createForm, {
    body: { name: "Canary form", content: aForm("Canary form") },
  });
  await owner.call(formsApi.publishForm, { params: { id: form.id }, body: { revision: 1 } });
  const shelved = await owner.call(marketplaceApi.addToShelf, {
    body: { kind: "form", thingId: form.id, name: "Canary shelf", note: "canary" },
  });
  const formLink = await owner.call(formsApi.makeFormLink, { params: { id: form.id }, body: {} });
  const waFlow = await owner.call(waFlowsApi.createWaFlow, {
    body: { name: "Canary flow", categories: ["OTHER"], channelId: simulator.id },
  });
  const onboarding = await owner.call(onboardingApi.createOnboarding, { body: { name: "Canary number" } });
  const chatLabel = await owner.call(chatLabelsApi.createChatLabel, { body: { name: "Canary chat label" } });
  await owner.call(blacklistApi.addToBlacklist, { body: { addresses: ["canary@blacklist.example"] } });
  const forgiven = await owner.call(blacklistApi.listBlacklist, {});
  const { work: blacklistWork } = await owner.call(blacklistApi.removeManyFromBlacklist, {
    body: { ids: [forgiven.blackList[0]?.id ?? ""] },
  });
  await owner.call(blacklistApi.addToBlacklist, { body: { addresses: ["canary2@blacklist.example"] } });
  const blacklisted = await owner.call(blacklistApi.listBlacklist, {});
  const messageId = await writeMessage(harness, owner, simulator.id);
  const question = await owner.call(trainingApi.saveTestQuestion, {
    params: { id: bot.agentId },
    body: { text: "canary question", intentId: null },
  });
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Canary customer", phoneNumber: "+91 98765 43210" },
  });
  const { customer: deletedCustomer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Canary in the trash", phoneNumber: "+91 98765 43212" },
  });
  const deletion = await owner.call(customerBulkApi.deleteCustomers, {
    body: { customerIds: [deletedCustomer.id] },
  });
  const group = await owner.call(customerTaggingsApi.saveGroup, { body: { name: "Canary group" } });
  const label = await owner.call(customerTaggingsApi.saveLabel, { body: { name: "Canary label" } });
  const view = await owner.call(customerViewsApi.saveView, { body: { name: "Canary view", query: "" } });
  const { inputFieldDefinition: customerField } = await owner.call(customerFieldsApi.saveField, {
    body: {
      fieldName: "canary field",
      fieldLabel: "Canary field",
      fieldHelptext: "canary",
      mandatory: false,
      fieldType: "text",
      inputType: "alphabets",
    },
  });
  const department = await owner.call(departmentsApi.createDepartment, {
    body: { name: "Canary department" },
  });
  const invitation = await owner.call(invitationsApi.createInvitation, {
    body: { emailId: `canary-${Date.now()}@example.com`, roles: [3] },
  });
  const send = harness.fetch;
  const waiting = await sendFile(send, owner, "Name,Phone\nCanary row,+919876543211\n", "canary.csv");
  const { uploadId } = await startUpload(send, owner, "Name,Phone\nCanary wrong,canary\n", {
    name: "canary import.csv",
  });
  await untilState(owner, uploadId, "COMPLETED");
  const driveFile = await sendToDrive(harness, owner, { use: "profile", bytes: png(20), name: "canary.png" });
  const jobId = (await owner.call(botsApi.trainAgent, { params: { id: bot.agentId } })).jobId ?? "";
  const { state } = await endedJob(owner, jobId);

  // Everybody has the trash and the library, so that it is the id that is refused.
  await harness.env.DIRECTORY.prepare(
    `UPDATE enterprises SET features = '{"trash":true,"artifacts":true,"billing":true,"analytics":true}'`,
  ).run();
  const trail = await owner.call(auditTrailApi.listAuditTrail, { query: { perPage: 1 } });
  const journey = await automationAtWork(harness, owner, "journey", simulator.id);
  const encap = await automationAtWork(harness, owner, "encap", simulator.id);
  const call = await videoRows(harness, owner, messageId);
  const theirs: Theirs = {
    ...bot,
    authConfigId: authConfig.id,
    apiKeyId: apiKey.key.id,
    invoiceId,
    hookId: hook.id,
    speechId: await makeTranscript(harness, owner),
    channelId: channel.id,
    simulatorId: simulator.id,
    templateId: template.id,
    broadcastId: await makeBroadcast(harness, owner, simulator.id),
    ...(await makeCampaign(harness, owner, { channelId: simulator.id, templateId: template.id })),
    artifactId: artifact._id,
    richCardId: richCard.id,
    dashboardId: dashboard.id,
    formId: form.id,
    shelvedId: shelved.id,
    formToken: formLink.token,
    waFlowId: waFlow.id,
    waFlowFileId: await makeFlowFile(harness, owner, {
      channelId: simulator.id,
      messageId,
      fileId: driveFile.id,
    }),
    ...journey,
    encapId: encap.journeyId,
    encapInstanceId: encap.journeyInstanceId,
    encapRunId: encap.journeyRunId,
    encapMoveId: encap.journeyMoveId,
    onboardingId: onboarding.id,
    bucketId: bucket.id,
    messageId,
    chatId: messageId,
    chatLabelId: chatLabel.id,
    videoRoomId: call.roomId,
    videoRecordingId: call.recordingId,
    blacklistId: blacklisted.blackList[0]?.id ?? "",
    blacklistWork,
    auditEntryId: trail.entries[0]?.id ?? "",
    intentId: bot.intents["Canary intent"] ?? "",
    entityId: entity.id,
    integrationId: integration.id,
    questionId: question.id,
    customerId: customer.id,
    deletedCustomerId: deletedCustomer.id,
    joinedId: await joinSomebody(harness, owner, customer.id),
    workId: deletion.work,
    groupId: group.id,
    labelId: label.id,
    viewId: view.id,
    fieldId: customerField._id,
    fileId: waiting,
    importId: uploadId,
    driveFileId: driveFile.id,
    userId: owner.userId,
    departmentId: department.id,
    invitationId: invitation.id,
    sessionId: (await owner.call(sessionsApi.listSessions)).sessions[0]?.id ?? "",
    pushId: (await owner.call(pushApi.savePush, { body: await someSubscription() })).id,
    jobId,
  };
  await talk(harness, owner, bot.agentId, [
    { at: new Date().toISOString(), text: "canary question of a customer", answer: "canary answer" },
  ]);
  await fillTheRest(harness, owner);
  return { theirs, trained: state === "done" };
}

/** A customer's message in a chat that the owner has, and that nobody works on. One id is that of all of these. */
async function writeMessage(
  { env }: Harness,
  { enterpriseId, userId }: Person,
  channelId: string,
): Promise<string> {
  const id = randomUUID();
  const db = env.TENANT_1;
  await db.batch([
    db
      .prepare(
        `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status,
           facts, at) VALUES (?1, ?2, ?3, ?1, ?1, 1, 'in', 'text', '{"kind":"text","text":"canary words"}', 'customer', ?1, 'received', '{}', 1)`,
      )
      .bind(id, enterpriseId, channelId),
    db
      .prepare(
        "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) VALUES (?1, ?2, 4, 'Canary person', 1, 1)",
      )
      .bind(id, enterpriseId),
    db
      .prepare(
        `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, handler, handler_name, seq, unread, last_at, last_text,
           created_at, updated_at) VALUES (?1, ?2, ?3, ?1, 2, ?4, 'Canary agent', 1, 1, 1, 'canary words', 1, 1)`,
      )
      .bind(id, enterpriseId, channelId, userId),
  ]);
  return id;
}

/** Makes the customer the same person as somebody without a number; returns the one that was joined. */
async function joinSomebody({ env }: Harness, { enterpriseId }: Person, customerId: string): Promise<string> {
  const id = randomUUID();
  await env.TENANT_1.prepare(
    `INSERT INTO identities (id, enterprise_id, channel_type, name, customer, merged_into, created_at, updated_at)
     SELECT e.value->>0, ?2, 4, 'Canary joined', iif(e.key = 0, c.number, NULL), e.value->>1, 1, 1
     FROM json_each(json_array(json_array(?1 || '+', NULL), json_array(?1, ?1 || '+'))) e JOIN customers c ON c.id = ?3`,
  )
    .bind(id, enterpriseId, customerId)
    .run();
  return id;
}

/** One at work on a channel with somebody in it, whose names a stranger must not read. */
async function automationAtWork(
  harness: Harness,
  owner: Person,
  kind: AutomationKind,
  channelId: string,
): Promise<Pick<Theirs, "journeyId" | "journeyInstanceId" | "journeyRunId" | "journeyMoveId">> {
  const api = automationDoors[kind];
  const { id } = await owner.call(api.create, { body: { name: `Canary ${kind}`, graph: canaryGraph } });
  await owner.call(api.publish, { params: { id }, body: { revision: 1, note: "Canary note" } });
  const instance = await owner.call(instanceDoors[kind].create, {
    params: { id },
    body: { channelId, name: `Canary ${kind} on a channel`, keywords: [`canary ${kind}`] },
  });
  const runId = uuidv7();
  await harness.env.TENANT_1.prepare(
    `INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, node_id, seq, data, started_at)
     SELECT ?1, i.enterprise_id, i.id, i.version_id, i.channel_id, 'canary', ?1, 'waiting', 'end', 0, '{"outcome":"canary"}', 1
     FROM automation_instances i WHERE i.id = ?2`,
  )
    .bind(runId, instance.id)
    .run();
  const move = await owner.call(moveDoors[kind].begin, {
    params: { id, instanceId: instance.id },
    body: { number: 1, what: "end" },
  });
  return { journeyId: id, journeyInstanceId: instance.id, journeyRunId: runId, journeyMoveId: move.id };
}
const canaryGraph = graphOf(
  {
    start: ["start", { triggers: [{ kind: "webhook", by: "phone", at: "phone" }] }],
    end: ["end", { outcome: "canary outcome" }],
  },
  ["start > end"],
);

/** The same with ids that nobody has. */
export const nowhere = (theirs: Theirs): Theirs => ({
  ...theirs,
  ...(Object.fromEntries(
    Object.entries(theirs).flatMap(([name, id]) => (typeof id === "string" ? [[name, "nowhere"]] : [])),
  ) as Partial<Theirs>),
});

/** Tables that get no row by themselves, each with the reason why an invented one would do harm. */
const LEFT_EMPTY: Record<string, string> = {
  fences: "a row holds its enterprise back: whoever has one moves",
  enterprise_moves: "an open one would move it",
  after_commit_tasks:
    "the sweeper would run an invented task again and again; a real one is gone when it is done",
  entry_news: "the clock would decide an invented one; a real one is gone when it is decided",
  run_calls: "the clock would make an invented call; a real one is gone when it is made",
};

/** Tables that do not name their enterprise, each with the rows that are the enterprise's, or with why there are none. */
const BY_OTHER_MEANS: Record<string, { where: string } | { why: string }> = {
  enterprises: { where: "id = ?1" },
  recovery_codes: { where: "user_id IN (SELECT id FROM users WHERE enterprise_id = ?1)" },
  tickets: { where: "session_id IN (SELECT id FROM login_sessions WHERE enterprise_id = ?1)" },
  import_numbers: { where: "import_id IN (SELECT id FROM customer_imports WHERE enterprise_id = ?1)" },
  captchas: { why: "belongs to nobody: it is asked before a sign-in" },
  hook_cursor: { why: "is the database's own: how far its events were read" },
  plans: { why: "is what the deployment sells, to everybody" },
  deletion_receipts: { why: "proves what is gone, and has a hash in place of the id" },
  switches: { why: "is the deployment's own, thrown by its operators" },
  login_failures: { why: "counts senders and addresses by their hashes, before it is known whose they are" },
};

const whereOf = (table: Table): string | undefined => {
  if (has(table, "enterprise_id")) return "enterprise_id = ?1";
  const named = BY_OTHER_MEANS[table.name];
  if (named === undefined) {
    throw new Error(`${table.name} names no enterprise: say in isolation-owner.ts whose its rows are`);
  }
  return "where" in named ? named.where : undefined;
};

const covered = ({ env }: Harness) => [
  ...tenantTables.map((table) => ({ database: env.TENANT_1, table, where: whereOf(table) })),
  ...directoryTables.map((table) => ({ database: env.DIRECTORY, table, where: whereOf(table) })),
];

/** Everything that an enterprise has, by table, to see that nothing of it was changed. */
export async function everythingOf(
  harness: Harness,
  { enterpriseId }: Pick<Person, "enterpriseId">,
): Promise<Record<string, unknown[]>> {
  const { env } = harness;
  const everything: Record<string, unknown[]> = {};
  for (const database of [env.TENANT_1, env.DIRECTORY]) {
    const read = covered(harness).filter((each) => each.database === database && each.where !== undefined);
    const answers = await database.batch(
      read.map(({ table, where }) =>
        database
          .prepare(
            `SELECT * FROM ${table.name} WHERE ${where} ORDER BY ${table.columns.map(({ name }) => `"${name}"`).join()}`,
          )
          .bind(enterpriseId),
      ),
    );
    for (const [at, { table }] of read.entries()) everything[table.name] = answers[at]?.results ?? [];
  }
  return everything;
}

/**
 * Gives an enterprise an invented row in every table in which it has none yet, so that a new table is covered before
 * there is a screen for it. Parents are filled before their children.
 */
async function fillTheRest(harness: Harness, owner: Person): Promise<void> {
  for (let pass = 0; ; pass += 1) {
    const there = await everythingOf(harness, owner);
    const empty = covered(harness).filter(
      ({ table, where }) =>
        where !== undefined && there[table.name]?.length === 0 && !(table.name in LEFT_EMPTY),
    );
    if (empty.length === 0) return;
    const names = new Set(empty.map(({ table }) => table.name));
    const ready = empty.filter(({ table }) => !table.columns.some(({ of }) => of && names.has(of.table)));
    if (ready.length === 0 || pass > 5) throw new Error(`cannot fill ${[...names].join(", ")}`);
    for (const { database, table } of ready) {
      const columns = table.columns.filter(({ required }) => required);
      const values = columns.map((column) => valueFor(column, there, owner));
      await database
        .prepare(
          `INSERT INTO ${table.name} (${columns.map(({ name }) => `"${name}"`).join()}) VALUES (${columns.map(() => "?").join()})`,
        )
        .bind(...values)
        .run();
    }
  }
}

const KEYS: Record<string, string> = {
  user_id: "users",
  session_id: "login_sessions",
  import_id: "customer_imports",
};

function valueFor(
  { name, type, json, of }: Column,
  there: Record<string, unknown[]>,
  { enterpriseId }: Person,
): unknown {
  if (name === "enterprise_id") return enterpriseId;
  const [parent] = (of ? there[of.table] : there[KEYS[name] ?? ""]) ?? [];
  if (parent) return (parent as Record<string, unknown>)[of?.column ?? "id"];
  if (json) return "[]";
  // A state that no worker looks for, and a word that no stranger may read.
  return type === "text" ? `canary ${enterpriseId}` : 0;
}

/** A plan, and an invoice that is to be paid. */
async function makeInvoice(harness: Harness, owner: Person): Promise<string> {
  await switchBillingOn(harness, owner);
  await owner.call(billingApi.choosePlan, { body: { planId: "inr-growth" } });
  await begunBefore(harness, owner, 1);
  await bill(harness, owner);
  // Its mails are sent by the next look, and what strangers change nothing in must stand still.
  await harness.env.DIRECTORY.prepare("UPDATE after_commit_tasks SET due_at = 0 WHERE enterprise_id = ?")
    .bind(owner.enterpriseId)
    .run();
  await harness.scheduled();
  await eventually(async () => {
    const open = await harness.env.DIRECTORY.prepare(
      `SELECT (SELECT count(*) FROM mails WHERE enterprise_id = ?1 AND state IN ('waiting', 'sending'))
        + (SELECT count(*) FROM after_commit_tasks WHERE enterprise_id = ?1) AS n`,
    )
      .bind(owner.enterpriseId)
      .first<number>("n");
    if (open !== 0) throw new Error(`${open} mails are on their way`);
  });
  const { invoices } = await owner.call(billingApi.getBilling);
  return invoices[0]?.id ?? "";
}

/** A broadcast to somebody, which is over. */
async function makeBroadcast(
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Pick<Person, "enterpriseId">,
  channelId: string,
): Promise<string> {
  const id = broadcastIdOf(uuidv7());
  await env.TENANT_1.batch([
    env.TENANT_1.prepare(
      `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class, by_id, by_name,
         timezone, prepared_at, ended_at, created_at, updated_at)
       VALUES (?1, ?2, 'Canary broadcast', ?3, 4, 'none', ?5, ?4, 'completed', 3, '', '', 'UTC', 1, 1, 1, 1)`,
    ).bind(
      id,
      enterpriseId,
      channelId,
      JSON.stringify(emptyRequest(channelId)),
      JSON.stringify({ name: "canary", components: components.parse({ body: { text: "canary" } }) }),
    ),
    env.TENANT_1.prepare(
      `INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, data, status, facts)
       VALUES (?, ?, 'canary identity', '+919876543210', '{"body/1":"canary"}', 'delivered', '{}')`,
    ).bind(recipientIdOf(id, 1), enterpriseId),
  ]);
  return id;
}

/** A campaign with an activity that waits for a checker; as if a colleague had made it. */
async function makeCampaign(
  { env }: Pick<Harness, "env">,
  owner: Person,
  { channelId, templateId }: { channelId: string; templateId: string },
): Promise<Pick<Theirs, "campaignId" | "activityId">> {
  const { id: campaignId } = await owner.call(campaignsApi.createCampaign, {
    body: { name: "Canary campaign" },
  });
  const activityId = uuidv7();
  await env.TENANT_1.prepare(
    `INSERT INTO activities (id, enterprise_id, campaign_id, name, channel_id, channel_type, template_id, request, plan, state, approval,
       makers, by_id, by_name, created_at, updated_at) VALUES (?1, ?2, ?3, 'Canary activity', ?4, 4, ?5, ?6, ?7, 0, 'pending', '[]', '', '', 1, 1)`,
  )
    .bind(
      activityId,
      owner.enterpriseId,
      campaignId,
      channelId,
      templateId,
      JSON.stringify(
        activitiesApi.activityRequest.parse({
          channelId,
          phoneNumber: ["+919876543210"],
          message: { template: { templateUId: templateId } },
        }),
      ),
      JSON.stringify(plan.parse({})),
    )
    .run();
  return { campaignId, activityId };
}

const emptyRequest = (channelId: string) =>
  broadcastRequest.parse({ channelId, message: { template: { templateUId: "none" } } });
