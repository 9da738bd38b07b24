import { redirect } from "react-router";
import { visibleMenu } from "#app/lib/menu.ts";
import { loadSession } from "#app/session/session.ts";
import type { Route } from "./+types/section-index.ts";

/** Redirects a section's bare address to the first of its screens that the user may open. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const path = new URL(request.url).pathname.replace(/\/+$/, "");
  const { profile, features } = await loadSession();
  const entries = visibleMenu(profile, features).flatMap(({ sections }) =>
    sections.flatMap((one) => one.entries),
  );
  const first = entries.find(({ to }) => to.startsWith(`${path}/`));
  return redirect(first?.to ?? (path === "/account" ? "/account/myprofile" : "/dashboard"));
}

export default function SectionIndex() {
  return null;
}
