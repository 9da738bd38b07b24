import { accentLine, Drawing } from "./drawing.tsx";

/** A file that goes up. */
export const ImportsDrawing = () => (
  <Drawing>
    <path d="M34 8h34l18 18v46H34zM68 8v18h18" />
    <path d="M60 62V38M50 47l10-10 10 10" className={accentLine} />
  </Drawing>
);
