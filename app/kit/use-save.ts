import { useEffect, useRef, useState } from "react";
import { useSend } from "#app/kit/use-send.ts";
import { orTheirs } from "#app/kit/or-theirs.ts";

/** Errors by field. */
type FieldErrors = Record<string, string>;

interface Options<Stored, Draft> {
  draft: Draft;
  /** Asks for the version that somebody else has saved meanwhile; undefined for something new. */
  theirsOf: (() => Promise<Stored>) | undefined;
  /** Shows the errors of a refusal at their fields, for a form that does so itself. */
  onRefused?: (fields: FieldErrors) => void;
}

export interface Saving<Stored, Draft> {
  busy: boolean;
  /** The server's errors, by field. */
  refused: FieldErrors;
  /** The reason of a refusal that belongs to no field. */
  failure: string;
  /** The version that somebody else has saved meanwhile, to choose between the two. */
  theirs: Stored | undefined;
  /** Counts the refused attempts; the summary takes the focus again at each. */
  round: number;
  /** `done` gets what was typed while the save was being answered, if anything was. */
  save: <Result>(
    work: () => Promise<Result>,
    done: (result: Result, typedSince: Draft | undefined) => unknown,
  ) => Promise<boolean>;
  /** Reports that the form itself found problems. */
  refuse: () => void;
  /** Clears the server's error of a field that was changed, since it may no longer hold. */
  touch: (field: string) => void;
  reset: () => void;
}

/** Saves an edited copy of something stored; the input is kept if the server refuses it. */
export function useSave<Stored, Draft>({
  draft,
  theirsOf,
  onRefused,
}: Options<Stored, Draft>): Saving<Stored, Draft> {
  const [refused, setRefused] = useState<FieldErrors>({});
  const [theirs, setTheirs] = useState<Stored>();
  const [round, setRound] = useState(0);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  const { busy, failure, setFailure, send } = useSend({
    refused: ({ message, errors: { revision: _, ...fields } }) => {
      if (Object.keys(fields).length === 0) setFailure(message);
      (onRefused ?? setRefused)(fields);
      setRound((now) => now + 1);
      return true;
    },
  });
  const reset = () => {
    setRefused({});
    setFailure("");
    setTheirs(undefined);
  };

  return {
    busy,
    refused,
    failure,
    theirs,
    round,
    save: (work, done) =>
      send(
        () => {
          reset();
          return orTheirs(work, theirsOf, setTheirs);
        },
        (result) => done(result, latest.current === draft ? undefined : latest.current),
      ),
    refuse: () => setRound((now) => now + 1),
    touch: (field) => setRefused(({ [field]: _, ...rest }) => rest),
    reset,
  };
}
