const quoted = (words: readonly string[]) => words.map((each) => `“${each}”`).join(", ");
const weekdays: Record<string, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
const of = (name: string) => (name === "" ? "a broadcast" : `a broadcast of ${name}`);

/** The triggers that let people into a journey, and why somebody did not get in. */
export const triggersTexts = {
  fields: {
    choose: "Choose one.",
    word: "Enter words, one per line.",
    longWord: "A word has at most 100 characters.",
    manyWords: "Enter at most 20 words.",
    emptyWord: "A word has to have letters or digits in it.",
    factWord: "This is how people refuse or allow messages, so it can't begin anything. Choose another word.",
    token: "Use 3 to 40 letters, digits and - .",
    intent: "Enter the name of an intent of the channel's bot.",
    event: "Use letters, digits, and _ . : - only, at most 100, such as order.paid.",
    place: "Say where to find it, such as phone or customer.phone.",
    field: "Choose a field of the customer.",
    value: "Enter at most 500 characters.",
    day: "Enter a day of the month from 1 to 31.",
    audience: "Choose a group or a label.",
  },
  kinds: {
    keyword: "Words that somebody writes",
    link: "A link that opens WhatsApp",
    message: "A message of a kind",
    intent: "An intent of the channel's bot",
    event: "An event of another system",
    webhook: "A call of a webhook",
    broadcast: "A broadcast's result",
    membership: "A group or a label",
    field: "A field of the customer changes",
    schedule: "A time that comes again",
    chatClosed: "A chat ends",
    imported: "A new customer",
    journey: "Another journey ends",
    form: "A form is filled in",
    manual: "People put customers in by hand",
  },
  words: {
    keyword: {
      exact: (words: readonly string[]) => `somebody writes ${quoted(words)}`,
      starts: (words: readonly string[]) => `somebody's message starts with ${quoted(words)}`,
      contains: (words: readonly string[]) => `somebody's message contains ${quoted(words)}`,
    },
    link: (token: string) => `somebody opens the link with “${token}”`,
    message: {
      any: "somebody writes and nobody else answers",
      first: "somebody writes for the first time",
      text: "somebody sends a text",
      image: "somebody sends a picture",
      video: "somebody sends a video",
      audio: "somebody sends a recording",
      document: "somebody sends a document",
      location: "somebody sends a location",
    },
    intent: (name: string) => `the bot understands “${name}”`,
    event: (name: string) => `the event ${name} is told`,
    webhook: "its webhook is called",
    broadcast: (what: "reply" | "delivered" | "failed" | "click", name: string) =>
      ({
        reply: `somebody answers ${of(name)}`,
        delivered: `${of(name)} is delivered`,
        failed: `${of(name)} can't be delivered`,
        click: `somebody opens a link of ${of(name)}`,
      })[what],
    membership: {
      entersGroup: (name: string) => `a customer comes into the group ${name}`,
      leavesGroup: (name: string) => `a customer leaves the group ${name}`,
      entersLabel: (name: string) => `a customer gets the label ${name}`,
      leavesLabel: (name: string) => `a customer loses the label ${name}`,
    },
    field: (field: string, to: string | undefined) =>
      to === undefined ? `${field} of a customer changes` : `${field} of a customer becomes “${to}”`,
    schedule: (
      {
        every,
        weekday,
        day,
        clock,
      }: { every: "day" | "week" | "month"; weekday: string; day: number; clock: string },
      audience: string,
    ) =>
      `it is ${clock} ${
        {
          day: "on any day",
          week: `on ${weekdays[weekday] ?? weekday}`,
          month: `on day ${day} of the month`,
        }[every]
      }, for everybody of ${audience}`,
    chatClosed: { closed: "a chat is closed", missed: "a chat is missed" },
    imported: "a customer is new",
    journey: (name: string) => `somebody has come to the end of ${name}`,
    form: (name: string) => `somebody fills in ${name}`,
    manual: "somebody is put in by hand",
  },
  results: {
    entered: "Entered",
    filter: "Not for them",
    inIt: "Is in it already",
    wasIn: "Was in it before",
    tooOften: "Too often",
    unreachable: "Can't be reached",
    blocked: "Blocked",
    paused: "It is paused",
    stopped: "It is not started",
    late: "Too late",
    broken: "Something went wrong",
  },
  sentences: {
    entered: "They came in.",
    filter: (row: string) => `“${row}” does not hold for them.`,
    inIt: "They are in it already, and may come in again only after it has ended for them.",
    wasIn: "They were in it before, and nobody comes in twice.",
    tooOften: "They came in 25 times within an hour. Look whether journeys begin each other.",
    unreachable:
      "The channel can't reach them: they have never written to it, and it has no number of theirs.",
    blocked: "They are on the blacklist.",
    paused: "It was paused at that moment.",
    stopped: "It was not started.",
    late: "Its time came more than an hour before it could begin, so nobody was let in. It begins at its next time.",
    broken:
      "We tried five times, and something went wrong each time. Whoever had written was answered without it.",
  },
  events: {
    key: "Give the event a key of its own, at most 100 characters.",
    customer: "Name the customer by phone number or id.",
    nobody: "There is no such customer.",
    data: "Data are an object of at most 64 kB.",
    taken: "Taken",
  },
  hook: {
    notThere: "There is no such webhook, or it has another address now.",
    json: "The body has to be an object as JSON.",
    noCustomer: (at: string) => `There is no customer at “${at}”.`,
    none: "Nothing begins it by a webhook.",
    anew: "It has another address now",
    notStarted: "Nobody is let in: it is not started.",
  },
} as const;
