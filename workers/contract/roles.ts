import { allOf, permissions, type Permission } from "./permissions.ts";

/**
 * The six roles and their default permissions, until an administrator changes them. Numbers are the wire's role ids.
 */
export const roles = {
  1: { name: "Administrator", defaults: [...permissions] },
  2: {
    name: "Development",
    defaults: [
      ...allOf("ENCAPS"),
      ...allOf("JOURNEYS"),
      ...allOf("RICHCARDS"),
      ...allOf("MSG_TEMPLATES"),
      ...allOf("INTEGRATIONS"),
      "NLP.VIEW",
      "COGNITIVE.VIEW",
      "FLOW.VIEW",
      "CHANNELS.VIEW",
      "MARKET_PLACE.VIEW",
    ],
  },
  3: {
    name: "Handle Chats",
    defaults: ["CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY", "CUSTOMER.VIEW", "CUSTOMER.EDIT"],
  },
  4: {
    name: "Campaign Maker",
    defaults: [
      "CAMPAIGNS.CREATE",
      "CAMPAIGNS.EDIT",
      "CAMPAIGNS.VIEW",
      "CAMPAIGNS.DELETE",
      "CAMPAIGNS.START",
      "CAMPAIGNS.BLACKLIST",
      "CUSTOMER.VIEW",
      "CUSTOMER.EDIT",
      "CUSTOMER.IMPORT",
      "CUSTOMER_MASTER.VIEW",
      "MSG_TEMPLATES.VIEW",
    ],
  },
  5: {
    name: "Campaign Checker",
    defaults: [
      "CAMPAIGNS.VIEW",
      "CAMPAIGNS.APPROVE",
      "CAMPAIGNS.VIEW_REJECTEDLIST",
      "CAMPAIGNS.VIEW_CAMPAIGNREPORT",
      "CUSTOMER.VIEW",
      "MSG_TEMPLATES.VIEW",
    ],
  },
  6: {
    name: "Report Viewer",
    defaults: [
      "CHAT.VIEW_ANALYTICS",
      "CAMPAIGNS.VIEW_CAMPAIGNREPORT",
      "CUSTOMER.VIEW",
      "JOURNEYS.VIEW_REPORTS",
      "ANALYTICS.VIEW",
      "MANAGE.DELIVERYREPORT.VIEW",
    ],
  },
} as const satisfies Record<number, { name: string; defaults: readonly Permission[] }>;

export type Role = keyof typeof roles;
export const isRole = (value: number): value is Role => value in roles;

/** Roles as an enterprise's administrators changed them; a role that is not in it has its defaults. */
export type RoleSets = readonly { role: number; permissions: readonly Permission[] }[];

/** Permissions of a role in an enterprise. */
export const permissionsOfRole = (role: Role, sets: RoleSets): readonly Permission[] =>
  sets.find((set) => set.role === role)?.permissions ?? roles[role].defaults;

/** Permissions of a person with these roles: the union of the roles' sets, in the table's order. */
export function permissionsOf(held: readonly number[], sets: RoleSets = []): Permission[] {
  const granted = new Set<Permission>(
    held.filter(isRole).flatMap((role) => [...permissionsOfRole(role, sets)]),
  );
  return permissions.filter((permission) => granted.has(permission));
}

/** Permissions that the administrators' role always keeps, so that any others taken from it can be given back. */
export const adminNeeds: readonly Permission[] = [
  ...allOf("ROLES"),
  ...allOf("USERS"),
  ...allOf("ENTERPRISE"),
];

const ADMINISTRATOR: Role = 1;
export const isAdministrator = (held: readonly number[]): boolean => held.includes(ADMINISTRATOR);
