import type { Endpoint } from "./endpoint.ts";
import * as acceptance from "./endpoints/acceptance.ts";
import * as account from "./endpoints/account.ts";
import * as agentStatus from "./endpoints/agent-status.ts";
import * as agents from "./endpoints/bots.ts";
import * as analytics from "./endpoints/analytics.ts";
import * as auditTrail from "./endpoints/audit-trail.ts";
import * as billing from "./endpoints/billing.ts";
import * as chatAgent from "./endpoints/chat-agent.ts";
import * as conversation from "./endpoints/bot-sessions.ts";
import * as customerFields from "./endpoints/customer-fields.ts";
import * as customerMarks from "./endpoints/customer-taggings.ts";
import * as customers from "./endpoints/customers.ts";
import * as customerViews from "./endpoints/customer-views.ts";
import * as customerWorks from "./endpoints/customer-bulk.ts";
import * as dashboard from "./endpoints/dashboard.ts";
import * as drive from "./endpoints/drive.ts";
import * as enterprise from "./endpoints/enterprise.ts";
import * as departments from "./endpoints/departments.ts";
import * as designer from "./endpoints/designer.ts";
import * as entities from "./endpoints/entities.ts";
import * as exchange from "./endpoints/import-export.ts";
import * as help from "./endpoints/help.ts";
import * as imports from "./endpoints/imports.ts";
import * as integrations from "./endpoints/integrations.ts";
import * as intents from "./endpoints/intents.ts";
import * as invitations from "./endpoints/invitations.ts";
import * as jobs from "./endpoints/jobs.ts";
import * as knowledge from "./endpoints/knowledge.ts";
import * as myProfile from "./endpoints/my-profile.ts";
import * as outbox from "./endpoints/mail-preview.ts";
import * as passwords from "./endpoints/passwords.ts";
import * as profile from "./endpoints/profile.ts";
import * as reports from "./endpoints/reports.ts";
import * as review from "./endpoints/review.ts";
import * as roles from "./endpoints/roles.ts";
import * as sessions from "./endpoints/sessions.ts";
import * as signUp from "./endpoints/sign-up.ts";
import * as singleSignOn from "./endpoints/single-sign-on.ts";
import * as stories from "./endpoints/stories.ts";
import * as system from "./endpoints/system.ts";
import * as training from "./endpoints/training.ts";
import * as trash from "./endpoints/trash.ts";
import * as twoFactor from "./endpoints/two-factor.ts";
import * as users from "./endpoints/users.ts";

/**
 * The whole API by section, as data from which the OpenAPI document, the isolation test and the role matrix are
 * generated. A call that is missing here cannot be mounted.
 */
export const endpoints = {
  system: { healthz: system.healthz, readyz: system.readyz, clientError: system.clientError },
  account: {
    captcha: account.captcha,
    loginKey: account.loginKey,
    login: account.login,
    verifyCode: account.verifyCode,
    resendAuthMail: account.resendAuthMail,
    logout: account.logout,
    socketTicket: account.socketTicket,
  },
  signUp: {
    signUp: signUp.signUp,
    isEmailUnique: signUp.isEmailUnique,
    activationState: signUp.activationState,
    activate: signUp.activate,
    resend: signUp.resend,
  },
  passwords: {
    recover: passwords.recover,
    changeForgotten: passwords.changeForgotten,
    replaceDemanded: passwords.replaceDemanded,
    changeOwn: passwords.changeOwn,
  },
  acceptance: { invitation: acceptance.invitationByCode, accept: acceptance.acceptInvitation },
  outbox: { list: outbox.outbox, html: outbox.outboxHtml },
  twoFactor: {
    rules: twoFactor.getSignInRules,
    saveRules: twoFactor.saveSignInRules,
    get: twoFactor.getTwoFactor,
    save: twoFactor.saveTwoFactor,
    beginTotp: twoFactor.beginTotp,
    confirmTotp: twoFactor.confirmTotp,
    recovery: twoFactor.getRecoveryCodes,
    newRecovery: twoFactor.makeRecoveryCodes,
    disable: twoFactor.disableTwoFactor,
  },
  sessions: {
    list: sessions.listSessions,
    renew: sessions.renewSession,
    end: sessions.endSession,
    endAll: sessions.endAllSessions,
    listOfUser: sessions.listUserSessions,
    endOfUser: sessions.endUserSession,
    endAllOfUser: sessions.endAllUserSessions,
  },
  singleSignOn: {
    get: singleSignOn.getSso,
    save: singleSignOn.saveSso,
    test: singleSignOn.testSso,
    start: singleSignOn.startSso,
    find: singleSignOn.findSso,
    ssoCallback: singleSignOn.ssoCallback,
    oauthCallback: singleSignOn.oauthCallback,
    validate: singleSignOn.validateOauth,
  },
  chatAgent: {
    issue: chatAgent.issueChatCode,
    exchange: chatAgent.exchangeChatCode,
  },
  profile: {
    me: profile.me,
    configuration: profile.configuration,
  },
  myProfile: {
    get: myProfile.getProfile,
    save: myProfile.saveProfile,
    update: myProfile.updateUser,
    audio: myProfile.saveAudio,
  },
  enterprise: {
    details: enterprise.getDetails,
    save: enterprise.saveConfiguration,
    timezones: enterprise.timezones,
  },
  drive: {
    upload: drive.uploadToDrive,
    get: drive.getDriveFile,
    link: drive.linkDriveFile,
    open: drive.openDriveLink,
    validate: drive.validateMedia,
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
  auditTrail: {
    list: auditTrail.listAuditTrail,
    export: auditTrail.exportAuditTrail,
    people: auditTrail.auditPeople,
    get: auditTrail.getAuditEntry,
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
  jobs: { get: jobs.getJob },
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
    login: integrations.loginIntegration,
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
    removeMany: customerWorks.deleteCustomers,
    undo: customerWorks.undoBulkJob,
    mapToGroups: customerMarks.mapToGroups,
    mapToLabels: customerMarks.mapToLabels,
    startBulk: customerWorks.startBulk,
    history: customers.customerHistory,
    duplicates: customers.customerDuplicates,
    merge: customers.mergeCustomers,
    data: customers.personalData,
    erase: customers.eraseCustomer,
    verifyReceipt: customers.verifyReceipt,
    groups: customerMarks.listGroups,
    saveGroup: customerMarks.saveGroup,
    removeGroup: customerMarks.deleteGroup,
    labels: customerMarks.listLabels,
    saveLabel: customerMarks.saveLabel,
    removeLabel: customerMarks.deleteLabel,
    views: customerViews.listViews,
    saveView: customerViews.saveView,
    removeView: customerViews.deleteView,
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
    previewUndo: imports.previewUndo,
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
  billing: { info: billing.billingInfo },
  dashboard: { info: dashboard.dashboardInfo, summary: dashboard.dashboardSummary },
  designer: { access: designer.designerAccess, redeem: designer.redeemDesignerAccess },
  help: { list: help.listHelp },
  trash: {
    list: trash.listTrash,
    restore: trash.restoreFromTrash,
    remove: trash.deleteForGood,
    empty: trash.emptyTrash,
  },
  analytics: { frame: analytics.analyticsFrame },
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
  roles: { list: roles.listRoles, defaults: roles.defaultRoles, save: roles.saveRole },
  users: {
    list: users.listUsers,
    get: users.getUser,
    create: users.createUser,
    updateRoles: users.updateRoles,
    resetPassword: users.resetPassword,
    deactivate: users.deactivateUser,
    activate: users.activateUser,
    colleagues: users.listColleagues,
    agentStatus: agentStatus.getAgentStatus,
    updateAgentStatus: agentStatus.updateAgentStatus,
  },
  invitations: {
    list: invitations.listInvitations,
    create: invitations.createInvitation,
    resend: invitations.resendInvitation,
    revoke: invitations.revokeInvitation,
  },
  departments: {
    list: departments.listDepartments,
    get: departments.getDepartment,
    create: departments.createDepartment,
    update: departments.updateDepartment,
    remove: departments.deleteDepartment,
    mappedUsers: departments.mappedUsers,
    addUsers: departments.addUsers,
    removeUsers: departments.removeUsers,
  },
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
