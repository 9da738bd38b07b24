import { deviceChoice } from "./device-choice.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const THEME_KEY = "theme";
const DARK = "(prefers-color-scheme: dark)";

const chosen = deviceChoice<Theme>(THEME_KEY, themes, "system", paint);
export const themeStore = chosen.store;
export const setTheme = chosen.set;

/** Follows the operating system and other tabs; returns a function that stops it. */
export function watchTheme(): () => void {
  const stop = chosen.watch();
  const system = matchMedia(DARK);
  const onChange = () => paint(themeStore.get());
  system.addEventListener("change", onChange);
  return () => {
    system.removeEventListener("change", onChange);
    stop();
  };
}

function paint(theme: Theme): void {
  const dark = theme === "dark" || (theme === "system" && matchMedia(DARK).matches);
  document.documentElement.classList.toggle("dark", dark);
}

/** Runs in the head, before the first paint, so that a dark page never flashes white. */
export const themeScript = `(()=>{let t;try{t=localStorage.getItem("${THEME_KEY}")}catch{}
if(t==="dark"||(t!=="light"&&matchMedia("${DARK}").matches))document.documentElement.classList.add("dark")})()`;
