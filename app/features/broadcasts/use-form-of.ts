import { useState } from "react";
import { type ApiError, call } from "#app/data/api.ts";
import type { DraftControl } from "#app/kit/use-draft.ts";
import { useSend } from "#app/kit/use-send.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { listEstimatedPeople } from "#workers/contract/endpoints/broadcast-sending.ts";
import type { AskPeople } from "./estimated-people.tsx";
import type { BroadcastDraft } from "./broadcast-draft.ts";
import { isSomebodyNamed, ofMessage, requestOf, type Variables } from "./broadcast-request.ts";
import { ROW_GROUP } from "#workers/contract/broadcast.ts";
import { useDataFile } from "./use-data-file.ts";
import { useVariables } from "./use-variables.ts";

export type Problems = Readonly<Record<string, string>>;

/** The form that broadcasts and the activities of campaigns share: a message, its recipients, and what is wrong. */
export function useFormOf<Stored extends object, Draft extends BroadcastDraft>({
  control,
  problemsIn,
  placeOf,
}: {
  control: DraftControl<Stored, Draft>;
  problemsIn: (draft: Draft, variables: Variables, now: number) => Problems;
  /** The place of a field that the server refuses; undefined for one that the form has not. */
  placeOf: (name: string, request: BroadcastRequest) => string | undefined;
}) {
  const { draft } = control;
  const { variables: ofTemplate, ...loading } = useVariables(draft.template?.id ?? "");
  const { headers } = useDataFile(draft.file);
  // The columns of the file can fill variables, too.
  const variables = {
    ...ofTemplate,
    columns: [
      ...ofTemplate.columns,
      ...headers.map((each) => ({ name: `${ROW_GROUP}${each}`, label: texts.dataFile.ofFile(each) })),
    ],
  };
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  /** When it was last tried to send it; a time that is chosen has to lie behind that. */
  const [triedAt, setTriedAt] = useState(0);
  const isTried = triedAt > 0;
  const [round, setRound] = useState(0);

  const request = requestOf(draft, variables);
  const problems = problemsIn(draft, variables, triedAt);
  const show = () => {
    setTriedAt(Date.now());
    setRound((now) => now + 1);
  };
  const refuse = ({ message, errors }: ApiError): true => {
    const placed = Object.entries(errors).flatMap(([name, text]) => {
      const place = placeOf(name, request);
      return place ? [[place, text] as const] : [];
    });
    setRefused(Object.fromEntries(placed));
    sending.setFailure(placed.length > 0 ? "" : message);
    show();
    return true;
  };
  const sending = useSend({ refused: refuse });
  const hasUnmapped = (found: Problems) => Object.keys(found).some((place) => place.startsWith("mapping."));
  /** Whether nothing of this is wrong; else shows it. A template whose variables are not known yet cannot be sent. */
  const passes = (found: Problems): boolean => {
    const late = loading.failure
      ? texts.form.variablesFailed
      : loading.isLoading
        ? texts.form.variablesLate
        : "";
    if (Object.keys(found).length === 0 && late === "") return true;
    sending.setFailure(hasUnmapped(found) ? texts.mappingMissing : late);
    show();
    return false;
  };
  const reset = () => {
    setRefused({});
    setLeft(new Set());
    setTriedAt(0);
    setRound(0);
    sending.setFailure("");
  };

  return {
    control,
    draft,
    variables,
    loading,
    sending,
    round,
    triedAt,
    request,
    /** Once there is something to ask about. */
    estimated:
      draft.channelId !== "" && draft.template && !loading.isLoading && isSomebodyNamed(draft)
        ? request
        : undefined,
    askPeople: ((kind, from) => call(listEstimatedPeople, { body: { ...request, kind, from } })) as AskPeople,
    /** All that may be shown, in the order of the form. */
    shown: { ...(isTried ? problems : {}), ...refused } as Problems,
    problemAt: (place: string) =>
      refused[place] ?? (isTried || left.has(place) ? problems[place] : undefined),
    change: (part: Partial<Draft>, ...places: string[]) => {
      control.change(part);
      sending.setFailure("");
      setRefused((now) =>
        Object.fromEntries(Object.entries(now).filter(([place]) => !places.includes(place))),
      );
    },
    leave: (place: string) => setLeft((now) => new Set(now).add(place)),
    checkMessage: () => passes(ofMessage(draft, variables)),
    /** Whether nothing that counts is wrong, by default all of it; else shows it. */
    check: (counting: (found: Problems) => Problems = (all) => all) => {
      setRefused({});
      return passes(counting(problemsIn(draft, variables, Date.now())));
    },
    reset,
    discard: () => {
      control.discard();
      reset();
    },
  };
}
