import type { Route } from "./+types/journeys.ts";
import { frameFor, loaderFor, Workspace } from "./workspace.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameFor("journey");

export const clientLoader = loaderFor("journey");

export default function Journeys({ loaderData }: Route.ComponentProps) {
  return <Workspace kind="journey" {...loaderData} />;
}
