import type { ImportState } from "#workers/contract/endpoints/imports.ts";

const active: readonly ImportState[] = ["CHECKING", "WAITING", "PROCESSING", "UNDOING"];

/** Somebody is at it, so that it looks otherwise in a moment. */
export const isActive = (state: ImportState): boolean => active.includes(state);
