/** Why a message could not be sent, and what a channel's test found: read by agents and administrators. */
export const adaptersTexts = {
  kind: (kind: string) => `This channel can't send messages of the kind "${kind}".`,
  empty: "The message has no text.",
  textTooLong: (most: number) => `The text is too long for this channel. Use at most ${most} characters.`,
  captionTooLong: (most: number) =>
    `The caption is too long for this channel. Use at most ${most} characters.`,
  noCaption: "This kind of file carries no caption here. Send the words as a message of their own.",
  tooManyButtons: (most: number) => `This channel shows at most ${most} buttons to a message.`,
  buttonTooLong: (label: string, most: number) =>
    `The button "${label}" is too long. Use at most ${most} characters.`,
  tooManyRows: (most: number) => `This channel shows at most ${most} rows in a list.`,
  rowTooLong: (label: string, most: number) =>
    `The row "${label}" is too long. Use at most ${most} characters.`,
  descriptionTooLong: (label: string, most: number) =>
    `The description of the row "${label}" is too long. Use at most ${most} characters.`,
  partTooLong: (part: string, most: number) => `The ${part} is too long. Use at most ${most} characters.`,
  tooManyCards: (most: number) => `This channel shows at most ${most} cards.`,
  noLabel: "Give each button and each row a label.",
  noTitle: "A list of several sections needs a title for each.",
  sameToken: "Two buttons or rows carry the same token.",
  badLink: (label: string) => `The button "${label}" needs an address that begins with https://.`,
  oneHeader: "Send a file or words above the message: this channel shows only one of them.",
  noReaction: "The message that this one reacts to is not known.",
  sameLabel: "Give each button a label of its own.",
  tokenTooLong: (most: number) => `A button carries at most ${most} bytes.`,
  mixedButtons: "Send either reply buttons or one button with a link: this channel can't show both.",
  callButton: "This channel can't show a button that calls a number.",
  fewCards: "A carousel needs 2 to 10 cards.",
  cardsDiffer: "Every card needs an image or a video and the same kind and number of buttons.",
  noTextAbove: "This channel shows no text above cards. Send it as a message of its own.",
  emptyCard: "Give each card a picture, a title or a text.",
  mailFrom: (name: string) => `Message from ${name}`,
  cardTitle: "Give each card a title or a text.",
  cardImage: "A card shows an image alone. Send other files as messages of their own.",
  tooManyBytes: (most: number) =>
    `The text is too long for this channel: it takes ${most} bytes, and letters of many languages have two or three.`,
  cardPicture: "A card shows an image or a video. Send other files as messages of their own.",
  fileType: (type: string) => `This channel can't show files of the type ${type}.`,
  badNumber: (label: string) =>
    `The button "${label}" needs a phone number with its country code, such as +919876543210.`,
  noText: "A carousel needs a text above its cards.",
  oneContact: "This channel sends one contact to a message.",
  noPhone: "The contact needs a phone number.",
  noVisitor: "This person has no address on this website.",
  webWorks: "The widget is part of this product: there is nobody to ask.",
  noContact: "The contact needs a name or a phone number.",
  noAddress: "This person has no address on this channel.",
  noMedium: "Couldn't find the file.",
  noWaba: "The channel has no WABA id. Enter it at the channel, then submit again.",
  noApp: "Templates with a sample file need the app's id. Enter it at the channel, then submit again.",
  sampleLost: "The vendor didn't take the sample file. Try again in a minute.",
  mediumLater: "Couldn't prepare the file. It will be tried again.",
  otherMessage: "The message that this one changes is not known to this channel.",
  notMade: "Couldn't put the message into the vendor's form.",
  lost: "The vendor did not answer in time, so the message may have been sent.",
  unclear: "Couldn't read the vendor's answer, so the message may have been sent.",
  busy: "The vendor asked to wait.",
  vendorDown: "The vendor is not available just now.",
  refused: (vendor: string, code: string) => `${vendor} refused the message (${code}).`,
  token: (vendor: string) => `${vendor} did not accept the access token. Enter a new one in the channel.`,
  credentials: (vendor: string) =>
    `${vendor} did not accept the account's user name, password or key. Enter them again in the channel.`,
  noBalance: (vendor: string) => `The account at ${vendor} has no balance left. Recharge it there.`,
  refusedBecause: (vendor: string, words: string) => `${vendor} refused the message: ${words}.`,
  notDelivered: (vendor: string, words: string) => `${vendor} couldn't deliver the message: ${words}.`,
  notAsRegistered: (name: string) =>
    `The text isn't the registered one of "${name}" with its variables filled in, so the operators would drop it.`,
  noDltTemplate:
    "An SMS needs the id of a DLT template. Send a template whose name is that id, or enter one in the channel.",
  tooManyParts: (most: number) => `The text is too long: it would take more than ${most} SMS. Shorten it.`,
  roomOfAddress: (vendor: string) =>
    `The text is too long for the address in which ${vendor} takes it. Letters that are not English count up to nine times.`,
  noDltEntity: "An SMS needs the DLT entity id of the enterprise. Enter it in the channel.",
  noBaseUrl: (vendor: string) =>
    `The address of ${vendor}'s server isn't known. Enter the one that ${vendor} gave you in the channel.`,
  templateWordsOnly:
    "This vendor sends a template as its words alone. Choose one without a file, buttons, cards and an offer's end.",
  fileOfKind: (kind: "image" | "video" | "audio" | "document") =>
    ({ image: "Picture", video: "Film", audio: "Recording", document: "File" })[kind],
  mediumGone: "The file is no longer in the drive. Choose another one.",
  mediumTooLarge: (most: string) =>
    `The file is larger than ${most}, the most that a mail takes. Send a link to it.`,
  mediumByAddress:
    "This vendor fetches files by their address, and this one has none. Add it to the drive first.",
  accountState: (vendor: string, name: string, state: string) =>
    `${vendor} says that the account ${name} is ${state}.`,
  notRefused: (vendor: string, account: string) =>
    `${vendor} did not refuse the account ${account}. It can't be asked more without a message, and none was sent.`,
  linkButton: "This channel's vendor can't pass on a button with a link. Put the link into the text.",
  namedVariables:
    "This channel's vendor fills templates by position. Use a template with numbered variables.",
  numberedVariables:
    "This channel's vendor fills templates by name. Use a template whose variables have names.",
  templateValuesOnly:
    "This vendor keeps a template's file, buttons and cards itself. Use a template with variables in its words alone.",
  badServiceAccount:
    "The service account's key can't be read. Paste the whole JSON file that Google gave you into the channel.",
  noRcs: "This person can't be reached by RCS, or their network doesn't know this sender yet.",
  unreadable: (vendor: string) => `Couldn't read the answer of ${vendor}.`,
  otherNumber: (number: string) => `This account belongs to ${number}, which is another number.`,
  noSession:
    "Airtel takes an answer only in a conversation that the person began. Send an approved template.",
  noFileAbove: "This channel's vendor shows no file above buttons. Send it as a message of its own.",
  oneSection: "This channel's vendor shows a list without sections. Put all rows into one.",
  noCodeOrOffer:
    "This channel's vendor fills in one link at most, no code to copy and no offer's end. Use a template without them.",
  cardsAtVendor:
    "The files of a carousel's cards must lie at this vendor before it is sent. Use a template without cards.",
  windowClosed: "The person wrote more than 24 hours ago. Send an approved template.",
  undeliverable: "WhatsApp can't deliver to this person.",
  unreachable: "This person can't be reached.",
  heldBack: "This marketing message was held back from this person.",
  mediaRefused: "WhatsApp couldn't use the file.",
  marketingCap: "WhatsApp held this marketing message back from this person.",
  experiment: "WhatsApp held this message back as part of an experiment.",
  spam: "WhatsApp limits this number because people blocked or reported its messages.",
  templateParameters: "The template's variables don't fit the approved template.",
  templateMissing: "The template does not exist in this language, or it isn't approved.",
  templatePaused: "WhatsApp paused or disabled this template.",
  needsNumber: "This message needs a phone number; only a user id is known.",
  blocked: "The person blocked the bot or never started it.",
  tested: (name: string) => `Connected as ${name}.`,
  webhookSet: (name: string) => `Connected as ${name}, and the webhook is set.`,
  otherBot: (name: string, id: string) => `This token belongs to ${name} (${id}), which is another bot.`,
  testFailed: (vendor: string) => `Couldn't reach ${vendor}.`,
  noName: "an account without a name",
  group: "A message in a group. Only private chats are taken.",
} as const;
