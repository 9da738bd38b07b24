export const DENSITY_KEY = "density";

/** Runs in the head, before the first paint, so that no row jumps. Apart: the browser need not get it twice. */
export const densityScript = `try{localStorage.getItem("${DENSITY_KEY}")==="compact"&&document.documentElement.classList.add("compact")}catch{}`;
