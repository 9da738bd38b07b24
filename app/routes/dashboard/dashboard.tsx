import { Bot, Check, type LucideIcon, Megaphone, Radio, UserPlus, UsersRound } from "lucide-react";
import { call } from "#app/api.ts";
import { Page } from "#app/components/page.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { messages } from "#app/messages.ts";
import { can, loadSession, useSession } from "#app/session.ts";
import { titleOf } from "#app/title.ts";
import { listAgents } from "#workers/contract/endpoints/agents.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { Route } from "./+types/dashboard.ts";

const { shell } = messages;

export const meta = () => titleOf(shell.entries.dashboard);

/** What of the first steps is done already. A count that cannot be had only leaves its step open. */
export async function clientLoader() {
  const { profile } = await loadSession();
  const mayBots = can(profile, ["NLP.VIEW"]);
  const bots = mayBots ? await call(listAgents, { query: { perPage: 1 } }).catch(() => undefined) : undefined;
  return {
    greeting: greeting(new Date()),
    done: { bot: (bots?.agents.length ?? 0) > 0 } as Partial<Record<Step, boolean>>,
  };
}

export default function Dashboard({ loaderData: { greeting: hello, done } }: Route.ComponentProps) {
  const { profile } = useSession();
  const steps = STEPS.filter(({ anyOf }) => can(profile, anyOf));
  const finished = steps.filter(({ id }) => done[id]).length;
  return (
    <Page title={`${hello}, ${profile.name || profile.userName}`} lead={profile.enterpriseName}>
      {steps.length > 0 && (
        <Card className="p-0">
          <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-4">
            <div>
              <h2 className="text-base font-semibold">{shell.firstSteps}</h2>
              <p className="text-muted">{shell.firstStepsLead}</p>
            </div>
            <Badge tone="accent">{shell.stepsDone(finished, steps.length)}</Badge>
          </div>
          <ol>
            {steps.map((step) => (
              <StepRow key={step.id} step={step} done={done[step.id] ?? false} />
            ))}
          </ol>
        </Card>
      )}
      <Card className="mt-5 border-dashed p-5">
        <h2 className="text-base font-semibold">{shell.comingToDashboard}</h2>
        <p className="mt-1 text-muted">{shell.comingToDashboardText}</p>
      </Card>
    </Page>
  );
}

type Step = keyof typeof shell.steps;

interface StepData {
  id: Step;
  to: string;
  icon: LucideIcon;
  anyOf: readonly Permission[];
}

const STEPS: readonly StepData[] = [
  { id: "bot", to: "/bots", icon: Bot, anyOf: ["NLP.VIEW"] },
  { id: "channel", to: "/admin/channels", icon: Radio, anyOf: ["CHANNELS.CREATE", "CHANNELS.VIEW"] },
  { id: "customers", to: "/customer-master/customers", icon: UsersRound, anyOf: ["CUSTOMER.VIEW"] },
  {
    id: "broadcast",
    to: "/campaigns/broadcast",
    icon: Megaphone,
    anyOf: ["CHAT.HANDLE", "CAMPAIGNS.CREATE"],
  },
  { id: "invite", to: "/admin/users", icon: UserPlus, anyOf: ["USERS.ADD"] },
];

function StepRow({ step: { id, to, icon: Icon }, done }: { step: StepData; done: boolean }) {
  const [title, text] = shell.steps[id];
  const soon = to in messages.coming;
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
          <Badge tone={done ? "success" : "neutral"}>
            {done ? shell.done : soon ? shell.soon : shell.open}
          </Badge>
        </h3>
        <p className="text-[0.8125rem] text-muted">{text}</p>
      </div>
      {!soon && (
        <ButtonLink
          to={to}
          size="sm"
          tone={done ? "secondary" : "primary"}
          aria-label={`${done ? shell.stepAgain : shell.startStep}: ${title}`}
        >
          {done ? shell.stepAgain : shell.startStep}
        </ButtonLink>
      )}
    </li>
  );
}

function greeting(now: Date): string {
  const hour = now.getHours();
  return hour < 12
    ? shell.greetings.morning
    : hour < 18
      ? shell.greetings.afternoon
      : shell.greetings.evening;
}
