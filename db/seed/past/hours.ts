/** People answer from then on and until then, and nobody is missed before so long. */
export const OPEN_AT = "09:00";
export const CLOSED_AT = "20:00";
export const MISSED_MINUTES = 15;
