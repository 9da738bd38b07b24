import { billingTexts as texts } from "#texts/billing.ts";
import { gstStates } from "#workers/contract/billing/details.ts";
import {
  type InvoiceBody,
  type InvoiceLine,
  isTooLittle,
  leastPayable,
  moneyText,
  numberOf,
  priceText,
} from "#workers/contract/billing/money.ts";
import { monthName, usageKinds } from "#workers/contract/billing/usage.ts";
import { decimalsOf } from "#workers/contract/payments/amount.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
import { iso } from "../ctx.ts";
import { inLatin } from "../pdf/in-latin.ts";
import { wrapped } from "../pdf/metrics.ts";
import { PAGE, Pdf } from "../pdf/pdf.ts";

/** An invoice or a credit note as it is stored. */
export interface InvoiceRow {
  id: string;
  kind: "invoice" | "creditNote";
  year: number;
  number: number;
  month: number;
  currency: string;
  body: InvoiceBody;
  net: number;
  tax: number;
  total: number;
  credit: number;
  issuedAt: number;
  dueAt: number;
  /** The invoice that a credit note takes back, or the credit note after which an invoice bills its month once more. */
  of: { kind: "invoice" | "creditNote"; year: number; number: number } | null;
}

const LEFT = 50;
const RIGHT = PAGE.width - 50;
const COLUMNS = { quantity: 300, included: 370, price: 455, amount: RIGHT };
const LEAST_Y = 70;
const count = (value: number): string => value.toLocaleString("en-IN");
const dayText = (at: number): string => iso(at).slice(0, 10);

const nameOf = ({ what, month }: InvoiceLine, of: InvoiceRow): string => {
  const name = what === "base" ? texts.pdf.base(of.body.planName) : texts.kinds[what];
  return month === of.month ? name : texts.pdf.late(name, monthName(month));
};
/** A credit note has the invoice's lines, and its sums below zero. */
const signOf = ({ kind }: Pick<InvoiceRow, "kind">): 1 | -1 => (kind === "invoice" ? 1 : -1);

export const nameOfInvoice = ({ kind, year, number }: Pick<InvoiceRow, "kind" | "year" | "number">): string =>
  numberOf(kind, year, number);

/** An invoice as a PDF: the same bytes whenever it is asked for. */
export function invoicePdf(row: InvoiceRow): Uint8Array<ArrayBuffer> {
  const pdf = new Pdf();
  pdf.addPage();
  const { body, currency } = row;
  const { seller, buyer } = body;
  const money = (amount: number) => moneyText(amount, currency);
  let y = PAGE.height - 60;
  pdf.text(LEFT, y, row.kind === "invoice" ? texts.pdf.invoice : texts.pdf.creditNote, {
    size: 20,
    bold: true,
  });
  const facts = [
    [texts.pdf.number, nameOfInvoice(row)],
    [texts.pdf.date, dayText(row.issuedAt)],
    ...(row.kind === "invoice" ? [[texts.pdf.due, dayText(row.dueAt)]] : []),
    ...(row.of
      ? [[row.kind === "invoice" ? texts.pdf.follows : texts.pdf.corrects, nameOfInvoice(row.of)]]
      : []),
    [texts.pdf.month, monthName(row.month)],
  ] as [string, string][];
  for (const [label, value] of facts) {
    pdf.text(RIGHT - 110, y, label, { size: 9, grey: true, right: true });
    pdf.text(RIGHT, y, value, { size: 9, right: true });
    y -= 14;
  }
  y -= 12;
  const party = (x: number, title: string, lines: readonly string[]): number => {
    let at = y;
    pdf.text(x, at, title, { size: 9, grey: true });
    for (const line of lines
      .filter((each) => each !== "")
      .flatMap((each) => wrapped(inLatin(each), 230, 10))) {
      at -= 14;
      pdf.text(x, at, line);
    }
    return at;
  };
  const stateLine = (code: string) => (code === "" ? "" : texts.pdf.state(gstStates[code] ?? code, code));
  const taxLine = (taxId: string, country: string) =>
    taxId === "" ? "" : `${country === "IN" ? texts.gstin : texts.taxId}: ${taxId}`;
  const ends = [
    party(LEFT, texts.pdf.from, [
      seller.name,
      seller.address,
      stateLine(seller.state),
      taxLine(seller.taxId, seller.state === "" ? "" : "IN"),
    ]),
    party(LEFT + 260, texts.pdf.to, [
      buyer.legalName || texts.pdf.noDetails,
      buyer.address,
      buyer.country === "IN" ? stateLine(buyer.state) : buyer.country,
      taxLine(buyer.taxId, buyer.country),
    ]),
  ];
  y = Math.min(...ends) - 34;
  const head = () => {
    const grey = { size: 9, grey: true };
    pdf.text(LEFT, y, texts.pdf.what, grey);
    pdf.text(COLUMNS.quantity, y, texts.pdf.quantity, { ...grey, right: true });
    pdf.text(COLUMNS.included, y, texts.pdf.billable, { ...grey, right: true });
    pdf.text(COLUMNS.price, y, texts.pdf.price, { ...grey, right: true });
    pdf.text(COLUMNS.amount, y, texts.pdf.amount, { ...grey, right: true });
    pdf.rule(y - 6, LEFT, RIGHT);
    y -= 22;
  };
  const room = (lines: number) => {
    if (y - lines * 14 >= LEAST_Y) return false;
    pdf.addPage();
    y = PAGE.height - 60;
    return true;
  };
  head();
  for (const line of body.lines) {
    const names = wrapped(inLatin(nameOf(line, row)), 180, 10);
    if (room(names.length)) head();
    if (line.what !== "base") {
      pdf.text(COLUMNS.quantity, y, count(line.quantity), { right: true });
      pdf.text(COLUMNS.included, y, count(line.billable), { right: true });
      pdf.text(COLUMNS.price, y, priceText(line.price, currency), { right: true });
    }
    pdf.text(COLUMNS.amount, y, money(line.amount * signOf(row)), { right: true });
    for (const name of names) {
      pdf.text(LEFT, y, name);
      y -= 14;
    }
    y -= 2;
  }
  const sums: [string, number, boolean?][] = [
    [texts.pdf.net, row.net],
    ...body.taxes.map(({ name, rate, amount }): [string, number] => [
      texts.pdf.tax(name, rate / 100),
      amount * signOf(row),
    ]),
    [texts.pdf.total, row.total, true],
    ...(row.credit !== 0
      ? ([
          [row.credit > 0 ? texts.pdf.credit : texts.pdf.fromBefore, -row.credit],
          [texts.pdf.toPay, row.total - row.credit, true],
        ] as [string, number, boolean?][])
      : []),
  ];
  room(sums.length + 4);
  pdf.rule(y + 6, LEFT, RIGHT);
  y -= 10;
  for (const [label, amount, bold = false] of sums) {
    pdf.text(COLUMNS.price, y, label, { bold, right: true });
    pdf.text(COLUMNS.amount, y, money(amount), { bold, right: true });
    y -= 16;
  }
  y -= 14;
  const notes = [
    texts.pdf.rounding,
    ...(isTooLittle(row.total - row.credit, currency)
      ? [texts.pdf.carried(money(leastPayable(currency)))]
      : []),
    ...(currency === "INR" && body.taxes.length > 0 ? [texts.pdf.supply] : []),
    ...(namesOf(body).some((name) => inLatin(name) !== name) ? [texts.pdf.inLatin] : []),
  ];
  for (const line of notes.flatMap((note) => wrapped(note, RIGHT - LEFT, 8))) {
    pdf.text(LEFT, y, line, { size: 8, grey: true });
    y -= 11;
  }
  return pdf.bytes({ title: nameOfInvoice(row), lang: "en" });
}

/** Names and addresses that people have written for an invoice. */
const namesOf = ({ planName, seller, buyer }: InvoiceBody): string[] => [
  planName,
  seller.name,
  seller.address,
  buyer.legalName,
  buyer.address,
];

/** Plain numbers in the currency's own unit: a spreadsheet adds them up. Names are as they were written, in any script. */
export function invoiceCsv(row: InvoiceRow): string {
  const { currency, body } = row;
  const decimals = decimalsOf(currency);
  const units = (amount: number) => (amount / 10 ** decimals).toFixed(decimals);
  const sign = signOf(row);
  const parties = [body.seller.name, body.buyer.legalName, body.buyer.address];
  const sum = (name: string, amount: number) =>
    csvLine([nameOfInvoice(row), name, "", "", "", "", "", units(amount), currency, ...parties]);
  return [
    UTF8_MARK,
    csvLine(Object.values(texts.csv)),
    ...body.lines.map((line) =>
      csvLine([
        nameOfInvoice(row),
        nameOf(line, row),
        monthName(line.month),
        String(line.quantity),
        String(line.included),
        String(line.billable),
        line.what === "base" ? "" : `${line.price / 1_000_000} / ${usageKinds[line.what].per}`,
        units(line.amount * sign),
        currency,
        ...parties,
      ]),
    ),
    ...body.taxes.map(({ name, rate, amount }) => sum(texts.pdf.tax(name, rate / 100), amount * sign)),
    sum(texts.pdf.total, row.total),
  ].join("");
}
