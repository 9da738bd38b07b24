import { NAME, PHONE } from "../audience/values.ts";
import type { Known } from "../expression/names.ts";
import type { Facts } from "../flow/world.ts";

/** Names of a customer that a graph may use: the built-in ones, and the enterprise's own fields. */
export const contactNames = (fields: readonly { fieldName: string }[]): Known =>
  new Map([NAME, PHONE, ...fields.map(({ fieldName }) => fieldName)].map((name) => [name, "text"]));

/** The zone and the country of times and numbers that name none. */
export type Place = Pick<Facts, "zone" | "country">;
/** Where an enterprise is whose details don't say. */
export const USUAL_PLACE: Place = { zone: "Asia/Kolkata", country: "IN" };
