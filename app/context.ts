import { createContext } from "react-router";

/** What the platform gives to a request that is rendered on the server. */
export interface CloudflareContext {
  env: PagesEnv;
  waitUntil: (promise: Promise<unknown>) => void;
  /**
   * Goes on every inline script and style; the Content-Security-Policy runs nothing without it. None while developing:
   * there is no policy then, and React's development build reports that the browser's copy of the page hides nonces.
   */
  nonce: string | undefined;
}

export const cloudflareContext = createContext<CloudflareContext>();
