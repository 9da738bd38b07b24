import { simulatorPersonTexts as texts } from "#texts/simulator-person.ts";
import type { PersonAddress } from "#workers/contract/endpoints/simulator.ts";
import type { Address, AddressKind } from "#workers/contract/inbound.ts";
import { phoneOf, phoneProblem } from "../customers/phone.ts";
import { DomainError } from "../error.ts";
import { MAIL_ADDRESS } from "#workers/contract/mail-address.ts";

/** No sign of a number or a mail address, so that two persons never share a phone. */
const USER_ID = /^[\w.-]+$/;

/** The address of a played customer on a channel, in the one spelling of the house. */
export function addressOf(channelId: string, { phone, userId, mail }: PersonAddress): Address {
  const given = [phone, userId, mail].filter((each) => each !== undefined);
  if (given.length !== 1) refuse("phone", texts.onlyOne);
  if (phone !== undefined) {
    return { kind: "number", scope: "", value: phoneOf(phone) ?? refuse("phone", phoneProblem(phone)) };
  }
  if (mail !== undefined) {
    if (!MAIL_ADDRESS.test(mail)) refuse("mail", texts.mailWrong);
    return { kind: "mail", scope: "", value: mail.toLowerCase() };
  }
  const value = userId ?? "";
  if (!USER_ID.test(value)) refuse("userId", texts.userIdWrong);
  return { kind: "user", scope: channelId, value };
}

const FIELDS = { number: "phone", user: "userId", mail: "mail" } as const satisfies Record<
  AddressKind,
  string
>;

export const addressOnWire = ({ kind, value }: Address): PersonAddress => ({ [FIELDS[kind]]: value });

function refuse(field: keyof PersonAddress, problem: string): never {
  throw new DomainError("invalid", { message: problem, errors: { [`person.${field}`]: problem } });
}
