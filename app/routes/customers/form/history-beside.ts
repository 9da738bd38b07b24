/** Where there is room, what has happened stands beside what is known. */
export const HISTORY_BESIDE = "(min-width: 80rem)";

/** A customer's history from one of its events on, as the loader and the screen ask for it. */
export const historyFrom = (id: string, from = 0) => ({ params: { id }, query: { from } });
