import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

interface Named {
  list: string;
  choose: string;
  chooseText: string;
}

/** Shown in place of an open chat as long as none is chosen. */
export const NoneChosen = ({ texts }: { texts: Named }) => (
  <div className="flex h-full items-center justify-center rounded-lg border border-line">
    <EmptyState icon={<MessagesSquare />} title={texts.choose}>
      {texts.chooseText}
    </EmptyState>
  </div>
);

/** A list and the chat of it that is open beside it; in a narrow window either of them. */
export function BesideList({
  texts,
  list,
  shown,
  children,
}: {
  texts: Named;
  list: ReactNode;
  /** The id of the open chat. */
  shown: string | undefined;
  children: (id: string) => ReactNode;
}) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(17rem,26rem)_1fr]">
      <section aria-label={texts.list} className={cx("min-w-0", shown && "max-lg:hidden")}>
        {list}
      </section>
      <div className={cx("min-w-0 lg:h-[calc(100dvh-10rem)] lg:min-h-96", !shown && "max-lg:hidden")}>
        {shown ? children(shown) : <NoneChosen texts={texts} />}
      </div>
    </div>
  );
}
