import { useEffect, useState } from "react";

/** Returns the seconds left, and a function that restarts the countdown. */
export function useCountdown(seconds: number): [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return [
    left,
    (next) => {
      setUntil(Date.now() + next * 1_000);
      setLeft(next);
    },
  ];
}
