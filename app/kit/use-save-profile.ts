import { useRevalidator } from "react-router";
import type { Answer } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { type Sending, useSend } from "#app/kit/use-send.ts";
import { forgetSession } from "#app/session/session.ts";
import { getProfile, type MyProfile } from "#workers/contract/endpoints/my-profile.ts";

interface Saving extends Omit<Sending, "send"> {
  save: (work: () => Promise<Answer<MyProfile>>) => Promise<boolean>;
}

/** Shows a saved profile everywhere in the console. */
export function useShowProfile(): (saved: MyProfile) => Promise<void> {
  const { revalidate } = useRevalidator();
  return (saved) => {
    put(getProfile, {}, saved);
    forgetSession();
    return revalidate();
  };
}

/** Saves a part of the user's own profile, and updates it everywhere in the console. */
export function useSaveProfile(): Saving {
  const show = useShowProfile();
  const { send, ...sending } = useSend({
    refused: ({ errors }) => {
      // Somebody else changed it meanwhile: the newest revision is loaded, and the input is kept.
      if (errors["revision"] !== undefined) void invalidate(getProfile);
    },
  });
  return {
    ...sending,
    save: (work) => send(work, ({ payload }) => show(payload)),
  };
}
