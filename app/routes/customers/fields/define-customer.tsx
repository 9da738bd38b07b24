import { redirect } from "react-router";
import { ADD } from "./addresses.ts";

/** The other address that the specification has for adding a field. */
export const clientLoader = () => redirect(ADD);

export default function DefineCustomer() {
  return null;
}
