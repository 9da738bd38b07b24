import { runLimits } from "#workers/contract/automation/limits.ts";
import type { SaveTo } from "#workers/contract/automation/parts.ts";
import { problemOfValue } from "#workers/contract/customer-values.ts";
import type { MessageBody, MessageKind } from "#workers/contract/message-body.ts";
import { sentFile } from "#workers/contract/sent-file.ts";
import { automationTexts } from "#texts/automation.ts";
import type { Hit } from "./advanced.ts";
import type { Change, Effect, Wanted } from "./effects.ts";
import { bytesOf, type Json } from "./json.ts";
import { Reading } from "./reading.ts";
import { keyAt, type Run } from "./run.ts";
import { Trouble } from "./trouble.ts";
import { withVariable } from "./variables.ts";

const texts = automationTexts.failures;

/** Kinds of effect of which the latest may be waited for. */
const LATEST: Partial<Record<Effect["kind"], string>> = {
  message: "",
  richCard: "",
  template: "",
  mail: "",
  sms: "",
  payment: "#payment",
  handOver: "#chat",
  startRun: "#child",
};

/** Kinds of effect in which links may stand. */
const SAID: ReadonlySet<Effect["kind"]> = new Set(["message", "richCard", "template", "mail", "sms"]);

/** One step of one node: what it may read, and what it wants. Nothing of it holds if the node is in trouble. */
export class Scene extends Reading {
  readonly effects: Effect[] = [];
  readonly hits: Hit[] = [];
  input: Json = null;
  sent: Run["sent"] = this.run.sent;

  set(name: string, value: Json): void {
    this.vars = withVariable(this.vars, this.flow.variables, name, value);
    this.forget();
  }

  hear(heard: Run["heard"]): void {
    const all = { ...this.heard, ...heard };
    // An answer of another system is not kept longer than this advance.
    const { http: _, ...kept } = all;
    if (bytesOf(kept) > runLimits.varsBytes) throw new Trouble("varsTooLarge", texts.varsTooLarge);
    this.heard = all;
    this.forget();
  }

  /** Adds an effect and answers its key. */
  emit(wanted: Wanted): string {
    const { run, seq } = this;
    const key = keyAt(run, seq, this.effects.length);
    const idempotencyKey = run.attempts?.key ?? key;
    const { all, nodes } = this.flow.clicked;
    const clicks = SAID.has(wanted.kind) && (all || nodes.has(this.node.id)) && { clicks: true };
    this.effects.push({ ...wanted, key, seq, idempotencyKey, ...clicks } as Effect);
    const latest = LATEST[wanted.kind];
    if (latest !== undefined) this.sent = { ...this.sent, [latest]: key };
    if (latest !== undefined && this.flow.awaited.has(this.node.id)) {
      this.sent = { ...this.sent, [this.node.id]: key };
    }
    return key;
  }

  /** Says something, if the channel can carry it and its window is open. */
  say(body: MessageBody): string {
    this.mayTalk();
    this.mustCarry(body.kind);
    return this.emit({ kind: "message", body });
  }

  mayTalk(): void {
    const { windowUntil } = this.facts.channel;
    if (windowUntil !== null && windowUntil <= this.now) {
      throw new Trouble("noWindow", texts.noWindow, { port: "noWindow" });
    }
  }

  mustCarry(kind: MessageKind): void {
    if (this.facts.channel.capabilities.kinds.includes(kind)) return;
    throw new Trouble("notCarried", texts.notCarried);
  }

  /** Why a field of the customer's can't take a value, if it can't. */
  fieldProblem(field: string, value: Json): string | undefined {
    const rule = this.facts.fields?.[field];
    const kept = inField(value);
    const written = typeof kept === "object" ? JSON.stringify(kept) : String(kept);
    return rule && problemOfValue(rule, kept === null ? "" : written);
  }

  change(wanted: Change[]): void {
    const changes = wanted.map((each) =>
      each.kind === "field" ? { ...each, value: inField(each.value) } : each,
    );
    for (const each of changes) {
      if (each.kind !== "field") continue;
      const problem = this.fieldProblem(each.field, each.value);
      if (problem !== undefined) throw new Trouble("fieldValue", texts.fieldValue(problem));
      this.contact = { ...this.contact, [each.field]: each.value };
    }
    this.emit({ kind: "customer", changes });
    this.forget();
  }

  /** Keeps a value where the author wants it. */
  save(to: SaveTo | undefined, value: Json): void {
    if (to?.to === "variable") this.set(to.name, value);
    else if (to) this.change([{ kind: "field", field: to.name, value }]);
  }

  reach(milestoneId: string, value: number | null): void {
    const key = keyAt(this.run, this.seq, this.hits.length);
    this.hits.push({ key, milestoneId, at: this.now, value });
  }
}

/** A value as a customer's field has it: of a file where it is opened. */
const inField = (value: Json): Json => sentFile(value)?.url ?? value;

/** A text of a person's, short enough to be kept in a variable. */
export const cut = (text: string): string => text.slice(0, runLimits.variable);
