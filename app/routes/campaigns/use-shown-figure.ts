import { useSearchParams } from "react-router";
import { type FunnelStatus, isFunnelStatus } from "#app/features/broadcasts/counts-funnel.tsx";

const FIGURE = "figure";

/** Where a campaign or an activity is shown with a figure open. */
export const withFigure = (address: string, figure: FunnelStatus): string =>
  `${address}?${new URLSearchParams({ [FIGURE]: figure }).toString()}`;

/** The figure whose parts are open. It is in the address, so that another screen can lead to it and a way back finds it. */
export function useShownFigure() {
  const [params, setParams] = useSearchParams();
  const named = params.get(FIGURE) ?? "";
  const show = (figure: FunnelStatus | undefined) =>
    setParams(
      (now) => {
        if (figure) now.set(FIGURE, figure);
        else now.delete(FIGURE);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return { shown: isFunnelStatus(named) ? named : undefined, show };
}
