import {
  Bot,
  Check,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  Radio,
  UserPlus,
  UsersRound,
} from "lucide-react";
import { Link } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useQueryOf } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { firstStepsTexts as texts } from "#texts/first-steps.ts";
import { shellTexts as shell } from "#texts/shell.ts";
import { simulatorTexts } from "#texts/simulator.ts";
import { can, loadSession, useSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { dashboardSummary, type Tile } from "#workers/contract/endpoints/dashboard.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { Route } from "./+types/dashboard.ts";
import { ChannelAlerts } from "./channel-alerts.tsx";
import { CHAT_FIGURES } from "./permissions.ts";
import { Tiles } from "./tiles.tsx";

/** Loaded after the page. */
const ChatCharts = lazilyShown(
  () => import("./chat-charts.tsx"),
  (module) => module.ChatCharts,
  () => <Skeleton className="mt-6 h-64" />,
);

export const meta = () => titleOf(shell.entries.dashboard);

/** Waits for the counts, which may fail: the screen says so in their place. */
export const clientLoader = prefetched(async () => {
  await Promise.all([load(dashboardSummary).catch(() => undefined), loadSession()]);
  return { greeting: greeting(new Date()) };
});

export default function Dashboard({ loaderData: { greeting: hello } }: Route.ComponentProps) {
  const { profile } = useSession();
  const { answer, asking, reload } = useQueryOf(dashboardSummary);
  const counts = answer?.tiles;
  const countOf = (tile: Tile) => counts?.find((each) => each.tile === tile)?.count ?? 0;
  const done: Partial<Record<Step, boolean>> | undefined = counts && {
    bot: countOf("bots") > 0,
    channel: answer.steps?.channel ?? false,
    hello: answer.steps?.hello ?? false,
    customers: countOf("customers") > 0,
    invite: countOf("users") > 1 || countOf("invitations") > 0,
  };
  const steps = STEPS.filter(({ anyOf }) => can(profile, anyOf));
  const finished = steps.filter(({ id }) => done?.[id]).length;
  return (
    <Page title={`${hello}, ${profile.name || profile.userName}`} lead={profile.enterpriseName}>
      {answer && <ChannelAlerts alerts={answer.alerts} />}
      <Tiles counts={counts} busy={asking} onRetry={reload} />
      {steps.length > 0 && (
        <Card className="p-0">
          <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-4">
            <div>
              <h2 className="text-base font-semibold">{texts.title}</h2>
              <p className="text-muted">{texts.lead}</p>
            </div>
            {done && <Badge tone="accent">{texts.stepsDone(finished, steps.length)}</Badge>}
          </div>
          <ol>
            {steps.map((step) => (
              <StepRow
                key={step.id}
                step={step}
                done={done && (done[step.id] ?? false)}
                {...(step.id === "channel" && { state: { bot: answer?.steps?.onlyBot ?? null } })}
              />
            ))}
          </ol>
          {can(profile, ["CHANNELS.CREATE", "CHANNELS.EDIT"]) && (
            <p className="border-t border-line px-5 py-3 text-muted">
              {simulatorTexts.tryLead}{" "}
              <Link
                to="/simulator"
                className="inline-block min-h-6 text-accent-ink underline underline-offset-2"
              >
                {simulatorTexts.title}
              </Link>
            </p>
          )}
        </Card>
      )}
      {can(profile, CHAT_FIGURES) && (
        <ChatCharts mayConnect={can(profile, ["CHANNELS.CREATE", "CHANNELS.VIEW"])} />
      )}
    </Page>
  );
}

type Step = keyof typeof texts.steps;

interface StepData {
  id: Step;
  to: string;
  /** Where it leads to until it is done, with what is filled in. */
  first?: string;
  icon: LucideIcon;
  anyOf: readonly Permission[];
}

const STEPS: readonly StepData[] = [
  { id: "bot", to: "/bots", icon: Bot, anyOf: ["NLP.VIEW"] },
  {
    id: "channel",
    to: "/admin/channels",
    first: "?add=simulator",
    icon: Radio,
    anyOf: ["CHANNELS.CREATE"],
  },
  {
    id: "hello",
    to: "/simulator",
    first: `?say=${encodeURIComponent(texts.hello)}`,
    icon: MessageCircle,
    anyOf: ["CHANNELS.CREATE", "CHANNELS.EDIT"],
  },
  { id: "customers", to: "/customer-master/customers", icon: UsersRound, anyOf: ["CUSTOMER.VIEW"] },
  {
    id: "broadcast",
    to: "/campaigns/broadcast",
    icon: Megaphone,
    anyOf: ["CHAT.HANDLE", "CAMPAIGNS.CREATE"],
  },
  { id: "invite", to: "/admin/users", icon: UserPlus, anyOf: ["USERS.ADD"] },
];

function StepRow({
  step: { id, to, first = "", icon: Icon },
  done,
  state,
}: {
  step: StepData;
  /** Undefined when it is unknown. */
  done: boolean | undefined;
  state?: object;
}) {
  const [title, text] = texts.steps[id];
  return (
    <li className="flex items-center gap-4 border-b border-line px-5 py-3.5 last:border-b-0">
      <span
        className={cx(
          "flex size-9 shrink-0 items-center justify-center rounded-full",
          done ? "bg-success-soft text-success-ink" : "bg-sunken text-muted",
        )}
      >
        {done ? <Check aria-hidden className="size-4.5" /> : <Icon aria-hidden className="size-4.5" />}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 font-medium">
          {title}
          {done !== undefined && (
            <Badge tone={done ? "success" : "neutral"}>{done ? texts.done : texts.open}</Badge>
          )}
        </h3>
        <p className="text-[0.8125rem] text-muted">{text}</p>
      </div>
      <ButtonLink
        to={done ? to : `${to}${first}`}
        state={state}
        size="sm"
        tone={done ? "secondary" : "primary"}
        aria-label={`${done ? texts.stepAgain : texts.startStep}: ${title}`}
      >
        {done ? texts.stepAgain : texts.startStep}
      </ButtonLink>
    </li>
  );
}

function greeting(now: Date): string {
  const hour = now.getHours();
  return hour < 12
    ? texts.greetings.morning
    : hour < 18
      ? texts.greetings.afternoon
      : texts.greetings.evening;
}
