import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { TellRuns } from "../messaging/effects.ts";
import { keepingFlowAnswers } from "../wa-flows/answers.ts";
import { tellingEntries } from "./tell.ts";

const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, value->>0, value->>1, value->>2, value->>3, value->'$[4]', value->>5, ?3 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`;

/** Statements by which a page tells runs of journeys what they were answered, and lets people enter by their words. */
export const tellRuns: TellRuns = (ctx, channelId, { told, entering: people, flowAnswers }) => {
  const kept = keepingFlowAnswers(ctx, channelId, flowAnswers);
  if (told.length === 0 && people.length === 0) return kept;
  ctx.after.clock = true;
  const { db, enterpriseId, now } = ctx;
  const answers = told.map(({ runId, identityId, messageId, body, file, at }) => [
    messageId,
    ...eventOf(body, `${channelId}:${identityId}`),
    runId,
    body.kind === "formAnswer" && body.values === undefined ? { label: body.label } : { body, file },
    at,
  ]);
  return [
    ...kept,
    ...(answers.length > 0
      ? [db.$client.prepare(TELL).bind(JSON.stringify(answers), enterpriseId, now() + KEPT_MS)]
      : []),
    ...tellingEntries(
      ctx,
      people.map(({ kind, key, instanceId, identityId, messageId, text, at }) => ({
        eventId: `message:${messageId}`,
        kind,
        key,
        instanceId,
        channelId,
        identityId,
        data: { kind: kind === "message" ? "message" : "keyword", text },
        at,
      })),
    ),
  ];
};

/** A press is known by its button, words by the person who says them. */
const eventOf = (body: MessageBody, replyKey: string): [kind: string, key: string] =>
  body.kind === "formAnswer" && body.values === undefined ? ["button", body.token] : ["reply", replyKey];
