import { Page } from "#app/components/page.tsx";
import { ErrorPage } from "#app/components/error-page.tsx";
import { ApiError } from "#app/api.ts";
import * as messages from "#app/messages.ts";
import { can, useSession } from "#app/session.ts";
import { titleOf } from "#app/title.ts";
import ChatCharts from "./chat-charts.tsx";
import { CHAT_FIGURES } from "./permissions.ts";

const texts = messages.dashboard;
const crumbs = [{ label: messages.shell.entries.dashboard, to: "/dashboard" }];

export const meta = () => titleOf(texts.graphTitle);

/** The dashboard's charts on a page of their own. */
export default function Graph() {
  const { profile } = useSession();
  if (!can(profile, CHAT_FIGURES)) {
    return (
      <ErrorPage
        error={new ApiError(messages.errors.forbidden, { status: 403, code: 1403 })}
        home={{ to: "/dashboard", label: messages.shell.backToDashboard }}
      />
    );
  }
  return (
    <Page title={texts.graphTitle} crumbs={crumbs}>
      <ChatCharts mayConnect={can(profile, ["CHANNELS.CREATE", "CHANNELS.VIEW"])} />
    </Page>
  );
}
