import { z } from "zod";
import { endpoint, signedIn } from "../endpoint.ts";
import { permissions } from "../permissions.ts";

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
  profilePic: z.string().nullable(),
  artifactsEnabled: z.boolean(),
  ssoDirect: z.boolean(),
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

export const rolePermissions = endpoint({
  method: "GET",
  path: "/e/enterprise/roles/permissions",
  summary: "The roles and the permissions that each holds",
  access: signedIn,
  reply: z.object({
    permissionList: z.object({
      data: z.array(z.object({ id: z.int(), name: z.string(), value: z.array(z.enum(permissions)) })),
    }),
  }),
  under: "data",
});

/** Features that an enterprise can be given; all off by default, as the specification says. */
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
});
export type FeatureFlags = z.infer<typeof featureFlags>;

/** All off, as the specification says, until an enterprise is given one. */
export const noFeatures: FeatureFlags = {
  trash: false,
  milestone: false,
  billing: false,
  twoFactor: false,
  analytics: false,
  campaignAutomation: false,
  emailCampaign: false,
  smsCampaign: false,
  community: false,
  recordExternalCampaign: false,
};

export const configuration = endpoint({
  method: "GET",
  path: "/e/enterprise/configuration",
  summary: "What is switched on for this enterprise",
  access: signedIn,
  reply: z.object({ title: z.string(), features: featureFlags }),
  under: "data",
});
