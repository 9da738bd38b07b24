import { useRouteLoaderData } from "react-router";
import { ApiError, call, request, token, whenLoginRequired } from "#app/api.ts";
import { BRAND_KEY, setBrand, usualBrand } from "#app/brand.ts";
import * as messages from "#app/messages.ts";
import { stopSocket } from "#app/realtime/socket.ts";
import { THEME_KEY } from "#app/theme.ts";
import {
  login,
  loginKey,
  logout,
  type Challenge,
  type SignedIn,
} from "#workers/contract/endpoints/account.ts";
import {
  configuration,
  me,
  noFeatures,
  type FeatureFlags,
  type Profile,
} from "#workers/contract/endpoints/profile.ts";
import type { Permission } from "#workers/contract/permissions.ts";

export interface Session {
  profile: Profile;
  /** The white-label title of the product. */
  title: string;
  features: FeatureFlags;
}

/** The route that holds the session; its id is its file. */
const CONSOLE = "routes/console";

/** Who is signed in. Only below the console's shell. */
export function useSession(): Session {
  const session = useRouteLoaderData<{ session: Session }>(CONSOLE);
  if (!session) throw new Error("useSession needs the console around it");
  return session.session;
}

export const can = (profile: Profile, anyOf: readonly Permission[]): boolean =>
  anyOf.some((permission) => profile.permissions.includes(permission));

let loaded: Promise<Session> | undefined;
let started = false;

/** Asked once a page; a change of the profile asks again with `forgetSession`. */
export function loadSession(): Promise<Session> {
  loaded ??= fetchSession().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

export const forgetSession = (): void => {
  loaded = undefined;
};

async function fetchSession(): Promise<Session> {
  // Switches that cannot be read are off; the console works without them.
  const [profile, config] = await Promise.all([
    call(me),
    call(configuration).catch((error: unknown) => {
      if (error instanceof ApiError && error.status !== 403) return undefined;
      throw error;
    }),
  ]);
  started = true;
  const title = config?.title || messages.shell.product;
  setBrand({ ...(config?.whiteLabel ?? usualBrand), title });
  return {
    profile,
    title,
    features: { ...noFeatures, ...config?.features },
  };
}

/** Ways in which a session ends; each has its sentence on the sign-in page. */
export type Ending = "signedOut" | "expired" | "expiredAgain";

const ENDING_KEY = "sessionEnding";
const KEPT_KEYS = [THEME_KEY, BRAND_KEY, "menuCollapsed", "singleKeysOff", "customerColumns"];

/** Everything that this browser keeps of a person goes; how they like the page to look stays. */
export function clearStorage(): void {
  const kept = KEPT_KEYS.map((key) => [key, localStorage.getItem(key)] as const);
  localStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
  // Drafts and what was being done; only why the session ended is still to be said.
  const ending = sessionStorage.getItem(ENDING_KEY);
  sessionStorage.clear();
  if (ending !== null) sessionStorage.setItem(ENDING_KEY, ending);
}

/**
 * Leaves the console. The page is loaded anew rather than navigated: nothing that was fetched for one person may wait in
 * memory for the next, and the socket goes with it.
 */
export function endSession(ending: Ending): void {
  const hadToken = token.get() !== null;
  clearStorage();
  loaded = undefined;
  if (hadToken) sessionStorage.setItem(ENDING_KEY, ending);
  location.replace(loginPath(ending === "signedOut" ? undefined : location));
}

/** What the sign-in page says about the session that ended; said once. */
export function takeEnding(): Ending | undefined {
  const ending = sessionStorage.getItem(ENDING_KEY) ?? undefined;
  sessionStorage.removeItem(ENDING_KEY);
  return ending as Ending | undefined;
}

export function loginPath(from?: { pathname: string; search: string }): string {
  const next = from && from.pathname !== "/dashboard" ? from.pathname + from.search : undefined;
  return next ? `/login?next=${encodeURIComponent(next)}` : "/login";
}

/** A refused session ends the visit, whichever call notices it. */
whenLoginRequired(() => endSession(started ? "expiredAgain" : "expired"));

/** Notices a sign-out in another tab. */
export function watchSession(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A cleared storage has no key.
    if (token.get() === null && (event.key === null || event.oldValue !== null)) endSession("signedOut");
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

export interface Credentials {
  email: string;
  password: string;
  captcha: string;
  captchaId: string;
  removeExistingSession: boolean;
}

/** Seals a password to the server's key for one captcha, or for a person who is signed in already. */
export async function sealPassword(password: string, boundTo: string): Promise<string> {
  const [{ seal }, { jwk, kid }] = await Promise.all([import("#app/seal.ts"), call(loginKey)]);
  return seal({ password, captchaId: boundTo }, jwk, kid);
}

/**
 * The password leaves this function sealed, never in clear. Answers the challenge when a second factor is due; without
 * one somebody is signed in now.
 */
export async function signIn({ password, ...rest }: Credentials): Promise<Challenge | undefined> {
  const sealed = await sealPassword(password, rest.captchaId);
  const { payload } = await request(login, { body: { ...rest, password: sealed, appId: "Moc" } });
  if (!("authToken" in payload)) return payload;
  enterWith(payload);
  return undefined;
}

/** From here on this browser is signed in with that token, and knows nothing of an earlier person. */
export function enterWith({ authToken }: Pick<SignedIn, "authToken">): void {
  forgetSession();
  token.set(authToken);
}

/** Signs out here even when the server cannot be told. */
export async function signOut(): Promise<void> {
  stopSocket();
  try {
    await call(logout);
  } catch {
    // The stored session dies of old age; keeping somebody in the console would be worse.
  }
  endSession("signedOut");
}
