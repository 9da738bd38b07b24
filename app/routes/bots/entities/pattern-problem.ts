import { ApiError, call } from "#app/data/api.ts";
import { tryEntityValue } from "#workers/contract/endpoints/entities.ts";

/**
 * Returns the error in a pattern, if any. The server checks it: the browser's RegExp has another syntax and is never
 * given user input. Returns nothing when the server cannot be reached, since saving checks again.
 */
export async function patternProblem(
  agentId: string,
  value: string,
  pattern: string,
): Promise<string | undefined> {
  try {
    await call(tryEntityValue, {
      params: { id: agentId },
      body: { value: { value, type: "pattern", pattern: [pattern] }, text: "" },
    });
    return undefined;
  } catch (error) {
    return error instanceof ApiError && error.status === 400 ? error.message : undefined;
  }
}
