import { two } from "./calendar.ts";
import { type Line, pattern, Rules } from "./date-grammar.ts";

export interface ClockAt {
  to: number;
  /** Minutes since midnight. */
  minute: number;
  /** Morning or afternoon was said, or it is written so that it cannot be either. */
  sure: boolean;
  /** After midnight, of the night that a day ends with. */
  late?: boolean;
  /** A lone number behind "at": anything else that it may be wins. */
  bare?: boolean;
}

type Half = "AM" | "PM" | "";

/** Which half of the day a part of it means for an hour: one to four at night is before dawn. */
function halfOf(part: string, hour: number): Half {
  if (part === "morning") return "AM";
  if (part === "night") return hour === 12 || hour < 5 ? "AM" : "PM";
  return part ? "PM" : "";
}

function minutesOf(hour: number, minute: number, half: Half): number | undefined {
  if (!Number.isFinite(hour) || hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return undefined;
  if (hour > 12 || half === "") return (hour % 24) * 60 + minute;
  return ((hour % 12) + (half === "PM" ? 12 : 0)) * 60 + minute;
}

/** "5", "5.30" and, from words of quarters (see numberSign), "5.5000". */
function hourAndMinute(written: string): [number, number] {
  const [hour = "", part] = written.split(".");
  if (part === undefined) return [Number(hour), 0];
  if (part.length === 2) return [Number(hour), Number(part)];
  return [Number(hour), Math.round(Number(`0.${part}`) * 60)];
}

interface Read {
  hour: string;
  minute?: number | undefined;
  half?: string | undefined;
  part?: string | undefined;
}

const read = ({
  hour,
  minute,
  half,
  part,
}: Read): { minute: number; sure: boolean; late?: boolean } | undefined => {
  const [whole, own] = hour.includes(":") ? hour.split(":").map(Number) : hourAndMinute(hour);
  if (whole === undefined || own === undefined) return undefined;
  const side = (half as Half) || halfOf(part ?? "", whole);
  const found = minutesOf(whole, minute ?? own, side);
  const sure = side !== "" || whole > 12 || whole === 0;
  return found === undefined
    ? undefined
    : { minute: found, sure, ...(isLate(part, found) && { late: true }) };
};

/** Midnight and the hours after it belong to the night before: "tomorrow night at 12". */
const END_OF_NIGHT = 300;
export const isLate = (part: string | undefined, minute: number): boolean =>
  part === "night" && minute < END_OF_NIGHT;

const shifted = (found: ReturnType<typeof read>, by: number): ReturnType<typeof read> =>
  found && { ...found, minute: (found.minute + by + 1440) % 1440 };

const BEHIND = "IN|AT? THE? PART? HALFDAY?";
const partAndHalf = ([part, half]: string[]) => ({ part, half });

const CLOCKS = new Rules<undefined, { minute: number; sure: boolean; late?: boolean }>([
  ["AT? NOON", () => ({ minute: 720, sure: true })],
  ["AT? MIDNIGHT", () => ({ minute: 0, sure: true })],
  // 5 pm, 5.30 pm, 5:30
  ["AT? HOUR HALFDAY", ([hour = "", half]) => read({ hour, half })],
  ["AT? CLOCK OCLOCK|U:hour?", ([hour = ""]) => read({ hour })],
  ["AT? CLOCK HALFDAY", ([hour = "", half]) => read({ hour, half })],
  ["AT? HOUR OCLOCK? IN|AT THE? PART", ([hour = "", part]) => read({ hour, part })],
  ["AT? CLOCK OCLOCK? IN|AT? THE? PART KO|ME|GEN?", ([hour = "", part]) => read({ hour, part })],
  [
    "AT? INT DASH? INT HALFDAY",
    ([hour = "", minute = "", half]) =>
      minute.length === 2 ? read({ hour, minute: Number(minute), half }) : undefined,
  ],
  [
    "AT INT DASH? INT",
    ([hour = "", minute = ""]) => (minute.length === 2 ? read({ hour, minute: Number(minute) }) : undefined),
  ],
  [
    "AT? INT HALFDAY",
    ([written = "", half]) =>
      /^\d{3,4}$/.test(written)
        ? read({ hour: `${written.slice(0, -2)}:${written.slice(-2)}`, half })
        : undefined,
  ],
  // o'clock, baje: quarters in words
  ["AT? HOUR OCLOCK", ([hour = ""]) => read({ hour })],
  ["AT? HOUR OCLOCK HALFDAY", ([hour = "", half]) => read({ hour, half })],
  ["HOUR OCLOCK PART KO|ME|GEN?", ([hour = "", part]) => read({ hour, part })],
  ["PART GEN|KO|ME|AT? HOUR OCLOCK", ([part, hour = ""]) => read({ hour, part })],
  ["PART GEN|KO|ME|AT? CLOCK OCLOCK?", ([part, hour = ""]) => read({ hour, part })],
  ["PART AT? HOUR HALFDAY", ([, hour = "", half]) => read({ hour, half })],
  ["PART AT HOUR", ([part, hour = ""]) => read({ hour, part })],
  ["HOUR BAJKAR INT U:minute", ([hour = "", minute]) => read({ hour, minute: Number(minute) })],
  [
    "PART GEN|KO|ME? HOUR BAJKAR INT U:minute",
    ([part, hour = "", minute]) => read({ hour, part, minute: Number(minute) }),
  ],
  // half past five, quarter to six, ten past three
  [
    `AT? HALF PAST HOUR OCLOCK? ${BEHIND}`,
    ([hour = "", ...rest]) => read({ hour, minute: 30, ...partAndHalf(rest) }),
  ],
  [
    `AT? QUARTER PAST|AFTER HOUR OCLOCK? ${BEHIND}`,
    ([hour = "", ...rest]) => read({ hour, minute: 15, ...partAndHalf(rest) }),
  ],
  [
    `AT? QUARTER TO|BEFORE HOUR OCLOCK? ${BEHIND}`,
    ([hour = "", ...rest]) => shifted(read({ hour, ...partAndHalf(rest) }), -15),
  ],
  [
    `AT? INT U:minute? PAST HOUR OCLOCK? ${BEHIND}`,
    ([minute, hour = "", ...rest]) => read({ hour, minute: Number(minute), ...partAndHalf(rest) }),
  ],
  [
    "INT U:minute TO HOUR OCLOCK? HALFDAY?",
    ([minute, hour = "", half]) => shifted(read({ hour, half }), -Number(minute)),
  ],
  [
    "INT TO HOUR OCLOCK",
    ([minute, hour = ""]) =>
      Number(minute) % 5 === 0 && Number(minute) > 12 ? shifted(read({ hour }), -Number(minute)) : undefined,
  ],
  [
    "INT TO HOUR HALFDAY",
    ([minute, hour = "", half]) =>
      Number(minute) % 5 === 0 && Number(minute) > 12
        ? shifted(read({ hour, half }), -Number(minute))
        : undefined,
  ],
  [
    "INT U:hour",
    ([written = ""]) =>
      /^[0-2]\d[0-5]\d$/.test(written)
        ? read({ hour: `${written.slice(0, 2)}:${written.slice(2)}` })
        : undefined,
  ],
]);

const AT_HOUR = pattern("AT HOUR");
/** A bare "at 14" is rather an age or a score. */
const MOST_BARE = 12 * 60;
/** Items that may follow a bare hour; an amount has another one behind it: "at 5 percent", "at 20 rupees". */
export const ENDS_BARE = /^(?:|S|COMMA|ON|R-?\d+|W\d|IN|FOR|AND|TILL|TO|DASH|P:\w+|NEXT|THIS|AT|TAK)$/;

/** The longest phrase from an item on that means a time of day. */
export function clockOf(line: Line, at: number): ClockAt | undefined {
  const best = CLOCKS.longest(line, at, undefined);
  if (best) return { ...best.value, to: best.to };
  const bare = line.match(AT_HOUR, at);
  const made = bare && ENDS_BARE.test(line.sign(bare.to)) ? read({ hour: bare.groups[0] ?? "" }) : undefined;
  return bare && made && made.minute <= MOST_BARE ? { ...made, to: bare.to, bare: true } : undefined;
}

export const clockText = (minute: number): string =>
  `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;

/** The same time in the other half of the day, where the phrase leaves it open ("tonight at 8"). */
export const inHalf = (clock: ClockAt, part: string): number =>
  clock.sure
    ? clock.minute
    : (minutesOf(
        Math.floor(clock.minute / 60),
        clock.minute % 60,
        halfOf(part, Math.floor(clock.minute / 60)),
      ) ?? clock.minute);
