import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import * as messages from "#app/messages.ts";

const texts = messages.payment;
const SECONDS = 30;
/** When the rest is read out: not each second. */
const SPOKEN = [30, 20, 10, 5];

/** Closes the window after 30 seconds, which can be stopped or begun anew; the opener is loaded again (U-18). */
export function Countdown() {
  const [left, setLeft] = useState<number | null>(SECONDS);
  const [done, setDone] = useState(false);
  const running = left !== null && left > 0 && !done;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft((now) => (now === null ? null : now - 1)), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  const over = left === 0;
  useEffect(() => {
    if (!over) return;
    leave();
    const timer = setTimeout(() => setDone(true), 300);
    return () => clearTimeout(timer);
  }, [over]);
  const spoken = left === null ? undefined : SPOKEN.findLast((mark) => mark >= left);
  return (
    <div className="grid gap-3">
      <p aria-hidden={!done && left !== null} className="text-muted tabular-nums">
        {done ? texts.closeYourself : left === null ? texts.stopped : texts.closesIn(left)}
      </p>
      <p role="status" className="sr-only">
        {!done && spoken !== undefined && texts.closesIn(spoken)}
        {left === null && !done && texts.stopped}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          onClick={() => {
            leave();
            setDone(true);
          }}
        >
          {texts.close}
        </Button>
        {running && <Button onClick={() => setLeft(null)}>{texts.stop}</Button>}
        {!done && <Button onClick={() => setLeft(SECONDS)}>{texts.longer}</Button>}
      </div>
    </div>
  );
}

/**
 * Tells whoever opened this window to load anew, and closes it. The gateway's pages lie between the two, and a browser
 * then cuts the way to the opener: so it is said on a channel of our own origin as well.
 */
function leave(): void {
  const channel = new BroadcastChannel("payment");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is its own origin's only
  channel.postMessage({ type: "payment-seen" });
  channel.close();
  try {
    (window.opener as Window | null)?.location.reload();
  } catch {
    // The opener is somewhere else by now: it is not ours to reload.
  }
  window.close();
}
