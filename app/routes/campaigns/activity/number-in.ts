/** A whole number as somebody typed it; NaN for what is none. */
export const numberIn = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
