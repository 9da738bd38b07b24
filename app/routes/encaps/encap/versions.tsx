import { History } from "lucide-react";
import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { listEncapVersions } from "#workers/contract/endpoints/automations.ts";
import { Part } from "./part.tsx";

const texts = encapsTexts.versions;
const PAGE = 20;

/** Published versions, the newest first; the designer compares them and takes one back. */
export function Versions({ id, version }: { id: string; version: number | null }) {
  const [pages, setPages] = useState(1);
  const versions = useQueryOf(
    listEncapVersions,
    { params: { id }, query: { from: 0, perPage: pages * PAGE } },
    { keepsLast: true },
  );
  return (
    <Part of={versions}>
      {(answer) =>
        answer.versions.length === 0 ? (
          <EmptyState icon={<History />} title={texts.none}>
            {texts.noneText}
          </EmptyState>
        ) : (
          <>
            <ul className="grid gap-2">
              {answer.versions.map(({ number, note, publishedBy, publishedAt }) => (
                <li key={number} className="rounded-md border border-line px-3 py-2">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-medium">{texts.number(number)}</span>
                    {number === version && <Badge tone="success">{texts.current}</Badge>}
                  </p>
                  <p className="text-[0.8125rem] text-muted">
                    {texts.by(publishedBy, formatMoment(publishedAt))}
                  </p>
                  <p className="[overflow-wrap:anywhere]">{note || texts.noNote}</p>
                </li>
              ))}
            </ul>
            {answer.more && (
              <Button
                className="justify-self-start"
                busy={versions.asking}
                onClick={() => setPages((now) => now + 1)}
              >
                {texts.more}
              </Button>
            )}
          </>
        )
      }
    </Part>
  );
}
