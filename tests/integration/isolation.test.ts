import { describe, expect, test } from "vitest";
import { makeBot, smallBank, type Bot } from "#tests/support/bot.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { startHarness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { sendFile } from "#tests/support/send-file.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import { allEndpoints, endpoints } from "#workers/contract/endpoints.ts";

/**
 * S-01: nobody reaches another enterprise's data by naming its ids. Every endpoint of the contract has a row;
 * one without fails here. A row says how a stranger would call it with the ids of somebody else.
 */
const harness = await startHarness();
const owner = await makePerson(harness, { database: "TENANT_1" });
const strangers = {
  "of another enterprise in the same database": await makePerson(harness, { database: "TENANT_1" }),
  "of an enterprise in another database": await makePerson(harness, { database: "TENANT_2" }),
};
const bot = await makeBot(owner, {
  "Canary intent": ["canary phrase one", "canary phrase two"],
  ...smallBank,
});
const entity = await owner.call(endpoints.entities.save, {
  body: {
    agentId: bot.agentId,
    name: "canary entity",
    values: [{ value: "canary", type: "synonymns", synonyms: ["bird"] }],
  },
});
const integration = await owner.call(endpoints.integrations.create, {
  body: { name: "canary integration", llm: 1, apikey: "canary key" },
});
const authConfig = await owner.call(endpoints.integrations.create, {
  body: {
    name: "canary video",
    authType: 3,
    data: { endpoint: "https://canary.company.com/", key: "canary" },
    secrets: { secret: "canary secret" },
  },
});
const question = await owner.call(endpoints.training.saveQuestion, {
  params: { id: bot.agentId },
  body: { text: "canary question", intentId: null },
});
const { customer } = await owner.call(endpoints.customers.save, {
  body: { name: "Canary customer", phoneNumber: "+91 98765 43210" },
});
const { customer: deletedCustomer } = await owner.call(endpoints.customers.save, {
  body: { name: "Canary in the trash", phoneNumber: "+91 98765 43212" },
});
const deletion = await owner.call(endpoints.customers.removeMany, {
  body: { customerIds: [deletedCustomer.id] },
});
const group = await owner.call(endpoints.customers.saveGroup, { body: { name: "Canary group" } });
const label = await owner.call(endpoints.customers.saveLabel, { body: { name: "Canary label" } });
const view = await owner.call(endpoints.customers.saveView, { body: { name: "Canary view", query: "" } });
const { inputFieldDefinition: customerField } = await owner.call(endpoints.customerFields.save, {
  body: {
    fieldName: "canary field",
    fieldLabel: "Canary field",
    fieldHelptext: "canary",
    mandatory: false,
    fieldType: "text",
    inputType: "alphabets",
  },
});
const department = await owner.call(endpoints.departments.create, { body: { name: "Canary department" } });
const invitation = await owner.call(endpoints.invitations.create, {
  body: { emailId: `canary-${Date.now()}@example.com`, roles: [3] },
});
const send = harness.fetch;
const waiting = await sendFile(send, owner, "Name,Phone\nCanary row,+919876543211\n", "canary.csv");
const { uploadId } = await startUpload(send, owner, "Name,Phone\nCanary wrong,canary\n", {
  name: "canary import.csv",
});
await untilState(owner, uploadId, "COMPLETED");
const driveFile = await sendToDrive(harness, owner, { use: "profile", bytes: png(20), name: "canary.png" });
const training = await owner.call(endpoints.agents.train, { params: { id: bot.agentId }, query: {} });

// Everybody has the trash, so that it is the id that is refused.
await harness.env.DIRECTORY.prepare(`UPDATE enterprises SET features = '{"trash":true}'`).run();
const trail = await owner.call(endpoints.auditTrail.list, { query: { perPage: 1 } });

interface Attempt {
  path: string;
  body?: unknown;
}
interface Theirs extends Bot {
  auditEntryId: string;
  authConfigId: string;
  intentId: string;
  entityId: string;
  integrationId: string;
  questionId: string;
  customerId: string;
  deletedCustomerId: string;
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
}
const theirs: Theirs = {
  ...bot,
  authConfigId: authConfig.id,
  auditEntryId: trail.entries[0]?.id ?? "",
  intentId: bot.intents["Canary intent"] ?? "",
  entityId: entity.id,
  integrationId: integration.id,
  questionId: question.id,
  customerId: customer.id,
  deletedCustomerId: deletedCustomer.id,
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
  sessionId: (await owner.call(endpoints.sessions.list)).sessions[0]?.id ?? "",
};
const missing: Theirs = {
  ...theirs,
  agentId: "nowhere",
  auditEntryId: "nowhere",
  authConfigId: "nowhere",
  storyId: "nowhere",
  intentId: "nowhere",
  entityId: "nowhere",
  integrationId: "nowhere",
  questionId: "nowhere",
  customerId: "nowhere",
  deletedCustomerId: "nowhere",
  workId: "nowhere",
  groupId: "nowhere",
  labelId: "nowhere",
  viewId: "nowhere",
  fieldId: "nowhere",
  fileId: "nowhere",
  importId: "nowhere",
  driveFileId: "nowhere",
  userId: "nowhere",
  departmentId: "nowhere",
  invitationId: "nowhere",
  sessionId: "nowhere",
};

const intentBody = (ids: Theirs) => ({
  agentId: ids.agentId,
  storyId: ids.storyId,
  name: "Stolen",
  utterances: [{ utterance: "one" }, { utterance: "two" }],
});

const aYear = { startDate: "2026-01-01T00:00:00", endDate: "2026-12-31T00:00:00" };
const nothingOfAnybody = "names no id: there is nothing of anybody else to reach";
const byCode =
  "takes a code of 256 bits and no id: sign-up, recover and invitation-accept.test.ts try others";
const bySecret = "is opened by a random secret of 256 bits and names nothing else";
const nlp = "/api/chatbird/api/nlp";
const master = "/api/chatbird/api/customer_master";
const byMarks = "filters by groups and labels: customers.test.ts shows that somebody else's match nobody";
const people = "/api/e/enterprise/users";
const teams = "/api/e/enterprise/departments";
const definitions = "/api/chatbird/api/customer_master/definitions";

/** Either how to attack, or why there is nothing to attack. */
const rows: Record<string, string | ((ids: Theirs) => Attempt[])> = {
  "system.healthz": nothingOfAnybody,
  "system.readyz": nothingOfAnybody,
  "system.clientError": nothingOfAnybody,
  "account.captcha": nothingOfAnybody,
  "account.loginKey": nothingOfAnybody,
  "account.login": nothingOfAnybody,
  "account.verifyCode": bySecret,
  "account.resendAuthMail": bySecret,
  "account.logout": nothingOfAnybody,
  "account.socketTicket": nothingOfAnybody,
  "signUp.signUp": nothingOfAnybody,
  "signUp.isEmailUnique": nothingOfAnybody,
  "signUp.activationState": byCode,
  "signUp.activate": byCode,
  "signUp.resend": nothingOfAnybody,
  "passwords.recover": nothingOfAnybody,
  "passwords.changeForgotten": byCode,
  "passwords.replaceDemanded": byCode,
  "passwords.changeOwn": nothingOfAnybody,
  "acceptance.invitation": byCode,
  "acceptance.accept": byCode,
  "outbox.list": "is there on a local system only, and shows all of it: mail.test.ts",
  "outbox.html": "is there on a local system only, and shows all of it: mail.test.ts",
  "chatAgent.issue": nothingOfAnybody,
  "chatAgent.exchange": bySecret,
  "sessions.list": nothingOfAnybody,
  "sessions.end": ({ sessionId }) => [{ path: `/api/account/sessions/${sessionId}` }],
  "sessions.endAll": nothingOfAnybody,
  "sessions.listOfUser": ({ userId }) => [{ path: `/api/e/enterprise/users/${userId}/sessions` }],
  "sessions.endOfUser": ({ userId, sessionId }) => [
    { path: `/api/e/enterprise/users/${userId}/sessions/${sessionId}` },
  ],
  "sessions.endAllOfUser": ({ userId }) => [{ path: `/api/e/enterprise/users/${userId}/sessions` }],
  "singleSignOn.get": nothingOfAnybody,
  "singleSignOn.save": nothingOfAnybody,
  "singleSignOn.test": nothingOfAnybody,
  "singleSignOn.start": "is for everybody who knows an enterprise's address, and tells its provider's only",
  "singleSignOn.ssoCallback": nothingOfAnybody,
  "singleSignOn.oauthCallback": nothingOfAnybody,
  "singleSignOn.validate": bySecret,
  "twoFactor.rules": nothingOfAnybody,
  "twoFactor.saveRules": nothingOfAnybody,
  "twoFactor.get": nothingOfAnybody,
  "twoFactor.save": nothingOfAnybody,
  "twoFactor.beginTotp": nothingOfAnybody,
  "twoFactor.confirmTotp": nothingOfAnybody,
  "twoFactor.recovery": nothingOfAnybody,
  "twoFactor.newRecovery": nothingOfAnybody,
  "twoFactor.disable": ({ userId }) => [
    { path: "/api/e/enterprise/twoFactorAuth/recovery", body: { uId: userId } },
  ],
  "profile.me": nothingOfAnybody,
  "profile.configuration": nothingOfAnybody,
  "myProfile.get": nothingOfAnybody,
  "myProfile.save": "wears only one's own picture: profile.test.ts tries another enterprise's",
  "myProfile.update": nothingOfAnybody,
  "myProfile.audio": nothingOfAnybody,
  "enterprise.details": nothingOfAnybody,
  "enterprise.save": "shows only the enterprise's own logo: enterprise-details.test.ts tries another's",
  "enterprise.timezones": nothingOfAnybody,
  "drive.upload": "takes a file and names no id: drive.test.ts sends the same names as another enterprise",
  "drive.get": ({ driveFileId }) => [{ path: `/api/e/drive/files/${driveFileId}` }],
  "drive.link": ({ driveFileId }) => [{ path: `/api/e/drive/files/${driveFileId}/link`, body: {} }],
  "drive.open": ({ driveFileId }) => [{ path: `/api/e/drive/open/${driveFileId}` }],
  "drive.validate": ({ driveFileId }) => [{ path: `/api/e/enterprise/media/validate?fileId=${driveFileId}` }],
  "agents.list": nothingOfAnybody,
  "agents.save": ({ agentId }) => [
    { path: `${nlp}/agent`, body: { id: agentId, name: "Stolen", description: "x" } },
  ],
  "agents.get": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}` }],
  "agents.remove": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}` }],
  "agents.configure": ({ agentId }) => [
    {
      path: `${nlp}/agent/${agentId}/config`,
      body: {
        entityExtractRetries: 1,
        outOfScopeMessage: "stolen",
        modelType: "SVM",
        confidenceThreshold: 0,
        language: "en",
      },
    },
  ],
  "agents.train": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/train` }],
  "agents.cancelTraining": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/train/cancel`, body: {} }],
  "stories.save": ({ agentId, storyId }) => [
    { path: `${nlp}/story`, body: { agentId, name: "Stolen" } },
    { path: `${nlp}/story`, body: { agentId, id: storyId, name: "Stolen" } },
  ],
  "stories.list": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/story` }],
  "stories.remove": ({ agentId, storyId }) => [{ path: `${nlp}/agent/${agentId}/story/${storyId}` }],
  "intents.list": ({ agentId, storyId }) => [{ path: `${nlp}/v2/agent/${agentId}/story/${storyId}/intent` }],
  "intents.save": (ids) => [
    { path: `${nlp}/intent`, body: intentBody(ids) },
    { path: `${nlp}/intent`, body: { ...intentBody(ids), id: ids.intentId } },
  ],
  "intents.get": ({ agentId, storyId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/story/${storyId}/intent/${intentId}` },
  ],
  "intents.remove": ({ agentId, storyId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/story/${storyId}/intent/${intentId}` },
  ],
  "entities.list": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/entity` }],
  "entities.get": ({ agentId, entityId }) => [{ path: `${nlp}/agent/${agentId}/entity/${entityId}` }],
  "entities.save": ({ agentId, entityId }) =>
    [undefined, entityId].map((id) => ({
      path: `${nlp}/entity`,
      body: { agentId, id, name: "Stolen", values: [{ value: "x", type: "synonymns" }] },
    })),
  "entities.remove": ({ agentId, entityId }) => [{ path: `${nlp}/agent/${agentId}/entity/${entityId}` }],
  "entities.tryValue": ({ agentId }) => [
    {
      path: `${nlp}/agent/${agentId}/entity/try`,
      body: { value: { value: "x", type: "synonymns" }, text: "x" },
    },
  ],
  "entities.usage": ({ agentId, entityId }) => [{ path: `${nlp}/agent/${agentId}/entity/${entityId}/usage` }],
  "training.versions": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versions` }],
  "training.version": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versions/1` }],
  "training.serve": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versions/1/serve`, body: {} }],
  "training.diff": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/versiondiff?from=1&to=0` }],
  "training.questions": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/testquestions` }],
  "training.saveQuestion": ({ agentId, questionId }) => [
    { path: `${nlp}/agent/${agentId}/testquestions`, body: { text: "stolen", intentId: null } },
    { path: `${nlp}/agent/${agentId}/testquestions`, body: { text: "stolen", intentId: null, questionId } },
  ],
  "training.removeQuestion": ({ agentId, questionId }) => [
    { path: `${nlp}/agent/${agentId}/testquestions/${questionId}` },
  ],
  "training.runQuestions": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/testquestions/run`, body: {} }],
  "training.overlaps": ({ agentId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/overlaps`, body: { phrases: ["canary phrase one"], intentId } },
  ],
  "knowledge.get": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/genai/config` }],
  "knowledge.save": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/genai/config`, body: {} }],
  "knowledge.configs": nothingOfAnybody,
  // Multipart: that a stranger's upload is refused is in the test of the knowledge itself.
  "knowledge.upload": "takes a form with files: knowledge.test.ts sends one as a stranger",
  "knowledge.removeDocuments": ({ agentId }) => [
    { path: `${nlp}/agent/delete_documents`, body: { agentId, filenames: ["canary.pdf"] } },
  ],
  "knowledge.document": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/documents/${entityId}` },
  ],
  "knowledge.pages": ({ agentId, entityId }) => [
    { path: `${nlp}/agent/${agentId}/genai/sources/${entityId}/pages` },
  ],
  "knowledge.reread": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/genai/reread`, body: {} }],
  "knowledge.search": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/genai/search?question=canary` }],
  "integrations.list": nothingOfAnybody,
  "integrations.get": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}` },
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}` },
  ],
  "integrations.try": ({ authConfigId }) => [
    {
      path: "/api/e/enterprise/appiyo_authconfig/test",
      body: { id: authConfigId, authType: 3, data: { endpoint: "https://canary.company.com/", key: "k" } },
    },
  ],
  "integrations.login": ({ authConfigId }) => [
    {
      path: "/api/e/enterprise/appiyo_authconfig/login",
      body: { id: authConfigId, emailId: "a@company.com", password: "x" },
    },
  ],
  "integrations.create": nothingOfAnybody,
  "integrations.update": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}`, body: { name: "Stolen", llm: 1 } },
    {
      path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}`,
      body: {
        name: "Stolen",
        authType: 3,
        data: { endpoint: "https://stolen.company.com/", key: "k" },
        secrets: { secret: "stolen" },
      },
    },
  ],
  "integrations.remove": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}` },
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}` },
  ],
  "integrations.test": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}/test`, body: {} },
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}/test`, body: {} },
  ],
  "auditTrail.list": nothingOfAnybody,
  "auditTrail.export": nothingOfAnybody,
  "auditTrail.people": nothingOfAnybody,
  "auditTrail.get": ({ auditEntryId }) => [{ path: `/api/e/enterprise/audit_trail/${auditEntryId}` }],
  "billing.info": nothingOfAnybody,
  "dashboard.info": nothingOfAnybody,
  "dashboard.summary": nothingOfAnybody,
  "designer.access": nothingOfAnybody,
  "designer.redeem": nothingOfAnybody,
  "trash.list": nothingOfAnybody,
  "trash.restore": ({ deletedCustomerId }) => [
    { path: `/api/e/enterprise/trash/customer/${deletedCustomerId}/restore`, body: {} },
  ],
  "trash.remove": ({ deletedCustomerId }) => [
    { path: `/api/e/enterprise/trash/customer/${deletedCustomerId}` },
  ],
  "trash.empty": nothingOfAnybody,
  "customers.list": byMarks,
  "customers.count": byMarks,
  "customers.export": byMarks,
  "customers.get": ({ customerId }) => [{ path: `${master}/customers/${customerId}` }],
  "customers.getDeleted": ({ deletedCustomerId }) => [
    { path: `${master}/customers/${deletedCustomerId}/deleted` },
  ],
  "customers.save": ({ customerId }) => [
    {
      path: `${master}/customers`,
      body: { id: customerId, name: "Stolen", phoneNumber: "+919876543210" },
    },
  ],
  "customers.remove": ({ customerId }) => [{ path: `${master}/customers/${customerId}` }],
  "customers.restore": ({ customerId, deletedCustomerId }) => [
    { path: `${master}/customers/${customerId}/restore`, body: {} },
    { path: `${master}/customers/${deletedCustomerId}/restore`, body: {} },
  ],
  "customers.removeMany": ({ customerId }) => [
    { path: `${master}/customers_deleted`, body: { customerIds: [customerId] } },
  ],
  "customers.undo": ({ workId }) => [{ path: `${master}/customers_undone`, body: { work: workId } }],
  "customers.mapToGroups": ({ groupId, customerId }) => [
    { path: `${master}/customers_groups`, body: { groupIds: [groupId], customerIds: [customerId] } },
  ],
  "customers.mapToLabels": ({ labelId, customerId }) => [
    { path: `${master}/customers_tags`, body: { tagIds: [labelId], customerIds: [customerId] } },
  ],
  "customers.startBulk": ({ groupId }) => [
    { path: `${master}/bulk`, body: { action: "mark", markIds: [groupId] } },
    { path: `${master}/bulk`, body: { action: "restore", of: groupId } },
  ],
  "customers.bulk": ({ customerId }) => [{ path: `${master}/bulk/${customerId}` }],
  "customers.history": ({ customerId }) => [{ path: `${master}/customers/${customerId}/history` }],
  "customers.duplicates": ({ customerId }) => [{ path: `${master}/customers/${customerId}/duplicates` }],
  "customers.merge": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/merge`, body: { from: customerId } },
    { path: `${master}/customers/${customerId}/merge`, body: { from: "nowhere" } },
  ],
  "customers.data": ({ customerId }) => [{ path: `${master}/customers/${customerId}/data` }],
  "customers.erase": ({ customerId }) => [
    { path: `${master}/customers/${customerId}/erase`, body: { confirm: "Canary customer" } },
  ],
  "imports.sample": nothingOfAnybody,
  "imports.beginUpload": nothingOfAnybody,
  "imports.sendPart": ({ fileId }) => [{ path: `${master}/upload/${fileId}/1` }],
  "imports.inspect": ({ fileId }) => [{ path: `${master}/upload/inspect`, body: { path: fileId } }],
  "imports.start": ({ fileId }) =>
    [true, false].map((dryRun) => ({
      path: `${master}/customers_csv`,
      body: { file: { name: "stolen.csv", path: fileId }, dryRun },
    })),
  "imports.step": ({ importId }) =>
    ["start", "stop", "resume", "undo"].map((step) => ({
      path: `${master}/uploads/${importId}/${step}`,
      body: {},
    })),
  "imports.list": nothingOfAnybody,
  "imports.get": ({ importId }) => [{ path: `${master}/uploads/${importId}` }],
  "imports.errors": ({ importId }) => [{ path: `${master}/errors?entryId=${importId}` }],
  "imports.errorsCsv": ({ importId }) => [{ path: `${master}/uploads/${importId}/errors` }],
  "customers.groups": nothingOfAnybody,
  "customers.saveGroup": ({ groupId }) => [
    { path: `${master}/groups`, body: { id: groupId, name: "Stolen" } },
  ],
  "customers.removeGroup": ({ groupId }) => [{ path: `${master}/groups/${groupId}` }],
  "customers.labels": nothingOfAnybody,
  "customers.saveLabel": ({ labelId }) => [{ path: `${master}/tags`, body: { id: labelId, name: "Stolen" } }],
  "customers.removeLabel": ({ labelId }) => [{ path: `${master}/tags/${labelId}` }],
  "customers.views": nothingOfAnybody,
  "customers.saveView": nothingOfAnybody,
  "customers.removeView": ({ viewId }) => [{ path: `${master}/views/${viewId}` }],
  ...Object.fromEntries(
    [
      ["summary", "conversationsReport"],
      ["graph", "graphReport"],
      ["topIntents", "topIntent"],
      ["messages", "conversations"],
      ["flow", "conversationFlow"],
      ["classification", "callClassification"],
      ["emotions", "emotionReport"],
    ].map(([call, path]) => [
      `reports.${call}`,
      ({ agentId }: Theirs) => [{ path: `${nlp}/${path}`, body: { agentId, ...aYear } }],
    ]),
  ),
  "analytics.frame": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/analytics/sentiment` }],
  "reports.csv": ({ agentId }) => [
    { path: `${nlp}/download/conversations/csv?${new URLSearchParams({ agentId, ...aYear }).toString()}` },
  ],
  "review.intents": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/intents` }],
  "review.unmatched": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/unmatched` }],
  "review.addPhrases": ({ agentId, intentId }) => [
    { path: `${nlp}/agent/${agentId}/phrases/add`, body: { intentId, texts: ["stolen"] } },
  ],
  "review.ignore": ({ agentId }) => [
    { path: `${nlp}/agent/${agentId}/unmatched/ignore`, body: { texts: ["stolen"] } },
  ],
  "exchange.exportAgent": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/export` }],
  "exchange.importAgent": nothingOfAnybody,
  "exchange.exportPhrases": ({ agentId }) => [{ path: `${nlp}/agent/${agentId}/phrases` }],
  "exchange.importPhrases": "takes a form with files: exchange.test.ts sends one as a stranger",
  "exchange.paraphrase": ({ agentId }) => [
    { path: `${nlp}/paraphrase`, body: { agentId, lines: ["canary phrase one"] } },
  ],
  "customerFields.list": nothingOfAnybody,
  "customerFields.get": ({ fieldId }) => [{ path: `${definitions}/${fieldId}` }],
  "customerFields.save": ({ fieldId }) => [
    {
      path: definitions,
      body: {
        _id: fieldId,
        fieldName: "stolen",
        fieldLabel: "Stolen",
        fieldHelptext: "x",
        mandatory: false,
        fieldType: "text",
        inputType: "alphabets",
      },
    },
  ],
  "customerFields.remove": ({ fieldId }) => [{ path: `${definitions}/${fieldId}` }],
  "customerFields.move": ({ fieldId }) => [
    { path: `${definitions}/move`, body: { from: 0, to: 1, _id: fieldId } },
  ],
  "roles.list": nothingOfAnybody,
  "roles.defaults": nothingOfAnybody,
  "roles.save": nothingOfAnybody,
  "users.list": nothingOfAnybody,
  "users.get": ({ userId }) => [{ path: `${people}/${userId}` }],
  "users.create": nothingOfAnybody,
  "users.updateRoles": ({ userId }) => [{ path: `${people}/${userId}/update_roles`, body: { roles: [1] } }],
  "users.resetPassword": ({ userId }) => [
    { path: `${people}/${userId}/reset_password`, body: { adminPassword: "x", password: "x" } },
  ],
  "users.deactivate": ({ userId }) => [
    { path: `${people}/${userId}` },
    { path: `${people}/${userId}?isValidate=true` },
  ],
  "users.activate": ({ userId }) => [{ path: `${people}/${userId}/activate`, body: {} }],
  "users.colleagues": nothingOfAnybody,
  "users.agentStatus": nothingOfAnybody,
  "users.updateAgentStatus": nothingOfAnybody,
  "invitations.list": nothingOfAnybody,
  "invitations.create": nothingOfAnybody,
  "invitations.resend": ({ invitationId }) => [
    { path: `/api/e/enterprise/invitations/${invitationId}/resend`, body: {} },
  ],
  "invitations.revoke": ({ invitationId }) => [{ path: `/api/e/enterprise/invitations/${invitationId}` }],
  "departments.list": nothingOfAnybody,
  "departments.get": ({ departmentId }) => [{ path: `${teams}/${departmentId}` }],
  "departments.create": ({ userId }) => [{ path: teams, body: { name: "Stolen", manager: userId } }],
  "departments.update": ({ departmentId }) => [
    { path: `${teams}/${departmentId}`, body: { name: "Stolen" } },
  ],
  "departments.remove": ({ departmentId }) => [{ path: `${teams}/${departmentId}` }],
  "departments.mappedUsers": ({ departmentId }) => [{ path: `${teams}/${departmentId}/mapped_users` }],
  "departments.addUsers": ({ departmentId, userId }) => [
    { path: `${teams}/${departmentId}/add_users`, body: { users: [userId] } },
  ],
  "departments.removeUsers": ({ departmentId, userId }) => [
    { path: `${teams}/${departmentId}/remove_users`, body: { users: [userId] } },
  ],
  "conversation.predict": ({ agentId }) => [
    { path: `${nlp}/predictIntent`, body: { agentId, message: { type: "text", text: "canary phrase one" } } },
  ],
};

/** All that the owner's enterprise has, to see that nothing of it was changed. */
async function everythingOf({ enterpriseId }: Person): Promise<unknown[]> {
  const tables = [
    "agents",
    "stories",
    "intents",
    "utterances",
    "entities",
    "model_versions",
    "jobs",
    "turns",
    "integrations",
    "auth_configs",
    "secrets",
    "test_questions",
    "knowledge_configs",
    "knowledge_sources",
    "customer_imports",
    "import_files",
    "customers",
    "marks",
    "customer_views",
    "customer_fields",
    "drive_files",
    "departments",
  ];
  const answers = await harness.env.TENANT_1.batch(
    tables.map((table) =>
      harness.env.TENANT_1.prepare(`SELECT * FROM ${table} WHERE enterprise_id = ? ORDER BY id`).bind(
        enterpriseId,
      ),
    ),
  );
  const office = await harness.env.DIRECTORY.batch(
    ["users", "invitations"].map((table) =>
      harness.env.DIRECTORY.prepare(`SELECT * FROM ${table} WHERE enterprise_id = ? ORDER BY id`).bind(
        enterpriseId,
      ),
    ),
  );
  return [...answers, ...office].map(({ results }) => results);
}

test("the owner's bot is trained, so that there is something to steal", () => {
  expect(training.state).toBe("trained");
});

test("every endpoint of the contract has a row here, and every row an endpoint", () => {
  expect(Object.keys(rows).toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted());
});

describe.each(Object.entries(strangers))("a person %s", (_, stranger) => {
  const attacks = allEndpoints.flatMap(({ id, endpoint }) => {
    const row = rows[id];
    return typeof row === "function" ? [{ id, method: endpoint.method, row }] : [];
  });

  test.each(attacks)(
    "gets from $id what an id that does not exist gets, and changes nothing",
    async (attack) => {
      const before = await everythingOf(owner);
      const unknown = attack.row(missing);
      for (const [index, { path, body }] of attack.row(theirs).entries()) {
        const response = await stranger.send(attack.method, path, body);
        const text = await response.text();
        expect(response.status, text).toBe(404);
        const other = await stranger.send(attack.method, unknown[index]?.path ?? "", unknown[index]?.body);
        expect(text).toBe(await other.text());
      }
      expect(await everythingOf(owner)).toEqual(before);
    },
  );

  test("never sees the owner's words in a list or a search (S-02)", async () => {
    for (const path of [
      `${nlp}/v2/agent?perPage=-1`,
      `${nlp}/v2/agent?name=Bot`,
      "/api/e/enterprise/users/me",
      people,
      teams,
      "/api/e/enterprise/agents",
      "/api/e/enterprise/invitations",
      definitions,
      `${master}/uploads?perPage=-1`,
      `${master}/sample`,
      "/api/e/enterprise/appiyo_authconfig",
      "/api/e/enterprise/audit_trail",
      "/api/e/enterprise/audit_trail/csv",
      "/api/e/enterprise/audit_trail/people",
    ]) {
      const text = await (await stranger.send("GET", path)).text();
      expect(text).not.toMatch(/canary/i);
      expect(text).not.toContain(bot.agentId);
    }
  });

  test("cannot bind the owner's entity into an intent of their own", async () => {
    const own = await makeBot(stranger);
    const response = await stranger.send("POST", `${nlp}/intent`, {
      ...intentBody({ ...theirs, ...own }),
      entities: [{ id: theirs.entityId, name: "x", required: true, prompts: ["which?"] }],
    });
    expect(response.status).toBe(400);
  });

  test("cannot become somebody else by naming another enterprise (S-04, S-06)", async () => {
    const response = await stranger.send("POST", `${nlp}/agent`, {
      name: "Mine",
      description: "mine",
      eId: owner.enterpriseId,
      enterpriseId: owner.enterpriseId,
      tenantId: owner.enterpriseId,
      createdBy: "x",
    });
    expect(await response.json()).toMatchObject({ data: { eId: stranger.enterpriseId } });
  });
});

test.each(allEndpoints.filter(({ endpoint }) => endpoint.access.kind !== "public"))(
  "nobody calls $id without a session",
  async ({ endpoint }) => {
    const path = `/api${endpoint.path.replace(/:\w+/g, "x")}`;
    const response = await harness.fetch(path, { method: endpoint.method });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ login_required: true });
  },
);

test.each(allEndpoints.filter(({ endpoint }) => endpoint.access.kind === "permission"))(
  "nobody calls $id without the permission",
  async ({ endpoint }) => {
    const nobody = await sharedNobody();
    const path = `/api${endpoint.path.replace(/:\w+/g, "x")}`;
    const response = await nobody.send(endpoint.method, path);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 1403 });
  },
);

let roleless: Promise<Person> | undefined;
const sharedNobody = (): Promise<Person> => (roleless ??= makePerson(harness, { roles: [] }));
