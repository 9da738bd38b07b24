import { useState } from "react";
import { useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useDraft } from "#app/kit/use-draft.ts";
import { useOwnZone } from "#app/session/own-zone.ts";
import { listBroadcasts, sendBroadcast } from "#workers/contract/endpoints/broadcasts.ts";
import { LIST } from "#app/features/broadcasts/addresses.ts";
import { type BroadcastDraft, newDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import { placeOf, problemsIn, startOf } from "#app/features/broadcasts/broadcast-request.ts";
import { useFormOf } from "#app/features/broadcasts/use-form-of.ts";

/** The form of a broadcast: its draft, what is wrong with it, and the sending. */
export function useBroadcastForm() {
  const navigate = useNavigate();
  const zone = useOwnZone();
  const control = useDraft<never, BroadcastDraft>({
    name: "broadcast:new",
    stored: undefined,
    draftOf: () => newDraft(zone),
  });
  /** One for the form, so that it is sent once however often it is pressed or asked again. */
  const [commandId] = useState(() => crypto.randomUUID());
  const form = useFormOf({ control, problemsIn, placeOf });
  const { draft } = control;
  return {
    ...form,
    submit: () => {
      if (!form.check()) return;
      void form.sending.send(
        () =>
          request(sendBroadcast, {
            body: { ...form.request, commandId, startAt: startOf(draft), timezone: draft.timezone || "UTC" },
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
