import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { botsTexts } from "#texts/bots.ts";
import { knowledgeSourcesTexts as texts } from "#texts/knowledge-sources.ts";
import {
  type KnowledgeSource,
  listKnowledgePages,
  type sourceStates,
} from "#workers/contract/endpoints/knowledge.ts";

const TONES: Record<(typeof sourceStates)[number], BadgeTone> = {
  waiting: "neutral",
  reading: "accent",
  ready: "success",
  failed: "danger",
};
const PAGES_AT_ONCE = 50;

/** The parsing result of a source: a short state, with details per page when expanded. */
export function SourceState({ agentId, source }: { agentId: string; source: KnowledgeSource }) {
  const [open, setOpen] = useState(false);
  const [perPage, setPerPage] = useState(PAGES_AT_ONCE);
  const list = useQueryOf(
    listKnowledgePages,
    { params: { id: agentId, sourceId: source.id }, query: { perPage } },
    { enabled: open, keepsLast: true },
  );
  const pages = list.answer;
  return (
    <div className="mt-1 grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-muted">
        <Badge tone={TONES[source.state]}>{texts.sourceStates[source.state]}</Badge>
        {texts.pages(source.pages)}
        {source.readAt && <span>{texts.readAt(formatMoment(source.readAt))}</span>}
        {source.reason && <span className="text-danger-ink">{source.reason}</span>}
      </p>
      {source.kind === "website" && source.state !== "waiting" && (
        <details className="min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="cursor-pointer text-[0.8125rem] text-accent-ink">
            {texts.showPages(source.name)}
          </summary>
          <NotRefreshed list={list} />
          {pages && (
            <Table caption={texts.showPages(source.name)} className="mt-2">
              <thead>
                <tr>
                  <Th>{texts.page}</Th>
                  <Th>{texts.state}</Th>
                  <Th>{texts.fresh}</Th>
                  <Th>{texts.changed}</Th>
                </tr>
              </thead>
              <tbody>
                {pages.pages.map((page) => (
                  <tr key={page.address}>
                    <RowTh className="min-w-48 font-normal break-all">
                      {page.title && <span className="block font-medium">{page.title}</span>}
                      {page.address}
                    </RowTh>
                    <Td>
                      {texts.pageStates[page.state]}
                      {page.reason && (
                        <span className="block text-[0.8125rem] text-muted">{page.reason}</span>
                      )}
                    </Td>
                    <Td className="whitespace-nowrap">{page.fetchedAt && formatMoment(page.fetchedAt)}</Td>
                    <Td className="whitespace-nowrap">{page.changedAt && formatMoment(page.changedAt)}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
          {pages?.more && (
            <Button
              size="sm"
              className="mt-2"
              busy={list.asking}
              onClick={() => setPerPage(perPage + PAGES_AT_ONCE)}
            >
              {botsTexts.showMore}
            </Button>
          )}
        </details>
      )}
    </div>
  );
}
