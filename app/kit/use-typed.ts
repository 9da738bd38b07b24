import { useState } from "react";

/** The values of some fields, and which of them somebody has touched since the address last showed them. */
export interface TypedIn<Fields extends object> {
  fields: Fields;
  touched: ReadonlySet<keyof Fields>;
}

/** The fields' values once the address shows something else: each field that was touched meanwhile stays. */
export function followed<Fields extends object>(
  { fields, touched }: TypedIn<Fields>,
  shown: Fields,
): TypedIn<Fields> {
  const next = { ...fields };
  const stay = new Set<keyof Fields>();
  for (const name of Object.keys(shown) as (keyof Fields)[]) {
    if (touched.has(name) && !Object.is(fields[name], shown[name])) stay.add(name);
    else next[name] = shown[name];
  }
  return { fields: next, touched: stay };
}

/**
 * Fields that begin with what the address shows and follow it (Back, a preset), and that are sent by a press. Input
 * typed while an answer is on its way stays, even if it equals the value before: a key by what is shown would begin the
 * form anew and lose it.
 */
export function useTyped<Fields extends object>(
  shown: Fields,
): [typed: Fields, set: (change: Partial<Fields>) => void] {
  const [before, setBefore] = useState(shown);
  const [typed, setTyped] = useState<TypedIn<Fields>>({ fields: shown, touched: new Set() });
  if (JSON.stringify(before) !== JSON.stringify(shown)) {
    setBefore(shown);
    setTyped(followed(typed, shown));
  }
  const set = (change: Partial<Fields>) =>
    setTyped((now) => ({
      fields: { ...now.fields, ...change },
      touched: new Set([...now.touched, ...(Object.keys(change) as (keyof Fields)[])]),
    }));
  return [typed.fields, set];
}
