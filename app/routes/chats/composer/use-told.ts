import { useEffect, useRef } from "react";
import type { Store } from "#app/lib/store.ts";

/** Takes what is told to one chat from now on, as `take` is by then. */
export function useTold<Told>(
  store: Store<Told | undefined>,
  chatId: string,
  chatOf: (told: Told) => string,
  take: (told: Told) => void,
): void {
  const latest = useRef({ chatOf, take });
  useEffect(() => {
    latest.current = { chatOf, take };
  });
  useEffect(
    () =>
      store.subscribe(() => {
        const told = store.get();
        if (told !== undefined && latest.current.chatOf(told) === chatId) latest.current.take(told);
      }),
    [store, chatId],
  );
}
