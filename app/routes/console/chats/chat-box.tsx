import { Move, Grab, ChevronUp, ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { formatCount } from "#app/lib/format.ts";
import { chatNotificationsTexts as texts } from "#texts/chat-notifications.ts";
import type { ChatCounts } from "#workers/contract/endpoints/chats.ts";
import { type PickUpKind, countOf } from "#workers/contract/chat-queues.ts";

const SHOWN = ["transferred", "new", "invited", "missed"] as const;
const BACK_MS = 150;
const STEP = 24;
const EDGE = 8;

interface Place {
  x: number;
  y: number;
}

/** The counts in a box that is dragged, or moved by the arrow keys; a smaller window brings it back into sight. */
export function ChatBox({
  counts,
  onPickUp,
  onDock,
}: {
  counts: ChatCounts;
  onPickUp: (kind: PickUpKind) => void;
  onDock: () => void;
}) {
  const box = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<Place>();
  const [small, setSmall] = useState(false);
  const from = useRef<{ pointer: Place; place: Place }>(undefined);

  const within = ({ x, y }: Place): Place => {
    const { offsetWidth = 0, offsetHeight = 0 } = box.current ?? {};
    const most = { x: innerWidth - offsetWidth - EDGE, y: innerHeight - offsetHeight - EDGE };
    return { x: Math.max(EDGE, Math.min(x, most.x)), y: Math.max(EDGE, Math.min(y, most.y)) };
  };
  const placeNow = (): Place => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {};
    return { x: left, y: top };
  };
  const latest = useRef(within);
  useEffect(() => {
    latest.current = within;
  });
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout>;
    const onResize = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => setPlace((now) => now && latest.current(now)), BACK_MS);
    };
    addEventListener("resize", onResize);
    return () => {
      clearTimeout(waiting);
      removeEventListener("resize", onResize);
    };
  }, []);

  const onDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { pointer: { x: event.clientX, y: event.clientY }, place: placeNow() };
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (!from.current) return;
    const { pointer, place: start } = from.current;
    setPlace(within({ x: start.x + clientX - pointer.x, y: start.y + clientY - pointer.y }));
  };
  const onUp = () => {
    from.current = undefined;
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const { x, y } = placeNow();
    setPlace(within({ x: x + (by[0] ?? 0) * STEP, y: y + (by[1] ?? 0) * STEP }));
  };
  return (
    <section
      ref={box}
      aria-label={texts.box}
      style={place ? { left: place.x, top: place.y } : undefined}
      className={`fixed z-30 rounded-lg border border-line bg-surface shadow-pop ${place ? "" : "right-4 bottom-4"}`}
    >
      <div className="flex items-center gap-1 p-1">
        <button
          type="button"
          aria-label={texts.move}
          onPointerDown={onDown}
          onPointerMove={onMove}
          onPointerUp={onUp}
          onPointerCancel={onUp}
          onKeyDown={onKey}
          className="flex size-9 cursor-move touch-none items-center justify-center rounded-md text-muted hover:bg-hover"
        >
          <Move aria-hidden className="size-4.5" />
        </button>
        <span className="min-w-6 flex-1 font-semibold tabular-nums">
          {small && formatCount(counts.totalChatCount)}
        </span>
        <IconButton
          label={small ? texts.restore : texts.minimise}
          aria-expanded={!small}
          icon={small ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          onClick={() => setSmall(!small)}
        />
        <IconButton label={texts.dock} icon={<X aria-hidden />} onClick={onDock} />
      </div>
      {!small && (
        <ul className="grid gap-1 px-3 pb-2">
          {SHOWN.map((kind) => (
            <li key={kind} className="flex items-center justify-between gap-4">
              <span>{texts.short[kind]}</span>
              <span className="flex items-center gap-1">
                <span className="font-semibold tabular-nums">{formatCount(counts[countOf[kind]])}</span>
                <IconButton
                  size="sm"
                  label={texts.pickUp(texts.short[kind])}
                  icon={<Grab aria-hidden />}
                  onClick={() => onPickUp(kind)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
