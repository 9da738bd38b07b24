/** After so long a read that did not arrive is said again. */
const AGAIN_MS = 10_000;

/**
 * Says once that words are read, as soon as their page is in sight; again after a while where it did not arrive, since
 * nothing else may come that would say it. Answers how to stop.
 */
export function keepReading(
  say: () => Promise<unknown>,
  page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">,
): () => void {
  let isOver = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    clearTimeout(again);
    if (isOver || page.visibilityState !== "visible") return;
    say().catch(() => {
      clearTimeout(again);
      if (!isOver) again = setTimeout(read, AGAIN_MS);
    });
  };
  read();
  page.addEventListener("visibilitychange", read);
  return () => {
    isOver = true;
    clearTimeout(again);
    page.removeEventListener("visibilitychange", read);
  };
}
