import { accentLine, Drawing } from "./drawing.tsx";

/** An open book. */
export const IntentsDrawing = () => (
  <Drawing>
    <path d="M60 22c-8-6-20-8-34-6v44c14-2 26 0 34 6 8-6 20-8 34-6V16c-14-2-26 0-34 6zM60 22v44" />
    <path d="M36 30h13M36 40h13M71 30h13M71 40h13" className={accentLine} />
  </Drawing>
);
