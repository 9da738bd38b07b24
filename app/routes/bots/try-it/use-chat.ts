import { useRef, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { errorsTexts } from "#texts/errors.ts";
import { predictIntent, type Turn } from "#workers/contract/endpoints/bot-sessions.ts";

export type Line =
  | { id: number; from: "user"; text: string }
  | { id: number; from: "bot"; turn: Turn; said: string }
  | { id: number; from: "error"; text: string; asked: string; untrained: boolean };

/** A test session with a bot: answers in order, one at a time, under one id. */
export function useChat(agentId: string) {
  const [lines, setLines] = useState<Line[]>([]);
  const [waiting, setWaiting] = useState(false);
  const session = useRef<string>(undefined);
  const nextId = useRef(0);
  const round = useRef(0);

  const ask = async (text: string) => {
    const mine = round.current;
    const add = (line: Line) => mine === round.current && setLines((before) => [...before, line]);
    setWaiting(true);
    try {
      const turn = await call(predictIntent, {
        body: {
          agentId,
          sessionId: session.current,
          message: { type: "text", text, lnCode: "en" },
          metadata: { timeZone: readerZone() },
        },
      });
      if (mine === round.current) session.current = turn.sessionId;
      add({ id: nextId.current++, from: "bot", turn, said: text });
    } catch (error) {
      const refused = error instanceof ApiError ? error : undefined;
      add({
        id: nextId.current++,
        from: "error",
        text: refused?.message ?? errorsTexts.internal,
        asked: text,
        untrained: refused?.status === 409,
      });
    } finally {
      if (mine === round.current) setWaiting(false);
    }
  };

  return {
    lines,
    waiting,
    send: (text: string) => {
      setLines((before) => [...before, { id: nextId.current++, from: "user", text }]);
      return ask(text);
    },
    retry: (line: Line) => {
      if (line.from !== "error") return Promise.resolve();
      setLines((before) => before.filter(({ id }) => id !== line.id));
      return ask(line.asked);
    },
    startOver: () => {
      round.current++;
      session.current = undefined;
      setLines([]);
      setWaiting(false);
    },
  };
}
