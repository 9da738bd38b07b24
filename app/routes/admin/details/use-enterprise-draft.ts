import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, call, request } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { keptDraft } from "#app/drafts/storage.ts";
import { useKeptDraft } from "#app/drafts/kept-draft.ts";
import { errorsTexts } from "#texts/errors.ts";
import { forgetSession } from "#app/session/session.ts";
import { getDetails, saveConfiguration, type Enterprise } from "#workers/contract/endpoints/enterprise.ts";
import {
  bodyOf,
  draftOf,
  isSame,
  places,
  problemsIn,
  refusedOf,
  type EnterpriseDraft,
  type Problems,
} from "./enterprise-draft.ts";

const KEY = "enterprise";

export interface EnterpriseControl {
  draft: EnterpriseDraft;
  edited: boolean;
  /** True when the draft was restored after a reload or the end of a session. */
  restored: boolean;
  busy: boolean;
  failure: string;
  /** The problems to show: those of fields that lost focus, or of all fields after an attempt to save. */
  problems: Problems;
  /** Counts the rejected attempts; the summary takes the focus again at each. */
  round: number;
  /** The version that somebody else has saved meanwhile. */
  theirs: Enterprise | undefined;
  change: (change: Partial<EnterpriseDraft>) => void;
  leave: (place: keyof EnterpriseDraft) => void;
  /** Saves; with a revision, deliberately overwrites the version that has it. */
  save: (over?: number) => Promise<void>;
  /** Resets the draft to the stored version, or to the one that somebody else has just saved. */
  load: (stored?: Enterprise) => void;
}

interface Kept {
  draft: EnterpriseDraft;
  revision: number;
}

/** The enterprise as a draft, kept in the tab until it is saved or discarded. */
export function useEnterpriseDraft(enterprise: Enterprise): EnterpriseControl {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [left] = useState(() => keptDraft<Kept>(KEY));
  const [source, setSource] = useState(enterprise);
  const [stored, setStored] = useState(enterprise);
  const [draft, setDraft] = useState<EnterpriseDraft>(() => ({ ...draftOf(enterprise), ...left?.draft }));
  const [revision, setRevision] = useState(left?.revision ?? enterprise.revision);
  const [restored, setRestored] = useState(left !== undefined);
  const [shown, setShown] = useState<ReadonlySet<keyof EnterpriseDraft>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const [failure, setFailure] = useState("");
  const [theirs, setTheirs] = useState<Enterprise>();
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const edited = !isSame(draft, draftOf(stored));
  const forget = useKeptDraft(KEY, edited, { draft, revision });

  const show = (now: Enterprise) => {
    setStored(now);
    setDraft(draftOf(now));
    setRevision(now.revision);
    setRestored(false);
    setShown(new Set());
    setRefused({});
    setFailure("");
    setTheirs(undefined);
  };
  // Reloaded while nothing was edited: show the version stored now.
  if (source !== enterprise) {
    setSource(enterprise);
    if (!edited) show(enterprise);
  }

  const found = problemsIn(draft);
  const problems: Problems = { ...refused };
  for (const place of shown) if (found[place]) problems[place] = found[place];

  const save = async (over = revision) => {
    if (busy) return;
    setShown(new Set(places));
    if (Object.keys(found).length > 0) return setRound((now) => now + 1);
    setBusy(true);
    setFailure("");
    setRefused({});
    try {
      const body = { ...bodyOf(draft), revision: over };
      const { payload, message } = await request(saveConfiguration, { body });
      forget();
      show(payload);
      toast.success(message);
      // The menu, the title and the colours are updated at once.
      forgetSession();
      await revalidate();
    } catch (error) {
      const answered = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      const { revision: stale, ...errors } = answered.errors;
      setFailure(answered.message);
      setRound((now) => now + 1);
      if (stale === undefined) setRefused(refusedOf(errors));
      else setTheirs(await call(getDetails).catch(() => undefined));
    } finally {
      setBusy(false);
    }
  };

  return {
    draft,
    edited,
    restored: restored && edited,
    busy,
    failure,
    problems,
    round,
    theirs,
    change: (change) => {
      setDraft((now) => ({ ...now, ...change }));
      setRefused((now) => {
        const rest = { ...now };
        for (const place of Object.keys(change) as (keyof EnterpriseDraft)[]) delete rest[place];
        return rest;
      });
    },
    leave: (place) => setShown((now) => new Set(now).add(place)),
    save,
    load: (now = enterprise) => {
      forget();
      show(now);
    },
  };
}
