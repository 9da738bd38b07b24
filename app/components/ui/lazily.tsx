import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { errorsTexts } from "#texts/errors.ts";
import { shellTexts } from "#texts/shell.ts";
import { uiTexts } from "#texts/ui.ts";
import { loadPart, PartError } from "#app/lib/load-part.ts";
import { whenSomebodyActs } from "#app/lib/somebody-acts.ts";
import { BusyLine } from "./busy-line.tsx";
import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";
import { toast } from "./toast-store.ts";

interface Opened {
  /** Not passed to parts that are rendered only while they are open. */
  open?: boolean;
  onClose: () => void;
}

/** Placeholder with the dialog role, so that keys typed meanwhile are not shortcuts of the page below. */
function OnItsWay() {
  return (
    <>
      <div role="dialog" hidden />
      <BusyLine />
    </>
  );
}

const reload = () => location.reload();
const needsReload = (error: unknown): boolean => error instanceof PartError && error.needsReload;

/** Why a part did not come, for its reader. */
function textOf(error: unknown): string {
  if (needsReload(error)) return (error as PartError).message;
  return navigator.onLine ? errorsTexts.transport : shellTexts.offline;
}

const showModal = (box: HTMLDialogElement | null) => box?.showModal();

/** A dialog whose file cannot be had: it says so for as long as it is not closed. It needs nothing that is fetched. */
const MissingPart = ({ error, onClose }: { error: unknown; onClose: () => void }) => (
  <dialog
    ref={showModal}
    role="alertdialog"
    aria-label={uiTexts.failed}
    onClose={onClose}
    className="m-auto max-w-md rounded-xl bg-raised text-ink shadow-pop backdrop:bg-scrim"
  >
    <ErrorState text={textOf(error)} retryLabel={shellTexts.reload} onRetry={reload} />
    <form method="dialog" className="px-5 pb-4 text-right">
      <Button type="submit">{uiTexts.close}</Button>
    </form>
  </dialog>
);

/** A part that is loaded once; after a failure it is asked for anew. */
function partOf<Module, Props>(load: () => Promise<Module>, pick: (module: Module) => ComponentType<Props>) {
  let coming: Promise<void> | undefined;
  const part = {
    ready: undefined as ComponentType<Props> | undefined,
    fetch() {
      coming ??= loadPart(load).then(
        (module) => void (part.ready = pick(module)),
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      );
      return coming;
    },
  };
  return part;
}

/**
 * A part of the page that opens on a press, in its own chunk, fetched at the first user activity so that a first visit
 * does not wait for it. React's `lazy` would show a loaded part a third of a second late, and could not retry.
 */
export function lazily<Module, Props extends Opened>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  /** Shown in its place while it loads. */
  Waiting?: ComponentType<Props>,
): (props: Props) => ReactNode {
  const part = partOf(load, pick);
  // A failure here is retried, and reported, on opening.
  whenSomebodyActs(() => void part.fetch().catch(() => {}));

  return function Lazily(props: Props) {
    const [, setArrived] = useState(false);
    const [missing, setMissing] = useState<{ error: unknown }>();
    const { open = true, onClose } = props;
    const close = useRef(onClose);
    useEffect(() => {
      close.current = onClose;
    });
    useEffect(() => {
      if (!open) return;
      let gone = false;
      part.fetch().then(
        () => gone || setArrived(true),
        (error: unknown) => {
          if (gone) return;
          if (needsReload(error)) return setMissing({ error });
          // The next press asks anew.
          toast.error(textOf(error));
          close.current();
        },
      );
      return () => {
        gone = true;
        setMissing(undefined);
      };
    }, [open]);
    const Ready = part.ready;
    if (Ready) return <Ready {...props} />;
    if (open && missing) return <MissingPart error={missing.error} onClose={onClose} />;
    return (
      open && (
        <>
          {Waiting && <Waiting {...props} />}
          <OnItsWay />
        </>
      )
    );
  };
}

/** A part that belongs to the page, such as a chart: fetched when it is first shown, with Retry in its place. */
export function lazilyShown<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  Fallback: ComponentType<Props>,
): ((props: Props) => ReactNode) & { prefetch: () => void } {
  const part = partOf(load, pick);

  function LazilyShown(props: Props) {
    const [, setArrived] = useState(false);
    const [round, setRound] = useState(0);
    const [failed, setFailed] = useState<{ round: number; error: unknown }>();
    useEffect(() => {
      let gone = false;
      part.fetch().then(
        () => gone || setArrived(true),
        (error: unknown) => gone || setFailed({ round, error }),
      );
      return () => {
        gone = true;
      };
    }, [round]);
    const stuck = failed !== undefined && needsReload(failed.error);
    const retry = failed !== undefined && !stuck;
    // The page's own part need not be asked for by hand when the network is back.
    useEffect(() => {
      if (!retry) return;
      const again = () => setRound((last) => last + 1);
      addEventListener("online", again);
      return () => removeEventListener("online", again);
    }, [retry]);
    const Ready = part.ready;
    if (Ready) return <Ready {...props} />;
    if (!failed) return <Fallback {...props} />;
    return (
      <ErrorState
        text={textOf(failed.error)}
        busy={failed.round !== round}
        retryLabel={stuck ? shellTexts.reload : undefined}
        onRetry={stuck ? reload : () => setRound(round + 1)}
      />
    );
  }
  /** For a loader, so that the part comes along with its data; a failure is told where it is shown. */
  LazilyShown.prefetch = () => void part.fetch().catch(() => {});
  return LazilyShown;
}
