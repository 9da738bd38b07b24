/** The enterprise that a local system starts with. Never part of a deployment. */
export const DEMO = {
  enterprise: "Demo Bank",
  database: "TENANT_1",
  name: "Asha Rao",
  email: "demo@chatbird.example",
  password: "demo-chatbird",
  features: {
    analytics: true,
    artifacts: true,
    billing: true,
    milestone: true,
    emailCampaign: true,
    smsCampaign: true,
    campaignAutomation: true,
  },
} as const;
