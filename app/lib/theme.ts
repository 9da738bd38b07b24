import { createStore } from "#app/lib/store.ts";
import { type Theme, themes } from "#workers/contract/looks.ts";

/** Kept by the browser, for its next first paint. It survives a logout: it holds no personal data. */
export const THEME_KEY = "theme";

const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme);

export const themeStore = createStore<Theme>(readTheme());

export function setTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme);
  themeStore.set(theme);
  paint();
}

/** Follows the operating system and other tabs; returns a function that stops it. */
export function watchTheme(): () => void {
  // Nobody listened between the script in the head and here.
  themeStore.set(readTheme());
  paint();
  const system = matchMedia(DARK);
  const onStorage = (event: StorageEvent) => {
    if (event.key !== THEME_KEY) return;
    themeStore.set(readTheme());
    paint();
  };
  system.addEventListener("change", paint);
  addEventListener("storage", onStorage);
  return () => {
    system.removeEventListener("change", paint);
    removeEventListener("storage", onStorage);
  };
}

const DARK = "(prefers-color-scheme: dark)";

function readTheme(): Theme {
  if (typeof localStorage === "undefined") return "system";
  const kept = localStorage.getItem(THEME_KEY);
  return isTheme(kept) ? kept : "system";
}

function paint(): void {
  const theme = themeStore.get();
  const dark = theme === "dark" || (theme === "system" && matchMedia(DARK).matches);
  document.documentElement.classList.toggle("dark", dark);
}

/** Runs in the head, before the first paint, so that a dark page never flashes white. */
export const themeScript = `(()=>{let t;try{t=localStorage.getItem("${THEME_KEY}")}catch{}
if(t==="dark"||(t!=="light"&&matchMedia("${DARK}").matches))document.documentElement.classList.add("dark")})()`;
