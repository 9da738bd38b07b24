import type { DataOf, Secrets } from "#workers/contract/auth-types.ts";
import { type CallOptions, callForWhole } from "#workers/outbound/call-public.ts";
import { answerIn, pipelineAt, pipelineOf, type SqlAnswer, type SqlValue } from "#workers/outbound/hrana.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { AGENT } from "./agent.ts";
import { configured } from "./configured.ts";

/** A statement of a journey; its values never stand in its text. */
export interface Query {
  configId: string;
  statement: string;
  values: readonly SqlValue[];
}

export interface QueryOptions extends CallOptions {
  allowPrivate: boolean;
  mostMs: number;
  /** Of the answer; AnswersTooMuch for a longer one. */
  mostBytes: number;
  /** The same in all attempts of one call. */
  idempotencyKey: string;
}

/** A database that can't be asked by HTTP. */
export class NotByHttp extends Error {
  override readonly name = "NotByHttp";
}

/** By this name a statement has the call's own key, so that a second attempt can be known by it. */
const CALL_KEY = "call_key";
const NAMES_KEY = /:call_key\b/;

export type Asked = { status: number; answer: SqlAnswer | undefined };

/**
 * Asks the database behind a configuration with its stored token. Throws NoConfig, NotRead, NotByHttp, SecretError, RefusedAddress,
 * AnswersTooMuch, Redirected, or the error of fetch.
 */
export async function queryConfigured(
  ctx: Ctx,
  ring: KeyRing,
  { configId, statement, values }: Query,
  options: QueryOptions,
): Promise<Asked> {
  const { fields, secrets } = await configured(ctx, ring, { configId, authType: 4 });
  const data = fields as unknown as DataOf<4>;
  if (data.type !== "libSQL") throw new NotByHttp(`${data.type} has no interface by HTTP`);
  return askDatabase(data, secrets, { statement, values }, options);
}

/** One statement of a database that is named by its host. */
export async function askDatabase(
  { host }: Pick<DataOf<4>, "host">,
  { token = "" }: Secrets,
  { statement, values }: Omit<Query, "configId">,
  { idempotencyKey, ...options }: QueryOptions,
): Promise<Asked> {
  const named: Record<string, string> = NAMES_KEY.test(statement) ? { [CALL_KEY]: idempotencyKey } : {};
  const { status, text } = await callForWhole(
    pipelineAt(host),
    {
      method: "POST",
      headers: { ...AGENT, "content-type": "application/json", authorization: `Bearer ${token}` },
      body: pipelineOf(statement, values, named),
    },
    options,
  );
  return { status, answer: status < 300 ? answerIn(text) : undefined };
}
