import { errorsTexts as texts } from "#texts/errors.ts";
import { type CallLimit, PEOPLE } from "#workers/contract/call-limits.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { AppContext } from "./context.ts";
import { minuteLimit } from "./minute-limit.ts";
import { settingOf } from "./setting.ts";

/**
 * Limits what costs much to so many calls a minute of one person, and to several times as many of an enterprise, so that a
 * loop that runs away takes nothing from others. It asks nobody, and waits for no session: a signed token says whose a call
 * is. The function throws tooOften.
 */
export function callLimit({ perMinute, fields }: CallLimit): (c: AppContext) => void {
  const ofPerson = minuteLimit({ one: perMinute, all: Infinity });
  const ofEnterprise = minuteLimit({ one: PEOPLE * perMinute, all: Infinity });
  return (c) => {
    // Of a field that is given twice the last counts, as it does where the call is read.
    const given = (name: string) => c.req.queries(name)?.at(-1)?.trim() ?? "";
    if (fields?.every((name) => ["", "[]"].includes(given(name)))) return;
    const { userId, enterpriseId } = callerOf(c);
    const share = 1 / Number(settingOf(c.env, "CALL_LIMIT_FACTOR") ?? 1);
    const refuse = (message: string, retryAfterSeconds: number): void => {
      if (retryAfterSeconds > 0) throw new DomainError("tooOften", { message, retryAfterSeconds });
    };
    refuse(texts.tooOften, ofPerson(userId, Date.now(), share));
    refuse(texts.tooOftenTogether, ofEnterprise(enterpriseId, Date.now(), share));
  };
}

function callerOf(c: AppContext): { userId: string; enterpriseId: string } {
  const session = c.get("session");
  if (session) return { userId: session.user.id, enterpriseId: session.enterprise.id };
  const claimed = c.get("claimed");
  if (!claimed) throw new DomainError("loginRequired");
  return claimed;
}
