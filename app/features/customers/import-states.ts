import type { ImportState } from "#workers/contract/endpoints/imports.ts";

const active: readonly ImportState[] = ["CHECKING", "WAITING", "PROCESSING", "UNDOING"];

/** True while the server is working on the import, so its state will change soon. */
export const isActive = (state: ImportState): boolean => active.includes(state);
