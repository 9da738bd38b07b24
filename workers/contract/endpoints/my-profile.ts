import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { profileTexts as texts } from "#texts/profile.ts";
import { isTimezone } from "../timezones.ts";
import { endpoint, signedIn } from "../endpoint.ts";
import { name, revision } from "../fields.ts";
import { looks } from "../looks.ts";
import { audioSettings, ownLanguage, type AudioSettings } from "./profile.ts";

/** The part of their own account that everybody may see and change. */

/** 6 to 15 digits in any usual notation, or nothing. */
export const phoneText = (wrong: string) =>
  z
    .string(errorsTexts.notText)
    .trim()
    .max(30, wrong)
    .refine((value) => value === "" || /^\+?(?:[\s().-]*\d){6,15}$/.test(value), wrong);

export const timezoneText = (wrong: string) =>
  z
    .string(errorsTexts.notText)
    .trim()
    .max(64, wrong)
    .refine((value) => value === "" || isTimezone(value), wrong);

export const myFields = z.object({
  name: name(errorsTexts.mandatory),
  phone: phoneText(texts.phoneInvalid),
  timezone: timezoneText(texts.timezoneInvalid),
  language: ownLanguage,
});

export const myProfile = z.object({
  uId: z.string(),
  name: z.string(),
  userName: z.string(),
  emailId: z.string(),
  phone: z.string(),
  timezone: z.string(),
  language: ownLanguage,
  /** The file of the drive, and the address from which it is fetched with the token; null for initials. */
  pictureId: z.string().nullable(),
  profilePic: z.string().nullable(),
  iconUrl: z.string().nullable(),
  ssoDirect: z.boolean(),
  enableChatNotification: z.boolean(),
  audioSettings,
  revision: z.int(),
});
export type MyProfile = z.infer<typeof myProfile>;

/** Default sounds: off, since nothing is played before somebody asks for it. */
export const usualAudio: AudioSettings = {
  enable: false,
  sounds: [
    { type: "new_chat", sound: "Musical Reveal", repeat: 1, volume: 60 },
    { type: "new_message", sound: "Software Interface", repeat: 1, volume: 40 },
  ],
};

export const getProfile = endpoint({
  method: "GET",
  path: "/e/enterprise/profile",
  summary: "One's own profile",
  access: signedIn,
  reply: myProfile,
  under: "response",
});

export const saveProfile = endpoint({
  method: "PUT",
  path: "/e/enterprise/profile",
  summary: "Changes one's own profile, only what is given; a picture is a file of the drive, null removes it",
  access: signedIn,
  body: z.object({
    profile: z.object({ ...myFields.partial().shape, pictureId: z.string().max(64).nullable().optional() }),
    revision,
  }),
  reply: myProfile,
  under: "response",
});

export const updateUser = endpoint({
  method: "PUT",
  path: "/e/enterprise/users/update",
  summary: "Changes one's own name, phone and time zone",
  access: signedIn,
  body: z.object({ ...myFields.partial().shape, revision }),
  reply: myProfile,
  under: "response",
});

export const audioFields = z.object({
  enableChatNotification: z.boolean(),
  audioSettings: audioSettings.refine(
    ({ sounds }) => new Set(sounds.map(({ type }) => type)).size === sounds.length,
    texts.oneOfEach,
  ),
});

export const saveAudio = endpoint({
  method: "PUT",
  path: "/e/enterprise/profile/audio",
  summary: "What one hears and is shown of chats",
  access: signedIn,
  body: audioFields,
  reply: myProfile,
  under: "response",
});

export const saveLooks = endpoint({
  method: "PUT",
  path: "/e/enterprise/profile/looks",
  summary: "How one's own console looks on every device, only what is given",
  access: signedIn,
  body: looks,
  reply: looks,
  under: "response",
});

/** The passwords are sealed to the server's key, as at sign-in: `{password}` the current one, `{newPassword}`. */
export const passwordFields = z
  .object({ password: z.string(), newPassword: z.string(), confirmPassword: z.string() })
  .superRefine(({ password, newPassword, confirmPassword }, { addIssue }) => {
    const wrong = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
    if (!password) wrong("password", errorsTexts.mandatory);
    if (!newPassword) wrong("newPassword", errorsTexts.mandatory);
    else if (newPassword.length < 8) wrong("newPassword", texts.passwordTooShort);
    else if (newPassword === password) wrong("newPassword", texts.passwordSame);
    if (!confirmPassword) wrong("confirmPassword", errorsTexts.mandatory);
    else if (confirmPassword !== newPassword) wrong("confirmPassword", texts.passwordMismatch);
  });
