import type { KeptCall } from "#workers/contract/moving.ts";
import { isFenced } from "#workers/domain/bare/fenced.ts";
import { keepCall } from "#workers/domain/moving/intake.ts";
import type { AppContext } from "./context.ts";

/** Makes a call of somebody who has no session; while their enterprise moves it is kept, and made afterwards. */
export async function orKept(
  c: AppContext,
  enterpriseId: string,
  call: KeptCall,
  make: () => Promise<unknown>,
): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!isFenced(error)) throw error;
    await keepCall(c.env.FILES, enterpriseId, call);
  }
}
