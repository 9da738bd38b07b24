import { automationTryTexts as texts } from "#texts/automation-try.ts";
import { isChannelType, channelTypes } from "#workers/contract/channel-types.ts";
import type { TryAct } from "#workers/contract/automation/tried-run.ts";
import type { Tried, tryJourney } from "#workers/contract/endpoints/automations.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { contactOf } from "../broadcasts/values.ts";
import type { Ctx } from "../ctx.ts";
import { liveFields } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import { advance } from "../flow/advance.ts";
import type { Advanced } from "../flow/advanced.ts";
import type { Cause, RunEvent } from "../flow/cause.ts";
import { compile } from "../flow/compile.ts";
import type { Effect } from "../flow/effects.ts";
import { newRun, type Run } from "../flow/run.ts";
import { contactNames, contactRules, USUAL_PLACE } from "../runs/contact-fields.ts";
import { libraryOf } from "../runs/library.ts";
import { withoutLater } from "../runs/compiled.ts";

type Input = InputOf<typeof tryJourney>["body"];

const HOUR_MS = 3_600_000;

/** Carries a run on by the engine that carries on everybody's; what it wants done is told, and done by nobody. */
export async function tryGraph(ctx: Ctx, input: Input): Promise<Tried> {
  const { graph, act, customer } = input;
  const fields = await liveFields(ctx);
  const channelType = isChannelType(input.channelType) ? input.channelType : channelTypes.whatsApp;
  const capabilities = simulatorCapabilities(channelType);
  const run = input.run === null ? somebodyNew(ctx, input.now) : (input.run as Run);
  const now = act.kind === "pass" ? Math.max(input.now, run.wakeAt ?? 0) : input.now;
  const compiled = withoutLater(
    compile(graph, {
      fields: contactNames(fields),
    }),
  );
  const flow =
    act.kind === "start" && act.nodeId !== undefined ? { ...compiled, start: act.nodeId } : compiled;
  const cause = causeOf(ctx, act, run, now);
  const { forms } = await libraryOf(ctx.db, ctx.enterpriseId, [compiled]);
  let advanced: Advanced;
  try {
    advanced = advance(flow, run, cause, {
      now,
      salt: "test",
      facts: {
        contact: contactOf({ ...customer, data: {}, row: {} }, fields),
        properties: {},
        channel: {
          type: channelType,
          capabilities,
          windowUntil: capabilities.windowHours === null ? null : now + capabilities.windowHours * HOUR_MS,
        },
        hours: null,
        ...USUAL_PLACE,
        fields: contactRules(fields),
        forms,
        test: true,
      },
    });
  } catch {
    // A run that no engine has written, such as one of an older page.
    throw new DomainError("invalid", { message: texts.broken, errors: { run: texts.broken } });
  }
  return {
    run: advanced.run,
    now,
    took: advanced.took,
    said: advanced.effects.flatMap((effect) => (effect.kind === "message" ? [effect.body] : [])),
    did: [
      ...advanced.effects.flatMap(did),
      ...advanced.milestones.map(({ milestoneId }) => texts.did.milestone(milestoneId)),
    ],
    path: advanced.steps.map(({ node, port, outcome }) => ({ node, port, outcome })),
  };
}

const somebodyNew = ({ newId }: Ctx, startedAt: number): Run =>
  newRun({ id: newId(), customerId: "test", channelId: "test", startedAt });

function causeOf({ newId }: Ctx, act: TryAct, run: Run, at: number): Cause {
  const { waits, seq } = run;
  const keyOf = (kind: string) => waits.find((wait) => wait.kind === kind)?.key ?? "";
  switch (act.kind) {
    case "start":
      return { kind: "start" };
    case "pass":
      return { kind: "timer", seq };
    case "say":
      return {
        kind: "event",
        event: {
          id: newId(),
          kind: "reply",
          key: keyOf("reply"),
          at,
          body: { kind: "text", text: act.text },
        },
      };
    case "press":
      return {
        kind: "event",
        event: { id: newId(), kind: "button", key: act.token, at, label: act.label },
      };
    case "result":
      return {
        kind: "result",
        seq: waits.find(({ kind }) => kind === "call")?.seq ?? seq,
        result: act.ok
          ? { ok: true, status: 200, data: isPayment(run) ? PLAYED_LINK : {} }
          : { ok: false, code: "callFailed", retryable: false, status: 500 },
      };
    case "event":
      return { kind: "event", event: eventOf(act, { id: newId(), key: act.key, at }) };
    default:
      return act satisfies never;
  }
}

/** What a gateway answers in a test. */
const PLAYED_LINK = { url: "https://example.com/pay", reference: "test" };
const isPayment = ({ id, seq, sent }: Run): boolean => sent["#payment"] === `${id}:${seq}`;

/** What a tester lets happen; what does not fit its kind fits no wait either. */
function eventOf(
  { of, what }: Extract<TryAct, { kind: "event" }>,
  base: { id: string; key: string; at: number },
): RunEvent {
  const [word = "", id] = what.split(":");
  switch (of) {
    case "message":
      return { ...base, kind: of, status: word as "read" };
    case "chat":
      return { ...base, kind: of, what: word as "closed" };
    case "payment":
      return { ...base, kind: of, status: word as "paid" };
    case "child":
      return { ...base, kind: of, state: word === "completed" ? "completed" : "failed", vars: {} };
    case "bot":
      return { ...base, kind: of, what: word as "gaveUp", ...(id !== undefined && { intentId: id }) };
    case "form":
    case "flow":
      return { ...base, kind: of, values: {} };
    default:
      return { ...base, kind: "event", data: {} };
  }
}

const words = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** An effect in words; what is said needs none. */
function did(effect: Effect): string[] {
  switch (effect.kind) {
    case "message":
      return [];
    case "customer": {
      const fields = effect.changes.filter((each) => each.kind === "field");
      const others = effect.changes.length - fields.length;
      return [
        ...fields.map(({ field, value }) => texts.did.field(field, words(value))),
        ...(others > 0 ? [texts.did.changes(others)] : []),
      ];
    }
    case "mail":
      return [texts.did.mail(effect.to, effect.subject)];
    case "sms":
      return [texts.did.sms(effect.to, effect.text)];
    case "knowledge":
      return [texts.did.knowledge(effect.question)];
    case "payment":
      return [texts.did.payment(`${effect.currency} ${effect.amount}`)];
    default:
      return [texts.did[effect.kind]];
  }
}
