import { bareTitle } from "#app/lib/title.ts";

const KEY = "recentScreens";
const KEPT = 6;

export interface RecentScreen {
  path: string;
  title: string;
}

/** Returns the most recently opened screens, newest first, for the palette. */
export function recentScreens(): RecentScreen[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as RecentScreen[]) : [];
  } catch {
    return [];
  }
}

export function rememberScreen(path: string): void {
  const title = bareTitle().replace(/ – [^–]*$/, "");
  const rest = recentScreens().filter((one) => one.path !== path);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ path, title }, ...rest].slice(0, KEPT)));
  } catch {
    // The storage is full or forbidden: the palette does without this screen.
  }
}
