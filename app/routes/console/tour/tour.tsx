import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { placeBeside } from "#app/components/ui/place-beside.ts";
import { useMedia } from "#app/components/use-media.ts";
import { tourTexts as texts } from "#texts/tour.ts";
import { type Stop, useStops } from "./stops.ts";
import { useBox } from "./use-box.ts";

/** Shows somebody around: a card beside each thing in turn, which has a ring. The page stays usable meanwhile. */
export function Tour({ onClose }: { onClose: () => void }) {
  const stops = useStops();
  const [{ at, isBack }, move] = useState({ at: 0, isBack: false });
  const stop = stops[Math.min(at, stops.length - 1)];
  useFocusBack();
  useEscape(onClose);
  if (!stop) return null;
  const isLast = at >= stops.length - 1;
  return (
    <Card
      // Another dialog: what it is about is read out as the focus comes into it.
      key={at}
      stop={stop}
      isBack={isBack}
      count={texts.count(at + 1, stops.length)}
      onBack={at > 0 ? () => move({ at: at - 1, isBack: true }) : undefined}
      onNext={isLast ? undefined : () => move({ at: at + 1, isBack: false })}
      onLeave={onClose}
    />
  );
}

function Card({
  stop,
  isBack,
  count,
  onBack,
  onNext,
  onLeave,
}: {
  stop: Stop;
  /** They came from the step after it. */
  isBack: boolean;
  count: string;
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onLeave: () => void;
}) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const box = useBoxOn(stop);
  const isSmall = useMedia("(max-width: 39.99rem)", false);
  // In a small window it is at the bottom, or at the top of what would else be covered.
  const isAbove = isSmall && box !== undefined && box.top > innerHeight / 2;
  useEffect(() => ((isBack && back.current) || next.current)?.focus({ preventScroll: true }), [isBack]);
  useLayoutEffect(() => {
    if (!card.current) return;
    const size = card.current.getBoundingClientRect();
    const { x, y } = box ? placeBeside(size, box, stop.side, GAP) : middleFor(size);
    card.current.style.translate = isSmall ? "" : `${x}px ${y}px`;
  });
  return (
    <>
      {box && <Ring box={box} />}
      <div
        ref={card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={cx(
          "fixed z-30 grid gap-2 rounded-xl border border-line bg-raised p-4 text-ink shadow-pop",
          "sm:top-0 sm:left-0 sm:w-84 max-sm:inset-x-2",
          isAbove ? "max-sm:top-15" : "max-sm:bottom-2",
        )}
      >
        <p className="text-xs text-muted">{count}</p>
        <h2 id={`${id}-title`} className="text-base font-semibold break-words">
          {stop.title}
        </h2>
        <p id={`${id}-text`} className="text-muted">
          {stop.text}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <Button size="sm" tone="ghost" className="mr-auto -ml-2.5" onClick={onLeave}>
            {texts.leave}
          </Button>
          {onBack && (
            <Button ref={back} size="sm" onClick={onBack}>
              {texts.back}
            </Button>
          )}
          <Button ref={next} size="sm" tone="primary" onClick={onNext ?? onLeave}>
            {onNext ? texts.next : texts.done}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Until what it points at is there, such as a screen that is loading. */
const middleFor = ({ width, height }: DOMRect) => ({
  x: Math.round((innerWidth - width) / 2),
  y: Math.round((innerHeight - height) / 2),
});

const GAP = 14;
const AROUND = 4;
const EDGE = 2;

/** Within the window, so that all four of its sides are seen. */
function Ring({ box }: { box: DOMRect }) {
  const left = Math.max(box.left - AROUND, EDGE);
  const top = Math.max(box.top - AROUND, EDGE);
  const width = Math.min(box.right + AROUND, innerWidth - EDGE) - left;
  const height = Math.min(box.bottom + AROUND, innerHeight - EDGE) - top;
  return (
    <div
      aria-hidden
      data-tour-ring
      className="pointer-events-none fixed z-30 rounded-lg border-2 border-accent shadow-[0_0_0_4px_var(--accent-soft)] transition-[left,top,width,height] duration-150"
      style={{ left, top, width, height }}
    />
  );
}

/** Where the thing is, on the screen that has it: it is opened for that. */
function useBoxOn({ screen, targets }: Stop): DOMRect | undefined {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isThere = screen === undefined || pathname === screen;
  const led = useRef<string>(undefined);
  useEffect(() => {
    // Once a step: whoever goes elsewhere meanwhile, or stays to save first, is not led back.
    if (led.current === screen) return;
    led.current = screen;
    if (screen !== undefined && !isThere) void navigate(screen, { state: { keepFocus: true } });
  }, [screen, isThere, navigate]);
  const box = useBox(targets);
  return isThere ? box : undefined;
}

/** Leaves the focus where it was before, or on the screen's heading. */
function useFocusBack(): void {
  // Before the card takes it.
  const [before] = useState(() =>
    // A menu that it was chosen from is about to go.
    document.activeElement?.closest("[role=menu]")
      ? document.querySelector('[data-tour="me"]')
      : document.activeElement,
  );
  useEffect(
    () => () => {
      const isUsable = before instanceof HTMLElement && before !== document.body && before.checkVisibility();
      const to = isUsable
        ? before
        : (document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main"));
      to?.focus({ preventScroll: true });
    },
    [before],
  );
}

/** Leaves on Escape, wherever the focus is, unless something else heeds it. */
function useEscape(onLeave: () => void): void {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) latest.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
