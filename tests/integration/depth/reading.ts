import { aYear } from "#tests/support/isolation.ts";
import type { World } from "./world.ts";

/** Input of a call; it is made as the owner unless it says by whom. */
export interface Input {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: { field: string; bytes: Uint8Array<ArrayBuffer>; name: string; fields?: Record<string, string> };
  bytes?: Uint8Array<ArrayBuffer>;
  token?: string;
}
export type Calls = Record<string, (world: World) => Input | Promise<Input>>;

const agent = ({ ids: { agentId } }: World) => ({ params: { id: agentId } });
const customer = ({ ids: { customerId } }: World) => ({ params: { id: customerId } });
const report = ({ ids: { agentId } }: World) => ({ body: { agentId, ...aYear } });

/** One call of each endpoint that only reads, with the ids of an enterprise that has one of everything. */
export const reading: Calls = {
  "system.healthz": () => ({}),
  "system.readyz": () => ({}),
  "account.loginKey": () => ({}),
  "signUp.isEmailUnique": () => ({ query: { emailId: "nobody@example.com" } }),
  "outbox.list": () => ({}),
  "twoFactor.rules": () => ({}),
  "twoFactor.get": () => ({}),
  "sessions.list": () => ({}),
  "sessions.listOfUser": ({ owner }) => ({ params: { id: owner.userId } }),
  "singleSignOn.get": () => ({}),
  "profile.me": () => ({}),
  "profile.configuration": () => ({}),
  "myProfile.get": () => ({}),
  "enterprise.details": () => ({}),
  "enterprise.timezones": () => ({}),
  "drive.get": ({ ids }) => ({ params: { id: ids.driveFileId } }),
  "drive.link": ({ ids }) => ({ params: { id: ids.driveFileId }, body: {} }),
  "drive.validate": ({ ids }) => ({ query: { fileId: ids.driveFileId } }),
  "agents.list": () => ({}),
  "agents.get": agent,
  "auditTrail.list": () => ({}),
  "auditTrail.export": () => ({}),
  "auditTrail.people": () => ({}),
  "auditTrail.get": ({ ids }) => ({ params: { id: ids.auditEntryId } }),
  "stories.list": agent,
  "intents.list": ({ ids: { agentId, storyId } }) => ({ params: { agentId, storyId } }),
  "intents.get": ({ ids: { agentId, storyId, intentId } }) => ({ params: { agentId, storyId, intentId } }),
  "entities.list": agent,
  "entities.get": ({ ids: { agentId, entityId } }) => ({ params: { id: agentId, entityId } }),
  "entities.usage": ({ ids: { agentId, entityId } }) => ({ params: { id: agentId, entityId } }),
  "entities.tryValue": ({ ids: { agentId } }) => ({
    params: { id: agentId },
    body: { value: { value: "x", type: "synonymns" }, text: "x" },
  }),
  "training.versions": agent,
  "training.version": ({ ids: { agentId } }) => ({ params: { id: agentId, version: 1 } }),
  "training.diff": ({ ids: { agentId } }) => ({ params: { id: agentId }, query: { from: 1, to: 0 } }),
  "training.questions": agent,
  "training.overlaps": ({ ids: { agentId, intentId } }) => ({
    params: { id: agentId },
    body: { phrases: ["canary phrase one"], intentId },
  }),
  "knowledge.get": agent,
  "knowledge.configs": () => ({}),
  "knowledge.search": ({ ids: { agentId } }) => ({ params: { id: agentId }, query: { question: "canary" } }),
  "integrations.list": () => ({}),
  "integrations.get": ({ ids }) => ({ params: { id: ids.integrationId } }),
  "customers.list": () => ({}),
  "customers.count": () => ({}),
  "customers.export": () => ({}),
  "customers.get": customer,
  "customers.getDeleted": ({ ids }) => ({ params: { id: ids.deletedCustomerId } }),
  "customers.history": customer,
  "customers.duplicates": customer,
  "customers.data": customer,
  "jobs.get": ({ bulkId }) => ({ params: { id: bulkId } }),
  "customers.groups": () => ({}),
  "customers.labels": () => ({}),
  "customers.views": () => ({}),
  "customerFields.list": () => ({}),
  "customerFields.get": ({ ids }) => ({ params: { id: ids.fieldId } }),
  "imports.sample": () => ({}),
  "imports.list": () => ({}),
  "imports.get": ({ ids }) => ({ params: { id: ids.importId } }),
  "imports.previewUndo": ({ ids }) => ({ params: { id: ids.importId } }),
  "imports.errors": ({ ids }) => ({ query: { entryId: ids.importId } }),
  "imports.errorsCsv": ({ ids }) => ({ params: { id: ids.importId } }),
  "imports.inspect": ({ ids }) => ({ body: { path: ids.fileId } }),
  "review.intents": agent,
  "review.unmatched": agent,
  "exchange.exportAgent": agent,
  "exchange.exportPhrases": agent,
  "exchange.paraphrase": ({ ids: { agentId } }) => ({ body: { agentId, lines: ["canary phrase one"] } }),
  "dashboard.info": () => ({ query: { fromDate: "2026-01-01", toDate: "2026-01-31" } }),
  "dashboard.summary": () => ({}),
  "designer.access": () => ({}),
  "trash.list": () => ({ query: { kind: "customer" } }),
  "analytics.frame": ({ ids: { agentId } }) => ({ params: { id: agentId, view: "sentiment" } }),
  "reports.summary": report,
  "reports.graph": report,
  "reports.topIntents": report,
  "reports.messages": report,
  "reports.csv": ({ ids: { agentId } }) => ({ query: { agentId, ...aYear } }),
  "reports.flow": report,
  "reports.classification": report,
  "reports.emotions": report,
  "roles.list": () => ({}),
  "roles.defaults": () => ({}),
  "users.list": () => ({}),
  "users.get": ({ owner }) => ({ params: { id: owner.userId } }),
  "users.colleagues": () => ({}),
  "users.agentStatus": () => ({}),
  "invitations.list": () => ({}),
  "departments.list": () => ({}),
  "departments.get": ({ ids }) => ({ params: { id: ids.departmentId } }),
  "departments.mappedUsers": ({ ids }) => ({ params: { id: ids.departmentId } }),
};

/** Endpoints that are not measured, each with its reason. */
export const notMeasured: Record<string, string> = {
  "passwords.replaceDemanded": "is the same rule as passwords.changeForgotten",
  "singleSignOn.save": "asks somebody else's server, which takes longer than all our own calls",
  "singleSignOn.test": "asks somebody else's server",
  "singleSignOn.start": "asks somebody else's server",
  "singleSignOn.find":
    "answers whether or not there is a connection; its mail is written as that of passwords.recover",
  "singleSignOn.ssoCallback": "only redirects",
  "singleSignOn.oauthCallback": "only redirects",
  "singleSignOn.validate": "asks somebody else's server",
  "knowledge.pages": "has pages only of a website that was fetched",
  "integrations.test": "asks somebody else's server",
  "integrations.try": "asks somebody else's server",
  "integrations.login": "asks somebody else's server",
  "billing.info": "calls no binding: a signed result is read",
  "help.list": "asks somebody else's server",
};
