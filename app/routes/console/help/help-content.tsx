import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { startTour } from "#app/session/tour.ts";
import { helpTexts as texts } from "#texts/help.ts";
import { shellTexts } from "#texts/shell.ts";
import { helpKinds, type HelpItem, listHelp } from "#workers/contract/endpoints/help.ts";
import { fitting } from "./fitting.ts";
import { HelpLink } from "./help-link.tsx";

const FILTER_MS = 150;

/** The community site's entries, and the tour of the console, which needs none. */
export function HelpContent({ onClose }: { onClose: () => void }) {
  const takeTour = () => {
    // The panel gives the focus back as it goes, and the tour takes it from there.
    document.addEventListener("focusin", startTour, { once: true });
    onClose();
  };
  return (
    <>
      <Entries />
      <Button className="mt-4" onClick={takeTour}>
        {shellTexts.tour}
      </Button>
    </>
  );
}

/** By kind, searchable; a kind without entries is announced as coming. */
function Entries() {
  const { answer, failure, asking, reload } = useQueryOf(listHelp);
  const [text, setText] = useState("");
  if (!answer) {
    if (!failure) return <SkeletonRows />;
    const { message, requestId } = failure;
    return (
      <ErrorState title={texts.failed} text={message} requestId={requestId} busy={asking} onRetry={reload} />
    );
  }
  const { items } = answer;
  const found = fitting(items, text);
  return (
    <>
      {items.length > 0 && (
        <div className="mb-3 grid gap-2">
          <SearchInput
            label={texts.search}
            value={text}
            onSearch={setText}
            delay={FILTER_MS}
            className="w-full"
          />
          <p role="status" className={text ? "text-muted" : "sr-only"}>
            {text && texts.found(found.length)}
          </p>
        </div>
      )}
      <Tabs
        label={texts.open}
        items={helpKinds.map((kind) => {
          const ofKind = (all: readonly HelpItem[]) => all.filter((item) => item.kind === kind);
          return {
            id: kind,
            label: texts.tabs[kind],
            content: <HelpList found={ofKind(found)} none={ofKind(items).length === 0} />,
          };
        })}
      />
    </>
  );
}

function HelpList({ found, none }: { found: readonly HelpItem[]; none: boolean }) {
  if (found.length === 0) {
    return <p className="py-6 text-center text-muted">{none ? texts.comingSoon : texts.nothingFits}</p>;
  }
  return (
    <ul className="-mx-2 grid grid-cols-1 gap-1">
      {found.map((item, at) => (
        <li key={`${at} ${item.url}`}>
          <HelpLink item={item} />
        </li>
      ))}
    </ul>
  );
}
