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
import { endpoints } from "#workers/contract/endpoints.ts";
import { intentBody } from "#tests/support/isolation.ts";
import type { Calls } from "./reading.ts";
import type { World } from "./world.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const confirmation = async ({ send, owner }: World) => ({ password: await sealedFor(send, owner.userId) });
const phrase = (index: number) => ({ utterance: `a phrase number ${index}` });

/** One call of each endpoint that changes something, in an order in which each finds what it needs. */
export const changing: Calls = {
  "system.clientError": () => ({ body: { kind: "error", message: "m", where: "/", requestId: "" } }),
  "account.captcha": () => ({ query: { purpose: "login", kind: "question" } }),
  "account.login": async ({ send, owner, password }) => ({
    body: await loginBody(send, { email: owner.email, password }),
  }),
  "account.socketTicket": () => ({ body: {} }),
  "chatAgent.issue": () => ({ body: {} }),
  "chatAgent.exchange": async ({ owner }) => ({
    body: { code: (await owner.call(endpoints.chatAgent.issue)).code },
  }),
  "designer.redeem": async ({ owner }) => {
    const { accessId } = await owner.call(endpoints.designer.access);
    return { body: { accessId } };
  },
  "signUp.signUp": async (world) => ({ body: await signUpForm(world, world.newcomer) }),
  "signUp.resend": async ({ send, newcomer }) => ({
    body: { emailId: newcomer, ...(await solvedCaptcha(send, "signup")) },
  }),
  "signUp.activationState": async ({ send, newcomer }) => ({ params: { id: await codeOf(send, newcomer) } }),
  "signUp.activate": async ({ send, newcomer }) => ({ body: { id: await codeOf(send, newcomer) } }),
  "passwords.recover": async ({ send, newcomer }) => ({
    body: { emailId: newcomer, ...(await solvedCaptcha(send, "forgetPassword")) },
  }),
  "passwords.changeForgotten": async ({ send, newcomer, nextPassword }) => {
    const link = await linkTo(send, newcomer);
    const { uId, eId, resetCode } = Object.fromEntries(link.searchParams) as Record<string, string>;
    return { body: { uId, eId, resetCode, ...(await sealedPair(send, resetCode ?? "", nextPassword())) } };
  },
  "passwords.changeOwn": async ({ send, colleague, password, nextPassword }) => ({
    token: colleague.token,
    body: {
      currentPassword: await sealedFor(send, colleague.userId, password),
      ...(await sealedPair(send, colleague.userId, nextPassword())),
    },
  }),
  "invitations.create": ({ invited }) => ({ body: { emailId: invited, roles: [3] } }),
  "invitations.resend": async ({ harness, ids }) => {
    // As if the first mail had gone out a while ago.
    await harness.env.DIRECTORY.prepare("UPDATE invitations SET sent_at = 0").run();
    return { params: { id: ids.invitationId }, body: {} };
  },
  "acceptance.invitation": async ({ send, invited }) => ({ params: { id: await codeOf(send, invited) } }),
  "acceptance.accept": async ({ send, invited, nextPassword }) => {
    const code = await codeOf(send, invited);
    return {
      params: { id: code },
      body: { name: "Meera", password: await sealedFor(send, code, nextPassword()) },
    };
  },
  "outbox.html": async ({ owner }) => {
    const { mails } = await owner.call(endpoints.outbox.list);
    return { params: { id: mails[0]?.id ?? "" } };
  },
  "invitations.revoke": ({ ids }) => ({ params: { id: ids.invitationId } }),
  "twoFactor.save": async (world) => ({
    token: world.guarded.token,
    body: { type: "mail", password: await sealedFor(world.send, world.guarded.userId) },
  }),
  "twoFactor.recovery": ({ guarded }) => ({ token: guarded.token }),
  "account.resendAuthMail": async ({ harness, send, guarded }) => {
    const { id } = await challengeOf(send, guarded.email);
    // Nobody waits for half a minute: the mail before has been forgotten.
    await harness.env.DIRECTORY.prepare("DELETE FROM login_failures").run();
    return { body: { id } };
  },
  "account.verifyCode": async ({ harness, send, guarded }) => {
    const { id } = await challengeOf(send, guarded.email);
    const securityCode = codeIn(await newestMail(harness, guarded.email));
    return { body: { id, authType: "mail", securityCode } };
  },
  "twoFactor.beginTotp": async ({ send, guarded }) => ({
    token: guarded.token,
    body: { password: await sealedFor(send, guarded.userId) },
  }),
  "twoFactor.confirmTotp": async ({ send, guarded }) => {
    const { secret } = await guarded.call(endpoints.twoFactor.beginTotp, {
      body: { password: await sealedFor(send, guarded.userId) },
    });
    return { token: guarded.token, body: { code: authenticatorCode(secret, -1) } };
  },
  "twoFactor.newRecovery": async ({ send, guarded }) => ({
    token: guarded.token,
    body: { password: await sealedFor(send, guarded.userId) },
  }),
  "twoFactor.disable": ({ guarded }) => ({ body: { uId: guarded.userId } }),
  "twoFactor.saveRules": async (world) => ({
    body: { singleSession: false, ...(await confirmation(world)) },
  }),
  "sessions.renew": async (world) => ({ body: await confirmation(world) }),
  "myProfile.save": async ({ owner }) => ({
    body: { profile: { name: "Kiran" }, revision: (await owner.call(endpoints.myProfile.get)).revision },
  }),
  "myProfile.update": async ({ owner }) => ({
    body: { name: "Kiran", revision: (await owner.call(endpoints.myProfile.get)).revision },
  }),
  "myProfile.audio": async ({ owner }) => {
    const { enableChatNotification, audioSettings } = await owner.call(endpoints.myProfile.get);
    return { body: { enableChatNotification, audioSettings } };
  },
  "enterprise.save": async ({ owner }) => ({
    body: {
      details: { address: "MG Road" },
      revision: (await owner.call(endpoints.enterprise.details)).revision,
    },
  }),
  "drive.upload": ({ image }) => ({
    form: { field: "file", bytes: image, name: "another.png", fields: { use: "profile" } },
  }),
  "drive.open": async ({ owner, ids }) => {
    const { url } = await owner.call(endpoints.drive.link, { params: { id: ids.driveFileId } });
    return { params: { link: new URL(url, "https://console").pathname.split("/").at(-1) ?? "" } };
  },
  "agents.save": () => ({ body: { name: "A new bot", description: "x" } }),
  "agents.configure": ({ ids: { agentId } }) => ({
    params: { id: agentId },
    body: {
      entityExtractRetries: 1,
      outOfScopeMessage: "Sorry",
      modelType: "SVM",
      confidenceThreshold: 0.5,
      language: "en",
    },
  }),
  "stories.save": ({ ids: { agentId } }) => ({ body: { agentId, name: "Another story" } }),
  "intents.save": ({ ids }) => ({
    body: { ...intentBody(ids), name: "New", utterances: [phrase(1), phrase(2)] },
  }),
  "entities.save": ({ ids: { agentId } }) => ({
    body: { agentId, name: "colour", values: [{ value: "red", type: "synonymns" }] },
  }),
  "conversation.predict": async ({ harness, owner, ids: { agentId }, sessionId }) => {
    const body = { agentId, sessionId, message: { type: "text" as const, text: "what is my balance" } };
    // A bot that nobody has just changed, and that has been talked to.
    await harness.env.TENANT_1.prepare("UPDATE agents SET content_changed_at = 1 WHERE id = ?")
      .bind(agentId)
      .run();
    await owner.call(endpoints.conversation.predict, { body });
    return { body };
  },
  "training.saveQuestion": ({ ids: { agentId } }) => ({
    params: { id: agentId },
    body: { text: "another question", intentId: null },
  }),
  "training.runQuestions": ({ ids: { agentId } }) => ({ params: { id: agentId }, body: {} }),
  "training.removeQuestion": ({ ids: { agentId, questionId } }) => ({ params: { id: agentId, questionId } }),
  "training.serve": ({ ids: { agentId } }) => ({ params: { id: agentId, version: 1 }, body: {} }),
  "review.addPhrases": ({ ids: { agentId, intentId } }) => ({
    params: { id: agentId },
    body: { intentId, texts: ["a phrase from the review"] },
  }),
  "review.ignore": ({ ids: { agentId } }) => ({ params: { id: agentId }, body: { texts: ["nothing"] } }),
  "agents.train": ({ ids: { agentId } }) => ({ params: { id: agentId }, query: { wait: 0 } }),
  "agents.cancelTraining": ({ ids: { agentId } }) => ({ params: { id: agentId }, body: {} }),
  "knowledge.upload": async ({ ids: { agentId } }) => ({
    form: {
      field: "files",
      bytes: await makePdf([{ heading: "Canary", lines: ["canary in a document"] }]),
      name: "a.pdf",
      fields: { agentId },
    },
  }),
  "knowledge.save": ({ ids: { agentId } }) => ({
    params: { id: agentId },
    body: { kbFromDoc: true, documents: [{ fileName: "a.pdf" }] },
  }),
  "knowledge.document": async ({ owner, ids: { agentId } }) => {
    const { sources } = await owner.call(endpoints.knowledge.get, { params: { id: agentId } });
    return { params: { id: agentId, sourceId: sources[0]?.id ?? "" } };
  },
  "knowledge.reread": ({ ids: { agentId } }) => ({ params: { id: agentId }, body: {} }),
  "knowledge.removeDocuments": ({ ids: { agentId } }) => ({ body: { agentId, filenames: ["a.pdf"] } }),
  "integrations.create": () => ({ body: { name: "another integration", llm: 1, apikey: "key" } }),
  "integrations.update": async ({ owner, ids: { integrationId: id } }) => {
    const { revision } = await owner.call(endpoints.integrations.get, { params: { id } });
    return { params: { id }, body: { name: "renamed", llm: 1, revision } };
  },
  "customers.save": ({ ids: { groupId, labelId } }) => ({
    body: { name: "Meera", phoneNumber: "+91 98765 43299", groups: [groupId], tags: [labelId] },
  }),
  "customers.mapToGroups": ({ ids: { groupId, customerId } }) => ({
    body: { groupIds: [groupId], customerIds: [customerId] },
  }),
  "customers.mapToLabels": ({ ids: { labelId, customerId } }) => ({
    body: { tagIds: [labelId], customerIds: [customerId] },
  }),
  "customers.startBulk": ({ ids: { groupId } }) => ({ body: { action: "mark", markIds: [groupId] } }),
  "customers.merge": ({ ids: { customerId }, customers: [from] }) => ({
    params: { id: customerId },
    body: { from },
  }),
  "customers.remove": ({ customers: [, id] }) => ({ params: { id: id ?? "" } }),
  "customers.restore": ({ customers: [, id] }) => ({ params: { id: id ?? "" }, body: {} }),
  "customers.removeMany": ({ customers: [, , id] }) => ({ body: { customerIds: [id] } }),
  "customers.undo": ({ ids: { workId } }) => ({ body: { work: workId } }),
  "customers.erase": ({ customers: [, id] }) => ({
    params: { id: id ?? "" },
    body: { confirm: "Customer 1" },
  }),
  "customers.verifyReceipt": async ({ owner }) => {
    const phoneNumber = "+91 98765 43288";
    const { customer } = await owner.call(endpoints.customers.save, {
      body: { name: "Erased", phoneNumber },
    });
    const { receipt } = await owner.call(endpoints.customers.erase, {
      params: { id: customer.id },
      body: { confirm: "Erased" },
    });
    return { params: { id: receipt.id }, body: { phoneNumber } };
  },
  "customers.saveGroup": () => ({ body: { name: "Another group" } }),
  "customers.saveLabel": () => ({ body: { name: "Another label" } }),
  "customers.saveView": () => ({ body: { name: "Another view", query: "" } }),
  "customers.removeGroup": ({ ids }) => ({ params: { id: ids.groupId } }),
  "customers.removeLabel": ({ ids }) => ({ params: { id: ids.labelId } }),
  "customers.removeView": ({ ids }) => ({ params: { id: ids.viewId } }),
  "customerFields.save": () => ({
    body: {
      fieldName: "another",
      fieldLabel: "Another",
      fieldHelptext: "x",
      mandatory: false,
      fieldType: "text",
      inputType: "alphabets",
    },
  }),
  "customerFields.move": ({ ids }) => ({ body: { from: 0, to: 1, _id: ids.fieldId } }),
  "customerFields.remove": ({ ids }) => ({ params: { id: ids.fieldId } }),
  "imports.beginUpload": () => ({ body: { name: "a.csv", bytes: 20 } }),
  "imports.sendPart": async ({ owner }) => {
    const { path } = await owner.call(endpoints.imports.beginUpload, { body: { name: "b.csv", bytes: 11 } });
    return { params: { id: path, part: 1 }, bytes: bytesOf("Name,Phone\n") };
  },
  "imports.start": ({ ids }) => ({ body: { file: { name: "c.csv", path: ids.fileId }, dryRun: true } }),
  "imports.step": ({ ids }) => ({ params: { id: ids.importId, step: "undo" }, body: {} }),
  "exchange.importAgent": ({ agentFile }) => ({
    form: { field: "files", bytes: agentFile, name: "bot.json", fields: { name: "Imported" } },
  }),
  "exchange.importPhrases": ({ ids: { agentId } }) => ({
    params: { id: agentId },
    form: {
      field: "files",
      bytes: bytesOf("story,intent,phrase\nStory,New,one more phrase\n"),
      name: "p.csv",
    },
  }),
  "trash.restore": ({ trashed: [id] }) => ({ params: { kind: "customer", id: id ?? "" }, body: {} }),
  "trash.remove": ({ trashed: [, id] }) => ({ params: { kind: "customer", id: id ?? "" } }),
  "trash.empty": () => ({ body: { kind: "customer", confirm: "delete" } }),
  "roles.save": async ({ owner }) => {
    const { roles } = await owner.call(endpoints.roles.list);
    const role = roles.find(({ id }) => id === 6);
    return {
      params: { role: 6 },
      body: {
        permissions: Object.fromEntries((role?.permissions ?? []).map((each) => [each, 1])),
        revision: role?.revision ?? 0,
      },
    };
  },
  "users.create": async ({ send, nextPassword }) => {
    const emailId = `ravi-${Date.now()}@example.com`;
    return {
      body: { name: "Ravi", emailId, password: await sealedFor(send, emailId, nextPassword()), roles: [3] },
    };
  },
  "users.updateRoles": async ({ owner, colleague }) => {
    const { revision } = await owner.call(endpoints.users.get, { params: { id: colleague.userId } });
    return { params: { id: colleague.userId }, body: { roles: [3, 6], revision } };
  },
  "users.resetPassword": async ({ send, colleague, password, nextPassword }) => ({
    params: { id: colleague.userId },
    body: {
      adminPassword: await sealedFor(send, colleague.userId, password),
      password: await sealedFor(send, colleague.userId, nextPassword()),
    },
  }),
  "users.updateAgentStatus": () => ({ body: { agentStatus: "online" } }),
  "departments.create": () => ({ body: { name: "Another department" } }),
  "departments.update": async ({ owner, ids: { departmentId: id } }) => {
    const { revision } = await owner.call(endpoints.departments.get, { params: { id } });
    return { params: { id }, body: { name: "Renamed", revision } };
  },
  "departments.addUsers": ({ ids, owner }) => ({
    params: { id: ids.departmentId },
    body: { users: [owner.userId] },
  }),
  "departments.removeUsers": ({ ids, owner }) => ({
    params: { id: ids.departmentId },
    body: { users: [owner.userId] },
  }),
  "sessions.endOfUser": async ({ colleague, sessionOf }) => ({
    params: { id: colleague.userId, sessionId: await sessionOf(colleague) },
  }),
  "sessions.endAllOfUser": ({ colleague }) => ({ params: { id: colleague.userId } }),
  "users.deactivate": ({ colleague }) => ({ params: { id: colleague.userId } }),
  "users.activate": ({ colleague }) => ({ params: { id: colleague.userId }, body: {} }),
  "departments.remove": ({ ids }) => ({ params: { id: ids.departmentId } }),
  "entities.remove": ({ ids: { agentId, entityId } }) => ({ params: { agentId, entityId } }),
  "intents.remove": ({ ids: { agentId, storyId, intentId } }) => ({ params: { agentId, storyId, intentId } }),
  "stories.remove": ({ ids: { agentId, storyId } }) => ({ params: { agentId, storyId } }),
  "agents.remove": async ({ owner }) => {
    const { agents } = await owner.call(endpoints.agents.list, { query: { name: "A new bot" } });
    return { params: { id: agents[0]?.id ?? "" } };
  },
  "integrations.remove": ({ ids }) => ({ params: { id: ids.integrationId } }),
  "sessions.end": async ({ owner, sessionOf }) => ({ params: { id: await sessionOf(owner) } }),
  "sessions.endAll": () => ({}),
  "account.logout": () => ({}),
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
