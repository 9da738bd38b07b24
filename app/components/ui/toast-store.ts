import { createStore } from "#app/lib/store.ts";
import type { NoticeKind } from "./banner.tsx";

const TOAST_MS = 8_000;
/** Information and warnings change nothing: a utility toast of the specification. */
const UTILITY_MS = 6_000;

export interface ToastOptions {
  /** Tells what somebody else or the background did: the list in the top bar keeps it. */
  kept?: boolean;
  action?: { label: string; run: () => void };
}

export interface Notice extends ToastOptions {
  id: number;
  kind: NoticeKind;
  text: string;
  at: Date;
}

interface Notices {
  /** On the screen now: a new toast replaces the one before it. */
  current: Notice | undefined;
  /** Newest first, for the list in the top bar. People know their own actions, so these are not kept. */
  recent: readonly Notice[];
  unread: number;
}

export const noNotices: Notices = { current: undefined, recent: [], unread: 0 };
export const noticeStore = createStore<Notices>(noNotices);

const KEPT = 30;
let lastId = 0;

function show(kind: NoticeKind, text: string, options: ToastOptions = {}, quiet = false): number {
  const notice: Notice = { ...options, id: ++lastId, kind, text, at: new Date() };
  noticeStore.set(({ current, recent, unread }) => ({
    current: quiet ? current : notice,
    recent: notice.kept ? [notice, ...recent].slice(0, KEPT) : recent,
    unread: notice.kept ? Math.min(unread + 1, KEPT) : unread,
  }));
  return notice.id;
}

/** Milliseconds for which a toast is shown; errors stay until closed. */
export const timeOf = ({ kind }: Notice): number | undefined =>
  kind === "error" ? undefined : kind === "success" ? TOAST_MS : UTILITY_MS;

export const toast = {
  info: (text: string, options?: ToastOptions) => show("info", text, options),
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  warning: (text: string, options?: ToastOptions) => show("warning", text, options),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  /** Closes this toast if it is still the one on the screen. */
  close: (id: number) =>
    noticeStore.set((now) => (now.current?.id === id ? { ...now, current: undefined } : now)),
};

/** Tells only in the top bar's list: whoever it is for does something else now. */
export const keepNotice = (kind: NoticeKind, text: string, action: ToastOptions["action"]) =>
  show(kind, text, { kept: true, ...(action && { action }) }, true);

export const markNoticesRead = () => noticeStore.set((now) => ({ ...now, unread: 0 }));
export const clearNotices = () => noticeStore.set((now) => ({ ...now, recent: [], unread: 0 }));
