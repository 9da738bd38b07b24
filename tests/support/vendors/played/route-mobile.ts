import { addressOf, fileOf, type FileState, isOver, type PlayedVendor, type Said } from "../plays.ts";

/** Route Mobile's WhatsApp API: what it takes, what it refuses, and in which words. */

export const ROUTE_MOBILE = {
  username: "luckyshrub",
  password: "Tree^01 &=?",
  number: "919321820001",
};

type Part = Record<string, unknown>;
type Reason = string | Part;
const part = (value: unknown): Part => (typeof value === "object" && value !== null ? (value as Part) : {});
const parts = (value: unknown): Part[] => (Array.isArray(value) ? value.map(part) : []);
const words = (value: unknown): string => (typeof value === "string" ? value : "");

const SHORT = ["Shorter than minimum length 1."];
const MISSING = ["Missing data for required field."];
const LONG = ["Longer than maximum length."];
const NO_URL = ["Not a valid URL."];

const refused = (status: number, reason: Reason): Said => ({
  status,
  body: { message: "please check API docs for more info", status: "failed", reason },
});
const WRONG_TOKEN = "Please check the integrity or validity of the token sent.";

/** The problem of a field that must be a text of 1 to `most` letters. */
function field(all: Part, name: string, most: number, isNeeded = true): Part | undefined {
  const value = all[name];
  if (value === undefined) return isNeeded ? { [name]: MISSING } : undefined;
  if (typeof value !== "string") return { [name]: ["Not a valid string."] };
  if (value.length === 0) return { [name]: SHORT };
  return value.length > most ? { [name]: LONG } : undefined;
}
const link = (all: Part, name: string): Part | undefined =>
  /^https?:\/\/\S+$/.test(words(all[name])) ? undefined : { [name]: NO_URL };
const unknown = (all: Part, known: readonly string[]): Part | undefined => {
  const other = Object.keys(all).find((name) => !known.includes(name));
  return other === undefined ? undefined : { [other]: ["Unknown field."] };
};
const under = (name: string, wrong: Reason | undefined): Part | undefined =>
  wrong === undefined ? undefined : { [name]: wrong };
const first = (all: (Part | undefined)[]): Part | undefined => all.find((each) => each !== undefined);

export function play(files: FileState): PlayedVendor {
  let sent = 0;
  const token = () => `played-jwt.${addressOf(files)}`;
  return {
    name: "route-mobile",
    answers({ method, path, headers, body }) {
      const { pathname, searchParams } = new URL(path, "http://route-mobile");
      if (pathname === "/route-mobile/auth/v1/login/" && method === "POST") {
        const { username, password } = part(body);
        if (username !== ROUTE_MOBILE.username || password !== ROUTE_MOBILE.password) {
          return { status: 403, body: { status: "invalid credentials or the account has been deactivated" } };
        }
        return { status: 201, body: { JWTAUTH: token(), user_data: { username, is_active: true } } };
      }
      const [name, ends = ""] = (headers.authorization ?? "").split(".");
      if (name !== "played-jwt" || isOver(ends)) {
        const message = "Unable to process request";
        return { status: 401, body: { message, status: "Failed", reason: WRONG_TOKEN } };
      }
      if (pathname === "/route-mobile/wba/v1/media") return mediaAnswer(files, searchParams);
      if (pathname === "/route-mobile/wba/management/v1/wbp-account-details") return accountAnswer();
      if (pathname !== "/route-mobile/wba/v1/messages" || method !== "POST") {
        return { status: 404, body: { message: "The requested URL was not found on the server." } };
      }
      const call = part(body);
      const wrong = problemOf(call);
      if (wrong !== undefined) return refused(400, wrong);
      sent += 1;
      const id = `6af19ee2-72d9-11ed-88f4-${String(sent).padStart(12, "0")}`;
      return {
        status: 202,
        body: { message: "message received successfully", status: "processing", request_id: id },
        accepted: { id, ownId: words(call["extra"]), to: words(call["phone"]) },
      };
    },
    refuses: ({ status = 400 }) =>
      status >= 500
        ? { status, body: { message: "unable to process request", status: "failed" } }
        : refused(status, status === 401 ? WRONG_TOKEN : { media: { lang_code: SHORT } }),
    hint: (url) =>
      `Route Mobile  baseUrl ${url}/route-mobile, number ${ROUTE_MOBILE.number}, user ${ROUTE_MOBILE.username}, password ${ROUTE_MOBILE.password}`,
  };
}

function mediaAnswer(files: FileState, asked: URLSearchParams): Said {
  const id = asked.get("media_id") ?? "";
  const isHere = id !== "" && asked.get("username") === ROUTE_MOBILE.username && !files.lost.has(id);
  return isHere ? { status: 200, body: fileOf(files, id) } : { status: 404, body: { message: "not found" } };
}

const accountAnswer = (): Said => ({
  status: 200,
  body: {
    send_status: "True",
    account_hosting: "cloud",
    user_details: { client_msisdn: ROUTE_MOBILE.number, waba_id: "2061629777460001" },
    phone_number_updates: {
      number_quality: "high",
      messaging_limit: "TIER_1K",
      number_status: "CONNECTED",
      verified_name: "Lucky Shrub",
    },
  },
});

function problemOf(call: Part): Reason | undefined {
  if (!/^\+[1-9]\d{4,14}$/.test(words(call["phone"]))) return { phone: ["Not a valid phone number."] };
  const beside = first([
    unknown(call, ["phone", "extra", "text", "preview_url", "reply_to", "media", "enable_acculync"]),
    field(call, "extra", 512, false),
  ]);
  if (beside) return beside;
  if (call["text"] !== undefined && call["media"] === undefined) {
    return first([field(call, "text", 4096), field(call, "reply_to", 500, false)]);
  }
  if (call["media"] === undefined || call["reply_to"] !== undefined) return "Unable to verify payload type";
  return under("media", problemOfMedia(part(call["media"])));
}

function problemOfMedia(media: Part): Reason | undefined {
  switch (media["type"]) {
    case "image":
    case "video":
    case "audio":
    case "document":
      return first([
        unknown(media, ["type", "url", "file", "caption"]),
        link(media, "url"),
        field(media, "file", 255, false),
        field(media, "caption", 1024, false),
      ]);
    case "location": {
      const place = ["latitude", "longitude"].find((name) => !/^-?\d+(\.\d+)?$/.test(words(media[name])));
      if (place !== undefined) return { [place]: ["Not a valid number."] };
      return first([field(media, "name", 1000), field(media, "address", 1000)]);
    }
    case "interactive_reply":
      return first([
        unknown(media, ["type", "header", "body", "footer_text", "button"]),
        problemOfFrame(media, ["image", "video", "document"], 1024),
        problemOfReplies(parts(media["button"])),
      ]);
    case "interactive_list":
      return first([
        unknown(media, ["type", "header", "body", "footer_text", "button_text", "button"]),
        problemOfFrame(media, [], 4096),
        field(media, "button_text", 20),
        problemOfSections(parts(media["button"])),
      ]);
    case "media_template":
      return problemOfTemplate(media);
    default:
      return { type: ["Must be one of the documented types."] };
  }
}

function problemOfFrame(media: Part, types: string[], most: number): Part | undefined {
  const header = media["header"];
  const above = part(header);
  const isFile = types.includes(words(above["type"]));
  const wrong = isFile
    ? first([link(above, "url"), field(above, "file", 255, false)])
    : first([unknown(above, ["text"]), field(above, "text", 60)]);
  return first([
    header === undefined ? undefined : under("header", wrong),
    field(media, "body", most),
    field(media, "footer_text", 60, false),
  ]);
}

function problemOfReplies(buttons: Part[]): Part | undefined {
  if (buttons.length < 1 || buttons.length > 3) return { button: ["Length must be between 1 and 3."] };
  const ids = new Set(buttons.map(({ id }) => id));
  const titles = new Set(buttons.map(({ title }) => title));
  if (Math.min(ids.size, titles.size) < buttons.length) return { button: ["Duplicates."] };
  const wrong = buttons.map((each) =>
    first([unknown(each, ["id", "title"]), field(each, "id", 256), field(each, "title", 20)]),
  );
  return under("button", first(wrong));
}

function problemOfSections(sections: Part[]): Part | undefined {
  const rows = sections.flatMap((each) => parts(each["row"]));
  if (rows.length < 1 || rows.length > 10) return { button: ["Length must be between 1 and 10."] };
  const wrong = [
    ...sections.map((each) => field(each, "section_title", 24)),
    ...rows.map((each) =>
      first([field(each, "id", 200), field(each, "title", 24), field(each, "description", 72, false)]),
    ),
  ];
  return under("button", first(wrong));
}

function problemOfTemplate(template: Part): Part | undefined {
  const known = [
    "type",
    "template_name",
    "lang_code",
    "header",
    "body",
    "button",
    "carousel",
    "limited_time",
  ];
  if (words(template["lang_code"]).length < 2) return { lang_code: ["Shorter than minimum length 2."] };
  const empty = known.find((name) => Array.isArray(template[name]) && parts(template[name]).length === 0);
  if (empty !== undefined) return { error: `if ${empty} key is included, it"s array value cannot be empty` };
  const headers = parts(template["header"]).map((header) => {
    const type = ["image", "document", "video"].find((each) => header[each] !== undefined);
    if (type === undefined) return first([unknown(header, ["text"]), field(header, "text", 60)]);
    const file = part(header[type]);
    return first([unknown(file, ["link", "file_name"]), link(file, "link")]);
  });
  const cards = parts(template["carousel"]).map((card) => {
    if (!["image", "video"].includes(words(card["type"]))) return { type: ["Must be one of: image, video."] };
    return first([link(card, "url"), problemOfWords(card), problemOfButtons(card)]);
  });
  const offers = parts(template["limited_time"]).map((offer) =>
    Number.isInteger(offer["expiration_time"]) ? problemOfButtons(offer) : { expiration_time: MISSING },
  );
  return first([
    unknown(template, known),
    field(template, "template_name", 512),
    under("header", first(headers)),
    problemOfWords(template),
    problemOfButtons(template),
    under("carousel", first(cards)),
    under("limited_time", first(offers)),
  ]);
}

const problemOfWords = (of: Part): Part | undefined =>
  under(
    "body",
    first(parts(of["body"]).map((each) => first([unknown(each, ["text"]), field(each, "text", 1024)]))),
  );

function problemOfButtons(of: Part): Part | undefined {
  if (of["button"] !== undefined && parts(of["button"]).length === 0) return { button: SHORT };
  const wrong = parts(of["button"]).map((each) => {
    if (!/^\d$/.test(words(each["button_no"]))) return { button_no: MISSING };
    const name = ["payload", "url", "coupon_code"].find((one) => each[one] !== undefined);
    return name === undefined ? { payload: MISSING } : field(each, name, name === "coupon_code" ? 15 : 2000);
  });
  return under("button", first(wrong));
}
