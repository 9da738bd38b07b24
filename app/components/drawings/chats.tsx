import { accentLine, Drawing } from "./drawing.tsx";

/** A question and its answer. */
export const ChatsDrawing = () => (
  <Drawing>
    <path d="M20 12h46a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H38L27 54V44h-7a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z" />
    <path d="M24 23h36M24 33h22" />
    <path d="M84 32h16a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8h-3v10L86 62H60a8 8 0 0 1-8-8" className={accentLine} />
  </Drawing>
);
