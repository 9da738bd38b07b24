import { useRouteLoaderData } from "react-router";
import { ApiError, call, request, token, whenLoginRequired, whenUsed } from "#app/data/api.ts";
import { forgetAnswers } from "#app/data/query.ts";
import { BRAND_KEY, setBrand, usualBrand } from "#app/lib/brand.ts";
import { dropDrafts, isDraft, ownDrafts } from "#app/drafts/storage.ts";
import { isLeaving, leaveForGood } from "#app/session/leaving.ts";
import { productName } from "#app/lib/product.ts";
import { sealPasswords } from "#app/session/seal-passwords.ts";
import { speak } from "#app/lib/language/language.ts";
import { wear } from "#app/lib/wear.ts";
import { withPush } from "#app/lib/with-push.ts";
import { stopSocket } from "#app/realtime/socket.ts";
import { noteTimes, noteUse } from "#app/session/session-times.ts";
import { SHELLS } from "#app/lib/shells.ts";
import { THEME_KEY } from "#app/lib/theme.ts";
import { isWorkspace, WORKSPACE_DOOR } from "#app/lib/workspace.ts";
import { login, logout, type Challenge, type SignedIn } from "#workers/contract/endpoints/account.ts";
import {
  configuration,
  me,
  usualFeatures,
  type FeatureFlags,
  type Profile,
} from "#workers/contract/endpoints/profile.ts";
import { renewSession } from "#workers/contract/endpoints/sessions.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";
import type { Permission } from "#workers/contract/permissions.ts";

export interface Session {
  profile: Profile;
  /** The white-label title of the product. */
  title: string;
  features: FeatureFlags;
  /** The enterprise's country, two letters; empty when it is not known. */
  country: string;
  /** When the enterprise is deleted with all its data; null for one that stays. */
  leavesAt: string | null;
  /** Its data goes into another database, so nothing can be changed for some minutes. */
  isMoving: boolean;
}

/** The person who is signed in. Only below one of the shells. */
export function useSession(): Session {
  const inConsole = useRouteLoaderData<{ session: Session }>(SHELLS[0]);
  const alone = useRouteLoaderData<{ session: Session }>(SHELLS[1]);
  const shell = inConsole ?? alone;
  if (!shell) throw new Error("useSession needs the console around it");
  return shell.session;
}

export const can = (profile: Profile, anyOf: readonly Permission[]): boolean =>
  anyOf.some((permission) => profile.permissions.includes(permission));

/** Tells whether the person who is signed in holds one of some permissions. Only below one of the shells. */
export function useCan(): (...anyOf: Permission[]) => boolean {
  const { profile } = useSession();
  return (...anyOf) => can(profile, anyOf);
}

let loaded: Promise<Session> | undefined;
let known: Session | undefined;
let started = false;

/** Fetched once per page load; a change of the profile fetches it again with `forgetSession`. */
export function loadSession(): Promise<Session> {
  loaded ??= fetchSession().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** The session, if it has come already; for a loader that may ask for more than it needs, and need not wait. */
export const sessionIfKnown = (): Session | undefined => known;

export const forgetSession = (): void => {
  loaded = known = undefined;
};

/** Nothing is shown in a language that is about to be left. */
const theNextDocument = new Promise<never>(() => {});

async function fetchSession(): Promise<Session> {
  // Feature switches that cannot be read are off; the console works without them.
  const [profile, config] = await Promise.all([
    call(me),
    call(configuration).catch((error: unknown) => {
      if (error instanceof ApiError && error.status !== 403) return undefined;
      throw error;
    }),
  ]);
  if (profile.language && speak(profile.language)) await theNextDocument;
  wear(profile.looks);
  started = true;
  noteTimes(profile.session);
  ownDrafts(profile.uId);
  const title = config?.whiteLabel.title || productName();
  setBrand({ ...(config?.whiteLabel ?? usualBrand), title });
  known = {
    profile,
    title,
    features: { ...usualFeatures, ...config?.features },
    country: config?.country ?? "",
    leavesAt: config?.leavesAt ?? null,
    isMoving: (config?.stillSince ?? null) !== null,
  };
  return known;
}

/** Ways in which a session ends; each has its message on the sign-in page. */
export type Ending = "signedOut" | "expired" | "expiredAgain";

const ENDING_KEY = "sessionEnding";
const KEPT_KEYS = [
  THEME_KEY,
  BRAND_KEY,
  "density",
  "enterBreaks",
  "menuCollapsed",
  "singleKeysOff",
  "ownKeys",
  "rowsAPage",
  "customerColumns",
  "menuFavourites",
  "tour",
];

/**
 * Deletes all personal data of this browser except drafts: only their owner finds them again, nobody
 * else who signs in. Display preferences stay, and the reason why the session ended, which is still to be shown.
 */
export function clearStorage(): void {
  emptyBut(localStorage, (key) => KEPT_KEYS.includes(key) || isDraft(key));
  emptyTab();
}

const emptyTab = (): void => emptyBut(sessionStorage, (key) => key === ENDING_KEY || isDraft(key));

/** Clears in one operation, so that other tabs get one storage event. */
function emptyBut(storage: Storage, keeps: (key: string) => boolean): void {
  const kept = Object.entries<string>(storage).filter(([key]) => keeps(key));
  storage.clear();
  for (const [key, value] of kept) storage.setItem(key, value);
}

/**
 * Leaves the console. The page is reloaded rather than navigated: no data fetched for one person may stay in memory for
 * the next, and the socket is closed with it. `to` is the page to sign in again, by default the sign-in page.
 */
export function endSession(ending: Ending, to?: string): void {
  // Several calls may be refused at once: the first knows the reason.
  if (isLeaving()) return;
  const hadToken = token.get() !== null;
  closeBrowser(ending);
  leave(hadToken ? ending : undefined, doorOf(ending, to));
}

/** Signs out all tabs of this browser and gives each the reason: they would only see that the token is gone. */
function closeBrowser(ending: Ending): void {
  localStorage.setItem(ENDING_KEY, ending);
  clearStorage();
}

function leave(ending: Ending | undefined, to: string): void {
  leaveForGood();
  if (ending === "signedOut") dropDrafts();
  emptyTab();
  forgetAnswers();
  forgetSession();
  (navigator as Partial<Pick<Navigator, "clearAppBadge">>).clearAppBadge?.().catch(() => undefined);
  if (ending) sessionStorage.setItem(ENDING_KEY, ending);
  location.replace(to);
}

/** The sign-in page's message about the session that ended; shown once. */
export function takeEnding(): Ending | undefined {
  const ending = sessionStorage.getItem(ENDING_KEY) ?? undefined;
  sessionStorage.removeItem(ENDING_KEY);
  return ending as Ending | undefined;
}

/**
 * Where a session ends: no page but the workspace's own may be shown in its frame, and there the address says why, since
 * some browsers keep nothing for a frame from one page to the next.
 */
function doorOf(ending: Ending, to?: string): string {
  if (isWorkspace(location.pathname)) return `${WORKSPACE_DOOR}?ended=${ending}`;
  return to ?? loginPath(ending === "signedOut" ? undefined : location);
}

export function loginPath(from?: { pathname: string; search: string }): string {
  const next = from && from.pathname !== "/dashboard" ? from.pathname + from.search : undefined;
  return next ? `/login?next=${encodeURIComponent(next)}` : "/login";
}

/** A refused session ends the visit, whichever call notices it. */
whenLoginRequired(() => endSession(started ? "expiredAgain" : "expired"));

whenUsed(noteUse);

/** Notices that the session has ended in another tab, and the reason: a sign-out deletes the drafts here as well. */
export function watchSession(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (isLeaving()) return;
    if (event.key === ENDING_KEY && event.newValue !== null) {
      const ending = event.newValue as Ending;
      return leave(ending, doorOf(ending));
    }
    // A storage event from `clear` has no key.
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
  return (await sealPasswords(boundTo, { password })).password;
}

/**
 * Signs in; the password leaves this function sealed, never in clear text. Returns the challenge if a second factor is
 * due; otherwise the person is signed in now.
 */
export async function signIn({ password, ...rest }: Credentials): Promise<Challenge | undefined> {
  const sealed = await sealPassword(password, rest.captchaId);
  const { payload } = await request(login, { body: { ...rest, password: sealed, appId: "Moc" } });
  if (!("authToken" in payload)) return payload;
  enterWith(payload);
  return undefined;
}

/** Signs this browser in with the token, and deletes all data of an earlier person. */
export function enterWith({ authToken }: Pick<SignedIn, "authToken">): void {
  forgetSession();
  forgetAnswers();
  token.set(authToken);
  entered = true;
}

let entered = false;

/** Whether somebody has signed in on this page; true once, for what a sign-in does and a reload does not. */
export function takeEntry(): boolean {
  const taken = entered;
  entered = false;
  return taken;
}

/** Signs out here even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  stopSocket();
  leaveForGood();
  dropDrafts();
  // Called with the token before it is deleted: the server closes the sockets of the other tabs, which then know the
  // reason.
  const ended = call(logout);
  closeBrowser("signedOut");
  // The stored session expires by itself; keeping somebody in the console would be worse.
  await Promise.allSettled([ended, withPush(({ dropPush }) => dropPush())]);
  leave("signedOut", doorOf("signedOut"));
}

/** Makes any call to the server, which keeps a session from being idle; the response has the time left. */
export async function touchSession(): Promise<void> {
  noteTimes((await call(me)).session);
}

/** Extends this session by a day, in exchange for the password or a code. */
export async function prolongSession(confirmation: Confirmation): Promise<string> {
  const { payload, message } = await request(renewSession, { body: confirmation });
  token.set(payload.authToken);
  await touchSession();
  return message;
}
