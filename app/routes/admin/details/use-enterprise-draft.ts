import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, call, request } from "#app/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { keptDraft } from "#app/draft-storage.ts";
import { useKeptDraft } from "#app/kept-draft.ts";
import * as messages from "#app/messages.ts";
import { forgetSession } from "#app/session.ts";
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
  /** What a reload or a session's end left behind was taken up again. */
  restored: boolean;
  busy: boolean;
  failure: string;
  /** Only what may be shown: of fields that were left, or of all after a try to save. */
  problems: Problems;
  /** Counts the refusals, for the summary. */
  round: number;
  /** What somebody else has stored meanwhile. */
  theirs: Enterprise | undefined;
  change: (change: Partial<EnterpriseDraft>) => void;
  leave: (place: keyof EnterpriseDraft) => void;
  /** With a revision: over what has that revision, knowingly. */
  save: (over?: number) => Promise<void>;
  /** Back to what is stored, here or as somebody else has just stored it. */
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
  // Loaded anew while nothing was edited: show what is stored now.
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
      // The menu, the title and the colours follow at once.
      forgetSession();
      await revalidate();
    } catch (error) {
      const answered = error instanceof ApiError ? error : new ApiError(messages.errors.internal);
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
