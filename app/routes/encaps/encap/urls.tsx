import { Link2 } from "lucide-react";
import { useQueryOf } from "#app/data/query.ts";
import { StartLink } from "#app/features/automation-instances/start-link.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { encapsTexts } from "#texts/encaps.ts";
import { listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { Part } from "./part.tsx";
import { startLinks } from "./start-links.ts";

const texts = encapsTexts.urls;

/** Launches that are at work at once and shown with their links. */
const MOST = 500;

/** Links and QR codes by which people send the word that begins a started launch. */
export function Urls({ id }: { id: string }) {
  const started = useQueryOf(listLaunches, { params: { id }, query: { state: "started", perPage: MOST } });
  return <Part of={started}>{(answer) => <Links {...answer} />}</Part>;
}

function Links({ launches, channels }: Pick<ReplyOf<typeof listLaunches>, "launches" | "channels">) {
  const links = startLinks(launches, channels);
  if (links.length === 0)
    return (
      <EmptyState icon={<Link2 />} title={texts.none}>
        {texts.noneText}
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      <p className="text-muted">{texts.lead}</p>
      <ul className="grid gap-4 md:grid-cols-2">
        {links.map(({ key, word, channel, url }) => (
          <li key={key}>
            <Card className="grid justify-items-start gap-3 p-4">
              <h3 className="font-semibold [overflow-wrap:anywhere]">{texts.begins(word, channel)}</h3>
              <StartLink {...{ word, url }} />
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}
