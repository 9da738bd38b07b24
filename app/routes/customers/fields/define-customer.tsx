import { redirect } from "react-router";
import { ADD } from "./addresses.ts";

/** The specification's second address for adding a field. */
export const clientLoader = () => redirect(ADD);

export default function DefineCustomer() {
  return null;
}
