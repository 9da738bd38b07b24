import { AudioLines, RefreshCw } from "lucide-react";
import { Link } from "react-router";
import { invalidate, type Loaded, useLoaded } from "#app/data/query.ts";
import { ListBody } from "#app/kit/list-screen.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { listSpeech, type SpeechSummary } from "#workers/contract/endpoints/speech.ts";
import { clockOf, SPEECH } from "#workers/contract/speech.ts";
import { languageName } from "./browser-speech.ts";
import { EntryPanel } from "./entry-panel.tsx";

const TONES = { waiting: "warning", done: "success", failed: "danger" } as const;

/** Everything spoken or transcribed, newest first, and the entry that is open. */
export function History({
  list: loaded,
  from,
  emptyText,
}: {
  list: Loaded<typeof listSpeech>;
  from: number;
  emptyText: string;
}) {
  const listState = useListState("entry");
  const list = useLoaded(loaded);
  const entries = list.answer.list;
  const refresh = () => void invalidate(listSpeech);
  useEvent(
    "jobProgress",
    ({ kind, state }) => kind === "speech.run" && state !== "running" && refresh(),
    refresh,
  );
  return (
    <section aria-labelledby="speech-history" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="speech-history" className="text-base font-semibold">
          {texts.history}
        </h2>
        <Button icon={<RefreshCw aria-hidden />} onClick={refresh}>
          {texts.refresh}
        </Button>
      </div>
      <p className="mb-3 text-[0.8125rem] text-muted">{texts.keptFor(SPEECH.keptDays)}</p>
      <ListBody
        list={list}
        more={list.answer.more}
        from={from}
        count={entries.length}
        perPage={SPEECH.page}
        label={texts.pages}
        onGo={listState.go}
        empty={{ icon: <AudioLines />, title: texts.none, text: emptyText }}
      >
        <Table caption={texts.tableOf}>
          <thead>
            <tr>
              <Th>{texts.name}</Th>
              <Th>{texts.state}</Th>
              <Th>{texts.language}</Th>
              <Th>{texts.length}</Th>
              <Th>{texts.by}</Th>
              <Th>{texts.when}</Th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} to={listState.addressOf(entry.id)} />
            ))}
          </tbody>
        </Table>
      </ListBody>
      {listState.shown && <EntryPanel key={listState.shown} id={listState.shown} onClose={listState.close} />}
    </section>
  );
}

function Row({ entry, to }: { entry: SpeechSummary; to: string }) {
  const { name, state, reason, language, foundLanguage, seconds, updatedBy, at } = entry;
  const spoken = language || foundLanguage;
  return (
    <tr>
      <RowTh className="max-w-80 min-w-44 [overflow-wrap:anywhere]">
        <Link
          to={to}
          preventScrollReset
          state={{ keepFocus: true }}
          className="finger inline-block min-h-6 rounded text-accent-ink underline-offset-2 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
      </RowTh>
      <Td className="min-w-32">
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
        {reason !== "" && <span className="mt-0.5 block text-[0.8125rem] text-muted">{reason}</span>}
      </Td>
      <Td>{spoken ? languageName(spoken) : "-"}</Td>
      <Td className="tabular-nums">{seconds === null ? "-" : clockOf(seconds)}</Td>
      <Td className="max-w-40 [overflow-wrap:anywhere]">{updatedBy || "-"}</Td>
      <TimeTd at={at} />
    </tr>
  );
}
