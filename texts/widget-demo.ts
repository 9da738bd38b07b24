/** An invented shop, which shows how the web widget looks on a website. */
export const widgetDemoTexts = {
  title: "Widget demo",
  shop: "Terracotta & Co.",
  lead: "Pots, planters and everything that grows in them. This shop is invented: it shows the chat of a web channel.",
  products: "In season",
  items: [
    { name: "Terracotta pot, 20 cm", price: "₹ 450", text: "Thrown by hand, with a saucer." },
    { name: "Hanging planter", price: "₹ 720", text: "Jute and glazed clay, for a balcony." },
    { name: "Herb starter set", price: "₹ 990", text: "Basil, mint and coriander with their soil." },
  ],
  ask: "Questions about an order? Write to us in the chat at the bottom of the page.",
  none: "No web channel to show yet",
  noneText:
    "Add a channel of the type Web with the vendor Web widget in the console, and open this page from the channel, or with ?channel= and its id.",
  toConsole: "To the console",
} as const;
