import { useState } from "react";
import { useRevalidator } from "react-router";
import { call, request } from "#app/data/api.ts";
import { put } from "#app/data/query.ts";
import { type DraftControl, useDraft } from "#app/kit/use-draft.ts";
import { orTheirs } from "#app/kit/or-theirs.ts";
import { useSend } from "#app/kit/use-send.ts";
import { forgetSession } from "#app/session/session.ts";
import { getDetails, saveConfiguration, type Enterprise } from "#workers/contract/endpoints/enterprise.ts";
import {
  bodyOf,
  digestOf,
  draftOf,
  fieldNames,
  problemsIn,
  refusedOf,
  type EnterpriseDraft,
  type Problems,
} from "./enterprise-draft.ts";

export interface EnterpriseControl extends Pick<
  DraftControl<Enterprise, EnterpriseDraft>,
  "draft" | "edited" | "restored"
> {
  busy: boolean;
  failure: string;
  /** The problems to show: those of fields that lost focus, or of all fields after an attempt to save. */
  problems: Problems;
  /** Counts the rejected attempts; the summary takes the focus again at each. */
  round: number;
  /** The version that somebody else has saved meanwhile. */
  theirs: Enterprise | undefined;
  change: (change: Partial<EnterpriseDraft>) => void;
  leave: (name: keyof EnterpriseDraft) => void;
  /** Saves; with a revision, deliberately overwrites the version that has it. */
  save: (over?: number) => Promise<void>;
  /** Resets the draft to the stored version, or to the one that somebody else has just saved. */
  load: (stored?: Enterprise) => void;
}

/** The enterprise as a draft, kept in the tab until it is saved or discarded. */
export function useEnterpriseDraft(enterprise: Enterprise): EnterpriseControl {
  const { revalidate } = useRevalidator();
  const { draft, edited, restored, revision, change, load, saved } = useDraft({
    name: "enterprise",
    stored: enterprise,
    draftOf: (stored = enterprise) => draftOf(stored),
    digestOf,
    restore: (kept) => ({ ...draftOf(enterprise), ...kept }),
  });
  const [shown, setShown] = useState<ReadonlySet<keyof EnterpriseDraft>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const [theirs, setTheirs] = useState<Enterprise>();
  const [round, setRound] = useState(0);
  const { busy, failure, setFailure, send } = useSend({
    refused: ({ message, errors: { revision: stale, ...errors } }) => {
      setFailure(message);
      setRound((now) => now + 1);
      if (stale === undefined) setRefused(refusedOf(errors));
      return true;
    },
  });
  const clear = () => {
    setShown(new Set());
    setRefused({});
    setFailure("");
    setTheirs(undefined);
  };

  const found = problemsIn(draft);
  const problems: Problems = { ...refused };
  for (const name of shown) if (found[name]) problems[name] = found[name];

  const save = async (over = revision ?? enterprise.revision) => {
    setShown(new Set(fieldNames));
    if (Object.keys(found).length > 0) return setRound((now) => now + 1);
    setRefused({});
    const sent = { ...bodyOf(draft), revision: over };
    await send(
      () =>
        orTheirs(
          () => request(saveConfiguration, { body: sent }),
          () => call(getDetails),
          setTheirs,
        ),
      ({ payload }) => {
        clear();
        saved(payload);
        put(getDetails, {}, payload);
        // The menu, the title and the colours are updated at once.
        forgetSession();
        return revalidate();
      },
    );
  };

  return {
    draft,
    edited,
    restored,
    busy,
    failure,
    problems,
    round,
    theirs,
    change: (changes) => {
      change(changes);
      setRefused((now) => {
        const rest = { ...now };
        for (const name of Object.keys(changes) as (keyof EnterpriseDraft)[]) delete rest[name];
        return rest;
      });
    },
    leave: (name) => setShown((now) => new Set(now).add(name)),
    save,
    load: (stored = enterprise) => {
      clear();
      load(stored);
    },
  };
}
