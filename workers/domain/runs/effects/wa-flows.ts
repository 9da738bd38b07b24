import type { Ctx } from "../../ctx.ts";
import type { Effect } from "../../flow/effects.ts";
import type { Informed, Person } from "../people.ts";
import type { RunRow } from "../run-row.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import {
  flowSessionsOf,
  openingTemplateFlows,
  type TemplateSession,
} from "../../flow-sessions/template-sessions.ts";
import { newFlowToken } from "../../flow-sessions/token.ts";
import type { Talk } from "./messages.ts";
import type { Some } from "../../some-rows.ts";

const SESSIONS = `INSERT INTO wa_flow_sessions (token, enterprise_id, flow_id, channel_id, customer, identity_id, message_id, run_id, key, screen, data, until, created_at)
  SELECT value->>0, ?2, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->'$[9]', value->>10, ?3 FROM json_each(?1)`;
const SENT = `UPDATE wa_flows SET sent = sent + e.value->>1 FROM json_each(?1) e WHERE wa_flows.id = e.value->>0`;

/** WhatsApp Flows that runs of a page send: a session of each is there before its message is. */
export class WaFlows {
  readonly #ctx: Ctx;
  readonly #library: Informed["library"];
  readonly #talk: Talk;
  readonly #sessions: unknown[][] = [];
  readonly #sent = new Map<string, number>();
  readonly #templates: TemplateSession[] = [];

  constructor(ctx: Ctx, { library }: Pick<Informed, "library">, talk: Talk) {
    [this.#ctx, this.#library, this.#talk] = [ctx, library, talk];
  }

  /** The engine has seen that it is published for this channel. */
  ask(
    { key, flowId, text, button, screen, data, until }: Extract<Effect, { kind: "flow" }>,
    { id, instanceId }: RunRow,
    person: Person,
  ): void {
    const flow = this.#library.waFlows.get(flowId);
    if (!flow) throw new Error(`nobody has read the flow ${flowId}`);
    const token = newFlowToken();
    const first = screen || flow.firstScreen;
    const body = {
      kind: "flow" as const,
      text,
      button,
      token,
      flowId,
      vendorId: flow.vendorId,
      ...(flow.asksEndpoint
        ? { action: "data_exchange" as const }
        : { action: "navigate" as const, screen: first, data }),
    };
    const cause = `run:${key}`;
    const messageId = this.#talk.say(person, { body, by: "bot", byId: instanceId, cause }) ?? "";
    const { channelId, customer, identityId } = person;
    this.#sessions.push([
      ...[token, flowId, channelId, customer, identityId, messageId],
      ...[id, key, first, data, until],
    ]);
    this.#sent.set(flowId, (this.#sent.get(flowId) ?? 0) + 1);
  }

  /** A template that a run sends: the answer to the flow behind its button is the run's. */
  openTemplate(
    messageId: string | undefined,
    body: MessageBody,
    { key }: { key: string },
    { id: runId, channelId, identityId }: RunRow,
  ): void {
    if (messageId === undefined) return;
    const of = { channelId, to: { identityId }, messageId, of: { runId, key } };
    this.#templates.push(...flowSessionsOf(body, of));
  }

  statements(some: Some): D1PreparedStatement[] {
    const { enterpriseId, now } = this.#ctx;
    return [
      ...some(this.#sessions, SESSIONS, enterpriseId, now()),
      ...some([...this.#sent], SENT),
      ...openingTemplateFlows(this.#ctx.db, enterpriseId, this.#templates, now()),
    ];
  }
}
