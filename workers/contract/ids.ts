import { z } from "zod";

/**
 * The tenant. Branded so that no other string can be passed as an enterprise: a value of this type comes only from a
 * verified login session, a job row or the directory, never from a request.
 */
export const enterpriseId = z.string().min(1).brand<"EnterpriseId">();
export type EnterpriseId = z.infer<typeof enterpriseId>;

/** The ids that we make, wherever they stand in a text. */
export const OUR_IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Whether something is one of them, and no name that somebody has typed. */
export const isOurId = (value: unknown): value is string =>
  typeof value === "string" && value.replace(OUR_IDS, "") === "" && value !== "";

/** Ids are opaque strings that sort by time (UUIDv7). Anything else that is short enough is simply not found. */
export const id = z.string().trim().min(1).max(64).meta({ description: "An opaque id" });
