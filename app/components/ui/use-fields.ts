import { useState } from "react";

type Errors<Values> = { [Name in keyof Values]?: string };

export interface Fields<Values> {
  values: Values;
  /** Only errors that may be shown: of fields that were left or submitted. Removed as soon as fixed. */
  errors: Errors<Values>;
  /** Counts the refused submissions, for ErrorSummary. */
  round: number;
  edited: boolean;
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  leave: (name: keyof Values) => void;
  /** Props of a text control. A field that is left empty complains only when it is sent. */
  text: (name: TextOf<Values>) => TextControl;
  /** True when everything is valid, or these fields are; otherwise shows the problems. */
  check: (names?: readonly (keyof Values)[]) => boolean;
  /** The server's errors, by field; each is removed when its field changes. */
  refuse: (errors: Record<string, string>) => void;
  reset: (values?: Values) => void;
  /** Takes what was sent as saved; what was typed since stays, and is unsaved. */
  saved: (sent: Values) => void;
}

/** The fields that hold text. */
type TextOf<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

interface TextControl {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

/** The state of a form: errors never appear before leaving a field or submitting, and disappear as soon as fixed. */
export function useFields<Values extends Record<string, unknown>>(
  initial: Values,
  validate: (values: Values) => Errors<Values>,
  /** Begins with these as typed, such as a draft that was left behind. */
  typed = initial,
): Fields<Values> {
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(typed);
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set());
  const [fromServer, setFromServer] = useState<Errors<Values>>({});
  const [round, setRound] = useState(0);

  const problems = validate(values);
  const errors: Errors<Values> = { ...fromServer };
  for (const name of left) if (problems[name]) errors[name] = problems[name];

  const set: Fields<Values>["set"] = (name, value) => {
    setValues((now) => ({ ...now, [name]: value }));
    setFromServer(({ [name]: _, ...rest }) => rest as Errors<Values>);
  };
  const leave = (name: keyof Values) => setLeft((now) => new Set(now).add(name));

  return {
    values,
    errors,
    round,
    edited: !isSame(values, start),
    set,
    leave,
    text: (name) => ({
      value: values[name] as string,
      onChange: ({ target: { value } }) => set(name, value as Values[typeof name]),
      onBlur: () => values[name] !== "" && leave(name),
    }),
    check(names = Object.keys(values)) {
      setLeft(new Set(names));
      const fine = names.every((name) => !problems[name]);
      if (!fine) setRound((now) => now + 1);
      return fine;
    },
    refuse(refused) {
      setFromServer(refused as Errors<Values>);
      setRound((now) => now + 1);
    },
    reset(next = start) {
      setStart(next);
      setValues(next);
      setLeft(new Set());
      setFromServer({});
      setRound(0);
    },
    saved: setStart,
  };
}

/** Whether forms hold the same. The order of a list counts. */
export const isSame = <Values extends Record<string, unknown>>(one: Values, other: Values): boolean =>
  Object.keys(one).every((name) => {
    const [a, b] = [one[name], other[name]];
    if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
    return a.length === b.length && a.every((each, at) => Object.is(each, b[at]));
  });

/**
 * Shows a newer stored version in a form that is not edited. Returns the version that the form began from, with whose
 * revision it is saved, and takes another for it, such as the answer of its own save.
 */
export function useStored<Stored, Values extends Record<string, unknown>>(
  stored: Stored,
  form: Pick<Fields<Values>, "edited" | "reset">,
  valuesOf: (stored: Stored) => Values,
  {
    began,
    follows = false,
  }: {
    /** The version that a draft left behind began from. */
    began?: { version: Stored } | undefined;
    /** An edited form begins from each newer version whose fields are those that it began from. */
    follows?: boolean;
  } = {},
): [base: Stored, take: (base: Stored) => void] {
  const [base, setBase] = useState(began ? began.version : stored);
  // A base that was taken may be newer than what is still shown as stored.
  const [source, setSource] = useState(began ? undefined : stored);
  const [isBehind, setBehind] = useState(false);
  const show = () => {
    setBase(stored);
    setBehind(false);
    form.reset(valuesOf(stored));
  };
  if (source !== stored) {
    setSource(stored);
    if (!form.edited) show();
    else if (follows && isSame(valuesOf(stored), valuesOf(base))) setBase(stored);
    else setBehind(true);
  } else if (isBehind && !form.edited) show();
  const take = (next: Stored) => {
    setBase(next);
    setBehind(false);
  };
  return [base, take];
}
