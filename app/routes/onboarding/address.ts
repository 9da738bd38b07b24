/** Where onboardings are listed; one is below it. */
export const ONBOARDING = "/admin/whatsapp-onboarding";
