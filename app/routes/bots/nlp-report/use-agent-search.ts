import { useEffect, useMemo, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { errorsTexts } from "#texts/errors.ts";
import { type Agent, listAgents } from "#workers/contract/endpoints/bots.ts";
import { nameKey } from "#workers/contract/fields.ts";

export type AgentName = Pick<Agent, "id" | "name">;

/** All agents, up to the server's cap, beyond which it searches. */
export const ALL_AGENTS = -1;
const FOUND_AT_ONCE = 50;
const DEBOUNCE_MS = 300;

/**
 * Returns the agents whose names contain the query: loaded ones immediately; if there are more, all others when the
 * server has answered, with the request sent 300 ms after the last keystroke.
 */
export function useAgentSearch(known: readonly AgentName[], more: boolean, query: string) {
  const [answer, setAnswer] = useState<{ asked: string; agents: readonly AgentName[]; failure?: string }>();
  const [round, setRound] = useState(0);
  const key = nameKey(query);
  const wanted = more && key !== "";
  const asked = `${round} ${key}`;

  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(listAgents, { query: { name: key.slice(0, 200), perPage: FOUND_AT_ONCE }, signal: stop.signal })
        .then(({ agents }) => setAnswer({ asked, agents }))
        .catch((error: unknown) => {
          if (stop.signal.aborted) return;
          const failure = error instanceof ApiError ? error.message : errorsTexts.internal;
          setAnswer({ asked, agents: [], failure });
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, key, wanted]);

  const answered = wanted && answer?.asked === asked ? answer : undefined;
  const agents = useMemo(() => {
    const here = known.filter(({ name }) => nameKey(name).includes(key));
    const found = (answered?.agents ?? []).filter(({ id }) => !here.some((one) => one.id === id));
    // The name that was typed comes before names that contain it.
    const distance = ({ name }: AgentName) => Number(nameKey(name) !== key);
    return [...here, ...found].toSorted((a, b) => distance(a) - distance(b));
  }, [known, key, answered]);
  return {
    agents,
    busy: wanted && !answered,
    failure: answered?.failure,
    retry: () => setRound(round + 1),
  };
}
