import type { Mapping, ValueSource } from "#workers/contract/automation/parts.ts";
import type { Condition } from "#workers/contract/expression.ts";
import { holds } from "#workers/domain/expression/condition.ts";
import { lookUp, valueAt, valueOf } from "#workers/domain/expression/names.ts";
import { renderText, type RenderOptions } from "#workers/domain/expression/text.ts";
import type { Flow, FlowNode } from "./compile.ts";
import { type Json, toJson } from "./json.ts";
import type { Run } from "./run.ts";
import { expressionTrouble } from "./trouble.ts";
import type { World } from "./world.ts";

/** All that expressions may name. */
export const valuesFor = (
  { vars, heard, entry }: Readonly<Run>,
  { facts, now }: World,
  contact: Readonly<Record<string, Json>> = {},
): Record<string, unknown> => ({
  contact: { ...facts.contact, ...contact },
  property: facts.properties,
  vars,
  ...heard,
  trigger: entry.trigger,
  row: entry.row,
  now: new Date(now),
});

export interface Setting {
  flow: Flow;
  node: FlowNode;
  run: Readonly<Run>;
  seq: number;
  world: World;
  /** The customer's fields that steps of the same advance have changed. */
  contact: Readonly<Record<string, Json>>;
}

/** Everything that a step may read. Whoever changes a value forgets those that were read before. */
export class Reading {
  readonly flow: Flow;
  readonly node: FlowNode;
  readonly run: Readonly<Run>;
  readonly seq: number;
  readonly world: World;
  contact: Setting["contact"];
  vars: Run["vars"];
  heard: Run["heard"];
  #values: Record<string, unknown> | undefined;

  constructor({ flow, node, run, seq, world, contact }: Setting) {
    [this.flow, this.node, this.run, this.seq, this.world] = [flow, node, run, seq, world];
    ({ vars: this.vars, heard: this.heard } = run);
    this.contact = contact;
  }

  get now(): number {
    return this.world.now;
  }
  get facts(): World["facts"] {
    return this.world.facts;
  }
  get replyKey(): string {
    return `${this.run.channelId}:${this.run.customerId}`;
  }

  has(port: string): boolean {
    return this.node.next.has(port);
  }

  values(): Record<string, unknown> {
    const { vars, heard, contact } = this;
    this.#values ??= valuesFor({ ...this.run, vars, heard }, this.world, contact);
    return this.#values;
  }

  text(source: string, as?: RenderOptions["as"]): string {
    const options = { known: this.flow.known, ...(as && { as }) };
    const rendered = renderText(this.flow.text(source), this.values(), options);
    if (!rendered.ok) throw expressionTrouble(rendered.failure.sentence);
    return rendered.text;
  }

  expression(source: string): Json {
    const compiled = this.flow.expression(source);
    if (!compiled.ok) throw expressionTrouble(compiled.sentence);
    const given = compiled.expression.evaluate(this.values());
    if (!given.ok) throw expressionTrouble(given.failure.sentence);
    return toJson(given.value);
  }

  /** A value of a mapping; a name without a value gives null. */
  value(source: ValueSource): Json {
    if (source.type === "static") return source.value;
    if (source.type === "expression") return this.expression(source.value);
    const found = lookUp(source.value.split("."), this.flow.known);
    return toJson(found ? valueAt(valueOf(this.values(), found.name), found.rest) : undefined);
  }

  valuesOf(mapping: Mapping): Record<string, Json> {
    return Object.fromEntries(mapping.map((each) => [each.variable, this.value(each)]));
  }

  holds(condition: Condition): boolean {
    const held = holds(condition, this.flow.known, this.values(), this.now);
    if (!held.ok) throw expressionTrouble(held.failure.sentence);
    return held.value;
  }

  protected forget(): void {
    this.#values = undefined;
  }
}
