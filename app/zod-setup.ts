declare global {
  /** Where zod keeps its settings: it takes over what is there when it loads. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Before any schema is made: else zod tries whether it may compile code, which the Content-Security-Policy reports.
 * Set from outside, since `z.config` would bring zod to every screen, and most need it only when a form is filled in.
 */
globalThis.__zod_globalConfig = { jitless: true };
