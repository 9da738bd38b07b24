import { useNavigate } from "react-router";
import { ApiError, request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useDraft } from "#app/kit/use-draft.ts";
import { useOwnZone } from "#app/session/own-zone.ts";
import { listBroadcasts } from "#workers/contract/endpoints/broadcasts.ts";
import { sendBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";
import { LIST } from "#app/features/broadcasts/addresses.ts";
import { type BroadcastDraft, newDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import { placeOf, problemsIn, startOf } from "#app/features/broadcasts/broadcast-request.ts";
import { useFormOf } from "#app/features/broadcasts/use-form-of.ts";

/** A draft with the command that sends it: one and the same, also after an answer was lost and the page was loaded anew. */
type DraftWithCommand = BroadcastDraft & { commandId: string };
const withCommand = (draft: BroadcastDraft): DraftWithCommand => ({
  ...draft,
  commandId: crypto.randomUUID(),
});
const digestOf = ({ commandId: _, ...draft }: DraftWithCommand): string => JSON.stringify(draft);

/** The form of a broadcast: its draft, what is wrong with it, and the sending. */
export function useBroadcastForm() {
  const navigate = useNavigate();
  const zone = useOwnZone();
  const control = useDraft<never, DraftWithCommand>({
    name: "broadcast:new",
    stored: undefined,
    draftOf: () => withCommand(newDraft(zone)),
    digestOf,
    // A draft from before commands were kept with it gets one.
    restore: (kept) => ({ ...withCommand(kept), ...kept }),
  });
  const form = useFormOf({ control, problemsIn, placeOf });
  const { draft } = control;
  /** Renews a command that has already sent other content: this is a broadcast of its own. */
  const renewed = (error: unknown): never => {
    if (error instanceof ApiError && error.code === "broadcastOther")
      control.change({ commandId: crypto.randomUUID() });
    throw error;
  };
  return {
    ...form,
    submit: () => {
      if (!form.check()) return;
      void form.sending.send(
        () =>
          request(sendBroadcast, {
            body: {
              ...form.request,
              commandId: draft.commandId,
              startAt: startOf(draft),
              timezone: draft.timezone || "UTC",
            },
          }).catch(renewed),
        async () => {
          control.forget();
          void invalidate(listBroadcasts);
          await navigate(LIST);
        },
      );
    },
  };
}
