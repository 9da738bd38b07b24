import { makeBot, smallBank } from "#tests/support/bot.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import type { Harness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import type { Person } from "#tests/support/people.ts";
import { sendFile } from "#tests/support/send-file.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import type { Theirs } from "./shared.ts";

/** Gives an enterprise one of everything, each with a word that a stranger must never read; returns the ids. */
export async function fill(harness: Harness, owner: Person): Promise<{ theirs: Theirs; trained: boolean }> {
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
  return { theirs, trained: training.state === "trained" };
}

/** The same with ids that nobody has. */
export const nowhere = (theirs: Theirs): Theirs => ({
  ...theirs,
  ...(Object.fromEntries(
    Object.entries(theirs).flatMap(([name, id]) => (typeof id === "string" ? [[name, "nowhere"]] : [])),
  ) as Partial<Theirs>),
});

/** All that the owner's enterprise has, to see that nothing of it was changed. */
export async function everythingOf({ env }: Harness, { enterpriseId }: Person): Promise<unknown[]> {
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
  const answers = await env.TENANT_1.batch(
    tables.map((table) =>
      env.TENANT_1.prepare(`SELECT * FROM ${table} WHERE enterprise_id = ? ORDER BY id`).bind(enterpriseId),
    ),
  );
  const office = await env.DIRECTORY.batch(
    ["users", "invitations"].map((table) =>
      env.DIRECTORY.prepare(`SELECT * FROM ${table} WHERE enterprise_id = ? ORDER BY id`).bind(enterpriseId),
    ),
  );
  return [...answers, ...office].map(({ results }) => results);
}
