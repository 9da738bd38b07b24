import { Pause, Play } from "lucide-react";
import { type FocusEvent, type ReactNode, useEffect, useState } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { useMedia } from "#app/components/use-media.ts";

export interface Slides {
  /** The one that is shown, from 0. */
  at: number;
  go: (at: number) => void;
  moving: boolean;
  playing: boolean;
  toggle: () => void;
  /** Nothing moves by itself: reduced motion is preferred. */
  still: boolean;
  hold: (held: boolean) => void;
}

/** Slides that advance by themselves unless they are hovered, have the focus, are paused, or reduced motion is preferred. */
export function useSlides(count: number, eachMs: number): Slides {
  const [chosen, setChosen] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [held, hold] = useState(false);
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const at = Math.min(chosen, count - 1);
  const moving = playing && !held && !still && count > 1;
  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(() => setChosen((at + 1) % count), eachMs);
    return () => clearTimeout(timer);
  }, [moving, at, count, eachMs]);
  return {
    at,
    go: (to) => setChosen((to + count) % count),
    moving,
    playing,
    toggle: () => setPlaying(!playing),
    still,
    hold,
  };
}

/** The box around slides, in which they stand still while somebody points at them or is in them. */
export function SlideBox({
  label,
  hold,
  className,
  children,
}: Pick<Slides, "hold"> & { label: string; className?: string; children: ReactNode }) {
  const release = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) hold(false);
  };
  return (
    // Hover and focus only pause it; there is nothing to press.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      className={className}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={release}
    >
      {children}
    </div>
  );
}

/** Pauses slides that move by themselves, and lets them go on. */
export const PauseSlides = ({
  slides: { still, playing, toggle },
  texts,
}: {
  slides: Slides;
  texts: { pause: string; play: string };
}) =>
  still ? null : (
    <IconButton
      size="sm"
      side="top"
      label={playing ? texts.pause : texts.play}
      icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      onClick={toggle}
    />
  );
