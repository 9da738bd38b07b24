import { Pencil, Rocket } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { listenForAutomations } from "#app/features/automation-state/automation-news.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { titleOf } from "#app/lib/title.ts";
import { useCan } from "#app/session/session.ts";
import { encapsTexts as texts } from "#texts/encaps.ts";
import { listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import { designerOf, launchOf, WORKSPACE } from "../addresses.ts";
import type { Route } from "./+types/encap.ts";
import { Buttons } from "./buttons.tsx";
import { Forms } from "./forms.tsx";
import { Launches } from "./launches.tsx";
import { LoggerForm } from "#app/features/automation-logger/logger-form.tsx";
import { Milestones } from "./milestones.tsx";
import { Properties } from "./properties.tsx";
import { Urls } from "./urls.tsx";
import { Versions } from "./versions.tsx";

export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(loaderData?.loaded.answer.encap.name ?? texts.title);
const { title, failed } = texts;
export const { HydrateFallback, ErrorBoundary } = frameOf({ title, failed, wide: true });

/** The tab and the page of launches are in the address. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    listenForAutomations();
    const from = fromIn(new URL(url).searchParams);
    return { loaded: await load(listLaunches, { params: { id }, query: { from } }), from };
  },
);

const TABS = [
  "instances",
  "properties",
  "forms",
  "milestones",
  "buttons",
  "urls",
  "logger",
  "versions",
] as const;

/** One encap: where it was launched, and what belongs to it. */
export default function Encap({ loaderData: { loaded, from } }: Route.ComponentProps) {
  const list = useLoaded(loaded);
  const { encap, channels } = list.answer;
  const { id, name, state, version } = encap;
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const mayEdit = useCan()("ENCAPS.EDIT");
  const tab = TABS.find((each) => each === search.get("tab")) ?? "instances";
  const reason =
    version === null
      ? texts.neverPublished
      : state === "archived"
        ? texts.archived
        : channels.length === 0
          ? texts.noChannels
          : undefined;
  const contents = {
    instances: <Launches {...{ list, from, mayEdit }} />,
    properties: <Properties {...{ id, mayEdit }} />,
    forms: <Forms id={id} />,
    milestones: <Milestones id={id} />,
    buttons: <Buttons id={id} />,
    urls: <Urls id={id} />,
    logger: <LoggerForm kind="encap" {...{ id, mayEdit }} />,
    versions: <Versions {...{ id, version }} />,
  };
  return (
    <Page
      wide
      title={name}
      back={{ label: texts.workspace, to: WORKSPACE }}
      lead={<StateBadge {...{ state, version }} />}
      actions={
        <>
          <Button
            icon={<Pencil aria-hidden />}
            onClick={() => void navigate(designerOf(id), { state: { name } })}
          >
            {texts.designer}
          </Button>
          {mayEdit && (
            <Button
              tone="primary"
              icon={<Rocket aria-hidden />}
              disabledReason={reason}
              onClick={() => void navigate(launchOf(id))}
            >
              {texts.launch}
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label={texts.parts}
        selected={tab}
        items={TABS.map((each) => ({ id: each, label: texts.tabs[each], content: contents[each] }))}
        onChange={(next) =>
          setSearch(next === "instances" ? {} : { tab: next }, { preventScrollReset: true })
        }
      />
    </Page>
  );
}
