import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { uiTexts } from "#texts/ui.ts";

const texts = campaignScreensTexts.figureParts;
const FRAME = "rounded-lg border border-line bg-surface p-3 text-start hover:bg-hover";

/** A part of a figure: a run of an activity, or an activity of a campaign. */
export interface FigurePart {
  id: string;
  name: string;
  count: number;
  /** Where its people are, or its own figures. */
  to: string;
}

/** A figure whose people are all in one place. */
export const FigureLink = ({
  to,
  className,
  children,
}: {
  to: string;
  className: string;
  children: ReactNode;
}) => (
  <Link to={to} className={cx(FRAME, className)}>
    {children}
  </Link>
);

/** A figure that opens the parts that it adds up. */
export const FigureButton = ({
  onOpen,
  className,
  children,
}: {
  onOpen: () => void;
  className: string;
  children: ReactNode;
}) => (
  <button type="button" onClick={onOpen} className={cx(FRAME, className)}>
    {children}
  </button>
);

/** The parts of a figure, each leading to its own. */
export function FigureParts({
  title,
  of,
  parts,
  failed,
  onClose,
}: {
  title: string;
  /** How a part is called. */
  of: string;
  /** Undefined while they are asked for. */
  parts: readonly FigurePart[] | undefined;
  /** Why they could not be fetched. */
  failed?: ComponentProps<typeof ErrorState> | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      title={title}
      busy={parts === undefined && failed === undefined}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      {!parts && failed && <ErrorState {...failed} />}
      {parts && (
        <Table caption={title}>
          <thead>
            <tr>
              <Th>{of}</Th>
              <FigureTh>{texts.people}</FigureTh>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ id, name, count, to }) => (
              <tr key={id}>
                <RowTh>
                  <Link
                    to={to}
                    dir="auto"
                    className="text-accent-ink [overflow-wrap:anywhere] hover:underline"
                  >
                    {name}
                  </Link>
                </RowTh>
                <FigureTd>{formatCount(count)}</FigureTd>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  );
}
