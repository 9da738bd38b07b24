import type { Cost } from "#workers/contract/cost.ts";

/** The costs of several things as one; lines of one country, category and price are one. */
export function together(costs: readonly Cost[]): Cost {
  const lines = Map.groupBy(
    costs.flatMap((each) => each.lines),
    ({ country, category, price, currency }) => JSON.stringify([country, category, price, currency]),
  );
  const totals = Map.groupBy(
    costs.flatMap((each) => each.totals),
    ({ currency }) => currency,
  );
  const add = <Item>(of: readonly Item[], number: (item: Item) => number) =>
    of.reduce((sum, each) => sum + number(each), 0);
  return {
    lines: [...lines.values()].flatMap((of) => {
      const [first] = of;
      if (!first) return [];
      return [
        {
          ...first,
          people: add(of, (each) => each.people),
          messages: add(of, (each) => each.messages),
          amount: add(of, (each) => each.amount),
        },
      ];
    }),
    totals: [...totals].map(([currency, of]) => ({ currency, amount: add(of, (each) => each.amount) })),
    free: add(costs, (each) => each.free),
    unpriced: add(costs, (each) => each.unpriced),
    cardSince: costs.find(({ cardSince }) => cardSince !== null)?.cardSince ?? null,
  };
}

/** The cost of a share of the people, from 0 to 1; amounts stay whole messages at their price. */
export function partOf({ lines, free, unpriced, cardSince }: Cost, share: number): Cost {
  const scaled = (count: number) => Math.round(count * share);
  const parts = lines.map((line) => {
    const messages = scaled(line.messages);
    return { ...line, people: scaled(line.people), messages, amount: messages * line.price };
  });
  const totals = Map.groupBy(parts, ({ currency }) => currency);
  return {
    lines: parts,
    totals: [...totals].map(([currency, of]) => ({
      currency,
      amount: of.reduce((sum, { amount }) => sum + amount, 0),
    })),
    free: scaled(free),
    unpriced: scaled(unpriced),
    cardSince,
  };
}
