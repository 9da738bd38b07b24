import type { ReactNode } from "react";
import { Page } from "#app/components/page.tsx";
import { LinkTabs } from "#app/components/ui/tabs.tsx";
import { apiKeysTexts } from "#texts/api-keys.ts";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import { paymentsTexts } from "#texts/payments.ts";
import { webhooksOutTexts } from "#texts/webhooks-out.ts";
import { API_KEYS, CONNECTIONS, PAYMENTS, WEBHOOKS } from "./addresses.ts";

const tabs = [
  { to: CONNECTIONS, label: texts.tab, end: true },
  { to: WEBHOOKS, label: webhooksOutTexts.tab },
  { to: PAYMENTS, label: paymentsTexts.tab },
  { to: API_KEYS, label: apiKeysTexts.tab },
];

/** The shared header of what connects the enterprise with other systems: what we call, and what calls us. */
export function IntegrationPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Page title={texts.title} lead={texts.pageLead} actions={actions}>
      <LinkTabs label={texts.tabs} tabs={tabs} />
      <div className="pt-4">{children}</div>
    </Page>
  );
}
