import { intent } from "./parts.ts";

/** The intent that every bot understands. */
export const person = intent(
  "Speak to a person",
  "I call a person for you. Please tell me in a sentence what it is about.",
  [
    "I want to speak to a person",
    "connect me to an agent",
    "let me talk to a human",
    "can I talk to somebody",
    "give me customer care",
    "I need a real person",
    "transfer me to your staff",
    "call a colleague please",
  ],
);
