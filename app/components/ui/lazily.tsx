import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import * as messages from "#app/messages.ts";
import { whenSomebodyActs } from "#app/somebody-acts.ts";
import { BusyLine } from "./busy-line.tsx";
import { toast } from "./toast-store.ts";

interface Opened {
  /** Left out by what is only there while it is open. */
  open?: boolean;
  onClose: () => void;
}

/** Stands for a dialog already, so that what is typed meanwhile is no command of the page below. */
function OnItsWay() {
  return (
    <>
      <div role="dialog" hidden />
      <BusyLine />
    </>
  );
}

/**
 * A part of the page that opens on a press, in a file of its own. It is fetched at the first sign that somebody is
 * there, which comes before the press, so that a first visit does not wait for it and an opening seldom does. React's
 * `lazy` would show what has long come only after a third of a second, and could not try again.
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
  // What fails here is tried again, and told, when it is opened.
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
          toast.error(navigator.onLine ? messages.errors.transport : messages.shell.offline);
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
