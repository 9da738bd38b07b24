/** Rounds in which somebody else changed the same meanwhile; each of them acts for themselves too. */
const MOST_ROUNDS = 10;

/**
 * Acts on what it reads until it reads the same again. Another task may have read and acted in between: what this one
 * did last would be the older state otherwise.
 */
export async function untilSettled<State>(
  read: () => Promise<State>,
  act: (state: State, round: number) => Promise<unknown>,
): Promise<void> {
  let state = await read();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await act(state, round);
    const now = await read();
    if (JSON.stringify(now) === JSON.stringify(state)) return;
    state = now;
  }
}
