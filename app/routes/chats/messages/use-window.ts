import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { between, pageOf, type Range, rangeAt } from "./windowing.ts";

/** So near to its end a history follows what comes. */
const NEAR_END = 80;
/** Taken by the day that hovers over the first rows. */
const DAY_ROOM = 44;

const HAND = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

interface Anchor {
  seq: string;
  /** Where it stands in all that can be scrolled. */
  top: number;
}

const rowsIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("[data-seq]")];
const topIn = (box: HTMLElement, row: HTMLElement): number =>
  row.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;

/** Notes the room that pages take, as far as they are there: what is guessed of them counts no more. */
function measure(box: HTMLElement, heights: Map<number, number>): void {
  for (const page of box.querySelectorAll<HTMLElement>("[data-page][data-ready]"))
    heights.set(Number(page.dataset["page"]), page.getBoundingClientRect().height);
}

/** The first row that is in sight; rows stand in their order. */
function firstSeen(box: HTMLElement): HTMLElement | undefined {
  const rows = rowsIn(box);
  const { top } = box.getBoundingClientRect();
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
    else low = middle + 1;
  }
  return rows[low];
}

/**
 * Which pages of a history are mounted, and where it stands: at its end while that is in sight, else at the row that was
 * first in sight, whatever comes or grows above it. The browser's own anchoring is off: it ends at the top.
 */
export function useWindow({ pages, at, key }: { pages: number; at: number | undefined; key: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<Range>({ from: pages, to: pages });
  const [isAway, setAway] = useState(false);
  const [day, setDay] = useState<string>();
  const heights = useRef(new Map<number, number>());
  const follows = useRef(at === undefined);
  const anchor = useRef<Anchor>(undefined);
  /** How far down it was when it was last looked at. */
  const lastTop = useRef(0);
  /** The place that is to be shown, once its row is there. */
  const wanted = useRef(at);

  const look = useCallback(() => {
    const { current } = box;
    if (!current) return;
    measure(current, heights.current);
    const { scrollTop: top, clientHeight: height, scrollHeight } = current;
    lastTop.current = top;
    follows.current = wanted.current === undefined && scrollHeight - top - height < NEAR_END;
    setAway(!follows.current);
    const row = firstSeen(current);
    anchor.current = row && { seq: row.dataset["seq"] ?? "", top: topIn(current, row) };
    setDay(row?.dataset["day"]);
    const next = rangeAt(heights.current, pages, { top, height });
    setRange((now) => (now.from === next.from && now.to === next.to ? now : next));
  }, [pages]);

  const hold = useCallback(() => {
    const { current } = box;
    if (!current) return;
    const rowOf = (seq: number | string) => current.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
    if (wanted.current !== undefined) {
      const row = rowOf(wanted.current);
      if (!row) {
        const page = pageOf(wanted.current);
        const isRead = current.querySelector(`[data-page="${page}"][data-ready]`) !== null;
        // Nothing is there: no place is held for ever.
        if (isRead || page >= pages) wanted.current = undefined;
        current.scrollTop = between(heights.current, 0, page);
        return look();
      }
      wanted.current = undefined;
      row.scrollIntoView({ block: "center" });
      return look();
    }
    if (follows.current) {
      const isByHand = current.scrollTop < lastTop.current - 1;
      const isCut = current.scrollHeight - current.clientHeight < lastTop.current - 1;
      // Somebody has just scrolled up, and the event of it is still to come.
      if (isByHand && !isCut) return look();
      current.scrollTop = current.scrollHeight;
      lastTop.current = current.scrollTop;
      return;
    }
    const held = anchor.current;
    const row = held && rowOf(held.seq);
    if (!held || !row) return;
    const moved = topIn(current, row) - held.top;
    if (Math.abs(moved) < 1) return;
    held.top += moved;
    current.scrollTop += moved;
  }, [look, pages]);

  useLayoutEffect(hold);
  useEffect(() => {
    if (at === undefined) return;
    wanted.current = at;
    follows.current = false;
    hold();
    // Asked for again, it is shown again.
  }, [at, key, hold]);
  useEffect(() => {
    const { current } = box;
    const inner = current?.firstElementChild;
    if (!current || !inner) return undefined;
    const observer = new ResizeObserver(() => {
      measure(current, heights.current);
      hold();
    });
    observer.observe(inner);
    observer.observe(current);
    // Scrolling by hand means that somebody looks for something else by now.
    const byHand = () => {
      wanted.current = undefined;
    };
    for (const kind of HAND) current.addEventListener(kind, byHand, { passive: true });
    return () => {
      observer.disconnect();
      for (const kind of HAND) current.removeEventListener(kind, byHand);
    };
  }, [hold]);

  return {
    box,
    range: { from: Math.min(range.from, pages), to: Math.min(range.to, pages) },
    heights: heights.current,
    isAway,
    day,
    onScroll: look,
    /** Something was drawn that this component does not draw itself. */
    onShown: hold,
    toEnd: () => {
      follows.current = true;
      lastTop.current = 0;
      hold();
    },
    /** Shows a row below the day that hovers over the first ones, where it is further up than its end. */
    toTop: (row: HTMLElement) => {
      const { current } = box;
      if (!current) return;
      const top = topIn(current, row);
      const most = current.scrollHeight - current.clientHeight;
      if (top >= most) return;
      follows.current = false;
      // Near the end what comes is followed all the same.
      const near = most - NEAR_END + 1;
      current.scrollTop = top < near ? top - DAY_ROOM : Math.max(top - DAY_ROOM, near);
      look();
    },
  };
}
