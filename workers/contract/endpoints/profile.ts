import { z } from "zod";
import { endpoint, signedIn } from "../endpoint.ts";
import { type Language, languages } from "../language.ts";
import { looks } from "../looks.ts";
import { permissions } from "../permissions.ts";
import { switchNames } from "../switches.ts";

/** The language of somebody's console; empty as long as they have not chosen one. */
export const ownLanguage = z.enum(["", ...(Object.keys(languages) as Language[])]);

export const profile = z.object({
  uId: z.string(),
  eId: z.string(),
  name: z.string(),
  userName: z.string(),
  emailId: z.string(),
  enterpriseName: z.string(),
  roles: z.array(z.int()),
  isAdmin: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  /** Address from which the picture is fetched with the token; null for initials. */
  profilePic: z.string().nullable(),
  enableChatNotification: z.boolean(),
  audioSettings: z.lazy(() => audioSettings),
  timezone: z.string(),
  language: ownLanguage,
  looks,
  artifactsEnabled: z.boolean(),
  ssoDirect: z.boolean(),
  /** Time left of this login session, counted from the response. */
  session: z.object({
    idleMs: z.int().meta({ description: "Without a call it ends after so long" }),
    endsInMs: z.int().meta({ description: "In any case it ends after so long" }),
    canRenew: z
      .boolean()
      .meta({ description: "A password or a code makes it last longer: account/session/renew" }),
    withCode: z.boolean().meta({ description: "A code does as well as the password" }),
  }),
});
export type Profile = z.infer<typeof profile>;

export const me = endpoint({
  method: "GET",
  path: "/e/enterprise/users/me",
  summary: "Who is signed in, and what they may do",
  access: signedIn,
  reply: profile,
  under: "response",
});

const shortText = z.string().max(200);

/** Details of an enterprise. `timezone` is an IANA name, `country` two letters (ISO 3166-1), `linkHost` its own domain for short links. */
export const enterpriseDetails = z.object({
  industry: shortText,
  country: z.string().max(2),
  timezone: z.string().max(64),
  address: z.string().max(500),
  phone: z.string().max(20),
  website: z.string().max(300),
  contactEmail: z.string().max(254),
  linkHost: z.string().max(253),
});
export type EnterpriseDetails = z.infer<typeof enterpriseDetails>;

/** Branding of an enterprise's console. `logoId` is a file of its drive; colours are #rrggbb. */
export const whiteLabel = z.object({
  title: z.string().max(40),
  logoId: z.string().max(64),
  accent: z.string().max(7),
  accentDark: z.string().max(7),
});
export type WhiteLabel = z.infer<typeof whiteLabel>;

export const sounds = [
  "Musical Reveal",
  "Software Interface",
  "Magic Marimba",
  "Happy Bells",
  "Clear Announce",
] as const;

/** Sounds for a new chat and a new message: volume in percent, and the number of repeats. */
export const audioSettings = z.object({
  enable: z.boolean(),
  sounds: z
    .array(
      z.object({
        type: z.enum(["new_chat", "new_message"]),
        sound: z.enum(sounds),
        repeat: z.int().min(1).max(10),
        volume: z.int().min(0).max(100),
      }),
    )
    .max(2),
});
export type AudioSettings = z.infer<typeof audioSettings>;

/**
 * An administrator's settings for a person's live chats: the most at once, and whether they are offered automatically.
 */
export const chatSettings = z.object({ maxChats: z.int().min(1).max(100), autoAssign: z.boolean() });
export type ChatSettings = z.infer<typeof chatSettings>;

/** Features that can be switched on and off for an enterprise. */
export const featureFlags = z.object({
  trash: z.boolean(),
  milestone: z.boolean(),
  billing: z.boolean(),
  twoFactor: z.boolean(),
  analytics: z.boolean(),
  campaignAutomation: z.boolean(),
  emailCampaign: z.boolean(),
  smsCampaign: z.boolean(),
  community: z.boolean(),
  recordExternalCampaign: z.boolean(),
  artifacts: z.boolean(),
  bots: z.boolean(),
  userInvite: z.boolean(),
});
export type FeatureFlags = z.infer<typeof featureFlags>;

/** The features of an enterprise until it decides: without these three, which are on, it could not begin. */
export const usualFeatures: FeatureFlags = {
  trash: false,
  milestone: false,
  billing: false,
  twoFactor: true,
  analytics: false,
  campaignAutomation: false,
  emailCampaign: false,
  smsCampaign: false,
  community: false,
  recordExternalCampaign: false,
  artifacts: false,
  bots: true,
  userInvite: true,
};

export const configuration = endpoint({
  method: "GET",
  path: "/e/enterprise/configuration",
  summary: "What is switched on for this enterprise",
  access: signedIn,
  reply: z.object({
    title: z.string(),
    features: featureFlags,
    whiteLabel,
    /** The enterprise's country, else its time zone's, two letters; empty when it has neither. */
    country: z.string(),
    leavesAt: z.string().nullable().meta({ description: "When the enterprise is deleted with all its data" }),
    stillSince: z
      .string()
      .nullable()
      .meta({ description: "Since when nothing can be changed, as its data goes into another database" }),
  }),
  under: "data",
});

export const getStops = endpoint({
  method: "GET",
  path: "/e/enterprise/stops",
  summary: "The kinds of work that the installation's operators have stopped for everybody",
  access: signedIn,
  reply: z.object({
    stopped: z.array(z.enum(switchNames)).meta({ description: "Empty while all goes on" }),
  }),
  under: "response",
});
