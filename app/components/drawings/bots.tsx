import { accent, Drawing } from "./drawing.tsx";

/** The head of a bot. */
export const BotsDrawing = () => (
  <Drawing>
    <rect x="36" y="26" width="48" height="36" rx="10" />
    <path d="M60 26V15M28 38v12M92 38v12M52 53h16" />
    <circle cx="60" cy="11" r="4" className={accent} />
    <circle cx="50" cy="42" r="4" className={accent} />
    <circle cx="70" cy="42" r="4" className={accent} />
  </Drawing>
);
