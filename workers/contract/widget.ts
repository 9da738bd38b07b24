import type { MessageBody } from "./message-body.ts";
import { clockIn, minuteOf, weekdays } from "./zone-clock.ts";

/** Messages between the widget, its API and the object of its visitor, beside the calls (endpoints/widget.ts). */

export const widgetLanguages = ["en", "hi"] as const;
export type WidgetLanguage = (typeof widgetLanguages)[number];

/** Whether a field of the form before the chat is asked for. */
export const askings = ["no", "optional", "required"] as const;
export type Asking = (typeof askings)[number];

/** A message as a visitor sees it. `in` is from them; its id is then the key that their client gave it. */
export interface WidgetMessage {
  id: string;
  way: "in" | "out";
  body: MessageBody;
  at: string;
}

/** How a channel's widget looks, and what it asks. Empty texts are the widget's own. */
export interface WidgetConfig {
  title: string;
  welcome: string;
  colour: string;
  position: "right" | "left";
  language: WidgetLanguage;
  form: { name: Asking; mail: Asking; phone: Asking };
  hoursText: string;
  /** Whether it is within the channel's hours. */
  open: boolean;
}

export const WIDGET_COLOUR = "#0b6b83";

/** The largest file that a visitor may send. */
export const VISITORS_FILE_BYTES = 10_000_000;

/** The token of a rating among the answers to forms. */
export const RATING = "rating";

/** An event on a visitor's sockets; a client that was away fetches what it missed. */
export type VisitorEvent = { type: "message"; message: WidgetMessage };

/** Said and answered word for word, so that the platform answers without waking the object. */
export const VISITOR_PING = "ping";
export const VISITOR_PONG = "pong";

/** The object that holds a visitor's open sockets. It stores nothing. */
export interface VisitorCalls {
  deliver(event: VisitorEvent): Promise<void>;
}

export const visitorName = (channelId: string, visitorId: string): string => `${channelId}:${visitorId}`;

/** Open tabs of one visitor. */
export const SOCKETS_A_VISITOR = 20;

const oneOf = <Value extends string>(
  values: readonly Value[],
  given: string | undefined,
  usual: Value,
): Value => values.find((value) => value === given) ?? usual;

/** How a channel's widget looks and what it asks, from the channel's settings. Empty texts are the widget's own. */
export function widgetConfigOf(settings: Readonly<Record<string, string>>, now: number): WidgetConfig {
  const { title = "", welcome = "", hours = "", hoursZone = "", hoursText = "" } = settings;
  return {
    title,
    welcome,
    colour: /^#[0-9a-f]{6}$/i.test(settings["colour"] ?? "") ? (settings["colour"] ?? "") : WIDGET_COLOUR,
    position: oneOf(["right", "left"], settings["position"], "right"),
    language: oneOf(widgetLanguages, settings["language"], "en"),
    form: {
      name: oneOf(askings, settings["formName"], "no"),
      mail: oneOf(askings, settings["formMail"], "no"),
      phone: oneOf(askings, settings["formPhone"], "no"),
    },
    hoursText,
    open: isOpen(hours, hoursZone, now),
  };
}

/** Origins that may embed the widget; none is any. */
export const originsOf = (settings: Readonly<Record<string, string>>): string[] =>
  (settings["origins"] ?? "").split(/\s+/).filter(Boolean);

/** Whether a text is an origin as the widget's channel takes it: https, or http on this machine, and no path. */
export function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== text.toLowerCase() || text.includes("*")) return false;
  return (
    url.protocol === "https:" || (url.protocol === "http:" && /^(localhost|127\.0\.0\.1)$/.test(url.hostname))
  );
}

interface Span {
  days: number[];
  from: number;
  until: number;
}

/** Reads hours such as "Mon-Fri 09:00-18:00, Sat 10:00-14:00"; undefined for what cannot be read. */
export function readHours(text: string): Span[] | undefined {
  const spans = text
    .split(/[,;\n]/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
    .map((part): Span | undefined => {
      const [, first = "", last = first, opens = "", closes = ""] =
        /^([a-z]{3})[a-z]*(?:\s*[-–]\s*([a-z]{3})[a-z]*)?\s+(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})$/.exec(
          part,
        ) ?? [];
      const [begin, end] = [weekdays.indexOf(first), weekdays.indexOf(last)];
      const [from, until] = [minuteOf(opens), minuteOf(closes)];
      if (begin < 0 || end < 0 || from === undefined || until === undefined || from >= until)
        return undefined;
      const count = ((end - begin + 7) % 7) + 1;
      return { days: Array.from({ length: count }, (_, at) => (begin + at) % 7), from, until };
    });
  return spans.some((span) => span === undefined) ? undefined : (spans as Span[]);
}

/** Whether somebody is there at that time; always where no hours are set. A zone that is none counts as UTC. */
export function isOpen(hours: string, zone: string, now: number): boolean {
  const spans = readHours(hours);
  if (!spans || spans.length === 0) return true;
  const { day, minute } = clockIn(zone, now);
  return spans.some(({ days, from, until }) => days.includes(day) && minute >= from && minute < until);
}
