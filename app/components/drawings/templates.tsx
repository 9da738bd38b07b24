import { accent, Drawing } from "./drawing.tsx";

/** A written sheet. */
export const TemplatesDrawing = () => (
  <Drawing>
    <rect x="34" y="8" width="52" height="64" rx="6" />
    <path d="M44 22h32M44 32h32M44 42h18" />
    <rect x="44" y="52" width="32" height="11" rx="4" className={accent} />
  </Drawing>
);
