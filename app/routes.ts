import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";

/** The table of contents: every address of the console, in the order of the menu. */
export default [
  index("routes/home.tsx"),

  // Outside the shell, beside the slides
  layout("routes/auth/with-slides.tsx", [
    route("login", "routes/auth/login.tsx"),
    route("login/organisation", "routes/auth/organisation.tsx"),
    route("login/callback", "routes/auth/sso-callback.tsx"),
    route(":id/redirect", "routes/auth/sso-redirect.tsx"),
    route("signup", "routes/auth/sign-up.tsx"),
    route("forgot-password", "routes/auth/forgot-password.tsx"),
    route("reset-password", "routes/auth/reset-password.tsx"),
  ]),
  layout("routes/auth/plain.tsx", [
    route("signup-verify/:id", "routes/auth/verify.tsx"),
    route("invitation-accept", "routes/auth/accept-invitation.tsx"),
    route("chatagent/enter", "routes/auth/chat-agent.tsx"),
    route("transaction.html", "routes/auth/transaction.tsx"),
    route("dialog360-redirect", "routes/auth/dialog360-redirect.tsx"),
    route("simulated-partner", "routes/auth/simulated-partner.tsx"),
  ]),

  // The mail of a local system
  route("outbox", "routes/mail-preview/mail-preview.tsx"),

  // A website of an invented shop
  route("widget-demo", "routes/widget-demo/widget-demo.tsx"),

  // A form, for whoever has its address
  route("f/:token", "routes/public-form/public-form.tsx"),

  // A video call, for the customer who was sent its link
  route("call/:token", "routes/call/call.tsx"),

  // The agent's end of it: a document of its own, which alone may open a camera and leads to no other screen
  route("chat/call/:id", "routes/chats/call/window.tsx"),

  // Pages that the console shows in a frame if a deployment names no analytics host
  layout("routes/bots/analytics/own/frame-page.tsx", [
    route("analytics-frame/conversation", "routes/bots/analytics/own/conversation-flow.tsx"),
    route("analytics-frame/call-classification", "routes/bots/analytics/own/call-classification.tsx"),
    route("analytics-frame/sentiment", "routes/bots/analytics/own/sentiment.tsx"),
  ]),

  layout("routes/console.tsx", [
    layout("routes/console/screen.tsx", [
      route("welcome", "routes/welcome/welcome.tsx"),
      route("dashboard", "routes/dashboard/dashboard.tsx"),
      ...section("account", route("account/myprofile", "routes/account/my-profile.tsx")),
      route("account/security", "routes/account/security.tsx"),
      route("graph", "routes/dashboard/graph.tsx"),
      route("content-library", "routes/library/library.tsx"),

      // Module
      ...section(
        "chat",
        route("chat/conversation", "routes/chats/conversation/conversation.tsx"),
        route("chat/analytics", "routes/chats/analytics/analytics.tsx"),
        route("chat/monitor", "routes/chats/monitor/monitor.tsx"),
        route("chat/history", "routes/chats/past/past.tsx"),
      ),
      ...section(
        "encaps",
        route("encaps/dashboard", "routes/encaps/dashboard/dashboard.tsx"),
        route("encaps/workspace", "routes/automations/workspace/encaps.tsx"),
        route("encaps/forms", "routes/forms/forms.tsx"),
        route("encaps/workspace/:id", "routes/encaps/encap/encap.tsx"),
        route("encaps/workspace/:id/launch", "routes/encaps/launch/launch.tsx"),
        route("encaps/workspace/:id/launches/:instanceId", "routes/encaps/launched/launched.tsx"),
        route("encaps/logs", "routes/encaps/logs/logs.tsx"),
      ),
      ...section(
        "campaigns",
        route("campaigns/campaigns-list", "routes/campaigns/list/campaigns.tsx"),
        route("campaigns/campaigns-list/:id", "routes/campaigns/list/campaign.tsx"),
        route("campaigns/activity-list", "routes/campaigns/activities/activities.tsx"),
        route("campaigns/activity-list/form/:id?", "routes/campaigns/form/form.tsx"),
        route("campaigns/activity-list/:id", "routes/campaigns/activity/activity.tsx"),
        route("campaigns/blacklist", "routes/campaigns/blacklist/blacklist.tsx"),
        route("campaigns/approved", "routes/campaigns/approved/approved.tsx"),
        route("campaigns/reject", "routes/campaigns/rejected/rejected.tsx"),
        route("campaigns/report", "routes/campaigns/report/report.tsx"),
        route("campaigns/externalreport", "routes/campaigns/external/external-report.tsx"),
        route("campaigns/broadcast", "routes/broadcasts/broadcasts.tsx"),
        route("campaigns/broadcast/create", "routes/broadcasts/create.tsx"),
        route("campaigns/broadcast/:id", "routes/broadcasts/broadcast.tsx"),
      ),
      ...section(
        "journey",
        route("journey/workspace", "routes/automations/workspace/journeys.tsx"),
        route("journey/reports", "routes/journey-reports/reports.tsx"),
        route("journey/monitor", "routes/journey-monitor/monitor.tsx"),
        route("journey/milestone-report", "routes/journey-reports/milestone-report.tsx"),
      ),
      ...section("publish", route("publish/journey", "routes/publish/publish.tsx")),
      route("bots", "routes/bots/list/agents.tsx"),
      route("bots/:id", "routes/bots/bot/agent.tsx", [
        index("routes/bots/bot/agent-index.tsx"),
        route("intents", "routes/bots/intents/intents.tsx"),
        route("entity-list", "routes/bots/entities/entity-index.tsx"),
        route("entity-list/custom", "routes/bots/entities/entity-list.tsx", { id: "entities custom" }),
        route("entity-list/system", "routes/bots/entities/entity-list.tsx", { id: "entities system" }),
        route("entity-list/create", "routes/bots/entities/entity-form.tsx", { id: "entity create" }),
        route("entity-list/:entityId", "routes/bots/entities/entity-form.tsx", { id: "entity edit" }),
        route("configuration", "routes/bots/configuration/configuration.tsx"),
        route("training", "routes/bots/training-report/report.tsx"),
        route("unmatched", "routes/bots/review/unmatched.tsx"),
        route("conversation", "routes/bots/analytics/analytics.tsx", { id: "analytics conversation" }),
        route("gen-ai", "routes/bots/gen-ai/gen-ai.tsx"),
        route("call-classification", "routes/bots/analytics/analytics.tsx", {
          id: "analytics call-classification",
        }),
        route("sentiment", "routes/bots/analytics/analytics.tsx", { id: "analytics sentiment" }),
        route("nlp-report/overview", "routes/bots/nlp-report/nlp-report.tsx", {
          id: "report of a bot",
        }),
      ]),
      route("nlp-report/overview", "routes/bots/nlp-report/nlp-report.tsx"),
      route("conversation", "routes/chats/archive/archive.tsx"),
      ...section(
        "services",
        route("services/servicesform", "routes/services/to-speech.tsx"),
        route("services/speech/speechservice", "routes/services/to-text.tsx"),
      ),
      ...section(
        "customer-master",
        route("customer-master/customers", "routes/customers/list/customers.tsx"),
        route("customer-master/customers/create", "routes/customers/form/customer-form.tsx", {
          id: "customer create",
        }),
        route("customer-master/customers/view/:id", "routes/customers/form/customer-form.tsx", {
          id: "customer view",
        }),
        route("customer-master/uploads", "routes/customers/imports/uploads.tsx"),
        route("customer-master/uploadfile", "routes/customers/imports/upload-file.tsx"),
        route("customer-master/error/:id", "routes/customers/imports/error-list.tsx"),
        route("customer-master/definition", "routes/customers/fields/definitions.tsx", [
          route("add", "routes/customers/fields/add.tsx"),
        ]),
        route("customer-master/define-customer/create", "routes/customers/fields/define-customer.tsx"),
      ),

      // Configuration and Manage
      ...section(
        "admin",
        route("admin/whatsapp-onboarding", "routes/onboarding/onboardings.tsx"),
        route("admin/whatsapp-onboarding/:id", "routes/onboarding/onboarding.tsx"),
        route("admin/richcard", "routes/rich-cards/rich-cards.tsx"),
        route("admin/richcard/:id", "routes/rich-cards/rich-card.tsx"),
        route("admin/analytics", "routes/admin/analytics/analytics.tsx"),
        route("admin/chatConfig/chat-config", "routes/admin/chat-config/chat-config.tsx"),
        route("admin/channels", "routes/channels/channels.tsx"),
        route("admin/channels/:id", "routes/channels/channel.tsx"),
        route("admin/messageTemplate/whatsapp", "routes/templates/templates.tsx"),
        route("admin/messageTemplate/whatsapp/:id", "routes/templates/template.tsx"),
        route("admin/integration", "routes/admin/integration/integrations.tsx"),
        route("admin/integration/api-keys", "routes/admin/integration/api-keys.tsx"),
        route("admin/integration/payments", "routes/admin/payments/payments.tsx"),
        route("admin/integration/webhooks", "routes/admin/integration/webhooks.tsx"),
        route("admin/integration/webhooks/:id", "routes/admin/integration/deliveries.tsx"),
        route("admin/analytics/config", "routes/admin/analytics/config/own-dashboards.tsx"),
        route("admin/analytics/config/:id", "routes/admin/analytics/config/own-dashboard.tsx"),
        route("admin/enterpriseBilling", "routes/billing/enterprise-billing.tsx"),
        route("admin/details", "routes/admin/details/details.tsx"),
        route("admin/users", "routes/users/users.tsx", { id: "users active" }),
        route("admin/users/deactivated", "routes/users/users.tsx", { id: "users deactivated" }),
        route("admin/users/invited", "routes/users/invitations.tsx"),
        route("admin/departments", "routes/departments/departments.tsx"),
        route("admin/report", "routes/admin/delivery-report/delivery-report.tsx"),
        route("admin/permission", "routes/roles/permission.tsx"),
        route("admin/audit_trail", "routes/admin/audit-trail/audit-trail.tsx"),
        route("admin/trash", "routes/admin/trash/trash.tsx"),
        route("admin/sso", "routes/admin/sso/sso.tsx"),
      ),
      route("simulator", "routes/simulator/simulator.tsx"),
      route("whatsapp-flow", "routes/wa-flows/wa-flows.tsx"),
      route("billing", "routes/billing/usage.tsx"),
      ...section("marketplace", route("marketplace/list", "routes/marketplace/marketplace.tsx")),

      // Full-page designers
      route("designer/encap/:id", "routes/designer/designer.tsx", { id: "designer encap" }),
      route("designer/journey/:id", "routes/designer/designer.tsx", { id: "designer journey" }),
      route("designer/forms/:id", "routes/designer/designer.tsx", { id: "designer forms" }),
      route("designer/flow/:id/screen/:screenId", "routes/designer/designer.tsx", { id: "designer flow" }),
    ]),
  ]),

  // The chats alone, in a frame or a window of another system
  layout("routes/console/workspace.tsx", [
    route("chatagent", "routes/chats/conversation/conversation.tsx", { id: "chats alone" }),
  ]),

  // Tokens and the kit's parts, for whoever changes them
  ...(import.meta.env.DEV ? [route("design", "routes/design/design.tsx")] : []),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;

/** The bare address of a section redirects to the first of its screens that the person may open. */
function section(path: string, ...screens: RouteConfigEntry[]): RouteConfigEntry[] {
  return [route(path, "routes/console/section-index.tsx", { id: `section ${path}` }), ...screens];
}
