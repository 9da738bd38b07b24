import { useState } from "react";

/** What stands in the fields once the address shows something else: each field that was touched meanwhile stays. */
export function followed<Fields extends object>(typed: Fields, before: Fields, shown: Fields): Fields {
  const next = { ...typed };
  for (const name of Object.keys(shown) as (keyof Fields)[]) {
    if (Object.is(typed[name], before[name])) next[name] = shown[name];
  }
  return next;
}

/**
 * Fields that begin with what the address shows and follow it (Back, a preset), and that are sent by a press. What is
 * typed while an answer is on its way stays: a key by what is shown would begin the form anew and lose it.
 */
export function useTyped<Fields extends object>(
  shown: Fields,
): [typed: Fields, set: (change: Partial<Fields>) => void] {
  const [before, setBefore] = useState(shown);
  const [typed, setTyped] = useState(shown);
  if (JSON.stringify(before) !== JSON.stringify(shown)) {
    setBefore(shown);
    setTyped(followed(typed, before, shown));
  }
  return [typed, (change) => setTyped((now) => ({ ...now, ...change }))];
}
