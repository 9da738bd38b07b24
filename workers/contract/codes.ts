import { accountTexts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { authConfigsTexts } from "#texts/auth-configs.ts";
import { botsTexts } from "#texts/bots.ts";
import { chatAgentTexts } from "#texts/chat-agent.ts";
import { customerFieldsTexts } from "#texts/customer-fields.ts";
import { customersTexts } from "#texts/customers.ts";
import { departmentsTexts } from "#texts/departments.ts";
import { designerTexts } from "#texts/designer.ts";
import { driveTexts } from "#texts/drive.ts";
import { errorsTexts } from "#texts/errors.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { helpTexts } from "#texts/help.ts";
import { importsTexts } from "#texts/imports.ts";
import { rolesTexts } from "#texts/roles.ts";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { singleSignOnTexts } from "#texts/single-sign-on.ts";
import { trainingTexts } from "#texts/training.ts";
import { usersTexts } from "#texts/users.ts";

/**
 * Every refusal of the API: the HTTP status, the sentence that a person reads and, where the specification has one, the
 * code on the wire. The only table of its kind.
 */
export const codes = {
  malformed: { status: 400, sentence: errorsTexts.malformed },
  invalid: { status: 400, sentence: errorsTexts.invalid },
  loginRequired: { status: 403, sentence: authTexts.sessionExpiredAgain },
  forbidden: { status: 403, sentence: errorsTexts.forbidden, wire: 1403 },
  notFound: { status: 404, sentence: errorsTexts.notFound },
  downloadsFull: { status: 429, sentence: errorsTexts.downloadsFull },
  socketsFull: { status: 429, sentence: errorsTexts.socketsFull },
  tooLarge: { status: 413, sentence: errorsTexts.tooLarge },
  wrongMediaType: { status: 415, sentence: errorsTexts.wrongMediaType },
  internal: { status: 500, sentence: errorsTexts.internal },
  unavailable: { status: 503, sentence: errorsTexts.unavailable },

  wrongCredentials: { status: 400, sentence: authTexts.wrongCredentials },
  wrongCaptcha: { status: 400, sentence: authTexts.wrongCaptcha },
  sealBroken: { status: 400, sentence: authTexts.sealBroken },
  slowDown: { status: 429, sentence: authTexts.slowDown },
  signedInElsewhere: { status: 409, sentence: authTexts.signedInElsewhere },
  mustChangePassword: { status: 400, sentence: secondFactorTexts.mustChangePassword, wire: 900 },
  wrongCode: { status: 400, sentence: secondFactorTexts.wrongCode },
  signInOver: { status: 410, sentence: secondFactorTexts.signInOver },
  confirmationNeeded: { status: 400, sentence: secondFactorTexts.confirmationNeeded },
  wrongPassword: { status: 400, sentence: secondFactorTexts.wrongPassword },
  noFactor: { status: 409, sentence: secondFactorTexts.noFactor },
  factorRequired: { status: 409, sentence: secondFactorTexts.factorRequired },
  enrolmentOver: { status: 409, sentence: secondFactorTexts.enrolmentOver },
  ssoNotSetUp: { status: 404, sentence: singleSignOnTexts.notSetUp },
  ssoFailed: { status: 400, sentence: singleSignOnTexts.failed },
  ssoUnknownPerson: { status: 403, sentence: singleSignOnTexts.unknownPerson, wire: 1403 },
  designerCodeOver: { status: 410, sentence: designerTexts.codeOver },
  helpUnreachable: { status: 409, sentence: helpTexts.unreachable },
  chatCodeOver: { status: 410, sentence: chatAgentTexts.codeOver },

  accountThere: { status: 409, sentence: accountTexts.accountThere },
  invitationOver: { status: 410, sentence: accountTexts.invitationOver },
  linkOver: { status: 410, sentence: accountTexts.linkOver },
  passwordNotHere: { status: 409, sentence: accountTexts.passwordNotHere },
  tooOften: { status: 429, sentence: accountTexts.tooOften },

  changedMeanwhile: { status: 409, sentence: errorsTexts.changedMeanwhile("", "another time") },

  agentNameTaken: { status: 409, sentence: botsTexts.duplicateAgent },
  agentNotEmpty: { status: 409, sentence: botsTexts.agentNotDeletable, wire: 101 },
  storyNameTaken: { status: 409, sentence: botsTexts.duplicateStory },
  intentNameTaken: { status: 409, sentence: botsTexts.duplicateIntent },
  entityNameTaken: { status: 409, sentence: botsTexts.duplicateEntity },
  entityInUse: { status: 409, sentence: botsTexts.entityInUse },
  trainingFailed: { status: 409, sentence: botsTexts.trainingFailed },
  nothingToTrain: { status: 400, sentence: botsTexts.nothingToTrain },
  modelOutdated: { status: 409, sentence: botsTexts.modelOutdated },
  modelMissing: { status: 409, sentence: trainingTexts.modelMissing },
  questionTaken: { status: 409, sentence: trainingTexts.questionTaken },
  noSuchVersion: { status: 404, sentence: trainingTexts.noSuchVersion },
  documentTaken: { status: 409, sentence: genAiTexts.fileExists("") },
  integrationNameTaken: { status: 409, sentence: genAiTexts.configurationNameTaken },
  authConfigNameTaken: { status: 409, sentence: authConfigsTexts.nameTaken },
  integrationInUse: { status: 409, sentence: genAiTexts.configurationInUse },
  providerFailed: { status: 409, sentence: genAiTexts.providerFailed },
  addressRefused: { status: 400, sentence: genAiTexts.addressRefused },
  phoneTaken: { status: 409, sentence: customersTexts.phoneTaken("another customer") },
  groupTaken: { status: 409, sentence: customersTexts.groupTaken },
  labelTaken: { status: 409, sentence: customersTexts.labelTaken },
  fieldNameTaken: { status: 409, sentence: customerFieldsTexts.nameTaken },
  fieldLabelTaken: { status: 409, sentence: customerFieldsTexts.labelTaken },
  wrongStep: { status: 409, sentence: importsTexts.wrongStep },
  driveFull: { status: 413, sentence: driveTexts.full("everything", "what is allowed") },
  departmentNameTaken: { status: 409, sentence: departmentsTexts.nameTaken },
  roleRefused: { status: 400, sentence: rolesTexts.adminNeeds("") },
  lastAdministrator: { status: 409, sentence: usersTexts.lastAdministrator },
  aboveYou: { status: 403, sentence: usersTexts.aboveYou, wire: 1403 },
  notYourself: { status: 409, sentence: usersTexts.notYourself },
  addressTaken: { status: 409, sentence: usersTexts.alreadyHere },
  invitationTaken: { status: 409, sentence: usersTexts.invitationTaken },
  tooManyInvitations: { status: 429, sentence: usersTexts.tooManyInvitations },
  notTrained: { status: 409, sentence: botsTexts.notTrained },
} as const satisfies Record<string, { status: number; sentence: string; wire?: number }>;

export type Code = keyof typeof codes;
