declare global {
  /** zod's settings: it takes over the ones that are here when it loads. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Must run before any schema is created: otherwise zod probes whether it may compile code, which the CSP reports. Set
 * from outside, since `z.config` would bring zod to every screen, and most need it only for a form.
 */
globalThis.__zod_globalConfig = { jitless: true };
