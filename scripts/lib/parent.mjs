/**
 * npm dies of a SIGTERM without passing it on, so what npm started notices by itself that its parent is gone. A
 * server started by hand in the background is left alone: its shell may well end before it.
 *
 * @param {() => void} stop
 */
export function stopWithParent(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
}
