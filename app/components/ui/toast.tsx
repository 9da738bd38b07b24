import { X } from "lucide-react";
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { uiTexts } from "#texts/ui.ts";
import { useStore } from "#app/lib/store.ts";
import { NoticeIcon } from "./banner.tsx";
import { cx } from "./cx.ts";
import { freePlace, type Place } from "./free-place.ts";
import { IconButton } from "./icon-button.tsx";
import { type Notice, noNotices, noticeStore, timeOf, toast } from "./toast-store.ts";

/** The page has settled when nothing has moved for so long. */
const SETTLED_MS = 100;

/** `const toast = useToast(); toast.success("Saved")`. The same object works outside components. */
export const useToast = () => toast;

/**
 * Toasts, where they cover no control. A direct child of body, so that a modal dialog neither makes it inert nor takes
 * its presses for its own. Both live regions always exist, since only text that comes later is read.
 */
export function Toaster() {
  const { current } = useStore(noticeStore, noNotices);
  const error = current?.kind === "error";
  return (
    <>
      <div role="status" className={cx(current && !error && layerClass)}>
        {current && !error && <ToastCard key={current.id} notice={current} />}
      </div>
      <div role="alert" className={cx(current && error && layerClass)}>
        {current && error && <ToastCard key={current.id} notice={current} />}
      </div>
    </>
  );
}

function ToastCard({ notice }: { notice: Notice }) {
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const { place, settle } = useFreePlace(card, held);
  useEffect(() => {
    const milliseconds = timeOf(notice);
    if (held || milliseconds === undefined) return;
    const timer = setTimeout(() => toast.close(notice.id), milliseconds);
    return () => clearTimeout(timer);
  }, [held, notice]);
  const release = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
  };
  return (
    <div
      ref={card}
      style={place}
      // A pointer at rest holds nothing, or a toast that appears under it would stay for good. Neither does one that is
      // on its way to a control which has just come to be under the toast: that goes out of the way.
      onPointerMove={() => !held && setHeld(settle())}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={release}
      className="pointer-events-auto absolute flex w-[calc(100vw-2rem)] max-w-sm items-start gap-3 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-3.5 text-ink shadow-pop"
    >
      <NoticeIcon kind={notice.kind} className={cx("mt-1 size-4.5 shrink-0", TONES[notice.kind])} />
      <p className="min-w-0 flex-1 py-1 break-words">
        <span className="sr-only">{uiTexts.notice[notice.kind]}: </span>
        {notice.text}
      </p>
      {notice.action && (
        <button
          type="button"
          className="min-h-7 pointer-coarse:min-h-11 shrink-0 rounded px-1.5 font-semibold text-accent-ink hover:bg-hover"
          onClick={() => {
            notice.action?.run();
            toast.close(notice.id);
          }}
        >
          {notice.action.label}
        </button>
      )}
      <IconButton
        size="sm"
        label={uiTexts.close}
        icon={<X aria-hidden />}
        onClick={() => toast.close(notice.id)}
      />
    </div>
  );
}

/**
 * Follows the page: a footer, a dialog or a panel may appear where the toast is. `settle` looks at once, and tells
 * whether the toast is where it can stay.
 */
function useFreePlace(card: RefObject<HTMLDivElement | null>, held: boolean) {
  const [place, setPlace] = useState<Place>();
  const settle = (): boolean => {
    const next = placeOf(card.current, place);
    setPlace(next);
    return next === place;
  };
  useLayoutEffect(() => {
    if (held) return;
    const look = () => setPlace((now) => placeOf(card.current, now));
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_MS);
    };
    const changes = new MutationObserver(later);
    changes.observe(document.body, { childList: true, subtree: true });
    for (const type of MOVES) addEventListener(type, later, { capture: true, passive: true });
    look();
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      for (const type of MOVES) removeEventListener(type, later, { capture: true });
    };
  }, [card, held]);
  return { place, settle };
}

/** The same object as long as the place is the same. */
function placeOf(box: HTMLElement | null, now: Place | undefined): Place | undefined {
  const next = box ? freePlace(box, now) : now;
  return next?.left === now?.left && next?.top === now?.top ? now : next;
}

const MOVES = ["resize", "scroll", "transitionend"] as const;

const layerClass = "pointer-events-none fixed inset-0 z-50";

const TONES = { info: "text-accent", success: "text-success", error: "text-danger", warning: "text-warning" };
