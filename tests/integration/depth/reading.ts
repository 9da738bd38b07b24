import { aYear } from "#tests/support/isolation.ts";
import { takeIn } from "#tests/support/simulator.ts";
import type { SimulatedMedium } from "#workers/contract/endpoints/simulator.ts";
import { saveConfiguration } from "#workers/contract/endpoints/enterprise.ts";
import { permitted } from "./onboardings.ts";
import { sentByApi } from "./public-sending.ts";
import type { World } from "./world.ts";

/** Input of a call; it is made as the owner unless it says by whom. */
export interface Input {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: { field: string; bytes: Uint8Array<ArrayBuffer>; name: string; fields?: Record<string, string> };
  bytes?: Uint8Array<ArrayBuffer>;
  token?: string;
  headers?: Record<string, string>;
}
export type Calls = Record<string, (world: World) => Input | Promise<Input>>;

const agent = ({ ids: { agentId } }: World) => ({ params: { id: agentId } });
const customer = ({ ids: { customerId } }: World) => ({ params: { id: customerId } });
const report = ({ ids: { agentId } }: World) => ({ body: { agentId, ...aYear } });

/** A call of the widget, by its visitor. */
export const byVisitor = ({ visitor: { channelId, by } }: World) => ({
  params: { channelId },
  headers: { authorization: `Bearer ${by.token}` },
});

/** For an enterprise that records campaigns of other systems. */
const recordingExternal = async ({ owner }: World): Promise<Input> => {
  await owner.call(saveConfiguration, { body: { features: { recordExternalCampaign: true } } });
  return {};
};

/** One call of each endpoint that only reads, with the ids of an enterprise that has one of everything. */
export const reading: Calls = {
  healthz: () => ({}),
  widgetDemo: () => ({}),
  widgetMessages: byVisitor,
  readyz: () => ({}),
  loginKey: () => ({}),
  isEmailUnique: () => ({ query: { emailId: "nobody@example.com" } }),
  listMails: () => ({}),
  getSignInRules: () => ({}),
  getTwoFactor: () => ({}),
  listSessions: () => ({}),
  listPush: () => ({}),
  listUserSessions: ({ owner }) => ({ params: { id: owner.userId } }),
  getSending: () => ({}),
  getOfferRules: () => ({}),
  getSso: () => ({}),
  me: () => ({}),
  configuration: () => ({}),
  getProfile: () => ({}),
  getDetails: () => ({}),
  timezones: () => ({}),
  dataChecks: () => ({}),
  getDriveFile: ({ ids }) => ({ params: { id: ids.driveFileId } }),
  linkDriveFile: ({ ids }) => ({ params: { id: ids.driveFileId }, body: {} }),
  validateMedia: ({ ids }) => ({ query: { fileId: ids.driveFileId } }),
  listAgents: () => ({}),
  getAgent: agent,
  listAuditTrail: () => ({}),
  exportAuditTrail: () => ({}),
  auditPeople: () => ({}),
  getAuditEntry: ({ ids }) => ({ params: { id: ids.auditEntryId } }),
  listStories: agent,
  listIntents: ({ ids: { agentId, storyId } }) => ({ params: { agentId, storyId } }),
  getIntent: ({ ids: { agentId, storyId, intentId } }) => ({ params: { agentId, storyId, intentId } }),
  listEntities: agent,
  getEntity: ({ ids: { agentId, entityId } }) => ({ params: { id: agentId, entityId } }),
  entityUsage: ({ ids: { agentId, entityId } }) => ({ params: { id: agentId, entityId } }),
  tryEntityValue: ({ ids: { agentId } }) => ({
    params: { id: agentId },
    body: { value: { value: "x", type: "synonymns" }, text: "x" },
  }),
  listVersions: agent,
  getVersion: ({ ids: { agentId } }) => ({ params: { id: agentId, version: 1 } }),
  diffVersions: ({ ids: { agentId } }) => ({ params: { id: agentId }, query: { from: 1, to: 0 } }),
  listTestQuestions: agent,
  phraseOverlaps: ({ ids: { agentId, intentId } }) => ({
    params: { id: agentId },
    body: { phrases: ["canary phrase one"], intentId },
  }),
  getKnowledge: agent,
  listGenAiConfigs: () => ({}),
  searchKnowledge: ({ ids: { agentId } }) => ({ params: { id: agentId }, query: { question: "canary" } }),
  listIntegrations: () => ({}),
  listApiKeys: () => ({}),
  listHooks: () => ({}),
  listDeliveries: ({ ids }) => ({ params: { id: ids.hookId } }),
  getSentMessage: async (world) => ({ params: { id: (await sentByApi(world)).id } }),
  findSentMessage: async (world) => ({ query: { key: (await sentByApi(world)).idempotencyKey } }),
  messageStatus: ({ ids }) => ({ params: { id: ids.messageId } }),
  getIntegration: ({ ids }) => ({ params: { id: ids.integrationId } }),
  listCustomers: () => ({}),
  countCustomers: () => ({}),
  exportCustomers: () => ({}),
  getCustomer: customer,
  getDeletedCustomer: ({ ids }) => ({ params: { id: ids.deletedCustomerId } }),
  customerChannels: customer,
  customerConsents: customer,
  customerHistory: customer,
  listBlacklist: () => ({}),
  getBlacklistImport: () => ({}),
  exportBlacklist: () => ({}),
  customerDuplicates: customer,
  personalData: customer,
  getJob: ({ bulkId }) => ({ params: { id: bulkId } }),
  listGroups: () => ({}),
  listLabels: () => ({}),
  listViews: () => ({}),
  listFields: () => ({}),
  getField: ({ ids }) => ({ params: { id: ids.fieldId } }),
  sampleCsv: () => ({}),
  listUploads: () => ({}),
  getUpload: ({ ids }) => ({ params: { id: ids.importId } }),
  previewUndo: ({ ids }) => ({ params: { id: ids.importId } }),
  listErrors: ({ ids }) => ({ query: { entryId: ids.importId } }),
  errorsCsv: ({ ids }) => ({ params: { id: ids.importId } }),
  inspectFile: ({ ids }) => ({ body: { path: ids.fileId } }),
  checkDataFile: ({ ids }) => ({ body: { path: ids.fileId } }),
  listAllIntents: agent,
  listUnmatched: agent,
  exportAgent: agent,
  exportPhrases: agent,
  paraphrase: ({ ids: { agentId } }) => ({ body: { agentId, lines: ["canary phrase one"] } }),
  dashboardInfo: () => ({ query: { fromDate: "2026-01-01", toDate: "2026-01-31" } }),
  dashboardSummary: () => ({}),
  designerAccess: () => ({}),
  listTrash: () => ({ query: { kind: "customer" } }),
  analyticsFrame: ({ ids: { agentId } }) => ({ params: { id: agentId, view: "sentiment" } }),
  conversationsReport: report,
  graphReport: report,
  topIntent: report,
  reportMessages: report,
  messagesCsv: ({ ids: { agentId } }) => ({ query: { agentId, ...aYear } }),
  conversationFlow: report,
  callClassification: report,
  emotionReport: report,
  listRoles: () => ({}),
  defaultRoles: () => ({}),
  listUsers: () => ({}),
  getUser: ({ owner }) => ({ params: { id: owner.userId } }),
  listColleagues: () => ({}),
  getAgentStatus: () => ({}),
  listInvitations: () => ({}),
  channelVendors: () => ({}),
  listChannels: () => ({}),
  getChannel: ({ ids }) => ({ params: { id: ids.channelId } }),
  getPrices: ({ ids }) => ({ params: { id: ids.channelId } }),
  getBill: ({ ids }) => ({ params: { kind: "broadcast", id: ids.broadcastId } }),
  channelDetails: ({ ids }) => ({ params: { id: ids.channelId } }),
  listSimulators: () => ({}),
  simulatedPhone: ({ ids }) => ({
    params: { id: ids.simulatorId },
    query: { person: JSON.stringify({ phone: "+919876500001" }) },
  }),
  readSimulatedMedium: async ({ harness, owner, image, ids: { simulatorId: id } }) => {
    const response = await takeIn(harness, owner, { id }, { kind: "image", bytes: image });
    const { response: medium } = (await response.json()) as { response: SimulatedMedium };
    return { params: { id, medium: medium.id } };
  },
  listTemplates: () => ({}),
  listRichCards: () => ({}),
  listOnboardings: () => ({}),
  partnerDetails: () => ({}),
  onboardingState: ({ ids }) => ({ params: { id: ids.onboardingId } }),
  wabaList: async (world) => ({ query: { id: (await permitted(world)).id } }),
  wabaNumbers: async (world) => {
    const { id, client } = await permitted(world);
    return { query: { id, wabaId: `${client}-1` } };
  },
  listJourneys: () => ({}),
  getJourneyDraft: ({ ids }) => ({ params: { id: ids.journeyId } }),
  listJourneyVersions: ({ ids }) => ({ params: { id: ids.journeyId } }),
  getJourneyVersion: ({ ids }) => ({ params: { id: ids.journeyId, number: 1 } }),
  listEncaps: () => ({}),
  getEncapDraft: ({ ids }) => ({ params: { id: ids.encapId } }),
  listEncapVersions: ({ ids }) => ({ params: { id: ids.encapId } }),
  getEncapVersion: ({ ids }) => ({ params: { id: ids.encapId, number: 1 } }),
  getRichCard: ({ ids }) => ({ params: { id: ids.richCardId } }),
  previewRichCard: () => ({ body: { content: { cards: [{ title: "One" }] }, channelType: 10 } }),
  listArtifacts: () => ({ query: { visibility: "public" } }),
  getArtifact: ({ ids }) => ({ params: { id: ids.artifactId } }),
  listBuckets: () => ({}),
  listExternalCampaigns: recordingExternal,
  externalCampaignsCsv: recordingExternal,
  messageStatusReport: () => ({ query: {} }),
  messageStatusCsv: () => ({ query: {} }),
  messageCounts: () => ({ query: {} }),
  messageCountsCsv: () => ({ query: {} }),
  broadcastMessagesCsv: ({ ids }) => ({ params: { id: ids.broadcastId } }),
  listBroadcasts: () => ({ query: {} }),
  getBroadcast: ({ ids }) => ({ params: { id: ids.broadcastId } }),
  broadcastUrls: ({ ids }) => ({ params: { id: ids.broadcastId } }),
  listBroadcastMessages: ({ ids }) => ({ params: { id: ids.broadcastId }, query: {} }),
  listCampaigns: () => ({ query: {} }),
  getCampaign: ({ ids }) => ({ params: { id: ids.campaignId } }),
  campaignStats: ({ ids }) => ({ params: { id: ids.campaignId } }),
  campaignFallbackStats: ({ ids }) => ({ params: { id: ids.campaignId } }),
  campaignResponses: ({ ids }) => ({ params: { id: ids.campaignId }, query: {} }),
  listActivities: () => ({ query: {} }),
  getActivity: ({ ids }) => ({ params: { id: ids.activityId } }),
  campaignReport: () => ({ query: {} }),
  campaignReportCsv: () => ({ query: {} }),
  countryCodes: () => ({}),
  listBroadcastVariables: ({ ids }) => ({ query: { templateUId: ids.templateId } }),
  listExpressionVariables: () => ({ body: { expression: "{contact.name}" } }),
  getTemplate: ({ ids }) => ({ params: { id: ids.templateId } }),
  simulatedTrouble: ({ ids }) => ({ params: { id: ids.simulatorId } }),
  chatSummary: () => ({ query: { queue: "all", before: "" } }),
  chatHistory: () => ({ query: {} }),
  chatDepartments: () => ({}),
  chatCount: () => ({}),
  chatAnalytics: () => ({
    query: { since: "2026-01-01T00:00:00.000Z", until: "2026-01-02T00:00:00.000Z", departmentId: "" },
  }),
  chatUserDetails: ({ ids }) => ({ query: { chatId: ids.chatId } }),
  chatTakeOver: ({ ids }) => ({ params: { id: ids.chatId } }),
  chatSuggestions: ({ ids }) => ({ params: { id: ids.chatId } }),
  chatMonitor: () => ({}),
  chatSearch: () => ({ query: { words: "hello" } }),
  monitoredChats: ({ owner }) => ({ query: { agentId: owner.userId } }),
  listChatLabels: () => ({ query: {} }),
  getChatLabel: ({ ids }) => ({ params: { id: ids.chatLabelId } }),
  getChatConfig: () => ({}),
  previewRetention: () => ({ query: { keepMonths: "12" } }),
  getChat: ({ ids }) => ({ params: { id: ids.chatId }, query: {} }),
  messageWhy: ({ ids }) => ({ params: { id: ids.messageId } }),
  listDepartments: () => ({}),
  getDepartment: ({ ids }) => ({ params: { id: ids.departmentId } }),
  mappedUsers: ({ ids }) => ({ params: { id: ids.departmentId } }),
};

/** Endpoints that are not measured, each with its reason. */
export const notMeasured: Record<string, string> = {
  replaceDemanded: "is the same rule as passwords.changeForgotten",
  saveSso: "asks somebody else's server, which takes longer than all our own calls",
  testSso: "asks somebody else's server",
  partnerCallback: "is the same rule as onboarding.onboardingState, which asks somebody else's server",
  startSso: "asks somebody else's server",
  findSso: "answers whether or not there is a connection; its mail is written as that of passwords.recover",
  ssoCallback: "only redirects",
  oauthCallback: "only redirects",
  validateOauth: "asks somebody else's server",
  listKnowledgePages: "has pages only of a website that was fetched",
  testHook: "asks somebody else's server",
  replayDelivery: "sends again what has ended: webhooks-out.test.ts",
  testIntegration: "asks somebody else's server",
  tryIntegration: "asks somebody else's server",
  loginIntegration: "asks somebody else's server",
  widgetUpload: "is the drive's own upload, after one look at the quota",
  widgetFile: "is the drive's own download, after one look at whose file it is",
  billingInfo: "calls no binding: a signed result is read",
  listHelp: "asks somebody else's server",
};
