import { accent, accentLine, Drawing } from "./drawing.tsx";

/** Bars under a lens. */
export const MessagesDrawing = () => (
  <Drawing>
    <path d="M22 68h62M32 68V46M46 68V32M60 68V52" />
    <circle cx="82" cy="32" r="15" className={accent} />
    <path d="M93 43l13 13" className={accentLine} />
  </Drawing>
);
