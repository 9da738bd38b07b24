import { useState } from "react";
import { useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { useDraft } from "#app/kit/use-draft.ts";
import { useSend } from "#app/kit/use-send.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { useSession } from "#app/session/session.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import {
  listBroadcasts,
  listBroadcastVariables,
  sendBroadcast,
} from "#workers/contract/endpoints/broadcasts.ts";
import { currentZone } from "#workers/contract/timezones.ts";
import { LIST } from "./addresses.ts";
import { type BroadcastDraft, idOf, newDraft } from "./broadcast-draft.ts";
import {
  isSomebodyNamed,
  labelOf,
  ofMessage,
  placeOf,
  problemsIn,
  requestOf,
  startOf,
  type Variables,
} from "./broadcast-request.ts";

/** The specification's loader of variables (customer-master.md 9). */
const LOADER_MS = 500;
const NO_VARIABLES: Variables = { groups: [], columns: [], media: [] };
type Problems = Readonly<Record<string, string>>;

/** What the template asks for, and the loader that the specification wants after another template was chosen. */
function useVariables(templateUId: string) {
  const settled = useSettled(templateUId, LOADER_MS);
  const { answer, failure, reload } = useQueryOf(
    listBroadcastVariables,
    { query: { templateUId } },
    { enabled: templateUId !== "" },
  );
  return {
    variables: (templateUId && answer) || NO_VARIABLES,
    isLoading: templateUId !== "" && !failure && (!answer || settled !== templateUId),
    failure: answer ? undefined : failure,
    reload,
  };
}

/** The form of a broadcast: its draft, what is wrong with it, and the sending. */
export function useBroadcastForm() {
  const { profile } = useSession();
  const navigate = useNavigate();
  const [zone] = useState(
    () => profile.timezone || currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  const control = useDraft<never, BroadcastDraft>({
    name: "broadcast:new",
    stored: undefined,
    draftOf: () => newDraft(zone),
  });
  const { draft } = control;
  const { variables, ...loading } = useVariables(draft.template?.id ?? "");
  /** One for the form, so that it is sent once however often it is pressed or asked again. */
  const [commandId] = useState(() => crypto.randomUUID());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  /** When it was last tried to send it; a time that is chosen has to lie behind that. */
  const [triedAt, setTriedAt] = useState(0);
  const isTried = triedAt > 0;
  const [round, setRound] = useState(0);

  const asked = requestOf(draft, variables);
  const problems = problemsIn(draft, variables, triedAt);
  const show = () => {
    setTriedAt(Date.now());
    setRound((now) => now + 1);
  };
  const sending = useSend({
    refused: ({ message, errors }) => {
      const placed = Object.entries(errors).flatMap(([name, text]) => {
        const place = placeOf(name, asked);
        return place ? [[place, text] as const] : [];
      });
      setRefused(Object.fromEntries(placed));
      sending.setFailure(placed.length > 0 ? "" : message);
      show();
      return true;
    },
  });
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

  return {
    control,
    draft,
    variables,
    loading,
    sending,
    round,
    request: asked,
    /** Once there is something to ask about. */
    estimated:
      draft.channelId !== "" && draft.template && !loading.isLoading && isSomebodyNamed(draft)
        ? asked
        : undefined,
    /** All that may be shown, in the order of the form. */
    shown: { ...(isTried ? problems : {}), ...refused } as Problems,
    problemAt: (place: string) =>
      refused[place] ?? (isTried || left.has(place) ? problems[place] : undefined),
    change: (part: Partial<BroadcastDraft>, ...places: string[]) => {
      control.change(part);
      sending.setFailure("");
      setRefused((now) =>
        Object.fromEntries(Object.entries(now).filter(([place]) => !places.includes(place))),
      );
    },
    leave: (place: string) => setLeft((now) => new Set(now).add(place)),
    checkMessage: () => passes(ofMessage(draft, variables)),
    discard: () => {
      control.discard();
      setRefused({});
      setLeft(new Set());
      setTriedAt(0);
      setRound(0);
    },
    submit: () => {
      setRefused({});
      if (!passes(problemsIn(draft, variables, Date.now()))) return;
      void sending.send(
        () =>
          request(sendBroadcast, {
            body: { ...asked, commandId, startAt: startOf(draft), timezone: draft.timezone || "UTC" },
          }),
        async () => {
          control.forget();
          void invalidate(listBroadcasts);
          await navigate(LIST);
        },
      );
    },
  };
}

/** Places of the form in the order in which they are read, for the list of what is wrong. */
export function placesOf({ media, groups }: Variables): string[] {
  return [
    "channel",
    "template",
    "name",
    ...media.map(({ card }) => (card === null ? "media" : `cards.${card}`)),
    "numbers",
    "groups",
    ...groups.flatMap(({ parameters }) => parameters.map(({ name }) => `mapping.${name}`)),
    "start",
    "timezone",
  ];
}

export const labelsOf = ({ groups }: Variables): ReadonlyMap<string, string> =>
  new Map(groups.flatMap(({ parameters }) => parameters.map((each) => [each.name, labelOf(each)] as const)));

/** The problems that are shown, each with the name of its field. */
export function listed(shown: Problems, variables: Variables): { id: string; text: string }[] {
  const labels = labelsOf(variables);
  const named: Record<string, string> = {
    channel: texts.form.channel,
    template: texts.form.template,
    name: texts.form.name,
    numbers: texts.form.numbers,
    groups: texts.form.groups,
    start: texts.form.start,
    timezone: texts.form.timezone,
  };
  return placesOf(variables).flatMap((place) => {
    const text = shown[place];
    if (text === undefined) return [];
    const label = place.startsWith("mapping.") ? labels.get(place.slice("mapping.".length)) : named[place];
    return [{ id: idOf(place), text: label ? `${label}: ${text}` : text }];
  });
}
