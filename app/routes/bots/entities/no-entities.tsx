import { Plus, SearchX } from "lucide-react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";

/** Empty state of the list: no match for the query, or no entities yet, with a link that creates one. */
export function NoEntities({ createAt, query, own }: { createAt: string; query: string; own: boolean }) {
  if (query || !own) {
    return (
      <EmptyState icon={<SearchX aria-hidden />} title={query ? texts.noneFound(query) : texts.noData} />
    );
  }
  return (
    <div className="pt-6">
      <Picture />
      <EmptyState
        title={texts.empty}
        action={
          <ButtonLink tone="primary" icon={<Plus aria-hidden />} to={createAt}>
            {texts.create}
          </ButtonLink>
        }
      >
        {texts.emptyHint}
      </EmptyState>
    </div>
  );
}

/** Illustration of a message with two entities highlighted in their colours. */
function Picture() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 240 120"
      className="mx-auto -mb-8 block w-60 max-w-full fill-surface stroke-edge"
    >
      <path
        strokeWidth="1.5"
        d="M20 14h184a12 12 0 0 1 12 12v52a12 12 0 0 1-12 12H62l-18 18V90H20A12 12 0 0 1 8 78V26a12 12 0 0 1 12-12Z"
      />
      <g stroke="none">
        <g className="fill-line">
          <rect x="24" y="34" width="34" height="9" rx="4.5" />
          <rect x="122" y="34" width="22" height="9" rx="4.5" />
          <rect x="24" y="60" width="52" height="9" rx="4.5" />
        </g>
        <rect x="64" y="29" width="52" height="19" rx="5" className="fill-tag-5" />
        <rect x="71" y="34" width="38" height="9" rx="4.5" className="fill-tag-5-ink" />
        <rect x="82" y="55" width="72" height="19" rx="5" className="fill-tag-8" />
        <rect x="89" y="60" width="58" height="9" rx="4.5" className="fill-tag-8-ink" />
      </g>
    </svg>
  );
}
