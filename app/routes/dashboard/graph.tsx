import { Page } from "#app/components/page.tsx";
import { ErrorPage } from "#app/components/error-page.tsx";
import { ApiError } from "#app/data/api.ts";
import { dashboardTexts as texts } from "#texts/dashboard.ts";
import { errorsTexts } from "#texts/errors.ts";
import { shellTexts } from "#texts/shell.ts";
import { can, useSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { ChatCharts } from "./chat-charts.tsx";
import { CHAT_FIGURES } from "./permissions.ts";

const crumbs = [{ label: shellTexts.entries.dashboard, to: "/dashboard" }];

export const meta = () => titleOf(texts.graphTitle);

/** The dashboard's charts on a page of their own. */
export default function Graph() {
  const { profile } = useSession();
  if (!can(profile, CHAT_FIGURES)) {
    return (
      <ErrorPage
        error={new ApiError(errorsTexts.forbidden, { status: 403, code: 1403 })}
        home={{ to: "/dashboard", label: shellTexts.backToDashboard }}
      />
    );
  }
  return (
    <Page title={texts.graphTitle} crumbs={crumbs}>
      <ChatCharts mayConnect={can(profile, ["CHANNELS.CREATE", "CHANNELS.VIEW"])} />
    </Page>
  );
}
