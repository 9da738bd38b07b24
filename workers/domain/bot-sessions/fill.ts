import type { Parameter } from "#workers/contract/endpoints/intents.ts";

/** An entity in the message: its value and its position in UTF-16 units. */
export interface Mention {
  entityId: string;
  value: string;
  start: number;
  end: number;
}

/** Parameter name to value. Only own keys count: a parameter may be called `constructor`. */
export type Values = Readonly<Record<string, string>>;

/**
 * Adds the mentions' values: parameters without a value take the mentions of their entity, in the order in which both
 * appear. Known values stay.
 */
export function fillFrom(
  mentions: readonly Mention[],
  parameters: readonly Parameter[],
  known: Values,
): Values {
  const values = new Map(Object.entries(known));
  const free = [...mentions];
  for (const { id, name } of parameters) {
    if (values.has(name)) continue;
    const at = free.findIndex(({ entityId }) => entityId === id);
    const [mention] = at < 0 ? [] : free.splice(at, 1);
    if (mention) values.set(name, mention.value);
  }
  return Object.fromEntries(values);
}

/**
 * Adds an answer's values: the first mention of the entity asked for is the answer, further ones fill its other
 * parameters. An answer that names as many as the entity has parameters ("from Goa to Pune") replaces all, in order.
 */
export function fillAsked(
  answers: readonly Mention[],
  asking: Parameter,
  parameters: readonly Parameter[],
  known: Values,
): Values {
  const alike = parameters.filter(({ id }) => id === asking.id);
  const anew = answers.length >= alike.length;
  const kept = Object.entries(known).filter(([name]) =>
    anew ? !alike.some((each) => each.name === name) : name !== asking.name,
  );
  const order = anew ? alike : [asking, ...alike.filter((each) => each !== asking)];
  return fillFrom(answers, order, Object.fromEntries(kept));
}

/** Uses the parameters' fixed values where nothing else is known. */
export function withDefaults(parameters: readonly Parameter[], known: Values): Values {
  const fixed = parameters.flatMap(({ name, value }) => (value ? [[name, value] as const] : []));
  return Object.fromEntries([...fixed, ...Object.entries(known)]);
}
