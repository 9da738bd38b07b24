/** Texts of prices: of a channel's messages, and of what a broadcast costs. */
export const pricesTexts = {
  countryWrong: "Enter a country as two letters, such as IN, or * for all others.",
  categoryWrong:
    "Enter marketing, utility, authentication, authentication_international, service, or * for all others.",
  priceWrong: "Enter a price from 0 to 5,000 with at most six decimal places, such as 0.0118.",
  currencyWrong: "Enter a currency as three letters, such as USD.",
  cellsWrong: "Enter four values: country, category, price and currency.",
  twice: "This country and category has a price already.",
  saved: "Prices saved.",
  title: "Prices",
  lead: "What one message costs you, so that broadcasts and campaigns can say what they would cost.",
  leadSms:
    "What one part of an SMS costs you, so that broadcasts and campaigns can say what they would cost.",
  card: (day: string) =>
    `Without a price of yours, Meta's list price in US dollars counts (of ${day}). Your provider may charge more.`,
  none: "No price is set for this channel.",
  edit: "Edit prices",
  failed: "Couldn't load the prices",
  table: "Prices of this channel",
  head: { country: "Country", category: "Category", price: "Price", currency: "Currency" },
  all: "All others",
  more: (count: number) => `and ${count.toLocaleString("en")} more`,
  categories: {
    marketing: "Marketing",
    utility: "Utility",
    authentication: "Authentication",
    authentication_international: "Authentication, international",
    service: "Service",
    referral_conversion: "After an ad",
    marketing_lite: "Marketing",
  } as Readonly<Record<string, string>>,
  dialog: {
    text: "Prices as CSV",
    hint: "One per line: country (two letters, or *), category (or *), price, currency. Paste a spreadsheet's cells, or choose a CSV file.",
    example: "country,category,price,currency\nIN,marketing,0.0118,USD\n*,*,0.05,USD",
    file: "Choose a CSV file",
    fileLarge: "This file is too large for a list of prices.",
    problem: (line: number, message: string) => `Line ${line}: ${message}`,
    moreProblems: (count: number) => `${count.toLocaleString("en")} more lines can't be used.`,
    save: "Save prices",
  },
  /** The cost that a broadcast would have. */
  cost: {
    title: "Costs about",
    byCountry: "By country",
    table: "Cost by country and category",
    messages: "Messages",
    amount: "Cost",
    each: "Each",
    inWindow: (count: number) =>
      count === 1
        ? "1 of them has an open service window: nothing is charged."
        : `${count.toLocaleString("en")} of them have an open service window: nothing is charged.`,
    windowCharged: (count: number) =>
      count === 1
        ? "1 of them has an open service window; Meta charges for this message there, too."
        : `${count.toLocaleString("en")} of them have an open service window; Meta charges for this message there, too.`,
    unpriced: (count: number) =>
      count === 1
        ? "For 1 person no price is known."
        : `For ${count.toLocaleString("en")} people no price is known.`,
    noPrice: "No price is set for this channel.",
    setPrice: "Set a price",
    meta: (day: string) => `By Meta's list prices of ${day}. Your provider may charge more.`,
    unknownCountry: "Other addresses",
  },
  limit: {
    days: (days: number, perDay: string) =>
      `About ${days} days: the account may reach ${perDay} people within 24 hours.`,
    used: (used: string) => `${used} are reached already.`,
  },
  /** The charges that the vendor reports. */
  billed: {
    title: "Billed by the vendor",
    lead: "As the vendor's delivery reports say. The cost is by the price list.",
    total: (count: number) =>
      count === 1 ? "1 message is billed." : `${count.toLocaleString("en")} messages are billed.`,
    free: (count: number) =>
      count === 1 ? "1 message was free." : `${count.toLocaleString("en")} messages were free.`,
    table: "Billed messages by category",
    category: "Category",
    cost: "By the price list",
    changed: (count: number, billed: string, template: string) =>
      `${count === 1 ? "1 message was" : `${count.toLocaleString("en")} messages were`} billed as ${billed.toLowerCase()}, not as ${template.toLowerCase()}: the vendor has changed the category.`,
    unpriced: (count: number) =>
      count === 1
        ? "For 1 of them no price is known."
        : `For ${count.toLocaleString("en")} of them no price is known.`,
  },
} as const;
