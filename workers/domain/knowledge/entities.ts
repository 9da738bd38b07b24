/** HTML's names for the signs from U+00A0 to U+00FF, in order. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );

const NAMED = new Map<string, string>([
  ...LATIN_1.map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    ndash: "–",
    mdash: "—",
    hellip: "…",
    lsquo: "‘",
    rsquo: "’",
    sbquo: "‚",
    ldquo: "“",
    rdquo: "”",
    bdquo: "„",
    lsaquo: "‹",
    rsaquo: "›",
    bull: "•",
    prime: "′",
    euro: "€",
    trade: "™",
    minus: "−",
    le: "≤",
    ge: "≥",
    ne: "≠",
    rarr: "→",
    larr: "←",
    ensp: " ",
    emsp: " ",
    thinsp: " ",
    zwnj: "",
    zwj: "",
    OElig: "Œ",
    oelig: "œ",
    Scaron: "Š",
    scaron: "š",
  }),
]);

/** Character references as they are meant: the rewriter hands text over as it is written. Unknown names stay. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}\d{0,2}));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
    if (code === undefined) return NAMED.get(String(name)) ?? whole;
    const surrogate = code >= 0xd800 && code <= 0xdfff;
    return code > 0 && code <= 0x10ffff && !surrogate ? String.fromCodePoint(code) : "";
  });
