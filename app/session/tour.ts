import { keptByPerson } from "#app/lib/kept-by-person.ts";
import { createStore } from "#app/lib/store.ts";

/** Whether the tour of the console is open. */
export const tourStore = createStore(false);

export const startTour = (): void => tourStore.set(true);
export const endTour = (): void => tourStore.set(false);

const kept = keptByPerson("tour");

/** Whoever sets a new enterprise up is shown around once, when they first come to the dashboard. */
export const oweTour = (uId: string): void => kept.keep(uId, "due");

/** Shows a tour that is owed; whatever becomes of it, it is not shown again by itself. */
export function startOwedTour(uId: string): void {
  if (kept.read(uId) !== "due") return;
  kept.keep(uId, "shown");
  startTour();
}
