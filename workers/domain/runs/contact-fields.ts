import { NAME, PHONE } from "../broadcasts/values.ts";
import type { Known } from "../expression/names.ts";
import type { Facts } from "../flow/world.ts";

/** Names of a customer that a graph may use: the built-in ones, and the enterprise's own fields. */
export const contactNames = (fields: readonly { fieldName: string }[]): Known =>
  new Map([NAME, PHONE, ...fields.map(({ fieldName }) => fieldName)].map((name) => [name, "text"]));

/** Where the enterprise has set no clock of its own. */
export const USUAL_PLACE: Pick<Facts, "zone" | "country"> = { zone: "Asia/Kolkata", country: "IN" };
