import { type Vapid, vapidOf } from "#workers/outbound/web-push.ts";

interface PushEnv {
  VAPID_KEY: string;
  PUBLIC_URL: string;
  MAIL_FROM: string;
}

/** The deployment's key for push services; undefined where it has none, and nothing is pushed or offered. */
export const pushKeyOf = (env: Partial<PushEnv>): Vapid | undefined => vapidOf(env.VAPID_KEY, contactOf(env));

/** The address at which a push service writes to us: it wants one that others reach. */
const contactOf = ({ PUBLIC_URL = "", MAIL_FROM = "" }: Partial<PushEnv>): string =>
  PUBLIC_URL.startsWith("https:") ? PUBLIC_URL : `mailto:${MAIL_FROM}`;
