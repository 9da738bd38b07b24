import { useRevalidator } from "react-router";
import type { Answer } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { type SendOptions, type Sending, useSend } from "#app/kit/use-send.ts";
import { forgetSession } from "#app/session/session.ts";
import { getProfile, type MyProfile } from "#workers/contract/endpoints/my-profile.ts";

interface Saving extends Omit<Sending, "send"> {
  save: (work: () => Promise<Answer<MyProfile>>) => Promise<boolean>;
}

/** Saves a part of the user's own profile, and updates it everywhere in the console. */
export function useSaveProfile(options: Pick<SendOptions, "form"> = {}): Saving {
  const { revalidate } = useRevalidator();
  const { send, ...sending } = useSend({
    ...options,
    refused: ({ errors }) => {
      // Somebody else changed it meanwhile: the newest revision is loaded, and the input is kept.
      if (errors["revision"] !== undefined) void invalidate(getProfile);
    },
  });
  return {
    ...sending,
    save: (work) =>
      send(work, ({ payload }) => {
        put(getProfile, {}, payload);
        forgetSession();
        return revalidate();
      }),
  };
}
