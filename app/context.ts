import { createContext } from "react-router";

/** What the platform gives to a request that is rendered on the server. */
export interface CloudflareContext {
  env: PagesEnv;
  waitUntil: (promise: Promise<unknown>) => void;
  /** Goes on every inline script and style; the Content-Security-Policy runs nothing without it. */
  nonce: string;
}

export const cloudflareContext = createContext<CloudflareContext>();
