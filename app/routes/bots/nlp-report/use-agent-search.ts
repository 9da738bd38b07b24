import { useMemo } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { type Agent, listAgents } from "#workers/contract/endpoints/bots.ts";
import { nameKey } from "#workers/contract/fields.ts";

export type AgentName = Pick<Agent, "id" | "name">;

/** All bots, up to the server's cap, beyond which it searches. */
export const ALL_AGENTS = -1;
const FOUND_AT_ONCE = 50;
const DEBOUNCE_MS = 300;

/**
 * Returns the bots whose names contain the query: loaded ones immediately; if there are more, all others when the
 * server has answered, with the request sent 300 ms after the last keystroke.
 */
export function useAgentSearch(known: readonly AgentName[], more: boolean, query: string) {
  const key = nameKey(query);
  const settled = useSettled(key, DEBOUNCE_MS);
  const wanted = more && key !== "";
  const asked = wanted && settled === key;
  const search = useQueryOf(
    listAgents,
    { query: { name: key.slice(0, 200), perPage: FOUND_AT_ONCE } },
    { enabled: asked },
  );
  const answered = asked ? search.answer : undefined;
  const failure = asked ? search.failure?.message : undefined;
  const agents = useMemo(() => {
    const here = known.filter(({ name }) => nameKey(name).includes(key));
    const found = (answered?.agents ?? []).filter(({ id }) => !here.some((one) => one.id === id));
    // The name that was typed comes before names that contain it.
    const distance = ({ name }: AgentName) => Number(nameKey(name) !== key);
    return [...here, ...found].toSorted((a, b) => distance(a) - distance(b));
  }, [known, key, answered]);
  return {
    agents,
    busy: wanted && !answered && failure === undefined,
    failure,
    retry: search.reload,
  };
}
