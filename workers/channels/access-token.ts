import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, SendResult } from "./adapter.ts";
import type { Answer } from "./call.ts";
import { digestOf } from "./digest.ts";

/** The answer to a login; without a token its status says why. */
export interface Login {
  answer: Answer | undefined;
  token: string | undefined;
  /** Milliseconds that the token lives. */
  lifeMs: number;
}

class NoToken extends Error {
  readonly answer: Answer | undefined;
  constructor(answer: Answer | undefined) {
    super("no token");
    this.answer = answer;
  }
}

/** The token of an account, asked for once in its life; else why a message cannot be sent without it. */
export async function accessToken(
  vendor: string,
  account: readonly unknown[],
  deps: AdapterDeps,
  login: () => Promise<Login>,
): Promise<{ token: string } | { failed: SendResult }> {
  try {
    const token = await deps.kept(`${vendor}:${digestOf(account)}`, async () => {
      const { answer, token: value, lifeMs } = await login();
      if (value === undefined) throw new NoToken(answer);
      return { value, endsAt: deps.now() + lifeMs };
    });
    return { token };
  } catch (error) {
    return { failed: withoutToken(vendor, error instanceof NoToken ? error.answer : undefined) };
  }
}

/** No message was called, so whatever is not a plain refusal may be tried again. */
function withoutToken(vendor: string, answer: Answer | undefined): SendResult {
  if (!answer) return { outcome: "later", code: "noLogin", reason: texts.vendorDown };
  const code = `HTTP ${answer.status}`;
  if ([400, 401, 403, 422].includes(answer.status))
    return { outcome: "failed", code, reason: texts.credentials(vendor) };
  const { retryAfter } = answer;
  const afterMs = retryAfter === undefined ? {} : { afterMs: retryAfter * 1_000 };
  return { outcome: "later", code, reason: texts.vendorDown, ...afterMs };
}
