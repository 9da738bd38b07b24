import { createStore } from "#app/lib/store.ts";

/** Whether the tour of the console is open. */
export const tourStore = createStore(false);

export const startTour = (): void => tourStore.set(true);
export const endTour = (): void => tourStore.set(false);

const OWED_TO = "tour";

/** Whoever sets a new enterprise up is shown around once, when they first come to the dashboard. */
export const oweTour = (uId: string): void => localStorage.setItem(OWED_TO, uId);

/** Shows a tour that is owed; whatever becomes of it, it is not shown again by itself. */
export function startOwedTour(uId: string): void {
  if (localStorage.getItem(OWED_TO) !== uId) return;
  localStorage.removeItem(OWED_TO);
  startTour();
}
