import { redirect } from "react-router";
import type { Route } from "./+types/entity-index.ts";

/** Redirects the bare URL to the bot's own entities. */
export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) =>
  redirect(`/bots/${id}/entity-list/custom`);

export default function EntityIndex() {
  return null;
}
