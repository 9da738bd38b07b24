import { errorsTexts } from "#texts/errors.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Session } from "#workers/domain/identity/session.ts";
import { minuteLimit } from "./minute-limit.ts";

/** An enterprise has room for so many people who do as much as one may. */
const PEOPLE = 10;

/**
 * Limits what costs much to so many calls a minute of one person and ten times as many of an enterprise, so that a loop that
 * runs away takes nothing from others. Throws tooOften.
 */
export function callLimit(perMinute: number): (session: Session) => void {
  const ofPerson = minuteLimit({ one: perMinute, all: Infinity });
  const ofEnterprise = minuteLimit({ one: PEOPLE * perMinute, all: Infinity });
  return ({ user, enterprise }) => {
    const retryAfterSeconds = ofPerson(user.id) || ofEnterprise(enterprise.id);
    if (retryAfterSeconds > 0)
      throw new DomainError("tooOften", { message: errorsTexts.tooOften, retryAfterSeconds });
  };
}
