import { mp3 } from "#tests/support/made-files.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { makeTranscript } from "#tests/support/speech.ts";
import { randomUUID } from "node:crypto";
import { loginBody } from "#db/seed/client.ts";
import { linkTo, sealedPair, solvedCaptcha } from "#tests/support/mailbox.ts";
import { makePdf } from "#tests/support/pdf.ts";
import {
  authenticatorCode,
  challengeOf,
  codeIn,
  newestMail,
  sealedFor,
} from "#tests/support/second-factor.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { someSubscription } from "#tests/support/push-service.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import * as chatAgentApi from "#workers/contract/endpoints/chat-agent.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as designerApi from "#workers/contract/endpoints/designer.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { sealLink } from "#workers/domain/drive/public-link.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import * as driveApi from "#workers/contract/endpoints/drive.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import { noTrouble } from "#workers/contract/simulator.ts";
import * as knowledgeApi from "#workers/contract/endpoints/knowledge.ts";
import * as mailPreviewApi from "#workers/contract/endpoints/mail-preview.ts";
import * as myProfileApi from "#workers/contract/endpoints/my-profile.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { moveDoors } from "#workers/contract/endpoints/automation-moves.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { AUTOMATION_FORMAT } from "#workers/contract/automation/automation-file.ts";
import { caseDoors } from "#workers/contract/endpoints/automation-cases.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { graphOf } from "#tests/support/flow.ts";
import * as waFlowsApi from "#workers/contract/endpoints/wa-flows.ts";
import { plainFlow } from "#tests/support/wa-flows.ts";
import * as marketplaceApi from "#workers/contract/endpoints/marketplace.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import { aForm } from "#tests/support/forms.ts";
import { createOwnDashboard } from "#workers/contract/endpoints/own-dashboards.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { slotsOf } from "#workers/contract/templates/sending.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { components } from "#workers/contract/templates/template.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";
import { artifactTypes } from "#workers/contract/library.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { kept } from "#tests/support/template-examples.ts";
import { intentBody } from "#tests/support/isolation.ts";
import { chosen, codeSent, permitted, started } from "./onboardings.ts";
import { asToSend } from "./public-sending.ts";
import { byVisitor, type Calls, videoOf } from "./reading.ts";
import type { World } from "./world.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const confirmation = async ({ send, owner }: World) => ({ password: await sealedFor(send, owner.userId) });
const phrase = (index: number) => ({ utterance: `a phrase number ${index}` });

const madeFlow = async ({ owner, ids: { simulatorId } }: World, name: string): Promise<string> =>
  (
    await owner.call(waFlowsApi.createWaFlow, {
      body: { name: `flow ${name}`, categories: ["OTHER"], channelId: simulatorId, content: plainFlow() },
    })
  ).id;
const madeForm = async ({ owner }: World, name: string): Promise<string> =>
  (await owner.call(formsApi.createForm, { body: { name: `form ${name}`, content: aForm(name) } })).id;
const richCard = (name: string) => ({ name, content: { cards: [{ title: "One" }] } });
const reply = (name: string) => ({
  type: artifactTypes.message,
  data: { name, text: "hello {name}" },
  isPublic: true,
});

const small = (end: string) => graphOf({ start: ["start"], end: ["end", { outcome: end }] }, ["start > end"]);
const aFile = (kind: AutomationKind, name: string) => ({
  format: AUTOMATION_FORMAT,
  automations: [{ id: name, kind, name: `${kind} ${name}`, graph: small("first") }],
});
const aCase = {
  name: "Straight on",
  content: {
    channelType: 4,
    customer: { name: "", phone: "" },
    now: 0,
    turns: [
      {
        act: { kind: "start" as const },
        path: [
          { node: "start", port: "next" },
          { node: "end", port: null },
        ],
        said: [],
      },
    ],
  },
};
/** Calls of journeys or encaps that change something; each has one of its own. */
function automationRows(
  kind: AutomationKind,
  named: Record<
    | "create"
    | "change"
    | "remove"
    | "saveDraft"
    | "publish"
    | "takeBack"
    | "try"
    | "check"
    | "import"
    | "saveCase"
    | "runCases"
    | "changeCase"
    | "removeCase",
    string
  >,
): Calls {
  const api = automationDoors[kind];
  const made = async ({ owner }: World, name: string) =>
    (await owner.call(api.create, { body: { name: `${kind} ${name}`, graph: small("first") } })).id;
  const withCase = async (world: World, name: string) => {
    const id = await made(world, name);
    const { id: caseId } = await world.owner.call(caseDoors[kind].save, { params: { id }, body: aCase });
    return { id, caseId };
  };
  return {
    [named.saveCase]: async (world) => ({ params: { id: await made(world, "case kept") }, body: aCase }),
    [named.runCases]: async (world) => ({
      params: { id: (await withCase(world, "cases played")).id },
      body: { graph: small("first") },
    }),
    [named.changeCase]: async (world) => ({
      params: await withCase(world, "case changed"),
      body: { name: "Changed", revision: 1, graph: small("first") },
    }),
    [named.removeCase]: async (world) => ({ params: await withCase(world, "case deleted") }),
    [named.create]: () => ({ body: { name: `another ${kind}` } }),
    [named.change]: async (world) => ({
      params: { id: await made(world, "changed") },
      body: { name: `${kind} renamed`, folder: "Folder" },
    }),
    [named.remove]: async (world) => ({ params: { id: await made(world, "deleted") } }),
    [named.saveDraft]: async (world) => ({
      params: { id: await made(world, "drawn") },
      body: { graph: small("second"), revision: 1 },
    }),
    [named.publish]: async (world) => ({
      params: { id: (await withCase(world, "published")).id },
      body: { revision: 1 },
    }),
    [named.try]: () => ({
      body: {
        graph: small("tried"),
        run: null,
        act: { kind: "start" },
        now: 0,
        channelType: 4,
        customer: { name: "", phone: "" },
      },
    }),
    [named.check]: () => ({ body: { file: aFile(kind, "looked at") } }),
    [named.import]: () => ({ body: { file: aFile(kind, "taken in") } }),
    [named.takeBack]: async (world) => {
      const id = await made(world, "taken back");
      await world.owner.call(api.publish, { params: { id }, body: { revision: 1 } });
      return { params: { id }, body: { number: 1, revision: 1 } };
    },
  };
}

/** Another run like this one, which has failed for a reason; answers its id. */
async function failed({ harness }: World, runId: string, code: string): Promise<string> {
  const id = randomUUID();
  await harness.env.TENANT_1.prepare(
    `INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, node_id, seq, data, started_at, ended_at)
     SELECT ?2, enterprise_id, instance_id, version_id, channel_id, identity_id, ?2, 'failed', 'end', 0, json_object('reason', json_object('code', ?3)), 1, 2
     FROM runs WHERE id = ?1`,
  )
    .bind(runId, id, code)
    .run();
  return id;
}

/** The same, waiting at a step. */
async function waiting({ harness }: World, runId: string, node: string): Promise<void> {
  await harness.env.TENANT_1.prepare(
    `INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, node_id, seq, data, started_at)
     SELECT ?2, enterprise_id, instance_id, version_id, channel_id, identity_id, ?2, 'waiting', ?3, 0, '{}', 1 FROM runs WHERE id = ?1`,
  )
    .bind(runId, randomUUID(), node)
    .run();
}

/** The same for what works on a channel. */
function instanceRows(
  kind: AutomationKind,
  named: Record<
    "create" | "move" | "version" | "enter" | "add" | "retryRun" | "endRun" | "beginMove" | "undoMove",
    string
  >,
  keys: readonly [id: "journeyId" | "encapId", run: "journeyRunId" | "encapRunId"],
): Calls {
  const api = instanceDoors[kind];
  const [own, runKey] = keys;
  const begun = async ({ owner, ids }: World) => {
    const body = { channelId: ids.simulatorId };
    const instance = await owner.call(api.create, { params: { id: ids[own] }, body });
    return { id: ids[own], instanceId: instance.id };
  };
  return {
    [named.create]: ({ ids }) => ({
      params: { id: ids[own] },
      body: { channelId: ids.simulatorId, keywords: [`another ${kind}`] },
    }),
    [named.move]: async (world) => ({
      params: await begun(world),
      body: { action: "stop", letFinish: false },
    }),
    [named.version]: async (world) => ({ params: await begun(world), body: { number: 1 } }),
    [named.enter]: async (world) => ({
      params: await begun(world),
      body: { id: randomUUID(), customers: [world.ids.customerId] },
    }),
    [named.add]: async (world) => ({
      params: await begun(world),
      body: { customerIds: [world.ids.customerId] },
    }),
    [named.beginMove]: async (world) => ({
      params: await begun(world),
      body: { number: 1, what: "end" },
    }),
    [named.undoMove]: async (world) => {
      const params = await begun(world);
      const body = { number: 1, what: "end" } as const;
      const { id: moveId } = await world.owner.call(moveDoors[kind].begin, { params, body });
      return { params: { ...params, moveId } };
    },
    [named.retryRun]: async (world) => ({
      params: {
        id: world.ids[own],
        instanceId: world.ids[kind === "journey" ? "journeyInstanceId" : "encapInstanceId"],
        runId: await failed(world, world.ids[runKey], "one"),
      },
      body: { newest: true },
    }),
    [named.endRun]: ({ ids }) => ({
      params: {
        id: ids[own],
        instanceId: ids[kind === "journey" ? "journeyInstanceId" : "encapInstanceId"],
        runId: ids[runKey],
      },
    }),
  };
}

/** A template that may be submitted, and is nobody else's. */
const draftOf = async ({ owner, ids }: World, name: string): Promise<string> => {
  const body = { ...kept.base, name, channelId: ids.simulatorId };
  return (await owner.call(templatesApi.createTemplate, { body })).id;
};

/** One call of each endpoint that changes something, in an order in which each finds what it needs. */
/** The chat, with somebody who is no customer. */
async function stranger({ harness, ids: { chatId } }: World): Promise<string> {
  await harness.env.TENANT_1.prepare("UPDATE identities SET customer = NULL WHERE id = ?").bind(chatId).run();
  return chatId;
}

/** A broadcast of a template that is approved. */
const broadcastOf = async (world: World, name: string) => {
  const templateUId = await draftOf(world, `broadcast_${name}`);
  const { harness, ids } = world;
  await harness.env.TENANT_1.prepare("UPDATE templates SET status = 'APPROVED' WHERE id = ?")
    .bind(templateUId)
    .run();
  return {
    channelId: ids.simulatorId,
    phoneNumber: ["+919876543210"],
    message: { template: { templateUId } },
    columnMapping: slotsOf(components.parse(kept.base.components)).map(({ key }) => ({
      variable: key,
      type: "static" as const,
      value: "one",
    })),
  };
};

const campaignOf = async ({ owner }: World, name: string) =>
  (await owner.call(campaignsApi.createCampaign, { body: { name: `Campaign ${name}` } })).id;

/** An activity that has come so far; as if a colleague had made it. */
async function activityOf(
  world: World,
  name: string,
  steps: ("submit" | "approve" | "start")[] = [],
  isCompared = false,
) {
  const { owner, harness } = world;
  const request = await broadcastOf(world, name);
  const { message, columnMapping } = request;
  const rule = { share: 10, by: "replied" as const, after: { count: 1, unit: "day" as const } };
  const { id, campaignId } = await owner.call(activitiesApi.createActivity, {
    params: { id: await campaignOf(world, name) },
    body: { name, request, comparison: isCompared ? { message, columnMapping, ...rule } : null },
  });
  await harness.env.TENANT_1.prepare("UPDATE activities SET makers = '[]' WHERE id = ?").bind(id).run();
  const read = () => owner.call(activitiesApi.getActivity, { params: { id } });
  for (const step of steps) {
    if (step === "approve") {
      const { revision } = await read();
      await owner.call(activitiesApi.approveActivity, { params: { id }, body: { revision } });
    } else await owner.call(activitiesApi.moveActivity, { params: { id, action: step } });
  }
  return { id, campaignId, revision: (await read()).revision };
}

export const changing: Calls = {
  clientError: () => ({ body: { kind: "error", message: "m", where: "/", requestId: "" } }),
  widgetSession: (world) => ({ ...byVisitor(world), body: { token: world.visitor.by.token } }),
  widgetSay: (world) => ({
    ...byVisitor(world),
    body: { key: crypto.randomUUID(), body: { kind: "text", text: "hello" } },
  }),
  widgetSeen: (world) => ({ ...byVisitor(world), body: { read: ["nothing"] } }),
  captcha: () => ({ query: { purpose: "login", kind: "question" } }),
  login: async ({ send, owner, password }) => ({
    body: await loginBody(send, { email: owner.email, password }),
  }),
  socketTicket: () => ({ body: {} }),
  issueChatCode: () => ({ body: {} }),
  exchangeChatCode: async ({ owner }) => ({
    body: { code: (await owner.call(chatAgentApi.issueChatCode)).code },
  }),
  redeemDesignerAccess: async ({ owner }) => {
    const { accessId } = await owner.call(designerApi.designerAccess);
    return { body: { accessId } };
  },
  signUp: async (world) => ({ body: await signUpForm(world, world.newcomer) }),
  resend: async ({ send, newcomer }) => ({
    body: { emailId: newcomer, ...(await solvedCaptcha(send, "signup")) },
  }),
  activationState: async ({ send, newcomer }) => ({ params: { id: await codeOf(send, newcomer) } }),
  activate: async ({ send, newcomer }) => ({ body: { id: await codeOf(send, newcomer) } }),
  recover: async ({ send, newcomer }) => ({
    body: { emailId: newcomer, ...(await solvedCaptcha(send, "forgetPassword")) },
  }),
  changeForgotten: async ({ send, newcomer, nextPassword }) => {
    const link = await linkTo(send, newcomer);
    const { uId, eId, resetCode } = Object.fromEntries(link.searchParams) as Record<string, string>;
    return { body: { uId, eId, resetCode, ...(await sealedPair(send, resetCode ?? "", nextPassword())) } };
  },
  changeOwn: async ({ send, colleague, password, nextPassword }) => ({
    token: colleague.token,
    body: {
      currentPassword: await sealedFor(send, colleague.userId, password),
      ...(await sealedPair(send, colleague.userId, nextPassword())),
    },
  }),
  createInvitation: ({ invited }) => ({ body: { emailId: invited, roles: [3] } }),
  resendInvitation: async ({ harness, ids }) => {
    // As if the first mail had gone out a while ago.
    await harness.env.DIRECTORY.prepare("UPDATE invitations SET sent_at = 0").run();
    return { params: { id: ids.invitationId }, body: {} };
  },
  invitationByCode: async ({ send, invited }) => ({ params: { id: await codeOf(send, invited) } }),
  acceptInvitation: async ({ send, invited, nextPassword }) => {
    const code = await codeOf(send, invited);
    return {
      params: { id: code },
      body: { name: "Meera", password: await sealedFor(send, code, nextPassword()) },
    };
  },
  mailHtml: async ({ owner }) => {
    const { mails } = await owner.call(mailPreviewApi.listMails);
    return { params: { id: mails[0]?.id ?? "" } };
  },
  revokeInvitation: ({ ids }) => ({ params: { id: ids.invitationId } }),
  saveTwoFactor: async (world) => ({
    token: world.guarded.token,
    body: { type: "mail", password: await sealedFor(world.send, world.guarded.userId) },
  }),
  getRecoveryCodes: ({ guarded }) => ({ token: guarded.token }),
  resendAuthMail: async ({ harness, send, guarded }) => {
    const { id } = await challengeOf(send, guarded.email);
    // Nobody waits for half a minute: the mail before has been forgotten.
    await harness.env.DIRECTORY.prepare("DELETE FROM login_failures").run();
    return { body: { id } };
  },
  verifyCode: async ({ harness, send, guarded }) => {
    const { id } = await challengeOf(send, guarded.email);
    const securityCode = codeIn(await newestMail(harness, guarded.email));
    return { body: { id, authType: "mail", securityCode } };
  },
  beginTotp: async ({ send, guarded }) => ({
    token: guarded.token,
    body: { password: await sealedFor(send, guarded.userId) },
  }),
  confirmTotp: async ({ send, guarded }) => {
    const { secret } = await guarded.call(twoFactorApi.beginTotp, {
      body: { password: await sealedFor(send, guarded.userId) },
    });
    return { token: guarded.token, body: { code: authenticatorCode(secret, -1) } };
  },
  makeRecoveryCodes: async ({ send, guarded }) => ({
    token: guarded.token,
    body: { password: await sealedFor(send, guarded.userId) },
  }),
  disableTwoFactor: ({ guarded }) => ({ body: { uId: guarded.userId } }),
  saveSignInRules: async (world) => ({
    body: { singleSession: false, ...(await confirmation(world)) },
  }),
  renewSession: async (world) => ({ body: await confirmation(world) }),
  saveProfile: async ({ owner }) => ({
    body: { profile: { name: "Kiran" }, revision: (await owner.call(myProfileApi.getProfile)).revision },
  }),
  updateUser: async ({ owner }) => ({
    body: { name: "Kiran", revision: (await owner.call(myProfileApi.getProfile)).revision },
  }),
  saveAudio: async ({ owner }) => {
    const { enableChatNotification, audioSettings } = await owner.call(myProfileApi.getProfile);
    return { body: { enableChatNotification, audioSettings } };
  },
  saveConfiguration: async ({ owner }) => ({
    body: {
      details: { address: "MG Road" },
      revision: (await owner.call(enterpriseApi.getDetails)).revision,
    },
  }),
  uploadToDrive: ({ image }) => ({
    form: { field: "file", bytes: image, name: "another.png", fields: { use: "profile" } },
  }),
  openDriveLink: async ({ owner, ids }) => {
    const { url } = await owner.call(driveApi.linkDriveFile, { params: { id: ids.driveFileId } });
    return { params: { link: new URL(url, "https://console").pathname.split("/").at(-1) ?? "" } };
  },
  openMedium: async ({ harness, owner, ids }) => {
    const named = { enterpriseId: enterpriseId.parse(owner.enterpriseId), fileId: ids.driveFileId };
    return {
      params: { link: await sealLink(keyRing(harness.secrets.DATA_KEY), named, Date.now() + 60_000) },
    };
  },
  messageMedium: async ({ harness, owner, ids }) => {
    const id = crypto.randomUUID();
    const body = JSON.stringify({ kind: "image", medium: { fileId: ids.driveFileId } });
    await harness.env.TENANT_1.prepare(
      `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
         VALUES (?1, ?2, 'c', 'i', ?1, 1, 'in', 'image', ?3, 'customer', '', 'received', '{}', 1)`,
    )
      .bind(id, owner.enterpriseId, body)
      .run();
    return { params: { id } };
  },
  sendEvent: ({ ids }) => ({
    body: { name: "depth", key: randomUUID(), customer: { id: ids.customerId }, data: {} },
  }),
  sendMessages: async (world) => ({ body: { messages: [await asToSend(world)] } }),
  saveAgent: () => ({ body: { name: "A new bot", description: "x" } }),
  saveAgentConfig: ({ ids: { agentId } }) => ({
    params: { id: agentId },
    body: {
      entityExtractRetries: 1,
      outOfScopeMessage: "Sorry",
      modelType: "SVM",
      confidenceThreshold: 0.5,
      language: "en",
    },
  }),
  saveStory: ({ ids: { agentId } }) => ({ body: { agentId, name: "Another story" } }),
  saveIntent: ({ ids }) => ({
    body: { ...intentBody(ids), name: "New", utterances: [phrase(1), phrase(2)] },
  }),
  saveEntity: ({ ids: { agentId } }) => ({
    body: { agentId, name: "colour", values: [{ value: "red", type: "synonymns" }] },
  }),
  predictIntent: async ({ harness, owner, ids: { agentId }, sessionId }) => {
    const body = { agentId, sessionId, message: { type: "text" as const, text: "what is my balance" } };
    // A bot that nobody has just changed, and that has been talked to.
    await harness.env.TENANT_1.prepare("UPDATE agents SET content_changed_at = 1 WHERE id = ?")
      .bind(agentId)
      .run();
    await owner.call(botSessionsApi.predictIntent, { body });
    return { body };
  },
  saveTestQuestion: ({ ids: { agentId } }) => ({
    params: { id: agentId },
    body: { text: "another question", intentId: null },
  }),
  runTestQuestions: ({ ids: { agentId } }) => ({ params: { id: agentId }, body: {} }),
  deleteTestQuestion: ({ ids: { agentId, questionId } }) => ({ params: { id: agentId, questionId } }),
  serveVersion: ({ ids: { agentId } }) => ({ params: { id: agentId, version: 1 }, body: {} }),
  addPhrases: ({ ids: { agentId, intentId } }) => ({
    params: { id: agentId },
    body: { intentId, texts: ["a phrase from the review"] },
  }),
  ignoreUnmatched: ({ ids: { agentId } }) => ({ params: { id: agentId }, body: { texts: ["nothing"] } }),
  trainAgent: ({ ids: { agentId } }) => ({ params: { id: agentId }, query: { wait: 0 } }),
  cancelTraining: ({ ids: { agentId } }) => ({ params: { id: agentId }, body: {} }),
  uploadDocuments: async ({ ids: { agentId } }) => ({
    form: {
      field: "files",
      bytes: await makePdf([{ heading: "Canary", lines: ["canary in a document"] }]),
      name: "a.pdf",
      fields: { agentId },
    },
  }),
  saveKnowledge: ({ ids: { agentId } }) => ({
    params: { id: agentId },
    body: { kbFromDoc: true, documents: [{ fileName: "a.pdf" }] },
  }),
  getDocument: async ({ owner, ids: { agentId } }) => {
    const { sources } = await owner.call(knowledgeApi.getKnowledge, { params: { id: agentId } });
    return { params: { id: agentId, sourceId: sources[0]?.id ?? "" } };
  },
  rereadKnowledge: ({ ids: { agentId } }) => ({ params: { id: agentId }, body: {} }),
  deleteDocuments: ({ ids: { agentId } }) => ({ body: { agentId, filenames: ["a.pdf"] } }),
  choosePlan: () => ({ body: { planId: "inr-scale" } }),
  saveBillingDetails: () => ({
    body: { legalName: "Depth Ltd", address: "1 Road", country: "IN", state: "27" },
  }),
  saveSpeechSettings: () => ({ body: { provider: "openAi", apikey: "another key" } }),
  speak: async ({ harness, owner }) => {
    await makeTranscript(harness, owner);
    return { body: { text: "Hello", language: "en", voice: "nova" } };
  },
  transcribe: async ({ harness, owner }) => ({
    body: {
      fileId: (await sendToDrive(harness, owner, { use: "speech", bytes: mp3(), name: "call.mp3" })).id,
    },
  }),
  retrySpeech: async ({ harness, owner }) => {
    const id = await makeTranscript(harness, owner);
    await harness.env.TENANT_1.prepare("UPDATE speech_jobs SET state = 'failed' WHERE id = ?").bind(id).run();
    return { params: { id } };
  },
  saveTranscript: ({ ids }) => ({
    params: { id: ids.speechId },
    body: { segments: [{ start: 0, end: 1, text: "Hello" }] },
  }),
  retryVoiceTranscript: async ({ harness, owner, ids }) => {
    const id = await makeTranscript(harness, owner);
    await harness.env.TENANT_1.prepare(
      "UPDATE speech_jobs SET state = 'failed', message_id = ?, identity_id = '' WHERE id = ?",
    )
      .bind(ids.messageId, id)
      .run();
    return { params: { id: ids.messageId } };
  },
  savePaymentAccount: () => ({
    body: { keyId: "rzp_test_a", keySecret: "a secret of a key", webhookSecret: "a secret of a hook" },
  }),
  createHook: () => ({ body: { url: "https://hooks.company.com/", events: ["chat.opened"], on: false } }),
  updateHook: ({ ids }) => ({
    params: { id: ids.hookId },
    body: { url: "https://hooks.company.com/other", events: ["chat.closed"], on: false },
  }),
  renewHookSecret: ({ ids }) => ({ params: { id: ids.hookId }, body: {} }),
  replayFailed: ({ ids }) => ({ params: { id: ids.hookId }, body: { since: "2026-01-01T00:00:00Z" } }),
  createApiKey: () => ({ body: { name: "a key", scopes: ["customers.read"] } }),
  createIntegration: () => ({ body: { name: "another integration", llm: 1, apikey: "key" } }),
  updateIntegration: async ({ owner, ids: { integrationId: id } }) => {
    const { revision } = await owner.call(integrationsApi.getIntegration, { params: { id } });
    return { params: { id }, body: { name: "renamed", llm: 1, revision } };
  },
  saveCustomer: ({ ids: { groupId, labelId } }) => ({
    body: { name: "Meera", phoneNumber: "+91 98765 43299", groups: [groupId], tags: [labelId] },
  }),
  saveCustomerProfile: ({ ids: { customerId } }) => ({
    body: { id: customerId, name: "Meera", phoneNumber: "+91 98765 43297" },
  }),
  mapToGroups: ({ ids: { groupId, customerId } }) => ({
    body: { groupIds: [groupId], customerIds: [customerId] },
  }),
  mapToLabels: ({ ids: { labelId, customerId } }) => ({
    body: { tagIds: [labelId], customerIds: [customerId] },
  }),
  startBulk: ({ ids: { groupId } }) => ({ body: { action: "mark", markIds: [groupId] } }),
  mergeCustomers: ({ ids: { customerId }, customers: [from] }) => ({
    params: { id: customerId },
    body: { from },
  }),
  tellCustomersApart: ({ ids: { customerId }, customers: [, from] }) => ({
    params: { id: customerId },
    body: { from: from ?? "" },
  }),
  summariseChat: ({ ids }) => ({ params: { id: ids.chatId }, body: {} }),
  makeChatCustomer: async (world) => ({
    params: { id: await stranger(world) },
    body: { name: "Ravi Iyer", phoneNumber: "+91 98765 43298" },
  }),
  linkChatCustomer: async (world) => ({
    params: { id: await stranger(world) },
    body: { customerId: world.ids.customerId },
  }),
  partCustomerChannel: ({ ids: { customerId, joinedId } }) => ({
    params: { id: customerId, joinedId },
    body: {},
  }),
  deleteCustomer: ({ customers: [, id] }) => ({ params: { id: id ?? "" } }),
  restoreCustomer: ({ customers: [, id] }) => ({ params: { id: id ?? "" }, body: {} }),
  deleteCustomers: ({ customers: [, , id] }) => ({ body: { customerIds: [id] } }),
  undoBulkJob: ({ ids: { workId } }) => ({ body: { work: workId } }),
  eraseCustomer: ({ customers: [, id] }) => ({
    params: { id: id ?? "" },
    body: { confirm: "Customer 1" },
  }),
  verifyReceipt: async ({ owner }) => {
    const phoneNumber = "+91 98765 43288";
    const { customer } = await owner.call(customersApi.saveCustomer, {
      body: { name: "Erased", phoneNumber },
    });
    const { receipt } = await owner.call(personalDataApi.eraseCustomer, {
      params: { id: customer.id },
      body: { confirm: "Erased" },
    });
    return { params: { id: receipt.id }, body: { phoneNumber } };
  },
  saveGroup: () => ({ body: { name: "Another group" } }),
  saveLabel: () => ({ body: { name: "Another label" } }),
  saveView: () => ({ body: { name: "Another view", query: "" } }),
  deleteGroup: ({ ids }) => ({ params: { id: ids.groupId } }),
  deleteLabel: ({ ids }) => ({ params: { id: ids.labelId } }),
  deleteView: ({ ids }) => ({ params: { id: ids.viewId } }),
  saveField: () => ({
    body: {
      fieldName: "another",
      fieldLabel: "Another",
      fieldHelptext: "x",
      mandatory: false,
      fieldType: "text",
      inputType: "alphabets",
    },
  }),
  moveField: ({ ids }) => ({ body: { from: 0, to: 1, _id: ids.fieldId } }),
  deleteField: ({ ids }) => ({ params: { id: ids.fieldId } }),
  beginUpload: () => ({ body: { name: "a.csv", bytes: 20 } }),
  sendPart: async ({ owner }) => {
    const { path } = await owner.call(importsApi.beginUpload, { body: { name: "b.csv", bytes: 11 } });
    return { params: { id: path, part: 1 }, bytes: bytesOf("Name,Phone\n") };
  },
  startImport: ({ ids }) => ({ body: { file: { name: "c.csv", path: ids.fileId }, dryRun: true } }),
  stepImport: ({ ids }) => ({ params: { id: ids.importId, step: "undo" }, body: {} }),
  importAgent: ({ agentFile }) => ({
    form: { field: "files", bytes: agentFile, name: "bot.json", fields: { name: "Imported" } },
  }),
  importPhrases: ({ ids: { agentId } }) => ({
    params: { id: agentId },
    form: {
      field: "files",
      bytes: bytesOf("story,intent,phrase\nStory,New,one more phrase\n"),
      name: "p.csv",
    },
  }),
  restoreFromTrash: ({ trashed: [id] }) => ({ params: { kind: "customer", id: id ?? "" }, body: {} }),
  deleteForGood: ({ trashed: [, id] }) => ({ params: { kind: "customer", id: id ?? "" } }),
  emptyTrash: () => ({ body: { kind: "customer", confirm: "delete" } }),
  saveRole: async ({ owner }) => {
    const { roles } = await owner.call(rolesApi.listRoles);
    const role = roles.find(({ id }) => id === 6);
    return {
      params: { role: 6 },
      body: {
        permissions: Object.fromEntries((role?.permissions ?? []).map((each) => [each, 1])),
        revision: role?.revision ?? 0,
      },
    };
  },
  createUser: async ({ send, nextPassword }) => {
    const emailId = `ravi-${Date.now()}@example.com`;
    return {
      body: { name: "Ravi", emailId, password: await sealedFor(send, emailId, nextPassword()), roles: [3] },
    };
  },
  updateRoles: async ({ owner, colleague }) => {
    const { revision } = await owner.call(usersApi.getUser, { params: { id: colleague.userId } });
    return { params: { id: colleague.userId }, body: { roles: [3, 6], revision } };
  },
  resetPassword: async ({ send, colleague, password, nextPassword }) => ({
    params: { id: colleague.userId },
    body: {
      adminPassword: await sealedFor(send, colleague.userId, password),
      password: await sealedFor(send, colleague.userId, nextPassword()),
    },
  }),
  forceAgentStatus: ({ owner }) => ({ params: { id: owner.userId }, body: { agentStatus: "online" } }),
  savePush: async () => ({ body: await someSubscription() }),
  keepPush: ({ ids }) => ({ params: { id: ids.pushId }, body: {} }),
  testPush: ({ ids }) => ({ params: { id: ids.pushId } }),
  deletePush: ({ ids }) => ({ params: { id: ids.pushId } }),
  updateAgentStatus: () => ({ body: { agentStatus: "online" } }),
  createChannel: ({ ids }) => ({
    body: { name: "Another", type: 4, vendor: 91, deptId: ids.departmentId, agentId: ids.agentId },
  }),
  updateChannel: ({ ids }) => ({
    params: { id: ids.channelId },
    body: {
      name: "Renamed",
      contactId: "919876500001",
      data: { phoneNumberId: "1", wabaId: "2", appSecret: "another" },
      deptId: ids.departmentId,
    },
  }),
  testChannel: ({ ids }) => ({ params: { id: ids.channelId }, body: {} }),
  stopSending: () => ({ body: { reason: "Wrong price" } }),
  resumeSending: () => ({ body: {} }),
  saveOfferRules: () => ({ body: { quiet: null, cap: { most: 2, days: 7 } } }),
  retryEvents: ({ ids }) => ({ params: { id: ids.channelId }, body: {} }),
  pauseChannel: ({ ids }) => ({ params: { id: ids.channelId }, body: {} }),
  resumeChannel: ({ ids }) => ({ params: { id: ids.channelId }, body: {} }),
  savePrices: ({ ids }) => ({
    params: { id: ids.channelId },
    body: { prices: [{ country: "*", category: "*", price: 1, currency: "USD" }] },
  }),
  deleteChannel: ({ ids }) => ({ params: { id: ids.channelId } }),
  createTemplate: ({ ids }) => ({ body: { ...kept.base, name: "another", channelId: ids.simulatorId } }),
  updateTemplate: ({ ids }) => ({ params: { id: ids.templateId }, body: { ...kept.base, name: "changed" } }),
  copyTemplate: ({ ids }) => ({ params: { id: ids.templateId }, body: {} }),
  submitTemplate: async (world) => ({ params: { id: await draftOf(world, "submitted") }, body: {} }),
  syncTemplates: ({ ids }) => ({ body: { channelId: ids.simulatorId } }),
  deleteTemplate: async (world) => ({ params: { id: await draftOf(world, "deleted") } }),
  validateBroadcast: async (world) => ({ body: await broadcastOf(world, "validated") }),
  listEstimatedPeople: async (world) => ({
    body: { ...(await broadcastOf(world, "people")), kind: "reachable" as const },
  }),
  recordExternalCampaign: () => ({
    body: { externalId: "spring", name: "Spring", channelType: 4, startedAt: "2026-11-01T10:00:00Z" },
  }),
  sendBroadcast: async (world) => ({ body: await broadcastOf(world, "sent") }),
  moveBroadcast: async (world) => {
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    const body = { ...(await broadcastOf(world, "moved")), startAt };
    const { id } = await world.owner.call(broadcastSendingApi.sendBroadcast, { body });
    return { params: { id, action: "stop" as const } };
  },
  settleRecipients: async (world) => {
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    const body = { ...(await broadcastOf(world, "settled")), startAt };
    const { id } = await world.owner.call(broadcastSendingApi.sendBroadcast, { body });
    await world.harness.env.TENANT_1.prepare(
      "INSERT INTO broadcast_recipients (id, enterprise_id, address, status, facts) VALUES (?, ?, '+91', 'unknown', '{}')",
    )
      .bind(recipientIdOf(id, 1), world.owner.enterpriseId)
      .run();
    return {
      params: { id, settlement: "arrived" as const },
      body: { seenAt: new Date().toISOString() },
    };
  },
  createCampaign: () => ({ body: { name: "Another campaign" } }),
  updateCampaign: async (world) => ({
    params: { id: await campaignOf(world, "changed") },
    body: { name: "Campaign that was changed" },
  }),
  moveCampaign: async (world) => ({
    params: {
      id: (await activityOf(world, "c_moved", ["submit", "approve", "start"])).campaignId,
      action: "stop" as const,
    },
  }),
  cloneCampaign: async (world) => ({
    params: { id: (await activityOf(world, "c_cloned")).campaignId },
    body: { name: "Campaign that is a copy" },
  }),
  deleteCampaign: async (world) => ({ params: { id: (await activityOf(world, "c_deleted")).campaignId } }),
  validateActivity: async (world) => ({ body: { request: await broadcastOf(world, "a_validated") } }),
  createActivity: async (world) => ({
    params: { id: await campaignOf(world, "a_created") },
    body: { name: "Activity", request: await broadcastOf(world, "a_created"), commandId: randomUUID() },
  }),
  estimateActivity: async (world) => ({ params: { id: (await activityOf(world, "a_estimated")).id } }),
  listActivityPeople: async (world) => ({
    params: { id: (await activityOf(world, "a_people")).id },
    query: { kind: "reachable" as const },
  }),
  updateActivity: async (world) => ({
    params: { id: (await activityOf(world, "a_updated")).id },
    body: { name: "Changed", request: await broadcastOf(world, "a_updated_again") },
  }),
  cloneActivity: async (world) => ({
    params: { id: (await activityOf(world, "a_cloned")).id },
    body: { name: "Copy", campaignId: await campaignOf(world, "a_cloned_into") },
  }),
  approveActivity: async (world) => {
    const { id, revision } = await activityOf(world, "a_approved", ["submit"]);
    return { params: { id }, body: { revision } };
  },
  rejectActivity: async (world) => {
    const { id, revision } = await activityOf(world, "a_rejected", ["submit"]);
    return { params: { id }, body: { revision, reason: "Too long" } };
  },
  moveActivity: async (world) => ({
    params: { id: (await activityOf(world, "a_moved", ["submit", "approve"])).id, action: "start" as const },
    body: {},
  }),
  chooseMessage: async (world) => {
    const { id } = await activityOf(world, "a_chosen", ["submit", "approve", "start"], true);
    // As if the recipients of both messages were found.
    await world.harness.env.TENANT_1.prepare(
      "UPDATE broadcasts SET prepared_at = 1 WHERE activity_id = ? AND part <> 'rest'",
    )
      .bind(id)
      .run();
    return { params: { id }, body: { run: 1, winner: "b" } };
  },
  setActivityState: async (world) => ({
    params: { id: (await activityOf(world, "a_state", ["submit", "approve"])).id },
    body: { state: 2 },
  }),
  deleteActivity: async (world) => ({ params: { id: (await activityOf(world, "a_deleted")).id } }),
  createOnboarding: () => ({ body: { name: "Another number" } }),
  updateOnboarding: ({ ids }) => ({ params: { id: ids.onboardingId }, body: { name: "Changed" } }),
  partnerPermissions: ({ ids }) => ({ body: { id: ids.onboardingId } }),
  embeddedSignup: async (world) => ({ body: await started(world) }),
  addWabaNumber: async (world) => {
    const { id, wabaId } = await permitted(world);
    return { body: { id, wabaId, number: "+919876543210", verifiedName: "Shrubs" } };
  },
  sendWabaCode: async (world) => ({ body: { id: (await chosen(world, false)).id, method: "SMS" } }),
  verifyWabaCode: async (world) => ({ body: await codeSent(world) }),
  openOnboarding: async (world) => ({ params: { id: (await chosen(world, true)).id }, body: {} }),
  deleteOnboarding: async (world) => ({ params: { id: (await started(world)).id } }),
  actOnChat: ({ ids }) => ({
    params: { id: ids.chatId },
    body: { action: "agentNote" as const, id: randomUUID(), text: "a note" },
  }),
  saveChatConfig: () => ({ body: { ...noChatRules, awayText: "later" } }),
  createChatLabel: () => ({ body: { name: "another" } }),
  orderChatLabels: ({ ids }) => ({ body: { ids: [ids.chatLabelId] } }),
  addToBlacklist: () => ({ body: { addresses: ["+919876500123"], reason: "asked" } }),
  importBlacklist: () => ({
    form: { field: "file", bytes: bytesOf("Phone\n+919876500124\n"), name: "blacklist.csv" },
  }),
  blacklistRejectsCsv: async ({ owner }) => {
    const { job } = await owner.call(blacklistApi.getBlacklistImport, {});
    return { params: { id: job?.jobId ?? "" } };
  },
  editBlacklisted: ({ ids }) => ({ params: { id: ids.blacklistId }, body: { reason: "asked twice" } }),
  removeFromBlacklist: ({ ids }) => ({ params: { id: ids.blacklistId } }),
  removeManyFromBlacklist: async ({ owner }) => {
    await owner.call(blacklistApi.addToBlacklist, { body: { addresses: ["+919876500125"] } });
    const { blackList } = await owner.call(blacklistApi.listBlacklist, {});
    return { body: { ids: blackList.map(({ id }) => id) } };
  },
  undoRemoval: async ({ owner }) => {
    await owner.call(blacklistApi.addToBlacklist, { body: { addresses: ["+919876500126"] } });
    const { blackList } = await owner.call(blacklistApi.listBlacklist, {});
    const ids = blackList.map(({ id }) => id);
    const { work } = await owner.call(blacklistApi.removeManyFromBlacklist, { body: { ids } });
    return { body: { work } };
  },
  renameChatLabel: ({ ids }) => ({ params: { id: ids.chatLabelId }, body: { name: "renamed" } }),
  deleteChatLabel: ({ ids }) => ({ params: { id: ids.chatLabelId } }),
  tagChat: ({ ids }) => ({ params: { id: ids.chatId }, body: { tags: [] } }),
  suspendChat: ({ ids }) => ({ params: { id: ids.chatId }, body: { id: randomUUID() } }),
  resumeChat: ({ ids }) => ({ params: { id: ids.chatId }, body: { id: randomUUID() } }),
  pinChat: ({ ids }) => ({ params: { id: ids.chatId, pin: "pin" } }),
  createVideoRoom: async (world) => {
    const { harness, ids } = world;
    await videoOf(world);
    await harness.env.TENANT_1.batch([
      harness.env.TENANT_1.prepare("UPDATE video_rooms SET state = 'ended' WHERE chat_id = ?").bind(
        ids.chatId,
      ),
      harness.env.TENANT_1.prepare(
        "UPDATE chat_rules SET rules = json_set(rules, '$.videoCalls', json('true'))",
      ),
    ]);
    return { body: { id: randomUUID(), chatId: ids.chatId } };
  },
  createVideoUser: async (world) => ({
    body: { id: randomUUID(), roomId: (await videoOf(world)).roomId, side: "customer" },
  }),
  recordVideo: async (world) => ({
    body: { id: randomUUID(), roomId: (await videoOf(world)).roomId, mediaType: "video/webm" },
  }),
  joinCall: async (world) => {
    const { token, seat } = await videoOf(world);
    return { params: { token }, body: { seat } };
  },
  consentToRecording: async (world) => {
    const { token, seat, recordingId } = await videoOf(world, "asked");
    return { params: { token }, body: { seat, recordingId, agrees: true } };
  },
  sendVideoPart: async (world) => ({
    params: { id: (await videoOf(world, "recording")).recordingId, part: "1" },
    bytes: bytesOf("a part"),
  }),
  endVideoRecording: async (world) => ({
    params: { id: (await videoOf(world, "recording")).recordingId },
    body: {},
  }),
  leaveCall: async (world) => {
    const { token, seat } = await videoOf(world);
    return { params: { token }, body: { seat } };
  },
  endVideoRoom: async (world) => ({ params: { id: (await videoOf(world)).roomId }, body: {} }),
  closeChat: ({ ids }) => ({ params: { id: ids.chatId }, body: { id: randomUUID() } }),
  actOnJourneyPeople: async (world) => {
    await waiting(world, world.ids.journeyRunId, "ended");
    return {
      params: { id: world.ids.journeyId, instanceId: world.ids.journeyInstanceId },
      body: { what: "end", filter: { node: "ended" } },
    };
  },
  watchJourneyDraft: ({ ids }) => ({ params: { id: ids.journeyId }, body: { socketId: randomUUID() } }),
  watchEncapDraft: ({ ids }) => ({ params: { id: ids.encapId }, body: { socketId: randomUUID() } }),
  watchFormDraft: ({ ids }) => ({ params: { id: ids.formId }, body: { socketId: randomUUID() } }),
  watchWaFlowDraft: ({ ids }) => ({ params: { id: ids.waFlowId }, body: { socketId: randomUUID() } }),
  watchEncapLogs: () => ({ body: { socketId: randomUUID() } }),
  actOnLaunchPeople: async (world) => {
    await waiting(world, world.ids.encapRunId, "ended");
    return {
      params: { id: world.ids.encapId, instanceId: world.ids.encapInstanceId },
      body: { what: "end", filter: { node: "ended" } },
    };
  },
  watchLaunchRuns: ({ ids }) => ({
    params: { id: ids.encapId, instanceId: ids.encapInstanceId },
    body: { socketId: randomUUID() },
  }),
  watchJourneyRuns: ({ ids }) => ({
    params: { id: ids.journeyId, instanceId: ids.journeyInstanceId },
    body: { socketId: randomUUID() },
  }),
  watchChat: ({ ids }) => ({ params: { id: ids.chatId }, body: { socketId: randomUUID() } }),
  sendTranscript: ({ ids }) => ({
    body: { id: randomUUID(), chatId: ids.chatId, emailId: "asha@customer.example" },
  }),
  ...automationRows("journey", {
    create: "createJourney",
    change: "changeJourney",
    remove: "deleteJourney",
    saveDraft: "saveJourneyDraft",
    publish: "publishJourney",
    takeBack: "takeJourneyBack",
    try: "tryJourney",
    check: "checkJourneyImport",
    import: "importJourneys",
    saveCase: "saveJourneyCase",
    runCases: "runJourneyCases",
    changeCase: "changeJourneyCase",
    removeCase: "deleteJourneyCase",
  }),
  ...automationRows("encap", {
    create: "createEncap",
    change: "changeEncap",
    remove: "deleteEncap",
    saveDraft: "saveEncapDraft",
    publish: "publishEncap",
    takeBack: "takeEncapBack",
    try: "tryEncap",
    check: "checkEncapImport",
    import: "importEncaps",
    saveCase: "saveEncapCase",
    runCases: "runEncapCases",
    changeCase: "changeEncapCase",
    removeCase: "deleteEncapCase",
  }),
  renewJourneyHook: ({ ids }) => ({ params: { id: ids.journeyId, instanceId: ids.journeyInstanceId } }),
  ...instanceRows(
    "journey",
    {
      create: "createJourneyInstance",
      move: "moveJourneyInstance",
      version: "setJourneyInstanceVersion",
      enter: "enterJourneyInstance",
      add: "addToJourneyInstance",
      retryRun: "retryJourneyRun",
      endRun: "endJourneyRun",
      beginMove: "beginJourneyMove",
      undoMove: "undoJourneyMove",
    },
    ["journeyId", "journeyRunId"],
  ),
  sweepJourneyRuns: async (world) => {
    const { ids } = world;
    await failed(world, ids.journeyRunId, "swept");
    return {
      params: { id: ids.journeyId, instanceId: ids.journeyInstanceId },
      body: { what: "retry", node: "end", code: "swept" },
    };
  },
  sweepLaunchRuns: async (world) => {
    const { ids } = world;
    await failed(world, ids.encapRunId, "swept");
    return {
      params: { id: ids.encapId, instanceId: ids.encapInstanceId },
      body: { what: "retry", node: "end", code: "swept" },
    };
  },
  renewEncapHook: ({ ids }) => ({ params: { id: ids.encapId, instanceId: ids.encapInstanceId } }),
  ...instanceRows(
    "encap",
    {
      create: "createEncapInstance",
      move: "moveEncapInstance",
      version: "setEncapInstanceVersion",
      enter: "enterEncapInstance",
      add: "addToEncapInstance",
      retryRun: "retryEncapRun",
      endRun: "endEncapRun",
      beginMove: "beginEncapMove",
      undoMove: "undoEncapMove",
    },
    ["encapId", "encapRunId"],
  ),
  addToShelf: ({ ids }) => ({ body: { kind: "form", thingId: ids.formId, name: "Shared" } }),
  removeFromShelf: async ({ owner, ids }) => {
    const body = { kind: "form" as const, thingId: ids.formId, name: "Removed" };
    return { params: { id: (await owner.call(marketplaceApi.addToShelf, { body })).id } };
  },
  install: ({ ids }) => ({
    body: {
      from: { shelf: ids.shelvedId },
      version: 1,
      key: randomUUID(),
      parts: [{ of: "form", id: "form", into: "new", name: "an installed form" }],
    },
  }),
  createForm: () => ({ body: { name: "another form" } }),
  deleteForm: async (world) => ({ params: { id: await madeForm(world, "deleted") } }),
  saveFormDraft: async (world) => ({
    params: { id: await madeForm(world, "saved") },
    body: { name: "saved form", content: aForm("saved"), revision: 1 },
  }),
  publishForm: async (world) => ({
    params: { id: await madeForm(world, "published") },
    body: { revision: 1 },
  }),
  takeFormBack: async (world) => {
    const id = await madeForm(world, "taken back");
    await world.owner.call(formsApi.publishForm, { params: { id }, body: { revision: 1 } });
    return { params: { id }, body: { number: 1, revision: 1 } };
  },
  createWaFlow: ({ ids }) => ({
    body: { name: "another flow", categories: ["OTHER"], channelId: ids.simulatorId },
  }),
  saveWaFlowDraft: async (world) => ({
    params: { id: await madeFlow(world, "saved") },
    body: { name: "saved flow", categories: ["OTHER"], content: plainFlow(), revision: 1 },
  }),
  validateWaFlow: async (world) => ({
    params: { id: await madeFlow(world, "checked") },
    body: { revision: 1 },
  }),
  publishWaFlow: async (world) => ({
    params: { id: await madeFlow(world, "published") },
    body: { revision: 1 },
  }),
  deprecateWaFlow: async (world) => {
    const id = await madeFlow(world, "withdrawn");
    await world.owner.call(waFlowsApi.publishWaFlow, { params: { id }, body: { revision: 1 } });
    return { params: { id } };
  },
  cloneWaFlow: async (world) => ({ params: { id: await madeFlow(world, "copied") } }),
  deleteWaFlow: async (world) => ({ params: { id: await madeFlow(world, "deleted") } }),
  syncWaFlow: async (world) => ({ params: { id: await madeFlow(world, "read again") } }),
  rotateWaFlowKey: ({ ids }) => ({ params: { id: ids.simulatorId } }),
  makeFormLink: ({ ids }) => ({ params: { id: ids.formId }, body: {} }),
  formSeen: ({ ids }) => ({ params: { token: ids.formToken }, body: { what: "opened" } }),
  answerForm: ({ ids }) => ({
    params: { token: ids.formToken },
    body: { id: randomUUID(), version: 1, answers: { name: "Asha" } },
  }),
  launchEncap: ({ ids }) => ({
    params: { id: ids.encapId },
    body: {
      channelId: ids.simulatorId,
      keywords: ["launched"],
      audience: { filter: null, customerIds: [ids.customerId] },
    },
  }),
  setJourneyLogger: ({ ids }) => ({ params: { id: ids.journeyId }, body: { level: "errors", days: 30 } }),
  setEncapLogger: ({ ids }) => ({ params: { id: ids.encapId }, body: { level: "errors", days: 30 } }),
  createOwnDashboard: () => ({ body: { name: "Another", copyOf: "bots" } }),
  updateOwnDashboard: ({ ids }) => ({ params: { id: ids.dashboardId }, body: { name: "Changed" } }),
  deleteOwnDashboard: async ({ owner }) => ({
    params: { id: (await owner.call(createOwnDashboard, { body: { name: "Deleted" } })).id },
  }),
  createRichCard: () => ({ body: richCard("another") }),
  updateRichCard: ({ ids }) => ({ params: { id: ids.richCardId }, body: richCard("changed") }),
  deleteRichCard: async ({ owner }) => ({
    params: { id: (await owner.call(richCardsApi.createRichCard, { body: richCard("deleted") })).id },
  }),
  createArtifact: () => ({ body: reply("another") }),
  updateArtifact: ({ ids }) => ({ params: { id: ids.artifactId }, body: reply("changed") }),
  deleteArtifact: async ({ owner }) => ({
    params: { id: (await owner.call(libraryApi.createArtifact, { body: reply("deleted") }))._id },
  }),
  createBucket: () => ({ body: { name: "another", isPublic: true } }),
  updateBucket: ({ ids }) => ({ params: { id: ids.bucketId }, body: { name: "changed" } }),
  moveIntoBucket: ({ ids }) => ({ params: { id: ids.bucketId }, body: { artifacts: [ids.artifactId] } }),
  removeFromBucket: ({ ids }) => ({ params: { id: ids.bucketId }, body: { artifacts: [ids.artifactId] } }),
  deleteBucket: async ({ owner }) => ({
    params: { id: (await owner.call(libraryApi.createBucket, { body: { name: "deleted" } })).id },
  }),
  beginFirstRun: () => ({ body: { kind: "shop", samples: false } }),
  bringSamples: () => ({}),
  saveLooks: () => ({ body: { theme: "dark" } }),
  setGuide: () => ({ body: { steps: "hidden" } }),
  simulatedSay: ({ ids }) => ({
    params: { id: ids.simulatorId },
    body: { person: { name: "Asha", phone: "+919876500001" }, body: { kind: "text", text: "hello" } },
  }),
  takeSimulatedMedium: ({ ids, image }) => ({
    params: { id: ids.simulatorId },
    form: { field: "file", bytes: image, name: "card.png", fields: { kind: "image" } },
  }),
  simulatedRead: ({ ids }) => ({
    params: { id: ids.simulatorId },
    body: { person: { phone: "+919876500001" } },
  }),
  setSimulatedTrouble: ({ ids }) => ({ params: { id: ids.simulatorId }, body: noTrouble }),
  createDepartment: () => ({ body: { name: "Another department" } }),
  updateDepartment: async ({ owner, ids: { departmentId: id } }) => {
    const { revision } = await owner.call(departmentsApi.getDepartment, { params: { id } });
    return { params: { id }, body: { name: "Renamed", revision } };
  },
  addUsers: ({ ids, owner }) => ({
    params: { id: ids.departmentId },
    body: { users: [owner.userId] },
  }),
  removeUsers: ({ ids, owner }) => ({
    params: { id: ids.departmentId },
    body: { users: [owner.userId] },
  }),
  endUserSession: async ({ colleague, sessionOf }) => ({
    params: { id: colleague.userId, sessionId: await sessionOf(colleague) },
  }),
  endAllUserSessions: ({ colleague }) => ({ params: { id: colleague.userId } }),
  deactivateUser: ({ colleague }) => ({ params: { id: colleague.userId } }),
  activateUser: ({ colleague }) => ({ params: { id: colleague.userId }, body: {} }),
  deleteDepartment: ({ ids }) => ({ params: { id: ids.departmentId } }),
  deleteEntity: ({ ids: { agentId, entityId } }) => ({ params: { agentId, entityId } }),
  deleteIntent: ({ ids: { agentId, storyId, intentId } }) => ({ params: { agentId, storyId, intentId } }),
  deleteStory: ({ ids: { agentId, storyId } }) => ({ params: { agentId, storyId } }),
  deleteAgent: async ({ owner }) => {
    const { agents } = await owner.call(botsApi.listAgents, { query: { name: "A new bot" } });
    return { params: { id: agents[0]?.id ?? "" } };
  },
  deletePaymentAccount: () => ({}),
  deleteSpeech: async ({ harness, owner }) => ({ params: { id: await makeTranscript(harness, owner) } }),
  deleteHook: ({ ids }) => ({ params: { id: ids.hookId } }),
  beginExport: async (world) => ({ body: await confirmation(world) }),
  askDeletion: async (world) => ({
    body: {
      confirm: (await world.owner.call(enterpriseApi.getDetails)).name,
      ...(await confirmation(world)),
    },
  }),
  takeDeletionBack: () => ({}),
  revokeApiKey: ({ ids }) => ({ params: { id: ids.apiKeyId } }),
  deleteIntegration: ({ ids }) => ({ params: { id: ids.integrationId } }),
  endSession: async ({ owner, sessionOf }) => ({ params: { id: await sessionOf(owner) } }),
  endAllSessions: () => ({}),
  logout: () => ({}),
};

async function signUpForm({ send, nextPassword }: World, emailId: string) {
  const solved = await solvedCaptcha(send, "signup");
  return {
    enterpriseName: "Heron Bank",
    name: "Asha Rao",
    emailId,
    ...solved,
    ...(await sealedPair(send, solved.captchaId, nextPassword())),
  };
}

const codeOf = async (send: World["send"], address: string): Promise<string> =>
  codeInLink(await linkTo(send, address));

const codeInLink = ({ pathname, searchParams }: URL): string =>
  searchParams.get("code") ?? pathname.split("/").at(-1) ?? "";
