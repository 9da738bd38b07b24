import { FORM_FORMAT, formContent } from "#workers/contract/forms/form.ts";
import type { ShippedPackage } from "#workers/contract/marketplace/package.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { NEWEST_FLOW_VERSION } from "#workers/contract/wa-flows/versions.ts";
import { packageOf } from "./parts.ts";

const lead = formContent.parse({
  format: FORM_FORMAT,
  title: "Talk to us",
  thanks: "Thank you. We call you within a working day.",
  languages: ["hi"],
  translations: { hi: { title: "हमसे बात करें", thanks: "धन्यवाद। हम एक कार्य दिवस में आपको कॉल करेंगे।" } },
  fields: [
    {
      id: "name",
      type: "shortText",
      label: "Your name",
      required: true,
      translations: { hi: { label: "आपका नाम" } },
    },
    { id: "email", type: "email", label: "Mail address", translations: { hi: { label: "ईमेल" } } },
    {
      id: "topic",
      type: "choice",
      label: "What is it about?",
      required: true,
      choices: ["A product", "A price", "Something else"],
      translations: { hi: { label: "किस बारे में?", choices: ["उत्पाद", "कीमत", "कुछ और"] } },
    },
    {
      id: "details",
      type: "longText",
      label: "Tell us more",
      showIf: { match: "all", rows: [{ field: "topic", operator: "is", value: "Something else" }] },
      translations: { hi: { label: "हमें और बताएँ" } },
    },
    {
      id: "call",
      type: "yesNo",
      label: "May we call you?",
      translations: { hi: { label: "क्या हम आपको कॉल करें?" } },
    },
  ],
});

const kyc = formContent.parse({
  format: FORM_FORMAT,
  title: "Know your customer",
  thanks: "Thank you. We check your details within two working days.",
  keepDays: 180,
  fields: [
    {
      id: "full_name",
      type: "shortText",
      label: "Full name, as in your document",
      required: true,
      longest: 100,
    },
    { id: "birthday", type: "date", label: "Date of birth", required: true, earliest: "1900-01-01" },
    {
      id: "pan",
      type: "shortText",
      label: "PAN",
      help: "Ten signs, such as ABCDE1234F",
      required: true,
      pattern: "^[A-Z]{5}[0-9]{4}[A-Z]$",
    },
    {
      id: "document",
      type: "choice",
      label: "Proof of address",
      required: true,
      startsPage: true,
      choices: ["Passport", "Driving licence", "Voter card"],
    },
    {
      id: "document_number",
      type: "shortText",
      label: "Number of the document",
      required: true,
      longest: 30,
    },
    {
      id: "resident",
      type: "yesNo",
      label: "Do you pay taxes in India alone?",
      required: true,
      startsPage: true,
    },
    {
      id: "country",
      type: "shortText",
      label: "In which other country?",
      showIf: { match: "all", rows: [{ field: "resident", operator: "is exactly", value: false }] },
    },
  ],
});

const options = (...titles: string[]) => titles.map((title) => ({ id: title, title }));
const screen = (id: string, title: string, children: object[], isLast: boolean) => ({
  id,
  title,
  ...(isLast && { terminal: true, success: true }),
  data: {},
  layout: { type: "SingleColumnLayout", children },
});

const booking = {
  version: NEWEST_FLOW_VERSION,
  screens: [
    screen(
      "SERVICE",
      "Book a visit",
      [
        { type: "TextHeading", text: "What may we do for you?" },
        {
          type: "RadioButtonsGroup",
          name: "service",
          label: "Service",
          required: true,
          "data-source": options("Consultation", "Repair", "Fitting"),
        },
        { type: "DatePicker", name: "day", label: "Day", required: true },
        {
          type: "Footer",
          label: "Next",
          "on-click-action": { name: "navigate", next: { type: "screen", name: "PERSON" }, payload: {} },
        },
      ],
      false,
    ),
    screen(
      "PERSON",
      "Book a visit",
      [
        { type: "TextBody", text: "`${screen.SERVICE.form.service} ', ' ${screen.SERVICE.form.day}`" },
        {
          type: "RadioButtonsGroup",
          name: "part",
          label: "Time",
          required: true,
          "data-source": options("Morning", "Afternoon", "Evening"),
        },
        { type: "TextInput", name: "name", label: "Your name", required: true },
        { type: "TextArea", name: "wishes", label: "Your wishes" },
        {
          type: "Footer",
          label: "Book",
          "on-click-action": {
            name: "complete",
            payload: {
              service: "${screen.SERVICE.form.service}",
              day: "${screen.SERVICE.form.day}",
              part: "${form.part}",
              name: "${form.name}",
              wishes: "${form.wishes}",
            },
          },
        },
      ],
      true,
    ),
  ],
};

export const formsAndFlows: ShippedPackage[] = [
  packageOf(
    {
      id: "lead-form",
      category: "general",
      name: "Lead form",
      summary:
        "Name, mail address and what somebody wants to know, in English and Hindi, for a website or a chat.",
    },
    { kind: "form", form: { name: "Lead form", content: lead } },
  ),
  packageOf(
    {
      id: "kyc-form",
      category: "bank",
      name: "KYC form",
      summary: "Three pages of identity, proof of address and taxes; answers are deleted after half a year.",
    },
    { kind: "form", form: { name: "KYC form", content: kyc } },
  ),
  packageOf(
    {
      id: "booking-flow",
      category: "general",
      name: "Booking flow",
      summary: "Two screens in WhatsApp: service and day, then time, name and wishes.",
      channels: [channelTypes.whatsApp],
    },
    {
      kind: "flow",
      flow: { name: "Booking", categories: ["APPOINTMENT_BOOKING"], content: booking, rules: {} },
    },
  ),
];
