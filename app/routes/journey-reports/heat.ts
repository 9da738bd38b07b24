/** How much of the accent the fullest cell has, in percent: figures on it stay readable, in the dark, too. */
const FULLEST = 40;

/** The ground of a cell of a heat map; `share` of the fullest, 0 to 1. Its figure says the same. */
export const heatOf = (share: number): { backgroundColor: string } => ({
  backgroundColor: `color-mix(in srgb, var(--accent) ${Math.round(share * FULLEST)}%, transparent)`,
});
