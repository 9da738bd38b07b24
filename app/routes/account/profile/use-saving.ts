import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError, type Answer } from "#app/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import * as messages from "#app/messages.ts";
import { forgetSession } from "#app/session.ts";

export interface Saving {
  busy: boolean;
  failure: string;
  /** Runs a call and says what came of it; what the server refused at fields goes to `refuse`. True when done. */
  run: (
    work: () => Promise<Answer<unknown>>,
    refuse?: (errors: Record<string, string>) => void,
  ) => Promise<boolean>;
}

/** Saves a part of one's own profile, and shows the new one wherever the console shows it. */
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
        const answered = error instanceof ApiError ? error : new ApiError(messages.errors.internal);
        const { revision, ...errors } = answered.errors;
        const atFields = Object.keys(errors).length > 0 && refuse !== undefined;
        if (atFields) refuse(errors);
        else setFailure(answered.message);
        // Somebody changed it meanwhile: the newest revision is asked for, what was typed stays.
        if (revision !== undefined) await revalidate();
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
