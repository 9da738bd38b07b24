import { ApiError, call } from "#app/api.ts";
import { tryEntityValue } from "#workers/contract/endpoints/entities.ts";

/**
 * What is wrong with a pattern, asked of the server: the browser's own expressions are another language, and are never
 * given what somebody typed. Nothing when the server cannot be asked: saving asks again.
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
