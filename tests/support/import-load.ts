/** Customers in any number for the import's measurements: the same for the same seed. */
export interface Load {
  csv: string;
  rows: number;
  wrong: number;
  repeats: number;
}

const first = ["Asha", "Ravi", "Meera", "Arjun", "Priya", "Vikram", "आशा", "रवि", "Zoë", "Petr"];
const last = ["Verma", "Sharma", "Patel", "Rao", "Iyer", "वर्मा", "Sidorov", "Müller", "Khan", "Das"];
const cities = ["Mumbai", "Delhi", "Pune", "Chennai", "Kolkata"];
const plans = ["Basic", "Silver", "Gold"];

export const LOAD_HEADER = "Name,Phone Number,Whatsapp,Email,City,Plan,Amount";

/** mulberry32: small, good enough, the same everywhere. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * `wrong` and `repeats` are shares of the rows; `first` offsets the phone numbers. A wrong row has no valid phone
 * number or no valid amount.
 */
export function loadOf(
  rows: number,
  {
    wrong = 0.02,
    repeats = 0,
    seed = 1,
    first: firstNumber = 0,
    padding = "",
  }: Partial<Record<"wrong" | "repeats" | "seed" | "first", number>> & {
    padding?: string;
  } = {},
): Load {
  const random = randomOf(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";
  const lines = [LOAD_HEADER + (padding === "" ? "" : ",Remark")];
  const counts = { wrong: 0, repeats: 0 };
  for (let row = 0; row < rows; row++) {
    const name = `${pick(first)} ${pick(last)} ${row % 1_000}`;
    let phone = `+9198${String(10_000_000 + firstNumber + row)}`;
    let amount = `${Math.floor(random() * 100_000)}.50`;
    const dice = random();
    if (dice < wrong) {
      counts.wrong++;
      if (row % 2 === 0) phone = "no number";
      else amount = "a lot";
    } else if (dice < wrong + repeats && row > 0) {
      // Repeats the number of an earlier row, unless that row was wrong.
      counts.repeats++;
      phone = `+9198${String(10_000_000 + firstNumber + Math.floor(random() * row))}`;
    }
    const tail = padding === "" ? "" : `,${padding}`;
    lines.push(
      `${name},${phone},${phone},"c${row}@example.com",${pick(cities)},${pick(plans)},${amount}${tail}`,
    );
  }
  return { csv: `${lines.join("\n")}\n`, rows, ...counts };
}
