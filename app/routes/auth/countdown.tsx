import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { paymentTexts as texts } from "#texts/payment.ts";

const SECONDS = 30;
/** Seconds left at which a screen reader announces them; not every second. */
const SPOKEN = [30, 20, 10, 5];

/** Closes the window after 30 seconds, which can be stopped or restarted, and reloads its opener (U-18). */
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
 * Tells the opener of this window to reload, and closes the window. The gateway's pages lie in between, and a browser
 * may then sever the link to the opener, so a BroadcastChannel of our own origin is used as well.
 */
function leave(): void {
  const channel = new BroadcastChannel("payment");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is its own origin's only
  channel.postMessage({ type: "payment-seen" });
  channel.close();
  try {
    (window.opener as Window | null)?.location.reload();
  } catch {
    // The opener is on another origin by now, so it is not ours to reload.
  }
  window.close();
}
