import type { Route } from "./+types/encaps.ts";
import { frameFor, loaderFor, Workspace } from "./workspace.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameFor("encap");

export const clientLoader = loaderFor("encap");

export default function Encaps({ loaderData }: Route.ComponentProps) {
  return <Workspace kind="encap" {...loaderData} />;
}
