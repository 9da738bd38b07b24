import { randomUUID } from "node:crypto";
import { chatPresses, supervisorActions } from "#workers/contract/chat-action.ts";
import { noTrouble } from "#workers/contract/simulator.ts";
import { aForm } from "#tests/support/forms.ts";
import { GRAPH_FORMAT } from "#workers/contract/automation/graph.ts";
import { nothingOfAnybody, people, teams, type Rows, type Theirs } from "#tests/support/isolation.ts";

const channels = "/api/e/enterprise/channels";
const simulator = "/api/e/enterprise/simulator";
const templates = "/api/chatbird/api/campaign/templates";
const stolenTemplate = { name: "stolen", language: "en", category: "UTILITY", components: {} };
const broadcasts = "/api/chatbird/api/campaign/broadcast";
const campaigns = "/api/chatbird/api/campaign";
const activities = `${campaigns}/activities`;
const bySent =
  "filters by channel, number and message: reports-of-messages.test.ts shows that somebody else's match nothing";
const stolenBroadcast = (templateUId: string, channelId: string) => ({
  channelId,
  phoneNumber: ["+919876543210"],
  message: { template: { templateUId } },
});
const artifacts = "/api/e/enterprise/artifacts";
const buckets = "/api/e/enterprise/buckets";
const stolenEntry = { type: 7, data: { name: "Stolen", text: "stolen" }, isPublic: true };
const mcmi = "/api/chatbird/api/mcmi";
const chats = "/api/e/enterprise/chat";
const labels = "/api/e/chat/config";
const richCards = "/api/chatbird/api/richcard";
const ownDashboards = "/api/e/enterprise/analytics/dashboards";
const forms = "/api/e/enterprise/forms";
const waFlows = "/api/chatbird/api/wa-flows";
const market = "/api/e/enterprise/marketplace";
const stolenCard = { name: "Stolen", content: { cards: [{ title: "Stolen" }] } };
const speech = "/api/e/enterprise/speech";
const webhooks = "/api/e/enterprise/webhooks";
const stolenHook = { url: "https://stolen.company.com/", events: ["chat.opened"] };
const nobody = encodeURIComponent(JSON.stringify({ userId: "canary" }));
const stolenChannel = { name: "Stolen", contactId: "stolen" };

/** The calls of journeys, and those of encaps. */
const automations = (path: string, key: "journeyId" | "encapId"): Rows => {
  const at = (theirs: Theirs, rest = "") => `/api${path}/${theirs[key]}${rest}`;
  const [instance, run, move] =
    key === "journeyId"
      ? (["journeyInstanceId", "journeyRunId", "journeyMoveId"] as const)
      : (["encapInstanceId", "encapRunId", "encapMoveId"] as const);
  const works = (theirs: Theirs, rest = "") => at(theirs, `/instances/${theirs[instance]}${rest}`);
  return {
    [`GET ${path}`]: nothingOfAnybody,
    [`POST ${path}`]: nothingOfAnybody,
    [`GET ${path}/references`]: nothingOfAnybody,
    [`POST ${path}/try`]: nothingOfAnybody,
    [`GET ${path}/export`]: (theirs) => [{ path: `/api${path}/export?id=${theirs[key]}` }],
    [`POST ${path}/imports/check`]: nothingOfAnybody,
    [`POST ${path}/imports`]:
      "a chosen one of another enterprise is none that is here: automation-files.test.ts tries it",
    [`PUT ${path}/:id`]: (theirs) => [{ path: at(theirs), body: { name: "Stolen" } }],
    [`DELETE ${path}/:id`]: (theirs) => [{ path: at(theirs) }],
    [`GET ${path}/:id/logger`]: (theirs) => [{ path: at(theirs, "/logger") }],
    [`PUT ${path}/:id/logger`]: (theirs) => [
      { path: at(theirs, "/logger"), body: { level: "off", days: 1 } },
    ],
    [`GET ${path}/:id/draft`]: (theirs) => [{ path: at(theirs, "/draft") }],
    [`PUT ${path}/:id/draft`]: (theirs) => [
      { path: at(theirs, "/draft"), body: { graph: emptyGraph, revision: 1 } },
    ],
    [`GET ${path}/:id/cases`]: (theirs) => [{ path: at(theirs, "/cases") }],
    [`POST ${path}/:id/cases`]: (theirs) => [
      {
        path: at(theirs, "/cases"),
        body: {
          name: "Stolen",
          content: {
            channelType: 4,
            customer: { name: "", phone: "" },
            now: 0,
            turns: [{ act: { kind: "start" }, path: [], said: [] }],
          },
        },
      },
    ],
    [`POST ${path}/:id/cases/run`]: (theirs) => [
      { path: at(theirs, "/cases/run"), body: { graph: emptyGraph } },
    ],
    [`PUT ${path}/:id/cases/:caseId`]:
      "automation-cases.test.ts tries another's, through their journey and ours",
    [`DELETE ${path}/:id/cases/:caseId`]:
      "automation-cases.test.ts tries another's, through their journey and ours",
    [`POST ${path}/:id/publish`]: (theirs) => [{ path: at(theirs, "/publish"), body: { revision: 1 } }],
    [`GET ${path}/:id/versions`]: (theirs) => [{ path: at(theirs, "/versions") }],
    [`GET ${path}/:id/versions/:number`]: (theirs) => [{ path: at(theirs, "/versions/1") }],
    [`POST ${path}/:id/draft/watch`]: (theirs) => [
      { path: at(theirs, "/draft/watch"), body: { socketId: "x" } },
    ],
    [`POST ${path}/:id/draft`]: (theirs) => [
      { path: at(theirs, "/draft"), body: { number: 1, revision: 1 } },
    ],
    [`GET ${path}/:id/instances`]: (theirs) => [{ path: at(theirs, "/instances") }],
    [`GET ${path}/:id/instances/clashes`]:
      "reads by a channel and the enterprise: automation-instances.test.ts tries another's",
    [`POST ${path}/:id/instances`]: (theirs) => [
      { path: at(theirs, "/instances"), body: { channelId: theirs.simulatorId } },
    ],
    [`PUT ${path}/:id/instances/:instanceId/state`]: (theirs) => [
      { path: works(theirs, "/state"), body: { action: "pause" } },
    ],
    [`PUT ${path}/:id/instances/:instanceId/version`]: (theirs) => [
      { path: works(theirs, "/version"), body: { number: 1 } },
    ],
    [`GET ${path}/:id/instances/:instanceId/moves/check`]: (theirs) => [
      { path: works(theirs, "/moves/check?number=1") },
    ],
    [`POST ${path}/:id/instances/:instanceId/moves`]: (theirs) => [
      { path: works(theirs, "/moves"), body: { number: 1, what: "end" } },
    ],
    [`POST ${path}/:id/instances/:instanceId/moves/:moveId/undo`]: (theirs) => [
      { path: works(theirs, `/moves/${theirs[move]}/undo`) },
    ],
    [`POST ${path}/:id/instances/:instanceId/entries`]: (theirs) => [
      {
        path: works(theirs, "/entries"),
        body: { id: "0f8fad5b-d9cb-469f-a165-70867728950e", customers: [theirs.customerId] },
      },
    ],
    [`POST ${path}/:id/instances/:instanceId/entries/all`]: (theirs) => [
      { path: works(theirs, "/entries/all"), body: { customerIds: [theirs.customerId] } },
    ],
    [`GET ${path}/:id/instances/:instanceId/evaluations`]: (theirs) => [
      { path: works(theirs, "/evaluations") },
    ],
    [`GET ${path}/:id/instances/:instanceId/hook`]: (theirs) => [{ path: works(theirs, "/hook") }],
    [`PUT ${path}/:id/instances/:instanceId/hook`]: (theirs) => [{ path: works(theirs, "/hook") }],
    [`GET ${path}/:id/instances/:instanceId/figures`]: (theirs) => [{ path: works(theirs, "/figures") }],
    [`GET ${path}/:id/instances/:instanceId/troubles`]: (theirs) => [{ path: works(theirs, "/troubles") }],
    [`GET ${path}/:id/instances/:instanceId/minutes`]: (theirs) => [{ path: works(theirs, "/minutes") }],
    [`POST ${path}/:id/instances/:instanceId/sweeps`]: (theirs) => [
      { path: works(theirs, "/sweeps"), body: { what: "end", node: "end" } },
    ],
    [`POST ${path}/:id/instances/:instanceId/watch`]: (theirs) => [
      { path: works(theirs, "/watch"), body: { socketId: "x" } },
    ],
    [`POST ${path}/:id/instances/:instanceId/people`]: (theirs) => [
      { path: works(theirs, "/people"), body: { what: "end" } },
    ],
    [`GET ${path}/:id/instances/:instanceId/runs`]: (theirs) => [{ path: works(theirs, "/runs") }],
    [`GET ${path}/:id/instances/:instanceId/runs/:runId`]: (theirs) => [
      { path: works(theirs, `/runs/${theirs[run]}`) },
    ],
    [`POST ${path}/:id/instances/:instanceId/runs/:runId/retry`]: (theirs) => [
      { path: works(theirs, `/runs/${theirs[run]}/retry`), body: {} },
    ],
    [`POST ${path}/:id/instances/:instanceId/runs/:runId/end`]: (theirs) => [
      { path: works(theirs, `/runs/${theirs[run]}/end`) },
    ],
  };
};
/** Launches are encaps' alone. */
const encapsPath = "/e/enterprise/campaigns";
const launches: Rows = {
  [`GET ${encapsPath}/:id/launches`]: ({ encapId }) => [{ path: `/api${encapsPath}/${encapId}/launches` }],
  [`POST ${encapsPath}/:id/launches`]: ({ encapId, simulatorId }) => [
    {
      path: `/api${encapsPath}/${encapId}/launches`,
      body: { channelId: simulatorId, keywords: ["stolen"] },
    },
  ],
  [`POST ${encapsPath}/:id/launches/audience`]: ({ encapId, simulatorId, customerId }) => [
    {
      path: `/api${encapsPath}/${encapId}/launches/audience`,
      body: { channelId: simulatorId, audience: { filter: null, customerIds: [customerId] } },
    },
  ],
  [`GET ${encapsPath}/:id/launches/:instanceId`]: ({ encapId, encapInstanceId }) => [
    { path: `/api${encapsPath}/${encapId}/launches/${encapInstanceId}` },
  ],
  [`GET ${encapsPath}/:id/milestones`]: ({ encapId }) => [
    { path: `/api${encapsPath}/${encapId}/milestones` },
  ],
  [`GET ${encapsPath}/dashboard`]: nothingOfAnybody,
  [`GET ${encapsPath}/logs`]: nothingOfAnybody,
  [`GET ${encapsPath}/logs/csv`]: nothingOfAnybody,
};
const emptyGraph = { format: GRAPH_FORMAT, nodes: [] };

export const rows: Rows = {
  "GET /e/enterprise/datachecks": nothingOfAnybody,
  "GET /e/enterprise/details": nothingOfAnybody,
  "POST /e/enterprise/configuration":
    "shows only the enterprise's own logo: enterprise-details.test.ts tries another's",
  "GET /e/enterprise/timezones": nothingOfAnybody,
  "GET /e/enterprise/stops": nothingOfAnybody,
  "GET /e/enterprise/exports": nothingOfAnybody,
  "POST /e/enterprise/exports": nothingOfAnybody,
  "GET /e/enterprise/exports/:id/:part":
    "names a job: enterprise-export.test.ts asks for another enterprise's",
  "GET /e/enterprise/deletion": nothingOfAnybody,
  "POST /e/enterprise/deletion": nothingOfAnybody,
  "DELETE /e/enterprise/deletion": nothingOfAnybody,
  "POST /e/drive/upload":
    "takes a file and names no id: drive.test.ts sends the same names as another enterprise",
  "GET /e/drive/files/:id": ({ driveFileId }) => [{ path: `/api/e/drive/files/${driveFileId}` }],
  "POST /e/drive/files/:id/link": ({ driveFileId }) => [
    { path: `/api/e/drive/files/${driveFileId}/link`, body: {} },
  ],
  "GET /e/drive/open/:link": ({ driveFileId }) => [{ path: `/api/e/drive/open/${driveFileId}` }],
  "GET /media/:link": ({ driveFileId }) => [
    { path: `/api/media/${driveFileId}` },
    { path: `/api/media/1.${driveFileId}` },
  ],
  "GET /e/enterprise/messages/:id/media":
    "takes the id of a message, which no call makes: media-kept.test.ts tries another's",
  "GET /e/enterprise/media/validate": ({ driveFileId }) => [
    { path: `/api/e/enterprise/media/validate?fileId=${driveFileId}` },
  ],
  "GET /e/enterprise/appiyo_authconfig": nothingOfAnybody,
  "GET /e/enterprise/appiyo_authconfig/:id": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}` },
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}` },
  ],
  "POST /e/enterprise/appiyo_authconfig/test": ({ authConfigId }) => [
    {
      path: "/api/e/enterprise/appiyo_authconfig/test",
      body: { id: authConfigId, authType: 3, data: { endpoint: "https://canary.company.com/", key: "k" } },
    },
  ],
  "POST /e/enterprise/appiyo_authconfig/login": ({ authConfigId }) => [
    {
      path: "/api/e/enterprise/appiyo_authconfig/login",
      body: { id: authConfigId, emailId: "a@company.com", password: "x" },
    },
  ],
  "POST /e/enterprise/appiyo_authconfig": nothingOfAnybody,
  "PUT /e/enterprise/appiyo_authconfig/:id": ({ integrationId, authConfigId }) => [
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
  "DELETE /e/enterprise/appiyo_authconfig/:id": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}` },
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}` },
  ],
  "POST /e/enterprise/appiyo_authconfig/:id/test": ({ integrationId, authConfigId }) => [
    { path: `/api/e/enterprise/appiyo_authconfig/${authConfigId}/test`, body: {} },
    { path: `/api/e/enterprise/appiyo_authconfig/${integrationId}/test`, body: {} },
  ],
  "GET /e/enterprise/audit_trail": nothingOfAnybody,
  "GET /e/enterprise/audit_trail/csv": nothingOfAnybody,
  "GET /e/enterprise/audit_trail/people": nothingOfAnybody,
  "GET /e/enterprise/audit_trail/:id": ({ auditEntryId }) => [
    { path: `/api/e/enterprise/audit_trail/${auditEntryId}` },
  ],
  "POST /e/enterprise/billing": nothingOfAnybody,
  "GET /e/enterprise/billing/usage": nothingOfAnybody,
  "GET /e/enterprise/billing/usage/csv": nothingOfAnybody,
  "GET /e/enterprise/billing/account": nothingOfAnybody,
  "PUT /e/enterprise/billing/plan": "names no id of theirs: plans are the deployment's own",
  "PUT /e/enterprise/billing/details": "names no id",
  "GET /e/enterprise/billing/invoices/:id/pdf": ({ invoiceId }) => [
    { path: `/api/e/enterprise/billing/invoices/${invoiceId}/pdf` },
  ],
  "GET /e/enterprise/billing/invoices/:id/csv": ({ invoiceId }) => [
    { path: `/api/e/enterprise/billing/invoices/${invoiceId}/csv` },
  ],
  "POST /e/enterprise/billing/invoices/:id/pay": ({ invoiceId }) => [
    { path: `/api/e/enterprise/billing/invoices/${invoiceId}/pay`, body: {} },
  ],
  "GET /e/enterprise/chat/dashboard_info": nothingOfAnybody,
  "GET /e/enterprise/dashboard/summary": nothingOfAnybody,
  "GET /e/enterprise/dashboard/waiting": nothingOfAnybody,
  "GET /e/enterprise/first-run": nothingOfAnybody,
  "POST /e/enterprise/first-run": "names nothing: the session says whose first run it is",
  "POST /e/enterprise/first-run/chat": "names nothing: the session says whose first run it is",
  "POST /e/enterprise/first-run/samples": "names nothing: the session says whose first run it is",
  "DELETE /e/enterprise/first-run/samples": "names nothing: the session says whose first run it is",
  "GET /e/enterprise/first-run/steps": nothingOfAnybody,
  "PUT /e/enterprise/first-run/steps": "names nothing: the session says whose steps they are",
  "GET /e/enterprise/designer/access": nothingOfAnybody,
  "POST /account/designer/access": nothingOfAnybody,
  "GET /e/enterprise/help": nothingOfAnybody,
  "GET /e/enterprise/trash": nothingOfAnybody,
  "POST /e/enterprise/trash/:kind/:id/restore": ({ deletedCustomerId }) => [
    { path: `/api/e/enterprise/trash/customer/${deletedCustomerId}/restore`, body: {} },
  ],
  "DELETE /e/enterprise/trash/:kind/:id": ({ deletedCustomerId }) => [
    { path: `/api/e/enterprise/trash/customer/${deletedCustomerId}` },
  ],
  "POST /e/enterprise/trash/empty": nothingOfAnybody,
  "GET /e/enterprise/roles/permissions": nothingOfAnybody,
  "GET /e/enterprise/roles/permissions/default": nothingOfAnybody,
  "PUT /e/enterprise/roles/:role/permissions": nothingOfAnybody,
  "GET /e/enterprise/users": nothingOfAnybody,
  "GET /e/enterprise/users/:id": ({ userId }) => [{ path: `${people}/${userId}` }],
  "POST /e/enterprise/users": nothingOfAnybody,
  "PUT /e/enterprise/users/:id/update_roles": ({ userId }) => [
    { path: `${people}/${userId}/update_roles`, body: { roles: [1] } },
  ],
  "PUT /e/enterprise/users/:id/reset_password": ({ userId }) => [
    { path: `${people}/${userId}/reset_password`, body: { adminPassword: "x", password: "x" } },
  ],
  "DELETE /e/enterprise/users/:id": ({ userId }) => [
    { path: `${people}/${userId}` },
    { path: `${people}/${userId}?isValidate=true` },
  ],
  "POST /e/enterprise/users/:id/activate": ({ userId }) => [
    { path: `${people}/${userId}/activate`, body: {} },
  ],
  "GET /e/enterprise/agents": ({ chatId }) => [{ path: `/api/e/enterprise/agents?chatId=${chatId}` }],
  "GET /e/enterprise/get_agent_status": nothingOfAnybody,
  "PUT /e/enterprise/update_agent_status": nothingOfAnybody,
  "GET /e/enterprise/invitations": nothingOfAnybody,
  "POST /e/enterprise/invitations": nothingOfAnybody,
  "POST /e/enterprise/invitations/:id/resend": ({ invitationId }) => [
    { path: `/api/e/enterprise/invitations/${invitationId}/resend`, body: {} },
  ],
  "DELETE /e/enterprise/invitations/:id": ({ invitationId }) => [
    { path: `/api/e/enterprise/invitations/${invitationId}` },
  ],
  "GET /e/enterprise/channel_vendors": nothingOfAnybody,
  "GET /e/enterprise/sending": nothingOfAnybody,
  "GET /e/enterprise/sending/offers": nothingOfAnybody,
  "PUT /e/enterprise/sending/offers": nothingOfAnybody,
  "POST /e/enterprise/sending/stop": nothingOfAnybody,
  "POST /e/enterprise/sending/resume": nothingOfAnybody,
  "GET /e/enterprise/channels": nothingOfAnybody,
  "POST /e/enterprise/channels": ({ departmentId, agentId }) => [
    { path: channels, body: { ...stolenChannel, type: 4, vendor: 91, deptId: departmentId } },
    { path: channels, body: { ...stolenChannel, type: 4, vendor: 91, agentId } },
  ],
  "GET /e/enterprise/channels/:id": ({ channelId }) => [{ path: `${channels}/${channelId}` }],
  "PUT /e/enterprise/channels/:id": ({ channelId }) => [
    { path: `${channels}/${channelId}`, body: stolenChannel },
  ],
  "DELETE /e/enterprise/channels/:id": ({ channelId }) => [{ path: `${channels}/${channelId}` }],
  "GET /e/enterprise/channels/:id/prices": ({ channelId }) => [{ path: `${channels}/${channelId}/prices` }],
  "PUT /e/enterprise/channels/:id/prices": ({ channelId }) => [
    { path: `${channels}/${channelId}/prices`, body: { prices: [] } },
  ],
  "GET /e/enterprise/channels/:id/details": ({ channelId }) => [{ path: `${channels}/${channelId}/details` }],
  "POST /e/enterprise/channels/:id/test": ({ channelId }) => [
    { path: `${channels}/${channelId}/test`, body: {} },
  ],
  "POST /e/enterprise/channels/:id/events/retry": ({ channelId }) => [
    { path: `${channels}/${channelId}/events/retry`, body: {} },
  ],
  "POST /e/enterprise/channels/:id/pause": ({ channelId }) => [
    { path: `${channels}/${channelId}/pause`, body: {} },
  ],
  "POST /e/enterprise/channels/:id/resume": ({ channelId }) => [
    { path: `${channels}/${channelId}/resume`, body: {} },
  ],
  "GET /e/enterprise/simulator": nothingOfAnybody,
  "GET /e/enterprise/artifacts":
    "filters what the caller sees: library.test.ts asks for another's bucket and department",
  "POST /e/enterprise/artifacts": ({ bucketId, driveFileId, departmentId }) => [
    { path: artifacts, body: { ...stolenEntry, bucketId } },
    { path: artifacts, body: { ...stolenEntry, deptId: departmentId } },
    { path: artifacts, body: { ...stolenEntry, type: 1, data: { fileId: driveFileId } } },
  ],
  "GET /e/enterprise/artifacts/:id": ({ artifactId }) => [{ path: `${artifacts}/${artifactId}` }],
  "PUT /e/enterprise/artifacts/:id": ({ artifactId }) => [
    { path: `${artifacts}/${artifactId}`, body: stolenEntry },
  ],
  "DELETE /e/enterprise/artifacts/:id": ({ artifactId }) => [{ path: `${artifacts}/${artifactId}` }],
  "GET /e/enterprise/buckets": nothingOfAnybody,
  "POST /e/enterprise/buckets": ({ bucketId }) => [
    { path: buckets, body: { name: "Stolen", parentId: bucketId } },
  ],
  "PUT /e/enterprise/buckets/:id": ({ bucketId }) => [
    { path: `${buckets}/${bucketId}`, body: { name: "Stolen" } },
  ],
  "DELETE /e/enterprise/buckets/:id": ({ bucketId }) => [{ path: `${buckets}/${bucketId}` }],
  "POST /e/enterprise/buckets/:id/move": ({ bucketId, artifactId }) => [
    { path: `${buckets}/${bucketId}/move`, body: { artifacts: [artifactId] } },
  ],
  "POST /e/enterprise/buckets/:id/remove": ({ bucketId, artifactId }) => [
    { path: `${buckets}/${bucketId}/remove`, body: { artifacts: [artifactId] } },
  ],
  ...automations("/chatbird/api/journeys", "journeyId"),
  "GET /chatbird/api/journeys/report": ({ journeyId }) => [
    { path: `/api/chatbird/api/journeys/report?id=${journeyId}` },
  ],
  "GET /chatbird/api/journeys/report/parts": ({ journeyId }) => [
    { path: `/api/chatbird/api/journeys/report/parts?id=${journeyId}` },
  ],
  "GET /chatbird/api/journeys/report/cohorts": ({ journeyId }) => [
    { path: `/api/chatbird/api/journeys/report/cohorts?id=${journeyId}` },
  ],
  "GET /chatbird/api/journeys/report/segment": ({ journeyId }) => [
    { path: `/api/chatbird/api/journeys/report/segment?id=${journeyId}&groups=["group"]` },
  ],
  "GET /chatbird/api/journeys/report/csv": ({ journeyId }) => [
    { path: `/api/chatbird/api/journeys/report/csv?id=${journeyId}&part=steps` },
  ],
  "POST /e/enterprise/campaigns/logs/watch": nothingOfAnybody,
  "GET /chatbird/api/journeys/published": nothingOfAnybody,
  "GET /chatbird/api/journeys/started": nothingOfAnybody,
  "GET /chatbird/api/flows/:id/details": ({ journeyId }) => [
    { path: `/api/chatbird/api/flows/${journeyId}/details?journeyId=${journeyId}` },
  ],
  ...automations("/e/enterprise/campaigns", "encapId"),
  "GET /e/enterprise/forms": nothingOfAnybody,
  "POST /e/enterprise/forms": nothingOfAnybody,
  "GET /e/enterprise/marketplace/packages": nothingOfAnybody,
  "GET /e/enterprise/marketplace/packages/:id": nothingOfAnybody,
  "GET /e/enterprise/marketplace/shelf": nothingOfAnybody,
  "GET /e/enterprise/marketplace/shelf/:id": ({ shelvedId }) => [{ path: `${market}/shelf/${shelvedId}` }],
  "POST /e/enterprise/marketplace/shelf": ({ formId }) => [
    { path: `${market}/shelf`, body: { kind: "form", thingId: formId, name: "Stolen" } },
  ],
  "DELETE /e/enterprise/marketplace/shelf/:id": ({ shelvedId }) => [{ path: `${market}/shelf/${shelvedId}` }],
  "POST /e/enterprise/marketplace/check": ({ shelvedId }) => [
    { path: `${market}/check`, body: { from: { shelf: shelvedId } } },
  ],
  "POST /e/enterprise/marketplace/install": ({ shelvedId }) => [
    { path: `${market}/install`, body: { from: { shelf: shelvedId }, version: 1, key: "stolen" } },
  ],
  "DELETE /e/enterprise/forms/:id": ({ formId }) => [{ path: `${forms}/${formId}` }],
  "GET /e/enterprise/forms/:id/draft": ({ formId }) => [{ path: `${forms}/${formId}/draft` }],
  "PUT /e/enterprise/forms/:id/draft": ({ formId }) => [
    { path: `${forms}/${formId}/draft`, body: { name: "Stolen", content: aForm("Stolen"), revision: 1 } },
  ],
  "POST /e/enterprise/forms/:id/draft/watch": ({ formId }) => [
    { path: `${forms}/${formId}/draft/watch`, body: { socketId: "x" } },
  ],
  "POST /e/enterprise/forms/:id/draft": ({ formId }) => [
    { path: `${forms}/${formId}/draft`, body: { number: 1, revision: 1 } },
  ],
  "POST /e/enterprise/forms/:id/publish": ({ formId }) => [
    { path: `${forms}/${formId}/publish`, body: { revision: 1 } },
  ],
  "GET /e/enterprise/forms/:id/versions": ({ formId }) => [{ path: `${forms}/${formId}/versions` }],
  "POST /e/enterprise/forms/:id/links": ({ formId }) => [{ path: `${forms}/${formId}/links`, body: {} }],
  "GET /e/enterprise/forms/:id/submissions": ({ formId }) => [{ path: `${forms}/${formId}/submissions` }],
  "GET /e/enterprise/forms/:id/submissions/file": ({ formId }) => [
    { path: `${forms}/${formId}/submissions/file` },
  ],
  "GET /chatbird/api/wa-flows": nothingOfAnybody,
  "POST /chatbird/api/wa-flows": ({ simulatorId }) => [
    { path: waFlows, body: { name: "Stolen", categories: ["OTHER"], channelId: simulatorId } },
  ],
  "DELETE /chatbird/api/wa-flows/:id": ({ waFlowId }) => [{ path: `${waFlows}/${waFlowId}` }],
  "GET /chatbird/api/wa-flows/:id/draft": ({ waFlowId }) => [{ path: `${waFlows}/${waFlowId}/draft` }],
  "POST /chatbird/api/wa-flows/:id/draft/watch": ({ waFlowId }) => [
    { path: `${waFlows}/${waFlowId}/draft/watch`, body: { socketId: "x" } },
  ],
  "PUT /chatbird/api/wa-flows/:id/draft": ({ waFlowId }) => [
    {
      path: `${waFlows}/${waFlowId}/draft`,
      body: { name: "Stolen", categories: ["OTHER"], content: {}, revision: 1 },
    },
  ],
  ...Object.fromEntries(
    ["validate", "publish"].map((what) => [
      `POST /chatbird/api/wa-flows/:id/${what}`,
      ({ waFlowId }: Record<string, string>) => [
        { path: `${waFlows}/${waFlowId}/${what}`, body: { revision: 1 } },
      ],
    ]),
  ),
  ...Object.fromEntries(
    ["deprecate", "clone", "sync"].map((what) => [
      `POST /chatbird/api/wa-flows/:id/${what}`,
      ({ waFlowId }: Record<string, string>) => [{ path: `${waFlows}/${waFlowId}/${what}`, body: {} }],
    ]),
  ),
  "GET /chatbird/api/wa-flows/:id/answers": ({ waFlowId }) => [{ path: `${waFlows}/${waFlowId}/answers` }],
  "GET /chatbird/api/wa-flows/files/:id": ({ waFlowFileId }) => [
    { path: `${waFlows}/files/${waFlowFileId}` },
  ],
  "GET /chatbird/api/wa-flows/channels/:id/key": ({ simulatorId }) => [
    { path: `${waFlows}/channels/${simulatorId}/key` },
  ],
  "POST /chatbird/api/wa-flows/channels/:id/key": ({ simulatorId }) => [
    { path: `${waFlows}/channels/${simulatorId}/key`, body: {} },
  ],
  "GET /form/:token": "is for whoever has the form's address, which nobody can guess: forms.test.ts",
  "POST /form/:token": "is for whoever has the form's address, which nobody can guess: forms.test.ts",
  "POST /form/:token/seen": "counts for whoever has the form's address, and answers nothing: forms.test.ts",
  ...launches,
  "GET /chatbird/api/richcard": nothingOfAnybody,
  "POST /chatbird/api/richcard/preview": nothingOfAnybody,
  "POST /chatbird/api/richcard": ({ driveFileId }) => [
    {
      path: richCards,
      body: { name: "Stolen", content: { cards: [{ medium: { fileId: driveFileId } }] } },
    },
  ],
  "GET /chatbird/api/richcard/:id": ({ richCardId }) => [{ path: `${richCards}/${richCardId}` }],
  "PUT /chatbird/api/richcard/:id": ({ richCardId }) => [
    { path: `${richCards}/${richCardId}`, body: stolenCard },
  ],
  "DELETE /chatbird/api/richcard/:id": ({ richCardId }) => [{ path: `${richCards}/${richCardId}` }],
  "GET /chatbird/api/mcmi/channel/onboard": nothingOfAnybody,
  "POST /chatbird/api/mcmi/channel/onboard": ({ departmentId }) => [
    { path: `${mcmi}/channel/onboard`, body: { name: "Stolen", deptId: departmentId } },
  ],
  "PUT /chatbird/api/mcmi/channel/onboard/:id": ({ onboardingId }) => [
    { path: `${mcmi}/channel/onboard/${onboardingId}`, body: { name: "Stolen" } },
  ],
  "GET /chatbird/api/mcmi/channel/onboard/:id/state": ({ onboardingId }) => [
    { path: `${mcmi}/channel/onboard/${onboardingId}/state` },
  ],
  "POST /chatbird/api/mcmi/channel/onboard/:id/state": ({ onboardingId }) => [
    { path: `${mcmi}/channel/onboard/${onboardingId}/state`, body: {} },
  ],
  "DELETE /chatbird/api/mcmi/channel/onboard/:id": ({ onboardingId }) => [
    { path: `${mcmi}/channel/onboard/${onboardingId}` },
  ],
  "POST /chatbird/api/mcmi/callbacks/:id": "has a token in its address: onboarding.test.ts tries another's",
  "GET /chatbird/api/mcmi/partner/details": nothingOfAnybody,
  "POST /chatbird/api/mcmi/partner/permissions": ({ onboardingId: id }) => [
    { path: `${mcmi}/partner/permissions`, body: { id } },
  ],
  "POST /chatbird/api/mcmi/embedded-signup": ({ onboardingId: id }) => [
    { path: `${mcmi}/embedded-signup`, body: { id, state: "stolen", client: "stolen" } },
  ],
  "GET /chatbird/api/mcmi/waba/list": ({ onboardingId: id }) => [{ path: `${mcmi}/waba/list?id=${id}` }],
  "GET /chatbird/api/mcmi/waba/phone-numbers": ({ onboardingId: id }) => [
    { path: `${mcmi}/waba/phone-numbers?id=${id}&wabaId=stolen` },
  ],
  "POST /chatbird/api/mcmi/waba/phone-numbers": ({ onboardingId: id }) => [
    {
      path: `${mcmi}/waba/phone-numbers`,
      body: { id, wabaId: "stolen", number: "+919876543210", verifiedName: "Stolen" },
    },
  ],
  "POST /chatbird/api/mcmi/waba/send-code": ({ onboardingId: id }) => [
    { path: `${mcmi}/waba/send-code`, body: { id, method: "SMS" } },
  ],
  "POST /chatbird/api/mcmi/waba/verify-code": ({ onboardingId: id }) => [
    { path: `${mcmi}/waba/verify-code`, body: { id, code: "123456" } },
  ],
  "GET /chatbird/api/campaign/templates":
    "filters the enterprise's own: templates.test.ts asks for those of another's channel",
  "POST /chatbird/api/campaign/templates": ({ simulatorId }) => [
    { path: templates, body: { ...stolenTemplate, channelId: simulatorId } },
  ],
  "POST /chatbird/api/campaign/templates/sync": ({ simulatorId }) => [
    { path: `${templates}/sync`, body: { channelId: simulatorId } },
  ],
  "GET /chatbird/api/campaign/templates/:id": ({ templateId }) => [{ path: `${templates}/${templateId}` }],
  "PUT /chatbird/api/campaign/templates/:id": ({ templateId }) => [
    { path: `${templates}/${templateId}`, body: stolenTemplate },
  ],
  "DELETE /chatbird/api/campaign/templates/:id": ({ templateId }) => [{ path: `${templates}/${templateId}` }],
  "POST /chatbird/api/campaign/templates/:id/copy": ({ templateId }) => [
    { path: `${templates}/${templateId}/copy`, body: {} },
  ],
  "POST /chatbird/api/campaign/templates/:id/submit": ({ templateId }) => [
    { path: `${templates}/${templateId}/submit`, body: {} },
  ],
  "GET /chatbird/api/campaign/external": nothingOfAnybody,
  "GET /chatbird/api/campaign/external/csv": nothingOfAnybody,
  "POST /chatbird/api/campaign/external": nothingOfAnybody,
  "GET /chatbird/api/reports/messages/status": bySent,
  "GET /chatbird/api/reports/messages/status/csv": bySent,
  "GET /chatbird/api/campaign/message/api/count": bySent,
  "GET /chatbird/api/campaign/message/api/count/csv": bySent,
  "GET /chatbird/api/campaign/broadcast/:id/message/csv": ({ broadcastId }) => [
    { path: `${broadcasts}/${broadcastId}/message/csv` },
  ],
  "POST /chatbird/api/events": (theirs) => [
    {
      path: "/api/chatbird/api/events",
      body: { name: "stolen", key: "stolen", customer: { id: theirs.customerId } },
    },
  ],
  "POST /chatbird/api/public/messages":
    "answers each message on its own: public-messages.test.ts names another's channel, template and key",
  "GET /chatbird/api/public/messages":
    "finds by the enterprise's own keys: public-messages.test.ts asks for another's",
  "GET /chatbird/api/public/messages/:id": ({ messageId }) => [
    { path: `/api/chatbird/api/public/messages/${messageId}` },
  ],
  "GET /chatbird/api/campaign/broadcast": nothingOfAnybody,
  "GET /chatbird/api/campaign/broadcast_calendar": nothingOfAnybody,
  "GET /chatbird/api/campaign/broadcast/:id": ({ broadcastId }) => [{ path: `${broadcasts}/${broadcastId}` }],
  "GET /chatbird/api/campaign/broadcast/:id/message": ({ broadcastId }) => [
    { path: `${broadcasts}/${broadcastId}/message` },
  ],
  "GET /chatbird/api/campaign/bill/:kind/:id": ({ broadcastId }) => [
    { path: `/api/chatbird/api/campaign/bill/broadcast/${broadcastId}` },
  ],
  "GET /chatbird/api/campaign/broadcast/:id/urls": ({ broadcastId }) => [
    { path: `${broadcasts}/${broadcastId}/urls` },
  ],
  "POST /chatbird/api/campaign/broadcast/:id/:action": ({ broadcastId }) => [
    { path: `${broadcasts}/${broadcastId}/stop`, body: {} },
    { path: `${broadcasts}/${broadcastId}/retry`, body: {} },
  ],
  "POST /chatbird/api/campaign/broadcast/:id/unconfirmed/:settlement": ({ broadcastId }) =>
    ["arrived", "again"].map((settlement) => ({
      path: `${broadcasts}/${broadcastId}/unconfirmed/${settlement}`,
      body: { seenAt: "2099-01-01T00:00:00Z" },
    })),
  "POST /chatbird/api/campaign/broadcast/validate": ({ templateId, simulatorId }) => [
    { path: `${broadcasts}/validate`, body: stolenBroadcast(templateId, simulatorId) },
  ],
  "POST /chatbird/api/campaign/broadcast/people": ({ templateId, simulatorId }) => [
    { path: `${broadcasts}/people`, body: { ...stolenBroadcast(templateId, simulatorId), kind: "total" } },
  ],
  "POST /chatbird/api/campaign/broadcast/send": ({ templateId, simulatorId }) => [
    { path: `${broadcasts}/send`, body: stolenBroadcast(templateId, simulatorId) },
  ],
  "GET /chatbird/api/campaign": nothingOfAnybody,
  "POST /chatbird/api/campaign": nothingOfAnybody,
  "GET /chatbird/api/campaign/:id": ({ campaignId }) => [{ path: `${campaigns}/${campaignId}` }],
  "PUT /chatbird/api/campaign/:id": ({ campaignId }) => [
    { path: `${campaigns}/${campaignId}`, body: { name: "Stolen" } },
  ],
  "DELETE /chatbird/api/campaign/:id": ({ campaignId }) => [{ path: `${campaigns}/${campaignId}` }],
  "POST /chatbird/api/campaign/:id/status/:action": ({ campaignId }) => [
    { path: `${campaigns}/${campaignId}/status/start`, body: {} },
    { path: `${campaigns}/${campaignId}/status/stop`, body: {} },
  ],
  "POST /chatbird/api/campaign/:id/clone": ({ campaignId }) => [
    { path: `${campaigns}/${campaignId}/clone`, body: { name: "Stolen" } },
  ],
  "GET /chatbird/api/campaign/:id/stats": ({ campaignId }) => [{ path: `${campaigns}/${campaignId}/stats` }],
  "GET /chatbird/api/campaign/:id/fallback/stats": ({ campaignId }) => [
    { path: `${campaigns}/${campaignId}/fallback/stats` },
  ],
  "GET /chatbird/api/campaign/:id/recipients/csv": ({ campaignId }) => [
    { path: `${campaigns}/${campaignId}/recipients/csv` },
  ],
  "GET /chatbird/api/campaign/:id/urls": ({ campaignId }) => [{ path: `${campaigns}/${campaignId}/urls` }],
  "GET /chatbird/api/campaign/:id/responses": ({ campaignId }) => [
    { path: `${campaigns}/${campaignId}/responses` },
  ],
  "GET /chatbird/api/campaign/activities":
    "filters by a campaign: campaign-calls.test.ts shows that somebody else's has none",
  "POST /chatbird/api/campaign/:id/activities": ({ campaignId, templateId, simulatorId }) => [
    {
      path: `${campaigns}/${campaignId}/activities`,
      body: { name: "Stolen", request: stolenBroadcast(templateId, simulatorId) },
    },
  ],
  "GET /chatbird/api/campaign/activities/:id": ({ activityId }) => [{ path: `${activities}/${activityId}` }],
  "PUT /chatbird/api/campaign/activities/:id": ({ activityId, templateId, simulatorId }) => [
    {
      path: `${activities}/${activityId}`,
      body: { name: "Stolen", request: stolenBroadcast(templateId, simulatorId) },
    },
  ],
  "DELETE /chatbird/api/campaign/activities/:id": ({ activityId }) => [
    { path: `${activities}/${activityId}` },
  ],
  "POST /chatbird/api/campaign/activities/:id/clone": ({ activityId, campaignId }) => [
    { path: `${activities}/${activityId}/clone`, body: { name: "Stolen", campaignId } },
  ],
  "POST /chatbird/api/campaign/activities/:id/:action": ({ activityId }) => [
    { path: `${activities}/${activityId}/withdraw`, body: {} },
    { path: `${activities}/${activityId}/start`, body: {} },
  ],
  "POST /chatbird/api/campaign/activities/:id/winner": ({ activityId }) => [
    { path: `${activities}/${activityId}/winner`, body: { run: 1, winner: "a" } },
  ],
  "POST /chatbird/api/campaign/activities/:id/state": ({ activityId }) => [
    { path: `${activities}/${activityId}/state`, body: { state: 5 } },
  ],
  "POST /chatbird/api/campaign/activities/:id/approve": ({ activityId }) => [
    { path: `${activities}/${activityId}/approve`, body: { revision: 1 } },
  ],
  "POST /chatbird/api/campaign/activities/:id/reject": ({ activityId }) => [
    { path: `${activities}/${activityId}/reject`, body: { revision: 1, reason: "Stolen" } },
  ],
  "GET /chatbird/api/campaign/activities/:id/days": ({ activityId }) => [
    { path: `${activities}/${activityId}/days` },
  ],
  "GET /chatbird/api/campaign/activities/:id/people": ({ activityId }) => [
    { path: `${activities}/${activityId}/people?kind=total` },
  ],
  "GET /chatbird/api/campaign/activities/:id/estimate": ({ activityId }) => [
    { path: `${activities}/${activityId}/estimate` },
  ],
  "POST /chatbird/api/campaign/validate": ({ templateId, simulatorId }) => [
    { path: `${campaigns}/validate`, body: { request: stolenBroadcast(templateId, simulatorId) } },
  ],
  "GET /chatbird/api/campaign/report": nothingOfAnybody,
  "GET /chatbird/api/campaign/report/csv": nothingOfAnybody,
  "GET /chatbird/api/campaign/countrycodes": nothingOfAnybody,
  "GET /chatbird/api/campaign/variables": ({ templateId }) => [
    { path: `/api/chatbird/api/campaign/variables?templateUId=${templateId}` },
  ],
  "POST /chatbird/api/campaign/variables/expression": nothingOfAnybody,
  "GET /e/enterprise/simulator/:id/phone": ({ simulatorId, channelId }) => [
    { path: `${simulator}/${simulatorId}/phone?person=${nobody}` },
    { path: `${simulator}/${channelId}/phone?person=${nobody}` },
  ],
  "POST /e/enterprise/simulator/:id/say": ({ simulatorId }) => [
    {
      path: `${simulator}/${simulatorId}/say`,
      body: { person: { name: "Stolen", userId: "stolen" }, body: { kind: "text", text: "stolen" } },
    },
  ],
  "POST /e/enterprise/simulator/:id/flow": ({ simulatorId }) => [
    {
      path: `${simulator}/${simulatorId}/flow`,
      body: { person: { name: "Stolen", userId: "stolen" }, message: "stolen", action: "open" },
    },
  ],
  "POST /e/enterprise/simulator/:id/media":
    "takes a form with a file: simulator-media.test.ts sends one to another's channel, and says another's id",
  "GET /e/enterprise/simulator/:id/media/:medium": ({ simulatorId, channelId }) => [
    { path: `${simulator}/${simulatorId}/media/any` },
    { path: `${simulator}/${channelId}/media/any` },
  ],
  "POST /e/enterprise/simulator/:id/read": ({ simulatorId }) => [
    { path: `${simulator}/${simulatorId}/read`, body: { person: { userId: "canary" } } },
  ],
  "GET /e/enterprise/simulator/:id/trouble": ({ simulatorId, channelId }) => [
    { path: `${simulator}/${simulatorId}/trouble` },
    { path: `${simulator}/${channelId}/trouble` },
  ],
  "POST /e/enterprise/simulator/:id/trouble": ({ simulatorId }) => [
    { path: `${simulator}/${simulatorId}/trouble`, body: { ...noTrouble, silent: true } },
  ],
  "GET /e/enterprise/chat/summary": nothingOfAnybody,
  "GET /e/enterprise/chat/history": nothingOfAnybody,
  "GET /e/enterprise/chat/history/csv": nothingOfAnybody,
  "GET /e/enterprise/chat_departments": nothingOfAnybody,
  "GET /e/enterprise/chat_analytics": nothingOfAnybody,
  "GET /e/enterprise/chat_analytics/csv": nothingOfAnybody,
  "GET /e/enterprise/analytics/dashboard": nothingOfAnybody,
  "GET /e/enterprise/analytics/choices/:of":
    "takes ids for their names: own-dashboards-choices.test.ts shows that somebody else's have none",
  "GET /e/enterprise/analytics/dashboards": nothingOfAnybody,
  "POST /e/enterprise/analytics/dashboards": ({ dashboardId }) => [
    { path: ownDashboards, body: { name: "Stolen", copyOf: dashboardId } },
  ],
  "GET /e/enterprise/analytics/dashboards/:id": ({ dashboardId }) => [
    { path: `${ownDashboards}/${dashboardId}` },
  ],
  "PUT /e/enterprise/analytics/dashboards/:id": ({ dashboardId }) => [
    { path: `${ownDashboards}/${dashboardId}`, body: { name: "Stolen" } },
  ],
  "DELETE /e/enterprise/analytics/dashboards/:id": ({ dashboardId }) => [
    { path: `${ownDashboards}/${dashboardId}` },
  ],
  "GET /e/enterprise/analytics/dashboards/:id/figures": ({ dashboardId }) => [
    { path: `${ownDashboards}/${dashboardId}/figures?fromDate=2026-01-01&toDate=2026-01-02` },
  ],
  "GET /e/enterprise/analytics/dashboards/:id/tiles/:tileId/csv": ({ dashboardId }) => [
    { path: `${ownDashboards}/${dashboardId}/tiles/canary/csv?fromDate=2026-01-01&toDate=2026-01-02` },
  ],
  "GET /e/enterprise/chatUserDetails": ({ chatId }) => [
    { path: `/api/e/enterprise/chatUserDetails?chatId=${chatId}` },
  ],
  "GET /e/enterprise/conversations": nothingOfAnybody,
  "GET /e/enterprise/conversations/choices": nothingOfAnybody,
  "GET /e/enterprise/conversations/csv": nothingOfAnybody,
  "GET /e/enterprise/conversations/:id/behind": ({ chatId }) => [
    { path: `/api/e/enterprise/conversations/${chatId}/behind?first=1&last=50` },
  ],
  "GET /e/enterprise/conversations/:id/transcript": ({ chatId }) => [
    { path: `/api/e/enterprise/conversations/${chatId}/transcript` },
  ],
  "GET /e/enterprise/chat_count": nothingOfAnybody,
  "GET /e/enterprise/chat_config": nothingOfAnybody,
  "GET /e/enterprise/chat_config/retention": nothingOfAnybody,
  "GET /e/enterprise/chat_monitor": nothingOfAnybody,
  "GET /e/enterprise/chat_monitor/chats":
    "filters one's own chats by an id: chat-supervising.test.ts tries another's",
  "PUT /e/enterprise/chat_monitor/agents/:id/status": ({ userId }) => [
    { path: `/api/e/enterprise/chat_monitor/agents/${userId}/status`, body: { agentStatus: "away" } },
  ],
  "PUT /e/enterprise/chat_config": nothingOfAnybody,
  "GET /e/chat/config": nothingOfAnybody,
  "POST /e/chat/config": ({ departmentId }) => [{ path: labels, body: { name: "Stolen", departmentId } }],
  "PUT /e/chat/config/order": ({ departmentId, chatLabelId }) => [
    { path: `${labels}/order`, body: { departmentId, ids: [chatLabelId] } },
  ],
  "GET /e/chat/config/:id": ({ chatLabelId }) => [{ path: `${labels}/${chatLabelId}` }],
  "PUT /e/chat/config/:id": ({ chatLabelId }) => [
    { path: `${labels}/${chatLabelId}`, body: { name: "Stolen" } },
  ],
  "DELETE /e/chat/config/:id": ({ chatLabelId }) => [{ path: `${labels}/${chatLabelId}` }],
  "PUT /e/enterprise/chat/:id/update_tag": ({ chatId, chatLabelId }) => [
    { path: `${chats}/${chatId}/update_tag`, body: { tags: [chatLabelId] } },
    { path: `${chats}/${chatId}/update_tag`, body: { tags: [] } },
  ],
  "GET /e/enterprise/chat/:id/summary": ({ chatId }) => [{ path: `${chats}/${chatId}/summary` }],
  "POST /e/enterprise/chat/:id/summary": ({ chatId }) => [{ path: `${chats}/${chatId}/summary`, body: {} }],
  "GET /e/enterprise/chat/:id/suggestions": ({ chatId }) => [{ path: `${chats}/${chatId}/suggestions` }],
  "POST /e/enterprise/chat/:id/customer": ({ chatId }) => [
    { path: `${chats}/${chatId}/customer`, body: { name: "Stolen", phoneNumber: "+919876543219" } },
  ],
  "PUT /e/enterprise/chat/:id/customer": ({ chatId, customerId }) => [
    { path: `${chats}/${chatId}/customer`, body: { customerId } },
  ],
  "POST /e/enterprise/chat/:id/:pin": ({ chatId }) => [
    { path: `${chats}/${chatId}/pin` },
    { path: `${chats}/${chatId}/unpin` },
  ],
  "POST /e/enterprise/chat/:id/suspend": ({ chatId }) => [
    { path: `${chats}/${chatId}/suspend`, body: { id: randomUUID() } },
  ],
  "POST /e/enterprise/chat/:id/resume": ({ chatId }) => [
    { path: `${chats}/${chatId}/resume`, body: { id: randomUUID() } },
  ],
  "GET /e/enterprise/chat/:id": ({ chatId }) => [{ path: `${chats}/${chatId}` }],
  "POST /e/enterprise/chat/:id/actions": ({ chatId }) =>
    [
      { action: "agentReplyChat", text: "stolen" },
      { action: "agentNote", text: "stolen" },
      { action: "transferChat", departmentId: "stolen" },
      { action: "transferChat", userId: "stolen" },
      { action: "assignChat", userId: "stolen" },
      { action: "inviteAgent", userId: "stolen" },
      ...supervisorActions.map((each) => ({ action: each })),
      ...chatPresses.map((action) => ({ action })),
    ].map((body) => ({ path: `${chats}/${chatId}/actions`, body: { ...body, id: randomUUID() } })),
  "GET /e/enterprise/chat/search": "searches chats that one sees: chat-search.test.ts tries another's",
  "POST /e/enterprise/chat/:id/watch": ({ chatId }) => [
    { path: `${chats}/${chatId}/watch`, body: { socketId: randomUUID() } },
  ],
  "POST /chatbird/api/chat/sendtranscript": ({ chatId }) => [
    {
      path: "/api/chatbird/api/chat/sendtranscript",
      body: { id: randomUUID(), chatId, emailId: "stranger@example.com" },
    },
  ],
  "POST /e/enterprise/chat/:id/close": ({ chatId }) => [
    { path: `${chats}/${chatId}/close`, body: { id: randomUUID() } },
  ],
  "GET /e/enterprise/api_keys": nothingOfAnybody,
  "POST /e/enterprise/api_keys": nothingOfAnybody,
  "DELETE /e/enterprise/api_keys/:id": ({ apiKeyId }) => [{ path: `/api/e/enterprise/api_keys/${apiKeyId}` }],
  "GET /e/enterprise/speech/settings": nothingOfAnybody,
  "PUT /e/enterprise/speech/settings": "names no id: speech.test.ts sees that a revision of nobody's is none",
  "GET /e/enterprise/speech/jobs": nothingOfAnybody,
  "GET /e/enterprise/speech/jobs/:id": ({ speechId }) => [{ path: `${speech}/jobs/${speechId}` }],
  "POST /e/enterprise/speech/speak": "names no id",
  "POST /e/enterprise/speech/transcribe": "names a file: speech.test.ts tries another enterprise's",
  "POST /e/enterprise/speech/jobs/:id/retry": ({ speechId }) => [
    { path: `${speech}/jobs/${speechId}/retry`, body: {} },
  ],
  "PUT /e/enterprise/speech/jobs/:id": ({ speechId }) => [
    { path: `${speech}/jobs/${speechId}`, body: { segments: [] } },
  ],
  "DELETE /e/enterprise/speech/jobs/:id": ({ speechId }) => [{ path: `${speech}/jobs/${speechId}` }],
  "POST /e/enterprise/messages/:id/transcript": ({ messageId }) => [
    { path: `/api/e/enterprise/messages/${messageId}/transcript`, body: {} },
  ],
  "GET /e/enterprise/payments/account": nothingOfAnybody,
  "PUT /e/enterprise/payments/account":
    "names no id: payments-settled.test.ts sees that it is the caller's own",
  "POST /e/enterprise/payments/account/test": "names no id",
  "DELETE /e/enterprise/payments/account": "names no id",
  "GET /e/enterprise/payments": nothingOfAnybody,
  "GET /e/enterprise/payments/csv": nothingOfAnybody,
  "GET /e/enterprise/webhooks": nothingOfAnybody,
  "POST /e/enterprise/webhooks": nothingOfAnybody,
  "PUT /e/enterprise/webhooks/:id": ({ hookId }) => [{ path: `${webhooks}/${hookId}`, body: stolenHook }],
  "DELETE /e/enterprise/webhooks/:id": ({ hookId }) => [{ path: `${webhooks}/${hookId}` }],
  "POST /e/enterprise/webhooks/:id/secret": ({ hookId }) => [
    { path: `${webhooks}/${hookId}/secret`, body: {} },
  ],
  "POST /e/enterprise/webhooks/:id/test": ({ hookId }) => [{ path: `${webhooks}/${hookId}/test`, body: {} }],
  "GET /e/enterprise/webhooks/:id/deliveries": ({ hookId }) => [{ path: `${webhooks}/${hookId}/deliveries` }],
  "POST /e/enterprise/webhooks/:id/deliveries/:deliveryId/replay": ({ hookId }) => [
    { path: `${webhooks}/${hookId}/deliveries/msg_1/replay`, body: {} },
  ],
  "POST /e/enterprise/webhooks/:id/replay": ({ hookId }) => [
    { path: `${webhooks}/${hookId}/replay`, body: { since: "2026-01-01T00:00:00Z" } },
  ],
  "GET /e/enterprise/messages/:id": ({ messageId }) => [{ path: `/api/e/enterprise/messages/${messageId}` }],
  "GET /e/enterprise/messages/:id/why": ({ messageId }) => [
    { path: `/api/e/enterprise/messages/${messageId}/why` },
  ],
  "GET /e/enterprise/departments": nothingOfAnybody,
  "GET /e/enterprise/departments/:id": ({ departmentId }) => [{ path: `${teams}/${departmentId}` }],
  "POST /e/enterprise/departments": ({ userId }) => [
    { path: teams, body: { name: "Stolen", manager: userId } },
  ],
  "PUT /e/enterprise/departments/:id": ({ departmentId }) => [
    { path: `${teams}/${departmentId}`, body: { name: "Stolen" } },
  ],
  "DELETE /e/enterprise/departments/:id": ({ departmentId }) => [{ path: `${teams}/${departmentId}` }],
  "GET /e/enterprise/departments/:id/mapped_users": ({ departmentId }) => [
    { path: `${teams}/${departmentId}/mapped_users` },
  ],
  "PUT /e/enterprise/departments/:id/add_users": ({ departmentId, userId }) => [
    { path: `${teams}/${departmentId}/add_users`, body: { users: [userId] } },
  ],
  "PUT /e/enterprise/departments/:id/remove_users": ({ departmentId, userId }) => [
    { path: `${teams}/${departmentId}/remove_users`, body: { users: [userId] } },
  ],
};
