import { createContext } from "react-router";
import type { Language } from "#workers/contract/language.ts";

/** Platform values for a request that is rendered on the server. */
export interface CloudflareContext {
  env: PagesEnv;
  waitUntil: (promise: Promise<unknown>) => void;
  /**
   * Nonce of every inline script and style; the Content-Security-Policy blocks those without it. None in development:
   * there is no policy then, and React's development build warns because browsers hide nonces in the DOM.
   */
  nonce: string | undefined;
  /** Origins that may show the page in a frame. */
  embedders: readonly string[];
  /** The language in which this build writes documents. */
  language: Language;
}

export const cloudflareContext = createContext<CloudflareContext>();
