import { z } from "zod";

/** The tokens that a call of a model took, as its provider counts and prices them, and the time. */
export interface Spent {
  model: string;
  input: number;
  output: number;
  ms: number;
}
export type OnSpent = (spent: Spent) => void;

const counted = z.object({
  usage: z.object({
    prompt_tokens: z.int().min(0).default(0),
    completion_tokens: z.int().min(0).default(0),
  }),
});

/** Hears what an answer says of its tokens and tells of it at once; an answer that says nothing is told with none. */
export function spending(model: string, onSpent: OnSpent | undefined, now: () => number = Date.now) {
  const since = now();
  let tokens = { input: 0, output: 0 };
  return {
    hear(answer: unknown): void {
      const { success, data } = counted.safeParse(answer);
      if (success) tokens = { input: data.usage.prompt_tokens, output: data.usage.completion_tokens };
    },
    tell: (): void => onSpent?.({ model, ...tokens, ms: now() - since }),
  };
}
