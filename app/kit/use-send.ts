import { useRef, useState } from "react";
import { type Answer, ApiError, messageOf } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";

export interface SendOptions {
  /** Validated before it is sent; errors that the server gives for its fields are shown there. */
  form?: Pick<Fields<object>, "values" | "refuse"> & { check: () => boolean };
  /** Shows a refusal in another way, for example beside a field, and returns true if it did. */
  refused?: (error: ApiError) => boolean | void;
}

export interface Sending {
  busy: boolean;
  /** Why the last attempt failed; empty while another is running. */
  failure: string;
  setFailure: (failure: string) => void;
  /**
   * Does the work unless it is being done already; then `done`. The sentence of a `request` becomes a toast, a `call`
   * is quiet. Resolves to true on success.
   */
  send: <Result>(work: () => Promise<Result>, done?: (result: Result) => unknown) => Promise<boolean>;
}

/** Sends something on behalf of a form or a button: busy, failure in place, field errors, success as a toast. */
export function useSend({ form, refused }: SendOptions = {}): Sending {
  const toast = useToast();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  const fail = (error: unknown) => {
    if (error instanceof ApiError) {
      if (refused?.(error)) return;
      const known = Object.keys(form?.values ?? {}).some((name) => error.errors[name]);
      if (known) return form?.refuse(error.errors);
    }
    setFailure(messageOf(error));
  };
  return {
    busy,
    failure,
    setFailure,
    async send(work, done) {
      if (running.current || (form && !form.check())) return false;
      running.current = true;
      setBusy(true);
      setFailure("");
      try {
        const result = await work();
        if (isAnswer(result) && result.message) toast.success(result.message);
        await done?.(result);
        return true;
      } catch (error) {
        fail(error);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}

const isAnswer = (result: unknown): result is Answer<unknown> =>
  typeof result === "object" && result !== null && "payload" in result && "message" in result;
