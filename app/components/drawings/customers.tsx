import { accent, accentLine, Drawing } from "./drawing.tsx";

/** A card of somebody. */
export const CustomersDrawing = () => (
  <Drawing>
    <rect x="24" y="14" width="72" height="52" rx="8" />
    <circle cx="46" cy="33" r="8" className={accent} />
    <path d="M32 56c2-9 8-12 14-12s12 3 14 12" className={accentLine} />
    <path d="M70 30h16M70 40h16M70 50h10" />
  </Drawing>
);
