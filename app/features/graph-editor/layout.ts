/** Sizes and connections of what is arranged, and the places that come of it. */
export interface LayoutTask {
  nodes: { id: string; width: number; height: number }[];
  edges: { from: string; to: string }[];
}
export type Places = Record<string, { x: number; y: number }>;

/** Arranges in a thread of its own, since 300 steps take two seconds; answers the places of the upper left corners. */
export function arrange(task: LayoutTask): Promise<Places> {
  const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Places>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Places>) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    // A worker has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
