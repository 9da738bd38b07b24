import { accent, Drawing } from "./drawing.tsx";

/** A way that parts. */
export const JourneysDrawing = () => (
  <Drawing>
    <rect x="52" y="12" width="26" height="18" rx="4" />
    <rect x="52" y="50" width="26" height="18" rx="4" />
    <path d="M35 40h5c7 0 5-19 12-19M40 40c7 0 5 19 12 19M78 21h12M78 59h12" />
    <circle cx="26" cy="40" r="9" className={accent} />
    <circle cx="96" cy="21" r="5" />
    <circle cx="96" cy="59" r="5" />
  </Drawing>
);
