import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { errorsTexts } from "#texts/errors.ts";
import { shellTexts } from "#texts/shell.ts";
import { whenSomebodyActs } from "#app/lib/somebody-acts.ts";
import { BusyLine } from "./busy-line.tsx";
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

/**
 * A part of the page that opens on a press, in its own chunk. It is fetched at the first user activity, which comes
 * before the press, so that a first visit does not wait for it and an opening seldom does. React's `lazy` would show a
 * loaded part only after a third of a second, and could not retry.
 */
export function lazily<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  let ready: ComponentType<Props> | undefined;
  let coming: Promise<void> | undefined;
  const fetchOnce = () => {
    coming ??= load().then(
      (Part) => void (ready = Part),
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  // A failure here is retried, and reported, on opening.
  whenSomebodyActs(() => void fetchOnce().catch(() => {}));

  return function Lazily(props: Props) {
    const [, setArrived] = useState(false);
    const { open = true, onClose } = props;
    const close = useRef(onClose);
    useEffect(() => {
      close.current = onClose;
    });
    useEffect(() => {
      if (!open) return;
      let gone = false;
      fetchOnce().then(
        () => gone || setArrived(true),
        () => {
          if (gone) return;
          toast.error(navigator.onLine ? errorsTexts.transport : shellTexts.offline);
          close.current();
        },
      );
      return () => {
        gone = true;
      };
    }, [open]);
    const Part = ready;
    if (Part) return <Part {...props} />;
    return open ? <OnItsWay /> : null;
  };
}
