import { redirect } from "react-router";
import type { Route } from "./+types/agent-index.ts";

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return redirect(`/bots/${params.id}/intents`);
}

export default function AgentIndex() {
  return null;
}
