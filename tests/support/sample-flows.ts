/* oxlint-disable unicorn/no-thenable -- Meta calls the first branch of an If `then`. */
/** Flows of each kind that Meta's documentation describes, in words of our own. */

type Json = Record<string, unknown>;

const press = (action: Json, label = "Continue"): Json => ({
  type: "Footer",
  label,
  "on-click-action": action,
});
const complete = (payload: Json = {}): Json => ({ name: "complete", payload });
const go = (name: string, payload: Json = {}): Json => ({
  name: "navigate",
  next: { type: "screen", name },
  payload,
});
const screen = (id: string, children: Json[], more: Json = {}): Json => ({
  id,
  title: "Our shop",
  data: {},
  layout: { type: "SingleColumnLayout", children },
  ...more,
});
const last = (id: string, children: Json[], more: Json = {}): Json =>
  screen(id, children, { terminal: true, ...more });
const flow = (screens: Json[], version = "7.3", more: Json = {}): Json => ({ version, ...more, screens });
const options = (...titles: string[]): Json[] => titles.map((title, at) => ({ id: `o${at}`, title }));

const words = flow(
  [
    last("WORDS", [
      { type: "TextHeading", text: "Welcome" },
      { type: "TextSubheading", text: "Good to see you" },
      { type: "TextBody", text: ["One paragraph", "**Another** one"], markdown: true },
      { type: "TextCaption", text: "Small print", "font-weight": "italic", strikethrough: false },
      { type: "RichText", text: ["# Terms", "Be kind."] },
      press(complete()),
    ]),
  ],
  "5.1",
);
const inputs = flow(
  [
    last(
      "PERSON",
      [
        {
          type: "TextInput",
          name: "name",
          label: "Your name",
          "input-type": "text",
          required: true,
          "helper-text": "As on your card",
        },
        {
          type: "TextInput",
          name: "pin",
          label: "PIN",
          "input-type": "passcode",
          "min-chars": 4,
          "max-chars": 6,
        },
        { type: "TextInput", name: "code", label: "Order", "input-type": "text", pattern: "^[A-Z]{2}\\d+$" },
        { type: "TextArea", name: "wish", label: "Wishes", "max-length": 300 },
        press(complete({ name: "${form.name}", wish: "${form.wish}" })),
      ],
      { sensitive: ["pin"] },
    ),
  ],
  "6.2",
);
const choices = flow([
  last("CHOICE", [
    {
      type: "RadioButtonsGroup",
      name: "size",
      label: "Size",
      required: true,
      "data-source": options("Small", "Large"),
    },
    {
      type: "CheckboxGroup",
      name: "extras",
      label: "Extras",
      "min-selected-items": 1,
      "max-selected-items": 2,
      "data-source": options("Milk", "Sugar", "Ice"),
    },
    { type: "Dropdown", name: "shop", label: "Shop", "data-source": options("North", "South") },
    { type: "ChipsSelector", name: "taste", label: "Taste", "data-source": options("Sweet", "Sour") },
    { type: "OptIn", name: "news", label: "Tell me the news", required: false },
    press(complete({ size: "${form.size}", extras: "${form.extras}" }), "Order"),
  ]),
]);
const days = flow(
  [
    last("DAYS", [
      {
        type: "DatePicker",
        name: "day",
        label: "Day",
        "min-date": "2026-01-01",
        "max-date": "2026-12-31",
        "unavailable-dates": ["2026-05-01"],
      },
      {
        type: "CalendarPicker",
        name: "stay",
        mode: "range",
        label: { "start-date": "From", "end-date": "To" },
        "helper-text": { "start-date": "Arrival", "end-date": "Departure" },
        required: { "start-date": true, "end-date": true },
        "include-days": ["Mon", "Tue"],
        "min-days": 1,
        "max-days": 5,
      },
      press(complete({ day: "${form.day}" })),
    ]),
  ],
  "6.1",
);
const pictures = flow([
  last("PICTURES", [
    { type: "Image", src: "aGVsbG8=", "alt-text": "A cup", height: 100, "scale-type": "cover" },
    {
      type: "ImageCarousel",
      images: [
        { src: "aGVsbG8=", "alt-text": "A cup" },
        { src: "aGVsbG8=", "alt-text": "A pot" },
      ],
      "aspect-ratio": "4:3",
    },
    {
      type: "EmbeddedLink",
      text: "Our terms",
      "on-click-action": { name: "open_url", url: "https://shop.example/terms" },
    },
    press(complete()),
  ]),
]);
const pages = flow([
  screen("FIRST_PAGE", [
    { type: "TextInput", name: "town", label: "Town" },
    press(go("SECOND_PAGE", { town: "${form.town}" })),
  ]),
  last(
    "SECOND_PAGE",
    [
      { type: "TextBody", text: "`'You live in ' ${data.town}`" },
      press(complete({ town: "${screen.FIRST_PAGE.form.town}" })),
    ],
    {
      data: { town: { type: "string", __example__: "Pune" } },
    },
  ),
]);
const conditions = flow([
  last("AGE", [
    { type: "TextInput", name: "age", label: "Age", "input-type": "number", required: true },
    {
      type: "If",
      condition: "${form.age} >= 18 && !(${form.age} > 120)",
      then: [{ type: "TextBody", text: "Welcome in" }],
      else: [{ type: "TextBody", text: "Ask your parents" }],
    },
    {
      type: "TextInput",
      name: "firm",
      label: "Firm",
      visible: "`${form.age} > 20`",
      required: "`${form.age} > 20`",
    },
    press(complete({ age: "${form.age}" })),
  ]),
]);
const branches = flow([
  last("KIND", [
    {
      type: "RadioButtonsGroup",
      name: "kind",
      label: "Kind",
      "data-source": [
        { id: "a", title: "A" },
        { id: "b", title: "B" },
      ],
    },
    {
      type: "Switch",
      value: "${form.kind}",
      cases: {
        a: [{ type: "TextBody", text: "It is A" }],
        b: [{ type: "TextInput", name: "why", label: "Why B?" }],
        default: [{ type: "TextCaption", text: "Choose" }],
      },
    },
    press(complete({ kind: "${form.kind}" })),
  ]),
]);
const twoFooters = flow([
  screen("ASK", [
    { type: "OptIn", name: "more", label: "Ask me more" },
    { type: "If", condition: "${form.more}", then: [press(go("MORE"))], else: [press(go("END"), "Skip")] },
  ]),
  screen("MORE", [{ type: "TextArea", name: "text", label: "Tell us" }, press(go("END"))]),
  last("END", [{ type: "TextHeading", text: "Thank you" }, press(complete(), "Close")]),
]);
const list = flow(
  [
    screen("OFFERS", [
      {
        type: "NavigationList",
        name: "offers",
        label: "Offers",
        "list-items": [
          {
            id: "tea",
            "main-content": { title: "Tea", description: "Green" },
            end: { title: "₹40" },
            badge: "New",
            tags: ["Hot"],
            "on-click-action": go("DETAIL", { what: "Tea" }),
          },
          {
            id: "coffee",
            "main-content": { title: "Coffee", metadata: "Black" },
            "on-click-action": go("DETAIL", { what: "Coffee" }),
          },
        ],
      },
    ]),
    last(
      "DETAIL",
      [{ type: "TextHeading", text: "${data.what}" }, press(complete({ what: "${data.what}" }), "Buy")],
      {
        data: { what: { type: "string", __example__: "Tea" } },
      },
    ),
  ],
  "6.2",
);
const endpoint = flow(
  [
    screen(
      "SEARCH",
      [
        {
          type: "Dropdown",
          name: "town",
          label: "Town",
          "data-source": "${data.towns}",
          "on-select-action": { name: "data_exchange", payload: { town: "${form.town}" } },
        },
        press({ name: "data_exchange", payload: { town: "${form.town}" } }),
      ],
      {
        refresh_on_back: true,
        data: {
          towns: {
            type: "array",
            items: { type: "object", properties: { id: { type: "string" }, title: { type: "string" } } },
            __example__: options("Pune", "Delhi"),
          },
        },
      },
    ),
    last(
      "FOUND",
      [{ type: "TextBody", text: "${data.address}" }, press(complete({ address: "${data.address}" }))],
      {
        data: { address: { type: "string", __example__: "1 Main Road" } },
      },
    ),
  ],
  "7.0",
  { data_api_version: "3.0", routing_model: { SEARCH: ["FOUND"], FOUND: [] } },
);
const updates = flow(
  [
    last(
      "PLACE",
      [
        {
          type: "RadioButtonsGroup",
          name: "country",
          label: "Country",
          "data-source": [
            {
              id: "in",
              title: "India",
              "on-select-action": { name: "update_data", payload: { towns: options("Pune"), asks: true } },
              "on-unselect-action": { name: "update_data", payload: { asks: false } },
            },
            {
              id: "us",
              title: "USA",
              "on-select-action": { name: "update_data", payload: { towns: options("Boston"), asks: true } },
            },
          ],
        },
        {
          type: "Dropdown",
          name: "town",
          label: "Town",
          visible: "${data.asks}",
          "data-source": "${data.towns}",
        },
        press(complete({ town: "${form.town}" })),
      ],
      {
        data: {
          towns: {
            type: "array",
            items: { type: "object", properties: { id: { type: "string" }, title: { type: "string" } } },
            __example__: [],
          },
          asks: { type: "boolean", __example__: false },
        },
      },
    ),
  ],
  "6.0",
);
const legacyForm = flow(
  [
    last("FORM", [
      {
        type: "Form",
        name: "form",
        "init-values": { name: "Asha" },
        "error-messages": {},
        children: [
          { type: "TextInput", name: "name", label: "Name" },
          press(complete({ name: "${form.name}" })),
        ],
      },
    ]),
  ],
  "5.1",
);
const uploads = flow([
  screen("PHOTO", [
    {
      type: "PhotoPicker",
      name: "photo",
      label: "Photo",
      "photo-source": "camera",
      "min-uploaded-photos": 1,
      "max-uploaded-photos": 3,
    },
    press(go("PAPER", {})),
  ]),
  last("PAPER", [
    {
      type: "DocumentPicker",
      name: "paper",
      label: "Paper",
      "allowed-mime-types": ["application/pdf"],
      "max-file-size-kb": 1_024,
      "max-uploaded-documents": 4,
    },
    press(complete({ paper: "${form.paper}" })),
  ]),
]);

export const sampleFlows: Readonly<Record<string, Json>> = {
  words,
  inputs,
  choices,
  days,
  pictures,
  pages,
  conditions,
  branches,
  twoFooters,
  list,
  endpoint,
  updates,
  legacyForm,
  uploads,
};
