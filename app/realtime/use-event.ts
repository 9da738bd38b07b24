import { useEffect, useRef } from "react";
import type { EventData, EventName } from "#workers/contract/socket.ts";
import { listen } from "./socket.ts";

/**
 * `useEvent("jobProgress", (data) => …)`. `onRefetch` is called when events were missed that the server no longer
 * has: fetch the state again then.
 */
export function useEvent<Name extends EventName>(
  action: Name,
  handler: (data: EventData<Name>) => void,
  onRefetch?: () => void,
): void {
  const latest = useRef({ handler, onRefetch });
  useEffect(() => {
    latest.current = { handler, onRefetch };
  });
  useEffect(
    () =>
      listen(
        action,
        (data) => latest.current.handler(data),
        () => latest.current.onRefetch?.(),
      ),
    [action],
  );
}
