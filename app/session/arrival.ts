import { token } from "#app/data/api.ts";
import { WORKSPACE } from "#app/lib/workspace.ts";

/** With which code somebody has come, and where they wanted to go. */
export interface Arrival {
  code: string;
  next: string;
}

let arrival: Arrival | undefined;

/** Takes a one-time code out of an address of the workspace; true where the door has to be passed before it. */
export function mustEnter({ searchParams }: URL): boolean {
  const rest = new URLSearchParams(searchParams);
  rest.delete("chatRefId");
  rest.delete("authToken");
  const code = searchParams.get("chatRefId") ?? searchParams.get("authToken");
  const search = rest.toString();
  if (code !== null) arrival = { code, next: search ? `${WORKSPACE}?${search}` : WORKSPACE };
  return code !== null || token.get() === null;
}

/** The code with which somebody has come, once: it is no longer in the address, and nowhere else. */
export function takeArrival(): Arrival | undefined {
  const taken = arrival;
  arrival = undefined;
  return taken;
}
