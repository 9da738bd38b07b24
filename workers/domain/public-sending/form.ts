import { sendClasses, type SendClass } from "#db/tenant/messages.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { publicSendingTexts as texts } from "#texts/public-sending.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import {
  type PublicMessage,
  type RefusalCode,
  type Refused,
  USUAL_SECONDS,
} from "#workers/contract/endpoints/public-messages.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";
import { hasUnsubscribe, isUnsubscribePlace } from "#workers/contract/templates/unsubscribing.ts";
import { type Slot, slotsOf, templateMessage } from "#workers/contract/templates/sending.ts";
import type { Category, Template } from "#workers/contract/templates/template.ts";
import { refuseWrongFiles } from "../broadcasts/request.ts";
import { mediumIn } from "../audience/values.ts";
import { phoneProblem } from "../customers/phone.ts";
import { DomainError } from "../error.ts";
import { flowTokenFor } from "../flow-sessions/token.ts";
import { addressOn } from "../messaging/address-on.ts";
import { type Found, templateKey } from "./read.ts";

/** One message of a page, as it will be sent. */
export interface Formed {
  channelType: number;
  address: string;
  /** The message's words; `url` is where the person ends such offers, where they have such an address. */
  bodyWith: (url: string | undefined) => BodyOf<"template">;
  /** Whether it is a mail with an offer. */
  isMailing: boolean;
  sendClass: SendClass;
  seconds: number;
}

/** Why one message is not taken; the others are. */
export class Unfit extends Error {
  override readonly name = "Unfit";
  readonly field: string;
  readonly code: RefusalCode;

  constructor(field: string, code: RefusalCode, message: string) {
    super(message);
    this.field = field;
    this.code = code;
  }
}

export const refusalOf = (idempotencyKey: string, { field, code, message }: Unfit): Refused => ({
  status: "refused",
  idempotencyKey,
  field,
  code,
  message,
  hint: texts.hints[code],
});

const CLASSES: Record<Category, SendClass> = {
  MARKETING: sendClasses.marketing,
  AUTHENTICATION: sendClasses.code,
  UTILITY: sendClasses.transactional,
};

/** The message that a request comes to; throws Unfit. Pure. */
export function formed(asked: PublicMessage, { channels, templates, files }: Found): Formed {
  const channelType = channels.get(asked.channelId);
  if (channelType === undefined) throw new Unfit("channelId", "channelUnknown", texts.channelUnknown);
  const { id, name, language } = asked.template;
  if (id === "" && (name === "" || language === ""))
    throw new Unfit("template", "templateUnknown", texts.templateUnnamed);
  const template = templates.get(templateKey(asked));
  if (!template) throw new Unfit("template", "templateUnknown", texts.templateUnknown);
  if (template.status !== "APPROVED")
    throw new Unfit("template", "templateNotApproved", texts.templateNotApproved);
  const address = addressOn(channelType, asked.to);
  if (address === undefined)
    throw new Unfit(
      "to",
      "addressWrong",
      channelType === channelTypes.email ? texts.mailWrong : phoneProblem(asked.to),
    );
  const isMailing = hasUnsubscribe(channelType, template);
  const slots = slotsOf(template.components);
  const ends = isMailing ? slots.filter(isUnsubscribePlace) : [];
  const values = valuesOf(
    slots.filter((slot) => !ends.includes(slot)),
    asked.variables,
  );
  refuseFiles(asked, template, files);
  const token = flowTokenFor(template.components);
  const sendClass = CLASSES[template.category];
  return {
    channelType,
    address,
    isMailing,
    bodyWith: (url) => ({
      ...templateMessage(
        template,
        channelType,
        { ...values, ...token, ...Object.fromEntries(ends.map(({ key }) => [key, url ?? ""])) },
        { header: mediumIn(asked.media), cards: asked.cards.map((card) => mediumIn(card.media)) },
      ),
      ...(url !== undefined && { unsubscribeUrl: url }),
    }),
    sendClass,
    seconds: asked.expiresIn ?? (sendClass === sendClasses.code ? USUAL_SECONDS.code : USUAL_SECONDS.other),
  };
}

/** Values by the keys of the template's slots; a variable's name alone will do where only one place has it. */
function valuesOf(slots: readonly Slot[], given: Readonly<Record<string, string>>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    const fitting = slots.filter((slot) => slot.key === key);
    const named = fitting.length > 0 ? fitting : slots.filter((slot) => slot.name === key);
    const [slot] = named;
    if (!slot || named.length > 1)
      throw new Unfit(`variables.${key}`, "variableUnknown", texts.variableUnknown(key));
    values[slot.key] = value;
  }
  for (const { key } of slots)
    if ((values[key] ?? "").trim() === "")
      throw new Unfit(`variables.${key}`, "variableMissing", texts.variableMissing(key));
  return values;
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  [broadcastsTexts.wrongFileType]: texts.mediaType,
  [broadcastsTexts.fileGone]: texts.fileGone,
};

function refuseFiles(asked: PublicMessage, template: Template, files: Set<string>): void {
  try {
    refuseWrongFiles({ message: { template: asked } }, { template, files });
  } catch (error) {
    const [[field, why] = ["", ""]] =
      error instanceof DomainError ? Object.entries(error.details.errors ?? {}) : [];
    if (field === "") throw error;
    throw new Unfit(
      field.replace("message.template.", ""),
      "mediaWrong",
      FILE_PROBLEMS[why] ?? texts.mediaMissing,
    );
  }
}
