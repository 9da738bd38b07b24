import { X } from "lucide-react";
import { type FocusEvent, useEffect, useState } from "react";
import { uiTexts } from "#texts/ui.ts";
import { useStore } from "#app/lib/store.ts";
import { NoticeIcon } from "./banner.tsx";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import { type Notice, noNotices, noticeStore, TOAST_MS, toast } from "./toast-store.ts";

/** `const toast = useToast(); toast.success("Saved")`. The same object works outside components. */
export const useToast = () => toast;

/**
 * Region in which toasts appear. It must be a direct child of body, so that a modal dialog neither makes it inert nor
 * takes a press on it for a press outside. Both live regions are always present, since a region is read only if it
 * existed before its text.
 */
export function Toaster() {
  const { current } = useStore(noticeStore, noNotices);
  const error = current?.kind === "error";
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-center p-4 sm:items-end">
      <div role="status">{current && !error && <ToastCard key={current.id} notice={current} />}</div>
      <div role="alert">{current && error && <ToastCard key={current.id} notice={current} />}</div>
    </div>
  );
}

function ToastCard({ notice }: { notice: Notice }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || notice.kind === "error") return;
    const timer = setTimeout(() => toast.close(notice.id), notice.milliseconds ?? TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, notice]);
  const release = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
  };
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={release}
      className="pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-3.5 text-ink shadow-pop"
    >
      <NoticeIcon kind={notice.kind} className={cx("mt-1 size-4.5 shrink-0", TONES[notice.kind])} />
      <p className="min-w-0 flex-1 py-1 break-words">
        <span className="sr-only">{uiTexts.notice[notice.kind]}: </span>
        {notice.text}
      </p>
      {notice.action && (
        <button
          type="button"
          className="min-h-7 shrink-0 rounded px-1.5 font-semibold text-accent-ink hover:bg-hover"
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

const TONES = { info: "text-accent", success: "text-success", error: "text-danger", warning: "text-warning" };
