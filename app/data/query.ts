import { hashKey, keepPreviousData, QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type AnyEndpoint, ApiError, call, type Input } from "#app/data/api.ts";
import { errorsTexts } from "#texts/errors.ts";
import type { CallOf, ReplyOf } from "#workers/contract/endpoint.ts";

/** So long an answer counts as new: a screen that was just loaded, or warmed by a hover, is not asked for again. */
const FRESH_MS = 3_000;

/** Time for a database to come back, or for another one to take over; nobody notices it. */
const REPEAT_AFTER_MS = 300;

/**
 * Whether a call is made once more without a word: it only reads, and the server or the way there failed for a moment. A
 * refusal would be the same again, and so would no network.
 */
const isRepeated = (method: string, failures: number, error: unknown): boolean =>
  method === "GET" &&
  failures === 0 &&
  error instanceof ApiError &&
  (error.status >= 500 || (error.status === 0 && navigator.onLine)) &&
  error.retryAfterSeconds === undefined;

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retryDelay: REPEAT_AFTER_MS,
      networkMode: "always",
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

// It learns by this alone that somebody comes back to the tab.
cache.mount();

interface Underway {
  /** Since the call was sent; made in its answer too. */
  changes: ((now: never) => unknown)[];
  /** The answer is out of date before it is there. */
  again: boolean;
}

/** Calls that are on their way: an older answer must not undo what was learnt since. */
const underway = new Map<string, Underway>();

/** Deletes everything fetched for one person, before the next one uses this page. */
export function forgetAnswers(): void {
  cache.clear();
  underway.clear();
}

/** An endpoint and its input name an answer; without input, all answers of the endpoint. */
function keyOf<E extends AnyEndpoint>({ method, path }: E, input?: CallOf<E>) {
  const { params, query, body } = (input ?? {}) as { params?: object; query?: object; body?: unknown };
  const given = {
    ...(params && { params }),
    ...(query && { query }),
    ...(body !== undefined && { body }),
  };
  return [`${method} ${path}`, ...(input ? [given] : [])] as const;
}

const optionsOf = <E extends AnyEndpoint>(endpoint: E, input: CallOf<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, input),
    retry: (failures, error) => isRepeated(endpoint.method, failures, error),
    queryFn: async ({ queryKey }) => {
      const hash = hashKey(queryKey);
      const own: Underway = { changes: [], again: false };
      underway.set(hash, own);
      try {
        let answer: unknown = await call(endpoint, input as Input<E>);
        while (own.again) {
          Object.assign(own, { again: false, changes: [] });
          answer = await call(endpoint, input as Input<E>);
        }
        for (const change of own.changes) answer = change(answer as never);
        return answer as Awaited<ReplyOf<E>>;
      } finally {
        if (underway.get(hash) === own) underway.delete(hash);
      }
    },
  });

export interface Loaded<E extends AnyEndpoint> {
  endpoint: E;
  input: CallOf<E>;
  answer: ReplyOf<E>;
}

/** For a clientLoader: what is known at once, even if it is old; `useLoaded` asks anew. Waits only the first time. */
export async function load<E extends AnyEndpoint>(endpoint: E, input = {} as CallOf<E>): Promise<Loaded<E>> {
  const options = optionsOf(endpoint, input);
  const { error, errorUpdatedAt = 0 } = cache.getQueryState(options.queryKey) ?? {};
  // A later call has found that it no longer exists: the old answer is not shown again.
  if (isGone(error)) {
    if (Date.now() - errorUpdatedAt < FRESH_MS) throw error;
    forget(endpoint, input);
  }
  return { endpoint, input, answer: await cache.ensureQueryData(options) };
}

/** Whether a call was refused because the thing does not exist, or no longer does. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The newest answer to what a clientLoader has loaded. */
export function useLoaded<E extends AnyEndpoint>({ endpoint, input, answer: first }: Loaded<E>) {
  const { answer = first, ...rest } = useQueryOf(endpoint, input);
  return { ...rest, answer };
}

/**
 * Asks an endpoint for a part of a screen that has no loader, such as a panel. `keepsLast` shows the last answer while
 * another input is asked for; `every` asks again after so many milliseconds, while somebody looks at the page, and when they
 * come back to it.
 */
export function useQueryOf<E extends AnyEndpoint>(
  endpoint: E,
  input = {} as CallOf<E>,
  {
    enabled = true,
    keepsLast = false,
    every = false,
  }: { enabled?: boolean; keepsLast?: boolean; every?: number | false } = {},
) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(
    {
      ...optionsOf(endpoint, input),
      enabled,
      refetchInterval: every,
      refetchOnWindowFocus: every !== false,
      ...(keepsLast && { placeholderData: keepPreviousData }),
    },
    cache,
  );
  return {
    answer: data as ReplyOf<E> | undefined,
    /** When it came, in milliseconds since 1970. */
    at: dataUpdatedAt,
    asking: isFetching,
    failure:
      error === null ? undefined : error instanceof ApiError ? error : new ApiError(errorsTexts.internal),
    reload: () => void refetch(),
  };
}

/** Takes a complete answer, such as a save's, for what the endpoint would answer now. */
export function put<E extends AnyEndpoint>(endpoint: E, input: CallOf<E>, answer: ReplyOf<E>): void {
  const queryKey = keyOf(endpoint, input);
  cache.setQueryData<unknown>(queryKey, answer);
  underway.get(hashKey(queryKey))?.changes.push(() => answer);
}

/**
 * Changes the known answers of an endpoint, for a live event or a save. A call that is on its way gets the change too,
 * so applying it twice must do no harm.
 */
export function patch<E extends AnyEndpoint>(
  endpoint: E,
  input: CallOf<E> | undefined,
  change: (now: ReplyOf<E>, input: CallOf<E>) => ReplyOf<E>,
): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: keyOf(endpoint, input) })) {
    const changed = (now: unknown) => change(now as ReplyOf<E>, (query.queryKey[1] ?? {}) as CallOf<E>);
    underway.get(query.queryHash)?.changes.push(changed);
    const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    // A patched answer is as old as before.
    query.setData(changed(data), { updatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
}

/** Deletes what is known, such as the data of somebody who was erased. */
export function forget<E extends AnyEndpoint>(endpoint: E, input: CallOf<E>): void {
  cache.removeQueries({ queryKey: keyOf(endpoint, input) });
}

/** Asks anew for what is on the screen, and for the rest when it is next shown. */
export async function invalidate<E extends AnyEndpoint>(endpoint: E, input?: CallOf<E>): Promise<void> {
  askUnansweredAgain(endpoint, input);
  await cache.invalidateQueries({ queryKey: keyOf(endpoint, input) });
}

/** Asks again, once it has come, for what is on its way and known to nobody yet: it may have been read before a change. */
export function askUnansweredAgain<E extends AnyEndpoint>(endpoint: E, input?: CallOf<E>): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: keyOf(endpoint, input) })) {
    const sent = underway.get(query.queryHash);
    // A query shown with data is asked again, and this call dropped. The answer of any other would count as new.
    if (sent && (query.state.data === undefined || !query.isActive())) sent.again = true;
  }
}
