import { useState } from "react";
import { useNavigate } from "react-router";
import { call, messageOf as wordsOf, request } from "#app/data/api.ts";
import { put } from "#app/data/query.ts";
import { useDraft } from "#app/kit/use-draft.ts";
import { orTheirs } from "#app/kit/or-theirs.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { useOwnZone } from "#app/session/own-zone.ts";
import {
  type Activity,
  createActivity,
  getActivity,
  moveActivity,
  updateActivity,
} from "#workers/contract/endpoints/activities.ts";
import { useFormOf } from "#app/features/broadcasts/use-form-of.ts";
import { useVariables } from "#app/features/broadcasts/use-variables.ts";
import { activityAddress } from "#app/features/broadcasts/addresses.ts";
import { shownAnew } from "../shown-anew.ts";
import { type ActivityDraft, activityRequestOf, draftOf, newActivity, planOf } from "./draft.ts";
import { comparisonIn, comparisonOf } from "./comparison-draft.ts";
import { fallbackOf } from "./fallback-draft.ts";
import { ofDraft, placeOf, problemsIn } from "./problems.ts";

/** The form of an activity: kept as a draft of the tab, saved as a draft of the campaign, or submitted. */
export function useActivityForm(campaignId: string, stored: Activity | undefined) {
  const navigate = useNavigate();
  const toast = useToast();
  const zone = useOwnZone();
  const control = useDraft<Activity, ActivityDraft>({
    name: stored ? `activity:${stored.id}` : `activity:new:${campaignId}`,
    stored,
    draftOf: (known) => (known ? draftOf(known) : newActivity(zone)),
  });
  /** One for the form, so that one activity is made however often it is sent. */
  const [commandId] = useState(() => crypto.randomUUID());
  /** The version that somebody else has saved meanwhile. */
  const [theirs, setTheirs] = useState<Activity>();
  const { draft } = control;
  const { fallback } = draft;
  const comparison = comparisonIn(draft);
  /** An activity has one of the two. */
  const { variables, ...loading } = useVariables((fallback ?? comparison)?.template?.id ?? "");
  const second = { variables, loading, isKnown: !loading.isLoading && !loading.failure };
  const form = useFormOf({
    control,
    problemsIn: (one: ActivityDraft, its, now) => problemsIn(one, its, now, second),
    placeOf: (name, asked) => placeOf(name, asked, draft, second),
  });

  const theirsOf = (id: string): Promise<Activity> => call(getActivity, { params: { id } });
  const body = () => ({
    name: draft.name.trim(),
    request: activityRequestOf(draft, form.variables),
    plan: planOf(draft),
    fallback: fallback && fallbackOf(fallback, variables),
    comparison: comparison && comparisonOf(comparison, draft, variables),
  });
  const keep = (revision: number | undefined) => {
    if (!stored)
      return request(createActivity, { params: { id: campaignId }, body: { ...body(), commandId } });
    const { id } = stored;
    return orTheirs(
      () =>
        request(updateActivity, {
          params: { id },
          body: { ...body(), ...(revision !== undefined && { revision }) },
        }),
      () => theirsOf(id),
      setTheirs,
    );
  };
  /** Saved first: should the asking fail, what was typed is safe and its screen says so. */
  const ask = async ({ id }: Activity) => {
    try {
      const { message } = await request(moveActivity, { params: { id, action: "submit" } });
      toast.success(message);
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  const save = (submits: boolean, revision = control.revision) => {
    if (!form.check(submits ? (all) => all : ofDraft)) return;
    setTheirs(undefined);
    void form.sending.send(
      async () => {
        const kept = await keep(revision);
        if (submits) await ask(kept.payload);
        return submits ? kept.payload : kept;
      },
      async (result) => {
        const { id } = "payload" in result ? result.payload : result;
        control.forget();
        await shownAnew();
        put(getActivity, { params: { id } }, await call(getActivity, { params: { id } }));
        await navigate(activityAddress(id));
      },
    );
  };
  return {
    ...form,
    second,
    theirs,
    save,
    /** Takes what somebody else has saved in place of one's own. */
    loadTheirs: () => {
      if (theirs) control.load(theirs);
      setTheirs(undefined);
      form.reset();
    },
  };
}

export type ActivityForm = ReturnType<typeof useActivityForm>;
