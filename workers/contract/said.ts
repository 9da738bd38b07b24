import { z } from "zod";

const sentences = new WeakSet<z.ZodType>();

/**
 * A sentence of the server's own within a payload, which leaves in the language of whoever asks: an end, a reason, a hint. It
 * may be somebody else's words instead, such as a vendor's: those leave as they are. Never for what people wrote.
 */
export function said(description?: string): z.ZodString {
  const field = description === undefined ? z.string() : z.string().meta({ description });
  sentences.add(field);
  return field;
}

export const isSaid = (field: z.ZodType): boolean => sentences.has(field);
