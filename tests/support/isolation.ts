import type { Bot } from "#tests/support/bot.ts";

/** A stranger's request to an endpoint, with the ids of somebody else. */
export interface Attempt {
  path: string;
  body?: unknown;
}
/** The ids of somebody else. */
export interface Theirs extends Bot {
  auditEntryId: string;
  authConfigId: string;
  apiKeyId: string;
  invoiceId: string;
  hookId: string;
  speechId: string;
  channelId: string;
  simulatorId: string;
  templateId: string;
  broadcastId: string;
  campaignId: string;
  activityId: string;
  artifactId: string;
  richCardId: string;
  dashboardId: string;
  formId: string;
  shelvedId: string;
  formToken: string;
  waFlowId: string;
  waFlowFileId: string;
  journeyId: string;
  encapId: string;
  journeyInstanceId: string;
  encapInstanceId: string;
  journeyRunId: string;
  journeyMoveId: string;
  encapRunId: string;
  encapMoveId: string;
  onboardingId: string;
  bucketId: string;
  messageId: string;
  chatId: string;
  chatLabelId: string;
  videoRoomId: string;
  videoRecordingId: string;
  blacklistId: string;
  blacklistWork: string;
  intentId: string;
  entityId: string;
  integrationId: string;
  questionId: string;
  customerId: string;
  deletedCustomerId: string;
  /** Somebody who was joined to the customer. */
  joinedId: string;
  workId: string;
  groupId: string;
  labelId: string;
  viewId: string;
  fieldId: string;
  fileId: string;
  importId: string;
  driveFileId: string;
  userId: string;
  departmentId: string;
  invitationId: string;
  sessionId: string;
  pushId: string;
  jobId: string;
}
/** By method and path: either the attempts, or the reason why there is nothing to attack. */
export type Rows = Record<string, string | ((ids: Theirs) => Attempt[])>;

export const intentBody = (ids: Theirs) => ({
  agentId: ids.agentId,
  storyId: ids.storyId,
  name: "Stolen",
  utterances: [{ utterance: "one" }, { utterance: "two" }],
});

export const aYear = { startDate: "2026-01-01T00:00:00", endDate: "2026-12-31T00:00:00" };
export const nothingOfAnybody = "names no id: there is nothing of anybody else to reach";
export const byCode =
  "takes a code of 256 bits and no id: sign-up, recover and invitation-accept.test.ts try others";
export const bySecret = "is opened by a random secret of 256 bits and names nothing else";
export const nlp = "/api/chatbird/api/nlp";
export const master = "/api/chatbird/api/customer_master";
export const byTaggings =
  "filters by groups and labels: customers.test.ts shows that somebody else's match nobody";
export const people = "/api/e/enterprise/users";
export const teams = "/api/e/enterprise/departments";
export const definitions = "/api/chatbird/api/customer_master/definitions";
