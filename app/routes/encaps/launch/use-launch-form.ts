import { useState } from "react";
import { useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { useDraft } from "#app/kit/use-draft.ts";
import { useSend } from "#app/kit/use-send.ts";
import { useOwnZone } from "#app/session/own-zone.ts";
import { launchEncap, listLaunches, type getLaunch } from "#workers/contract/endpoints/automation-launch.ts";
import { getEncapVersion } from "#workers/contract/endpoints/automations.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { encapOf } from "../addresses.ts";
import {
  launchBody,
  type LaunchDraft,
  launchDraft,
  launchPlace,
  launchProblems,
  NO_VARIABLES,
} from "./launch-draft.ts";

/** The form of a launch: its draft, what its version is asked for, what is wrong, and the sending. */
export function useLaunchForm({
  encap: { id, version: newest },
  again,
}: {
  encap: { id: string; version: number | null };
  again: ReplyOf<typeof getLaunch> | undefined;
}) {
  const navigate = useNavigate();
  const zone = useOwnZone();
  const control = useDraft<never, LaunchDraft>({
    name: `launch:${id}${again ? ":again" : ""}`,
    stored: undefined,
    draftOf: () => launchDraft(zone, newest ?? 0, again),
  });
  const { draft } = control;
  const number = Number(draft.version);
  const version = useQueryOf(getEncapVersion, { params: { id, number } }, { enabled: number > 0 });
  const properties = version.answer?.graph.properties ?? [];
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [triedAt, setTriedAt] = useState(0);
  const [round, setRound] = useState(0);
  const problems = launchProblems(draft, properties, triedAt);
  const shown = { ...(triedAt > 0 ? problems : {}), ...refused };
  const show = () => {
    setTriedAt(Date.now());
    setRound((now) => now + 1);
  };
  const sending = useSend({
    refused: ({ message, errors }) => {
      const placed = Object.entries(errors).map(([field, text]) => [launchPlace(field), text] as const);
      setRefused(Object.fromEntries(placed));
      sending.setFailure(placed.length > 0 ? "" : message);
      show();
      return true;
    },
  });
  return {
    control,
    draft,
    version,
    properties,
    sending,
    round,
    shown,
    variables: NO_VARIABLES,
    problemAt: (place: string) => shown[place],
    leave: () => undefined,
    change: (part: Partial<LaunchDraft>, ...places: string[]) => {
      control.change(part);
      sending.setFailure("");
      setRefused((now) =>
        Object.fromEntries(Object.entries(now).filter(([place]) => !places.includes(place))),
      );
    },
    submit: () => {
      setRefused({});
      const found = launchProblems(draft, properties, Date.now());
      if (Object.keys(found).length > 0 || !version.answer) return show();
      void sending.send(
        () => request(launchEncap, { params: { id }, body: launchBody(draft, properties) }),
        async () => {
          control.forget();
          await invalidate(listLaunches);
          await navigate(encapOf(id));
        },
      );
    },
  };
}
