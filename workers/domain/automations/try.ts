import { automationTryTexts as texts } from "#texts/automation-try.ts";
import type { Tried, tryJourney } from "#workers/contract/endpoints/automations.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { liveFields } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import type { Effect } from "../flow/effects.ts";
import type { Run } from "../flow/run.ts";
import { Trouble } from "../flow/trouble.ts";
import type { Place } from "../runs/contact-fields.ts";
import { libraryOf } from "../runs/library.ts";
import { type Played, play, somebody, trialFlow, trialOf } from "./trial.ts";

type Input = InputOf<typeof tryJourney>["body"];

/** Carries a run on by the engine that carries on everybody's; what it wants done is told, and done by nobody. */
export async function tryGraph(ctx: Ctx, place: Place, input: Input): Promise<Tried> {
  const { graph, act, now, stop } = input;
  const fields = await liveFields(ctx);
  const flow = trialFlow(graph, fields);
  const { forms } = await libraryOf(ctx.db, ctx.enterpriseId, [flow]);
  const begins = act.kind === "start" ? act.vars : undefined;
  const run = input.run === null ? somebody(now, begins) : (input.run as Run);
  const { advances, ...played } = triedOr(() =>
    play(trialOf(graph, { flow, fields, forms, place }), input, { run, act, now, stop }, () => ctx.newId()),
  );
  const effects = advances.flatMap((each) => each.effects);
  const milestones = advances.flatMap((each) => each.milestones);
  const { pinned, ...rest } = played;
  return {
    ...rest,
    said: effects.flatMap((effect) => (effect.kind === "message" ? [effect.body] : [])),
    did: [
      ...effects.flatMap(did),
      ...milestones.map(({ milestoneId }) => texts.did.milestone(milestoneId)),
      ...pinned.map((id) => texts.did.pinned(flow.nodes.get(id)?.name ?? id)),
    ],
  };
}

/** Throws invalid for a variable that doesn't fit, and for a run that no engine has written, such as one of an older page. */
function triedOr(work: () => Played): Played {
  try {
    return work();
  } catch (error) {
    const isVariable = error instanceof Trouble;
    const message = isVariable ? error.sentence : texts.broken;
    throw new DomainError("invalid", { message, errors: { [isVariable ? "act" : "run"]: message } });
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
