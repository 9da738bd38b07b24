import { accentLine, Drawing } from "./drawing.tsx";

/** A megaphone. */
export const BroadcastsDrawing = () => (
  <Drawing>
    <path d="M30 33v14l34 14V19zM30 33h-6v14h6M38 51l4 15h9l-4-12" />
    <path d="M76 30c4 6 4 14 0 20M86 22c8 11 8 25 0 36" className={accentLine} />
  </Drawing>
);
