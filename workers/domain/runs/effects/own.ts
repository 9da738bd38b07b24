import { isOver } from "#workers/contract/automation/run-states.ts";
import type { Ctx } from "../../ctx.ts";
import type { Effect } from "../../flow/effects.ts";
import type { Carried } from "../carried.ts";
import type { Informed, Person } from "../people.ts";
import { type RunRow, runOf } from "../run-row.ts";
import { CustomerChanges } from "../../customer-changes/customer-changes.ts";
import { Clicks } from "./clicks.ts";
import { Forms } from "./forms.ts";
import { OtherRuns } from "./journeys.ts";
import { Talk } from "./messages.ts";
import { Payments } from "./payments.ts";
import { someOf } from "../../some-rows.ts";
import { Waits } from "./waits.ts";
import { WaFlows } from "./wa-flows.ts";

/** The changes that a page's runs want in our own rows. */
export interface OwnEffects {
  statements: D1PreparedStatement[];
  /** Messages of which live events tell. */
  told: string[];
  /** Notes for colleagues, told with them. */
  noted: string[];
  /** For the guard: open chats as they were read (channel, identity, id), and customers (number, revision). */
  chats: Talk["chats"];
  customers: CustomerChanges["customers"];
}

interface Kinds {
  talk: Talk;
  clicks: Clicks;
  customers: CustomerChanges;
  others: OtherRuns;
  waits: Waits;
  forms: Forms;
  waFlows: WaFlows;
  payments: Payments;
}

/** Builds the statements of the effects of a page of runs, in their order. */
export function ownEffects(ctx: Ctx, around: Informed, carried: readonly Carried[]): OwnEffects {
  const talk = new Talk(ctx, around);
  const kinds: Kinds = {
    talk,
    clicks: new Clicks(ctx, around.links),
    customers: new CustomerChanges(ctx, around),
    others: new OtherRuns(ctx),
    waits: new Waits(ctx),
    forms: new Forms(ctx, around.formLink, talk),
    waFlows: new WaFlows(ctx, around, talk),
    payments: new Payments(ctx),
  };
  const { customers, others, waits, forms, waFlows, payments } = kinds;
  for (const { due, advanced } of carried) {
    const { row, cause } = due;
    const { run } = advanced;
    const person = around.personOf(row);
    const event = cause.kind === "event" ? cause.event : undefined;
    if (person?.isThere === 1 && event?.kind === "reply" && !advanced.took) {
      const channel = around.channels.get(row.channelId);
      if (channel?.agentId) talk.toBot(person, event.id, channel.agentId);
      else talk.handOver(person, `declined:${event.id}`, null);
    }
    if (!advanced.used) continue;
    const asked = advanced.waits.find(({ kind }) => kind === "reply");
    if (asked) waits.ask(row, asked.until);
    else if (!advanced.waits.some(({ kind }) => kind === "bot")) waits.askNoMore(row);
    payments.leave(runOf(row), run);
    if (isOver(run.state)) {
      waits.end(row);
      others.tellParent(row, { state: run.state, vars: run.vars });
    }
    if (person) for (const effect of advanced.effects) take(kinds, effect, row, person, around);
  }
  const some = someOf(ctx);
  return {
    told: talk.told,
    noted: talk.noted,
    chats: talk.chats,
    customers: customers.customers,
    statements: [
      ...[talk, waits, others, customers, forms, waFlows, payments].flatMap((each) => each.statements(some)),
      ...kinds.clicks.statements(),
    ],
  };
}

function take(
  { talk, clicks, customers, others, waits, forms, waFlows }: Kinds,
  effect: Effect,
  row: RunRow,
  person: Person,
  { channels }: Informed,
): void {
  const cause = `run:${effect.key}`;
  const of = { byId: row.instanceId, cause };
  const marked = { row, effect };
  switch (effect.kind) {
    case "message":
      talk.say(person, { ...of, body: clicks.inBody(effect.body, marked), by: "bot" });
      break;
    case "richCard":
      talk.sendCard(person, effect, of, (body) => clicks.inBody(body, marked));
      break;
    case "template": {
      const { messageId, body } = talk.sendTemplate(person, effect, of, (components, values) =>
        clicks.inValues(components, values, marked),
      );
      waFlows.openTemplate(messageId, body, effect, row);
      break;
    }
    case "handOver":
      talk.note(person, row.instanceId, effect.note ?? "");
      talk.handOver(person, cause, effect.departmentId ?? null);
      break;
    case "customer":
      customers.change(person, effect.changes, effect.key);
      break;
    case "bot":
      waits.letBotTalk(row, effect.botId ?? channels.get(row.channelId)?.agentId ?? "", effect);
      break;
    case "endBot":
      // The floor of a run that waits no more is left anyway.
      break;
    case "startRun":
      others.begin(effect, row);
      break;
    case "cancelRun":
      others.cancel(effect.of, row);
      break;
    case "http":
    case "knowledge":
    case "payment":
    case "mail":
    case "sms":
      waits.call(effect, row);
      break;
    case "form":
      forms.ask(effect, row, person);
      break;
    case "flow":
      waFlows.ask(effect, row, person);
      break;
    case "submission":
      forms.submit(effect, row, person);
      break;
    default:
    // Nothing else is wanted of a row.
  }
}
