/**
 * The address to open after signing in: only a path of this site. One that a browser could read as another host
 * ("//evil", "/\\evil", "/\t/evil", a scheme) is refused.
 */
export function safePath(wanted: string | null | undefined, fallback = "/dashboard"): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return fallback;
  const url = new URL(wanted, "http://here.invalid");
  const path = url.pathname + url.search + url.hash;
  // "/./ /evil" and the like become "//evil" once the dots are resolved.
  const fine = url.origin === "http://here.invalid" && !path.startsWith("//");
  return fine && !/^\/(login|signup)?$/.test(url.pathname) ? path : fallback;
}
