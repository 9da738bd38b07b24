import { z } from "zod";
import { authTexts } from "#texts/auth.ts";
import { errorsTexts } from "#texts/errors.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name as nameField, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { allOf } from "../permissions.ts";
import { isRole } from "../roles.ts";
import { email } from "./account.ts";
import { agentStatuses } from "./agent-status.ts";
import { chatSettings } from "./profile.ts";

export const USERS_PAGE = 30;
export const USER_STATE = { unverified: 0, active: 1, deactivated: 2 } as const;

/** Defaults until an administrator sets something. */
export const chatDefaults = { maxChats: 5, autoAssign: true };

export const rolesOfUser = z
  .array(z.int().refine(isRole, texts.roleUnknown), texts.rolesEmpty)
  .min(1, texts.rolesEmpty)
  .max(6, texts.roleUnknown)
  .overwrite((roles) => [...new Set(roles)].toSorted());

const user = z.object({
  uId: z.string(),
  name: z.string(),
  emailId: z.string(),
  roles: z.array(z.int()),
  isAdmin: z.boolean(),
  state: z.int(),
  agentStatus: z.enum(agentStatuses),
  twoFactor: z.enum(["off", "mail", "totp"]),
  mustChangePassword: z.boolean(),
  chat: chatSettings,
  pictureId: z.string().nullable(),
  lastLoginAt: time.nullable(),
  createdAt: time,
  revision: z.int(),
});
export type User = z.infer<typeof user>;

export const listUsers = endpoint({
  method: "GET",
  path: "/e/enterprise/users",
  summary: "The enterprise's users by name",
  access: holding(...allOf("USERS")),
  query: z.object({
    name: text(200).default("").meta({ description: "Part of a name or an e-mail address" }),
    state: z.int().min(0).max(2).optional().meta({ description: "1 active, 2 deactivated" }),
    ...paging(USERS_PAGE),
  }),
  reply: z.object({ users: z.array(user), more: z.boolean(), total }),
  under: "response",
});

const thisUser = z.object({ id });

const userDetails = user.extend({
  departments: z.array(z.object({ id: z.string(), name: z.string(), manager: z.boolean() })),
});
export type UserDetails = z.infer<typeof userDetails>;

export const getUser = endpoint({
  method: "GET",
  path: "/e/enterprise/users/:id",
  summary: "One user, with the departments that they are in",
  access: holding(...allOf("USERS")),
  params: thisUser,
  reply: userDetails,
  under: "response",
});

const sealed = (boundTo: string) =>
  z
    .string(authTexts.mandatory)
    .min(1, authTexts.mandatory)
    .max(4096)
    .meta({
      description: `The JSON {password, captchaId} sealed to the key of account/login/key; captchaId is ${boundTo}`,
    });

export const createUser = endpoint({
  method: "POST",
  path: "/e/enterprise/users",
  summary:
    "Makes a user with a first password: a mail asks them to confirm their address (until then they are among the invitations), and their first sign-in asks for a password of their own. The answer does not tell whether the address has an account elsewhere",
  access: holding("USERS.ADD"),
  body: z.object({
    name: nameField(errorsTexts.mandatory),
    emailId: email,
    password: sealed("the e-mail address as sent"),
    roles: rolesOfUser,
  }),
  reply: user,
  under: "response",
});

/** The form of one user. */
export const userFields = z.object({
  roles: rolesOfUser,
  chat: z.object({
    maxChats: z.int(texts.maxChatsWrong).min(1, texts.maxChatsWrong).max(100, texts.maxChatsWrong),
    autoAssign: z.boolean(),
  }),
});

export const updateRoles = endpoint({
  method: "PUT",
  path: "/e/enterprise/users/:id/update_roles",
  summary: "Sets a user's roles and chat settings",
  access: holding("USERS.EDIT"),
  params: thisUser,
  body: z.object({
    roles: rolesOfUser.optional(),
    chat: userFields.shape.chat.optional(),
    revision,
  }),
  reply: user,
  under: "response",
});

export const resetPassword = endpoint({
  method: "PUT",
  path: "/e/enterprise/users/:id/reset_password",
  summary:
    "Sets another user's password; their sessions end, they are told by mail and have to choose a new one",
  access: holding("USERS.EDIT"),
  params: thisUser,
  body: z.object({
    adminPassword: sealed("the user's id"),
    password: sealed("the user's id"),
  }),
  reply: user,
  under: "response",
});

const standsInTheWay = z.object({
  openChats: z.int().meta({ description: "Live chats that would be left to others" }),
  managerOf: z
    .array(z.string())
    .meta({ description: "Names of the departments that would lose their manager" }),
  openInvitations: z.int().meta({ description: "Invitations of theirs that would be revoked" }),
  refusal: z.string().meta({ description: "Why it would be refused; empty when it would not" }),
});
export type StandsInTheWay = z.infer<typeof standsInTheWay>;

export const deactivateUser = endpoint({
  method: "DELETE",
  path: "/e/enterprise/users/:id",
  summary: "Deactivates a user, or with isValidate only says what that would mean",
  access: holding("USERS.EDIT"),
  params: thisUser,
  query: z.object({ isValidate: z.boolean().default(false) }),
  reply: standsInTheWay,
  under: "response",
});

export const activateUser = endpoint({
  method: "POST",
  path: "/e/enterprise/users/:id/activate",
  summary: "Lets a deactivated user in again",
  access: holding("USERS.EDIT"),
  params: thisUser,
  reply: user,
  under: "response",
});

const AGENTS_PAGE = 100;

export const listColleagues = endpoint({
  method: "GET",
  path: "/e/enterprise/agents",
  summary: "Active colleagues and whether they are there, for pickers",
  access: holding("CHAT.HANDLE", ...allOf("USERS"), ...allOf("DEPARTMENTS")),
  query: z.object({
    name: text(200).default(""),
    roles: z.array(z.int()).max(6).default([]).meta({ description: "Holders of one of these roles" }),
    agentStatus: z
      .enum(["-1", ...agentStatuses])
      .default("-1")
      .meta({ description: "-1 means whichever" }),
    answersChats: z.boolean().default(false).meta({ description: "Only those who may answer chats" }),
    chatId: z
      .string()
      .max(64)
      .default("")
      .meta({ description: "Those who see this chat of one's own and may answer in it" }),
    ...paging(AGENTS_PAGE),
  }),
  reply: z.object({
    users: z.array(user.pick({ uId: true, name: true, emailId: true, roles: true, agentStatus: true })),
    more: z.boolean(),
  }),
  under: "response",
});
export type Colleague = z.infer<typeof listColleagues.reply>["users"][number];
