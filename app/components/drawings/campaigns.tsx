import { accent, Drawing } from "./drawing.tsx";

/** A calendar and a goal. */
export const CampaignsDrawing = () => (
  <Drawing>
    <rect x="22" y="18" width="54" height="48" rx="6" />
    <path d="M22 32h54M36 12v12M62 12v12M34 44h8M52 44h8M34 54h8" />
    <path d="M88 68V24l18 8-18 9" className={accent} />
  </Drawing>
);
