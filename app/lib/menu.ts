import {
  AudioLines,
  ChartColumn,
  Bot,
  Building2,
  ChartLine,
  CreditCard,
  Database,
  FileClock,
  IdCard,
  Landmark,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  MessagesSquare,
  Network,
  Package,
  Plug,
  Radio,
  Route,
  Send,
  Settings2,
  ShieldCheck,
  Store,
  Trash2,
  Users,
  UsersRound,
  Workflow,
} from "lucide-react";
import { shellTexts } from "#texts/shell.ts";
import { allOf, type Permission } from "#workers/contract/permissions.ts";
import type { FeatureFlags, Profile } from "#workers/contract/endpoints/profile.ts";

/** The side menu as data: groups, their sections, and the permissions that open each entry. */

export interface MenuEntry {
  label: string;
  to: string;
  /** Visible to holders of one of these. */
  permissions: readonly Permission[];
  /** Visible only if the enterprise has this feature switched on. */
  feature?: keyof FeatureFlags;
  /** Addresses of its sub-pages that do not begin with its own. */
  under?: readonly string[];
}

export interface MenuSection {
  id: string;
  label: string;
  icon: LucideIcon;
  entries: readonly MenuEntry[];
}

export interface MenuGroup {
  id: string;
  label: string;
  sections: readonly MenuSection[];
}

const { groups, sections, entries } = shellTexts;

function entry(
  label: string,
  to: string,
  permissions: readonly Permission[],
  { feature, under }: Pick<MenuEntry, "feature" | "under"> = {},
): MenuEntry {
  return {
    label,
    to,
    permissions,
    ...(feature && { feature }),
    ...(under && { under }),
  };
}

const section = (
  id: keyof typeof sections,
  icon: LucideIcon,
  ...listed: readonly MenuEntry[]
): MenuSection => ({ id, label: sections[id], icon, entries: listed });

/** A section with one screen: the entry has the section's name. */
const single = (
  id: keyof typeof sections,
  icon: LucideIcon,
  to: string,
  permissions: readonly Permission[],
  more?: Pick<MenuEntry, "feature" | "under">,
) => section(id, icon, entry(sections[id], to, permissions, more));

const encaps = ["ENCAPS.DELETE", "ENCAPS.VIEW", "ENCAPS.EDIT", "ENCAPS.CREATE"] as const;
const campaigns = ["CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT", "CAMPAIGNS.VIEW", "CAMPAIGNS.DELETE"] as const;
const journeys = ["JOURNEYS.CREATE", "JOURNEYS.EDIT", "JOURNEYS.VIEW", "JOURNEYS.DELETE"] as const;
const report = ["CAMPAIGNS.VIEW_CAMPAIGNREPORT"] as const;

export const menu: readonly MenuGroup[] = [
  {
    id: "module",
    label: groups.module,
    sections: [
      section(
        "chat",
        MessagesSquare,
        entry(entries.conversation, "/chat/conversation", ["CHAT.HANDLE"]),
        entry(entries.analytics, "/chat/analytics", ["CHAT.VIEW_ANALYTICS"]),
        entry(entries.monitor, "/chat/monitor", ["CHAT.VIEW_MONITOR"]),
        entry(entries.history, "/chat/history", ["CHAT.VIEW_CHATHISTORY"]),
        entry(entries.justInTime, "/campaigns/broadcast", [
          "CAMPAIGNS.VIEW",
          "CAMPAIGNS.CREATE",
          "CAMPAIGNS.EDIT",
          "CAMPAIGNS.START",
        ]),
      ),
      section(
        "encaps",
        Package,
        entry(entries.dashboard, "/encaps/dashboard", encaps),
        entry(entries.workspace, "/encaps/workspace", encaps),
        entry(entries.logs, "/encaps/logs", ["ENCAPS.VIEW_EXECUTIONLOGS"]),
      ),
      section(
        "campaigns",
        Megaphone,
        entry(entries.campaigns, "/campaigns/campaigns-list", campaigns),
        entry(entries.activities, "/campaigns/activity-list", [...campaigns, "CAMPAIGNS.START"]),
        entry(entries.blacklist, "/campaigns/blacklist", ["CAMPAIGNS.BLACKLIST"]),
        entry(entries.approved, "/campaigns/approved", ["CAMPAIGNS.APPROVE", "CAMPAIGNS.START"]),
        entry(entries.rejected, "/campaigns/reject", ["CAMPAIGNS.VIEW_REJECTEDLIST"]),
        entry(entries.report, "/campaigns/report", report),
        entry(entries.externalReport, "/campaigns/externalreport", report, {
          feature: "recordExternalCampaign",
        }),
      ),
      section(
        "journey",
        Route,
        entry(entries.workspace, "/journey/workspace", journeys),
        entry(entries.reports, "/journey/reports", ["JOURNEYS.VIEW_REPORTS"]),
        entry(entries.monitor, "/journey/monitor", ["JOURNEYS.VIEW_JOURNEYMONITOR"]),
        entry(entries.milestoneReport, "/journey/milestone-report", ["JOURNEYS.VIEW_MILESTONEREPORT"], {
          feature: "milestone",
        }),
      ),
      single("publish", Send, "/publish/journey", ["JOURNEYS.VIEW_PUBLISH"]),
      section(
        "nlp",
        Bot,
        entry(entries.skills, "/bots", ["NLP.VIEW"], { feature: "bots" }),
        entry(entries.analytics, "/nlp-report/overview", ["NLP.VIEW"], { feature: "bots" }),
      ),
      section(
        "speech",
        AudioLines,
        entry(entries.textToSpeech, "/services/servicesform", ["COGNITIVE.VIEW"]),
        entry(entries.speechToText, "/services/speech/speechservice", ["COGNITIVE.VIEW"]),
      ),
      section(
        "customers",
        UsersRound,
        entry(entries.customers, "/customer-master/customers", ["CUSTOMER.VIEW"]),
        entry(entries.uploads, "/customer-master/uploads", ["CUSTOMER.VIEW", "CUSTOMER.IMPORT"], {
          under: ["/customer-master/uploadfile", "/customer-master/error"],
        }),
      ),
      single("richCard", IdCard, "/admin/richcard", allOf("RICHCARDS")),
      single("analytics", ChartColumn, "/admin/analytics", ["ANALYTICS.VIEW"], {
        feature: "analytics",
      }),
    ],
  },
  {
    id: "configuration",
    label: groups.configuration,
    sections: [
      single("chatConfig", Settings2, "/admin/chatConfig/chat-config", ["CHAT.CHAT_CONFIG"]),
      single("channels", Radio, "/admin/channels", allOf("CHANNELS")),
      single("waba", Network, "/admin/whatsapp-onboarding", ["WABAONBOARD.VIEW"]),
      single("template", MessageSquareText, "/admin/messageTemplate/whatsapp", allOf("MSG_TEMPLATES")),
      single("flows", Workflow, "/whatsapp-flow", ["FLOW.VIEW"]),
      single("integration", Plug, "/admin/integration", allOf("INTEGRATIONS")),
      single("definition", Database, "/customer-master/definition", ["CUSTOMER_MASTER.VIEW"], {
        under: ["/customer-master/define-customer"],
      }),
      single("analyticsConfig", ChartLine, "/admin/analytics/config", ["ANALYTICS.VIEW"], {
        feature: "analytics",
      }),
      single("billing", CreditCard, "/admin/enterpriseBilling", ["ENTERPRISE.MANAGE_BILLING"], {
        feature: "billing",
      }),
    ],
  },
  {
    id: "manage",
    label: groups.manage,
    sections: [
      single("enterprise", Landmark, "/admin/details", ["ENTERPRISE.EDIT", "ENTERPRISE.VIEW"]),
      single("users", Users, "/admin/users", allOf("USERS")),
      single("departments", Building2, "/admin/departments", allOf("DEPARTMENTS")),
      single("audit", FileClock, "/admin/audit_trail", ["AUDITTRAIL.VIEW"]),
      single("delivery", ChartColumn, "/admin/report", ["MANAGE.DELIVERYREPORT.VIEW"]),
      single("trash", Trash2, "/admin/trash", ["TRASH.VIEW"], { feature: "trash" }),
      single("roles", ShieldCheck, "/admin/permission", allOf("ROLES")),
      single("marketplace", Store, "/marketplace/list", ["MARKET_PLACE.VIEW"]),
    ],
  },
];

const isOn = ({ feature }: MenuEntry, features: FeatureFlags) => !feature || features[feature];

/** The part of the menu that this person may see: no empty section, no empty group. */
export function visibleMenu(profile: Pick<Profile, "permissions">, features: FeatureFlags): MenuGroup[] {
  const held = new Set<Permission>(profile.permissions);
  const open = (one: MenuEntry) =>
    one.permissions.some((permission) => held.has(permission)) && isOn(one, features);
  return menu
    .map((group) => ({
      ...group,
      sections: group.sections
        .map((one) => ({ ...one, entries: one.entries.filter(open) }))
        .filter((one) => one.entries.length > 0),
    }))
    .filter((group) => group.sections.length > 0);
}

/** The section and entry of a path: the one with the longest matching address. */
export function placeOf(
  groupsShown: readonly MenuGroup[],
  pathname: string,
): { section?: string; entry?: string } {
  let found: { section?: string; entry?: string } = {};
  let longest = 0;
  for (const one of groupsShown.flatMap((group) => group.sections)) {
    for (const { to, under = [] } of one.entries) {
      const at = [to, ...under].find((start) => pathname === start || pathname.startsWith(`${start}/`));
      if (at && at.length > longest) {
        longest = at.length;
        found = { section: one.id, entry: to };
      }
    }
  }
  return found;
}

/** Screens without a menu entry that go with the feature of another one. */
const beside: Readonly<Record<string, string>> = { "/billing": "/admin/enterpriseBilling" };

/** The screen at this path if its feature is switched off for the enterprise. */
export function switchedOff(pathname: string, features: FeatureFlags): MenuEntry | undefined {
  const place = placeOf(menu, beside[pathname] ?? pathname).entry;
  return menu
    .flatMap((group) => group.sections.flatMap((one) => one.entries))
    .find((one) => one.to === place && !isOn(one, features));
}

/** Screens without a menu entry of their own that need more than the entry which leads to them. */
const narrower: Readonly<Record<string, Permission>> = {
  "/welcome": "CHANNELS.CREATE",
  "/customer-master/customers/create": "CUSTOMER.EDIT",
  "/customer-master/uploadfile": "CUSTOMER.IMPORT",
  "/campaigns/broadcast/create": "CAMPAIGNS.CREATE",
};

/** Whether the menu has this path but this person may not open it. */
export function isForbidden(pathname: string, profile: Profile, features: FeatureFlags): boolean {
  const needed = narrower[pathname];
  if (needed && !profile.permissions.includes(needed)) return true;
  const place = placeOf(menu, pathname).entry;
  return place !== undefined && placeOf(visibleMenu(profile, features), pathname).entry !== place;
}
