import { messages } from "#app/messages.ts";

/**
 * Every way in which a call can be refused: the HTTP status, the sentence that a person reads and, where the
 * specification has one, the code on the wire. The only table of its kind.
 */
export const codes = {
  malformed: { status: 400, sentence: messages.errors.malformed },
  invalid: { status: 400, sentence: messages.errors.invalid },
  loginRequired: { status: 403, sentence: messages.auth.sessionExpiredAgain },
  forbidden: { status: 403, sentence: messages.errors.forbidden, wire: 1403 },
  notFound: { status: 404, sentence: messages.errors.notFound },
  tooLarge: { status: 413, sentence: messages.errors.tooLarge },
  wrongMediaType: { status: 415, sentence: messages.errors.wrongMediaType },
  internal: { status: 500, sentence: messages.errors.internal },
  unavailable: { status: 503, sentence: messages.errors.unavailable },

  wrongCredentials: { status: 400, sentence: messages.auth.wrongCredentials },
  wrongCaptcha: { status: 400, sentence: messages.auth.wrongCaptcha },
  sealBroken: { status: 400, sentence: messages.auth.sealBroken },
  slowDown: { status: 429, sentence: messages.auth.slowDown },

  accountThere: { status: 409, sentence: messages.account.accountThere },
  invitationOver: { status: 410, sentence: messages.account.invitationOver },
  linkOver: { status: 410, sentence: messages.account.linkOver },
  passwordNotHere: { status: 409, sentence: messages.account.passwordNotHere },
  tooOften: { status: 429, sentence: messages.account.tooOften },

  changedMeanwhile: { status: 409, sentence: messages.errors.changedMeanwhile("", "another time") },

  agentNameTaken: { status: 409, sentence: messages.bots.duplicateAgent },
  agentNotEmpty: { status: 409, sentence: messages.bots.agentNotDeletable, wire: 101 },
  storyNameTaken: { status: 409, sentence: messages.bots.duplicateStory },
  intentNameTaken: { status: 409, sentence: messages.bots.duplicateIntent },
  entityNameTaken: { status: 409, sentence: messages.bots.duplicateEntity },
  entityInUse: { status: 409, sentence: messages.bots.entityInUse },
  trainingFailed: { status: 409, sentence: messages.bots.trainingFailed },
  nothingToTrain: { status: 400, sentence: messages.bots.nothingToTrain },
  modelOutdated: { status: 409, sentence: messages.bots.modelOutdated },
  modelMissing: { status: 409, sentence: messages.training.modelMissing },
  questionTaken: { status: 409, sentence: messages.training.questionTaken },
  noSuchVersion: { status: 404, sentence: messages.training.noSuchVersion },
  documentTaken: { status: 409, sentence: messages.genAi.fileExists("") },
  integrationNameTaken: { status: 409, sentence: messages.genAi.configurationNameTaken },
  integrationInUse: { status: 409, sentence: messages.genAi.configurationInUse },
  providerFailed: { status: 409, sentence: messages.genAi.providerFailed },
  addressRefused: { status: 400, sentence: messages.genAi.addressRefused },
  phoneTaken: { status: 409, sentence: messages.customers.phoneTaken("another customer") },
  groupTaken: { status: 409, sentence: messages.customers.groupTaken },
  labelTaken: { status: 409, sentence: messages.customers.labelTaken },
  fieldNameTaken: { status: 409, sentence: messages.customerFields.nameTaken },
  fieldLabelTaken: { status: 409, sentence: messages.customerFields.labelTaken },
  wrongStep: { status: 409, sentence: messages.imports.wrongStep },
  notTrained: { status: 409, sentence: messages.bots.notTrained },
} as const satisfies Record<string, { status: number; sentence: string; wire?: number }>;

export type Code = keyof typeof codes;
