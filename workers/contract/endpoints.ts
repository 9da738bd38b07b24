import type { Endpoint } from "./endpoint.ts";
import * as account from "./endpoints/account.ts";
import * as agents from "./endpoints/agents.ts";
import * as conversation from "./endpoints/conversation.ts";
import * as customerFields from "./endpoints/customer-fields.ts";
import * as customers from "./endpoints/customers.ts";
import * as entities from "./endpoints/entities.ts";
import * as exchange from "./endpoints/exchange.ts";
import * as imports from "./endpoints/imports.ts";
import * as integrations from "./endpoints/integrations.ts";
import * as intents from "./endpoints/intents.ts";
import * as knowledge from "./endpoints/knowledge.ts";
import * as profile from "./endpoints/profile.ts";
import * as reports from "./endpoints/reports.ts";
import * as review from "./endpoints/review.ts";
import * as stories from "./endpoints/stories.ts";
import * as system from "./endpoints/system.ts";
import * as training from "./endpoints/training.ts";

/**
 * The whole API by section, as data: what the OpenAPI document, the isolation test and the role matrix are
 * generated from. A section lists its calls here or the server refuses to mount them.
 */
export const endpoints = {
  system: { healthz: system.healthz, readyz: system.readyz, clientError: system.clientError },
  account: {
    captcha: account.captcha,
    loginKey: account.loginKey,
    login: account.login,
    logout: account.logout,
    socketTicket: account.socketTicket,
  },
  profile: {
    me: profile.me,
    rolePermissions: profile.rolePermissions,
    configuration: profile.configuration,
  },
  agents: {
    list: agents.listAgents,
    save: agents.saveAgent,
    get: agents.getAgent,
    remove: agents.deleteAgent,
    configure: agents.saveAgentConfig,
    train: agents.trainAgent,
    cancelTraining: agents.cancelTraining,
  },
  stories: { save: stories.saveStory, list: stories.listStories, remove: stories.deleteStory },
  intents: {
    list: intents.listIntents,
    save: intents.saveIntent,
    get: intents.getIntent,
    remove: intents.deleteIntent,
  },
  entities: {
    list: entities.listEntities,
    get: entities.getEntity,
    save: entities.saveEntity,
    remove: entities.deleteEntity,
    usage: entities.entityUsage,
    tryValue: entities.tryEntityValue,
  },
  training: {
    versions: training.listVersions,
    version: training.getVersion,
    serve: training.serveVersion,
    diff: training.diffVersions,
    questions: training.listTestQuestions,
    saveQuestion: training.saveTestQuestion,
    removeQuestion: training.deleteTestQuestion,
    runQuestions: training.runTestQuestions,
    overlaps: training.phraseOverlaps,
  },
  knowledge: {
    get: knowledge.getKnowledge,
    save: knowledge.saveKnowledge,
    configs: knowledge.listGenAiConfigs,
    upload: knowledge.uploadDocuments,
    removeDocuments: knowledge.deleteDocuments,
    document: knowledge.getDocument,
    pages: knowledge.listKnowledgePages,
    reread: knowledge.rereadKnowledge,
    search: knowledge.searchKnowledge,
  },
  integrations: {
    list: integrations.listIntegrations,
    get: integrations.getIntegration,
    create: integrations.createIntegration,
    update: integrations.updateIntegration,
    remove: integrations.deleteIntegration,
    test: integrations.testIntegration,
    try: integrations.tryIntegration,
  },
  customers: {
    list: customers.listCustomers,
    count: customers.countCustomers,
    export: customers.exportCustomers,
    get: customers.getCustomer,
    getDeleted: customers.getDeletedCustomer,
    save: customers.saveCustomer,
    remove: customers.deleteCustomer,
    restore: customers.restoreCustomer,
    mapToGroups: customers.mapToGroups,
    mapToLabels: customers.mapToLabels,
    startBulk: customers.startBulk,
    bulk: customers.getBulk,
    history: customers.customerHistory,
    duplicates: customers.customerDuplicates,
    merge: customers.mergeCustomers,
    data: customers.personalData,
    erase: customers.eraseCustomer,
    groups: customers.listGroups,
    saveGroup: customers.saveGroup,
    removeGroup: customers.deleteGroup,
    labels: customers.listLabels,
    saveLabel: customers.saveLabel,
    removeLabel: customers.deleteLabel,
    views: customers.listViews,
    saveView: customers.saveView,
    removeView: customers.deleteView,
  },
  customerFields: {
    list: customerFields.listFields,
    get: customerFields.getField,
    save: customerFields.saveField,
    remove: customerFields.deleteField,
    move: customerFields.moveField,
  },
  imports: {
    sample: imports.sampleCsv,
    beginUpload: imports.beginUpload,
    sendPart: imports.sendPart,
    inspect: imports.inspectFile,
    start: imports.startImport,
    step: imports.stepImport,
    list: imports.listUploads,
    get: imports.getUpload,
    errors: imports.listErrors,
    errorsCsv: imports.errorsCsv,
  },
  review: {
    intents: review.listAllIntents,
    unmatched: review.listUnmatched,
    addPhrases: review.addPhrases,
    ignore: review.ignoreUnmatched,
  },
  exchange: {
    exportAgent: exchange.exportAgent,
    importAgent: exchange.importAgent,
    exportPhrases: exchange.exportPhrases,
    importPhrases: exchange.importPhrases,
    paraphrase: exchange.paraphrase,
  },
  reports: {
    summary: reports.conversationsReport,
    graph: reports.graphReport,
    topIntents: reports.topIntent,
    messages: reports.reportMessages,
    csv: reports.messagesCsv,
    flow: reports.conversationFlow,
    classification: reports.callClassification,
    emotions: reports.emotionReport,
  },
  conversation: { predict: conversation.predictIntent },
} as const;

export interface ListedEndpoint {
  /** `section.call`, for messages and test tables. */
  id: string;
  section: string;
  endpoint: Endpoint;
}

export const allEndpoints: ListedEndpoint[] = Object.entries(endpoints).flatMap(([section, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({
    id: `${section}.${name}`,
    section,
    endpoint,
  })),
);
