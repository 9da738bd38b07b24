import { z } from "zod";
import { endpoint, publicAccess } from "../endpoint.ts";
import { time } from "../fields.ts";
import { iceServer } from "./video.ts";

/** The page on which a customer takes a video call, without an account. The link's token names one room. */

/** Longer ones are nobody's. */
export const callToken = z.string().min(20).max(600);
const params = z.object({ token: callToken });
const path = "/call/:token";
const byLink = publicAccess("The link is signed, names one call and one customer, and ends with the call.");
const seat = z.string().min(20).max(64);

export const openCall = endpoint({
  method: "GET",
  path,
  summary: "Who calls, and whether the call can be joined",
  access: byLink,
  params,
  reply: z.object({
    state: z.enum(["open", "over"]),
    agent: z.string(),
    enterprise: z.string(),
    name: z.string().meta({ description: "How the agent sees the customer" }),
  }),
  under: "response",
});

export const joinCall = endpoint({
  method: "POST",
  path: `${path}/join`,
  summary: "Takes the customer's end; the browser that came first keeps it by its seat",
  access: byLink,
  params,
  body: z.object({ seat: seat.optional() }),
  reply: z.object({
    seat: z.string().meta({ description: "To come back with" }),
    ticket: z.string().meta({ description: "Of the socket GET /api/call/socket, for half a minute" }),
    iceServers: z.array(iceServer),
    relay: z.boolean(),
    recording: z
      .object({ id: z.string(), state: z.enum(["asked", "recording"]) })
      .nullable()
      .meta({ description: "What is recorded or asked for now" }),
    endsAt: time,
  }),
  under: "response",
});

const seated = { access: byLink, params, under: "response" } as const;

export const leaveCall = endpoint({
  method: "POST",
  path: `${path}/leave`,
  summary: "The customer hangs up, which ends the call",
  body: z.object({ seat }),
  reply: z.null(),
  ...seated,
});

export const consentToRecording = endpoint({
  method: "POST",
  path: `${path}/consent`,
  summary: "The customer agrees that the call is recorded, refuses it, or takes their consent back",
  body: z.object({ seat, recordingId: z.string().min(1).max(64), agrees: z.boolean() }),
  reply: z.null(),
  ...seated,
});
