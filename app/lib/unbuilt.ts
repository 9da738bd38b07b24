import type { ComingPath } from "#texts/coming.ts";

/** Addresses whose screen is not built yet. Their words are with the page that says so: every first screen has this menu. */
const unbuilt: Record<ComingPath, true> = {
  "/admin/analytics/config": true,
};

export const isUnbuilt = (path: string): boolean => Object.hasOwn(unbuilt, path);
