import { useEffect, useRef, useState } from "react";

/** The height of the page that is covered by elements fixed above it. */
const COVERED_PX = 96;
/** A part is read once its head has come into the upper third of the window. */
const READ_AT = 1 / 3;

/** Whoever does one of these goes on by themselves, unless it is a press on the list of steps. */
const OWN_MOVES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

const parts = () => [...document.querySelectorAll<HTMLElement>("[data-step]")];

/**
 * Which part of a long form one is at, by its `data-step`: that which has the focus, else the one to which one has scrolled.
 * `lead` goes to a part, with the focus on its heading, and holds it there while what comes late, such as a preview,
 * makes the parts above it longer. A part that got the focus stays the one while the page scrolls by itself: a browser
 * that brings the list of steps into view moves the page below it, and the next part is counted from where one was.
 */
export function useSteps<Name extends string>(names: readonly [Name, ...Name[]]) {
  const [at, setAt] = useState<Name>(names[0]);
  const led = useRef<HTMLElement>(undefined);
  const held = useRef<Name>(undefined);
  useEffect(() => {
    const look = () => {
      const read = held.current ?? partWorkedOn() ?? partRead();
      const found = names.find((each) => each === read);
      if (found) setAt(found);
    };
    const letGo = ({ type, target }: Event) => {
      if (type === "pointerdown" && target instanceof Element && target.closest("[data-step-list]")) return;
      led.current = held.current = undefined;
    };
    const grown = new ResizeObserver(() => led.current?.scrollIntoView({ block: "start" }));
    grown.observe(document.body);
    addEventListener("scroll", look, { passive: true });
    for (const move of OWN_MOVES) addEventListener(move, letGo, { passive: true, capture: true });
    return () => {
      grown.disconnect();
      removeEventListener("scroll", look);
      for (const move of OWN_MOVES) removeEventListener(move, letGo, { capture: true });
    };
  }, [names]);
  return {
    at,
    /** For the frame around the parts: the one that has the focus is the one that is worked on. */
    onFocus: ({ target }: { target: EventTarget }) => {
      const name = target instanceof Element ? partOf(target) : undefined;
      const found = names.find((each) => each === name);
      if (!found) return;
      held.current = found;
      setAt(found);
    },
    lead: (name: Name) => {
      const part = parts().find(({ dataset }) => dataset["step"] === name);
      part?.scrollIntoView({ block: "start" });
      part?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
      led.current = part;
      held.current = name;
    },
  };
}

const partOf = (element: Element): string | undefined =>
  element.closest<HTMLElement>("[data-step]")?.dataset["step"];

/** The part that has the focus, while that is in sight. */
function partWorkedOn(): string | undefined {
  const { activeElement } = document;
  if (!activeElement) return undefined;
  const { top, bottom } = activeElement.getBoundingClientRect();
  return bottom > COVERED_PX && top < innerHeight ? partOf(activeElement) : undefined;
}

/** The last part whose head has come up; at the end of the page the lowest one. A part beside the others is none of them. */
function partRead(): string | undefined {
  const all = parts().map((part) => ({ name: part.dataset["step"], box: part.getBoundingClientRect() }));
  const edge = all[0]?.box.right ?? 0;
  const below = all.filter(({ box }) => box.left < edge).toSorted((a, b) => a.box.top - b.box.top);
  const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  return (isEnd ? below.at(-1) : below.findLast(({ box }) => box.top <= innerHeight * READ_AT))?.name;
}
