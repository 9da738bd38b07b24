import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, type Answer } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { forgetSession } from "#app/session/session.ts";

export interface Saving {
  busy: boolean;
  failure: string;
  /** Runs a call and reports its outcome; field errors of the server go to `refuse`. Resolves to true on success. */
  run: (
    work: () => Promise<Answer<unknown>>,
    refuse?: (errors: Record<string, string>) => void,
  ) => Promise<boolean>;
}

/** Saves a part of the user's own profile, and updates it everywhere in the console. */
export function useSaving(): Saving {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  return {
    busy,
    failure,
    run: async (work, refuse) => {
      if (busy) return false;
      setBusy(true);
      setFailure("");
      try {
        const { message } = await work();
        forgetSession();
        await revalidate();
        toast.success(message);
        return true;
      } catch (error) {
        const answered = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
        const { revision, ...errors } = answered.errors;
        const atFields = Object.keys(errors).length > 0 && refuse !== undefined;
        if (atFields) refuse(errors);
        else setFailure(answered.message);
        // Somebody else changed it meanwhile: the newest revision is loaded, and the input is kept.
        if (revision !== undefined) await revalidate();
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
