import type { KeptCall } from "#workers/contract/moving.ts";
import { isFenced } from "#workers/domain/bare/fenced.ts";
import { keepCall } from "#workers/domain/moving/intake.ts";
import type { AppContext } from "./context.ts";

/** Makes a call from outside; while its enterprise moves it is kept, and made afterwards: undefined then. */
export async function orKept<Answer>(
  c: AppContext,
  enterpriseId: string,
  call: KeptCall,
  make: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!isFenced(error)) throw error;
    await keepCall(c.env.FILES, enterpriseId, call);
    return undefined;
  }
}
