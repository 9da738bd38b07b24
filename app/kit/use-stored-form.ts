import { useMemo, useState } from "react";
import { type Fields, useFields, useStored } from "#app/components/ui/use-fields.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { useRestored } from "#app/drafts/use-restored.ts";

interface Options<Stored, Values extends Record<string, unknown>> {
  /** Names the thing in the tab's storage, for example `user:${id}`. */
  name: string;
  /** As loaded; undefined for a new one. */
  stored: Stored;
  valuesOf: (stored: Stored) => Values;
  validate: (values: Values) => { [Name in keyof Values]?: string };
  /** Fields that the tab must not keep, such as keys of others. Nobody can see here whether they were changed. */
  secret?: readonly (keyof Values)[];
}

export interface StoredForm<Stored, Values> {
  form: Fields<Values>;
  /** The version that the form began from, with whose revision it is saved. */
  base: Stored;
  /** Takes the answer of its own save for the version that it began from. */
  take: (saved: Stored) => void;
  /** True when a draft left behind by a reload or an expired session was restored. */
  restored: boolean;
  /** Deletes the kept draft at once: call it before leaving on purpose. */
  forget: () => void;
}

/** A form over something stored: it shows newer versions until it is edited, and edits are kept in the tab. */
export function useStoredForm<Stored, Values extends Record<string, unknown>>({
  name,
  stored,
  valuesOf,
  validate,
  secret = [],
}: Options<Stored, Values>): StoredForm<Stored, Values> {
  const [left] = useState(() => readKept<Stored, Values>(name, stored, valuesOf(stored)));
  const form = useFields(valuesOf(left ? left.base : stored), validate, left?.values);
  const [base, take] = useStored(stored, form, valuesOf, {
    began: left && { version: left.base },
    // A newer key looks like the one before: it is never followed.
    follows: secret.length === 0,
  });
  const kept = useMemo<Kept<Stored, Values>>(() => {
    const first = valuesOf(base);
    const values = { ...form.values };
    for (const each of secret) values[each] = first[each];
    return { values, base };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- written anew only when something was typed
  }, [form.values, base]);
  const forget = useKept(name, form.edited, kept);
  const restored = useRestored(left !== undefined, form.edited);
  return { form, base, take, restored, forget };
}

interface Kept<Stored, Values> {
  values: Values;
  base: Stored;
}

/** The draft that was left behind, unless it is of a form with other fields. */
function readKept<Stored, Values extends Record<string, unknown>>(
  name: string,
  stored: Stored,
  first: Values,
): Kept<Stored, Values> | undefined {
  const kept = keptDraft<Partial<Kept<Stored, Values>>>(name);
  const values = kept?.values;
  if (!values || (kept.base === undefined) !== (stored === undefined)) return undefined;
  const fits = Object.keys(first).every((each) => typeof values[each] === typeof first[each]);
  return fits ? { values, base: kept.base as Stored } : undefined;
}
