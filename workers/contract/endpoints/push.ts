import { z } from "zod";
import { pushTexts as texts } from "#texts/push.ts";
import { endpoint, signedIn } from "../endpoint.ts";

/** A browser that its push service tells of chats. Its keys are only ever taken, never shown. */
const subscription = z.object({
  id: z.string().meta({ description: "SHA-256 of the endpoint, so that a browser finds its own" }),
  userAgent: z.string(),
  createdAt: z.string(),
  lastOkAt: z
    .string()
    .meta({ description: "When its push service last took something, or its console was opened" }),
});

/** Of so many bytes, as base64url. */
const bytes = (count: number) =>
  z
    .string(texts.notASubscription)
    .regex(/^[\w-]+$/, texts.notASubscription)
    .length(Math.ceil((count * 8) / 6), texts.notASubscription);

/** As a browser's PushSubscription says it in JSON. */
export const newSubscription = z.object({
  endpoint: z.string(texts.notASubscription).max(2_000, texts.notASubscription),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
});

const params = z.object({ id: z.string().max(64) });

export const listPush = endpoint({
  method: "GET",
  path: "/account/push/subscriptions",
  summary: "One's own browsers that are told of chats by push, and the key with which they subscribe",
  access: signedIn,
  reply: z.object({
    publicKey: z
      .string()
      .meta({ description: "The server's key (RFC 8292); empty where push is not set up" }),
    subscriptions: z.array(subscription),
  }),
  under: "response",
});

export const savePush = endpoint({
  method: "POST",
  path: "/account/push/subscriptions",
  summary: "Tells this browser of chats by push from now on, as whoever is signed in there",
  access: signedIn,
  body: newSubscription,
  reply: subscription,
  under: "response",
});

export const keepPush = endpoint({
  method: "PUT",
  path: "/account/push/subscriptions/:id",
  summary:
    "Says that one is signed in at this browser, which stays subscribed; notFound where it is somebody else's",
  access: signedIn,
  params,
  body: z.object({}),
  reply: z.null(),
  under: "response",
});

export const deletePush = endpoint({
  method: "DELETE",
  path: "/account/push/subscriptions/:id",
  summary: "Tells one of one's own browsers nothing any more",
  access: signedIn,
  params,
  reply: z.null(),
  under: "response",
});

export const testPush = endpoint({
  method: "POST",
  path: "/account/push/subscriptions/:id/test",
  summary: "Sends a notification to one of one's own browsers, and answers what its push service said",
  access: signedIn,
  params,
  reply: z.null(),
  under: "response",
});
