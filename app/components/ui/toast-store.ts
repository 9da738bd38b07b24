import { createStore } from "#app/lib/store.ts";
import type { NoticeKind } from "./banner.tsx";

export const TOAST_MS = 8_000;

export interface ToastOptions {
  /** Duration on the screen; errors stay until closed regardless. */
  milliseconds?: number;
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
  /** Newest first, for the list in the top bar: a message is not lost when its toast disappears. */
  recent: readonly Notice[];
  unread: number;
}

export const noNotices: Notices = { current: undefined, recent: [], unread: 0 };
export const noticeStore = createStore<Notices>(noNotices);

const KEPT = 30;
let lastId = 0;

function show(kind: NoticeKind, text: string, options: ToastOptions = {}): number {
  const notice: Notice = { ...options, id: ++lastId, kind, text, at: new Date() };
  noticeStore.set(({ recent, unread }) => ({
    current: notice,
    recent: [notice, ...recent].slice(0, KEPT),
    unread: Math.min(unread + 1, KEPT),
  }));
  return notice.id;
}

export const toast = {
  info: (text: string, options?: ToastOptions) => show("info", text, options),
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  warning: (text: string, options?: ToastOptions) => show("warning", text, options),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  /** Closes this toast if it is still the one on the screen. */
  close: (id: number) =>
    noticeStore.set((now) => (now.current?.id === id ? { ...now, current: undefined } : now)),
};

export const markNoticesRead = () => noticeStore.set((now) => ({ ...now, unread: 0 }));
export const clearNotices = () => noticeStore.set((now) => ({ ...now, recent: [], unread: 0 }));
