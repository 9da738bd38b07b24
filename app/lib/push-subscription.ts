import { ApiError, call, request } from "#app/data/api.ts";
import { deletePush, keepPush, savePush } from "#workers/contract/endpoints/push.ts";
import { pushWorker } from "./push-worker.ts";

const WORKER = "/sw.js";
const PUSH_SERVICE_MS = 2_000;

/** Whether this browser has what push needs; some have it only once the console is on the home screen. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The id of this browser's subscription, as the server names it; undefined where it has none. */
export async function ownPush(): Promise<string | undefined> {
  const subscription = await (await pushWorker())?.pushManager?.getSubscription();
  if (!subscription) return undefined;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return base64Of(new Uint8Array(hash));
}

const base64Of = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/**
 * Takes push away from this browser, with whatever it still shows. Needs neither a session nor the server, and waits
 * for no push service: a subscription ends with its worker, wherever nobody hears that it is given back.
 */
export async function dropPush(): Promise<void> {
  const worker = await pushWorker();
  if (!worker) return;
  for (const shown of await worker.getNotifications()) shown.close();
  const subscription = await worker.pushManager?.getSubscription();
  const late = new Promise<void>((resolve) => setTimeout(resolve, PUSH_SERVICE_MS));
  await Promise.race([subscription?.unsubscribe(), late]);
  await worker.unregister();
}

/** Subscribes this browser, whose person has allowed notifications. Takes back a try that fails halfway. */
export async function turnPushOn(publicKey: string) {
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    // One made with another key of the server cannot be subscribed anew.
    await (await pushManager.getSubscription())?.unsubscribe();
    const { endpoint, keys } = (
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    ).toJSON();
    return await request(savePush, {
      body: { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } },
    });
  } catch (error) {
    await dropPush();
    throw error;
  }
}

/** Ends push in this browser, also where the server knows nothing of it any more. */
export async function turnPushOff() {
  const id = await ownPush();
  await dropPush();
  return id === undefined ? undefined : request(deletePush, { params: { id } }).catch(unlessGone);
}

/** Tells the server who is signed in at this browser; one that is somebody else's, or nobody's, is unsubscribed. */
export async function keepMine(): Promise<void> {
  const id = await ownPush();
  if (!id) return dropPush();
  // Without network or server it stays as it is: the next page asks again.
  await call(keepPush, { params: { id }, body: {} }).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) await dropPush();
  });
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
  return undefined;
}
