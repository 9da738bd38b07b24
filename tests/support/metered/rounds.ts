/** Cloudflare refuses more, which workerd on a machine allows: a password would be stored there that nobody can check here. */
const MOST_ROUNDS = 100_000;

type Algorithm = { name?: string; iterations?: number } | string;

/** Lets these keys be derived only as the platform does (S-13); answers how to undo that. */
export function refuseManyRounds(subtle: SubtleCrypto): () => void {
  const undo = (["deriveBits", "deriveKey"] as const).map((name) => {
    const derive = subtle[name].bind(subtle) as (...args: unknown[]) => Promise<unknown>;
    const bounded = async (algorithm: Algorithm, ...rest: unknown[]) => {
      const rounds = typeof algorithm === "string" ? 0 : (algorithm.iterations ?? 0);
      if (rounds > MOST_ROUNDS)
        throw new DOMException(
          `Pbkdf2 failed: iteration counts above ${MOST_ROUNDS} are not supported (requested ${rounds}).`,
          "NotSupportedError",
        );
      return derive(algorithm, ...rest);
    };
    Object.defineProperty(subtle, name, { value: bounded, configurable: true });
    return () => Reflect.deleteProperty(subtle, name);
  });
  return () => undo.forEach((each) => each());
}
