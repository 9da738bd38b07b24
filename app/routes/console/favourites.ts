import { keptByPerson } from "#app/lib/kept-by-person.ts";
import { createStore } from "#app/lib/store.ts";

const saved = keptByPerson("menuFavourites");
/** More would be a second menu. */
const MOST_FAVOURITES = 8;

let person = "";

/** Addresses that somebody keeps on top of the menu, in the order of choosing. Kept in the browser, apart for each who uses it. */
export const favouritesStore = createStore<readonly string[]>([]);

export function loadFavouritesOf(uId: string): void {
  if (person === uId) return;
  person = uId;
  const kept = saved.read(uId);
  favouritesStore.set(
    Array.isArray(kept)
      ? kept.filter((to): to is string => typeof to === "string").slice(0, MOST_FAVOURITES)
      : [],
  );
}

export function toggleFavourite(to: string): void {
  const now = favouritesStore.get();
  const next = now.includes(to) ? now.filter((each) => each !== to) : [...now, to].slice(-MOST_FAVOURITES);
  favouritesStore.set(next);
  saved.keep(person, next);
}
