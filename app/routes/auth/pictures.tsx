/** The drawings of the slides: shapes in the theme's own colours, so that they fit light and dark. */

const frame = "mx-auto block w-full max-w-md";
const card = "fill-surface stroke-line";

function Dashboard() {
  return (
    <svg viewBox="0 0 400 260" aria-hidden className={frame}>
      <rect x="20" y="16" width="360" height="228" rx="16" className={card} strokeWidth="2" />
      <rect x="20" y="16" width="72" height="228" rx="16" className="fill-accent-soft" />
      <circle cx="56" cy="46" r="12" className="fill-accent" />
      {[80, 104, 128, 152].map((y) => (
        <rect key={y} x="38" y={y} width="36" height="8" rx="4" className="fill-accent opacity-35" />
      ))}
      {[112, 202, 292].map((x, at) => (
        <g key={x}>
          <rect x={x} y="34" width="72" height="48" rx="8" className="fill-sunken" />
          <rect x={x + 10} y="44" width="26" height="6" rx="3" className="fill-edge opacity-60" />
          <rect x={x + 10} y="58" width={[44, 34, 50][at]} height="12" rx="4" className="fill-accent" />
        </g>
      ))}
      <rect x="112" y="98" width="162" height="128" rx="8" className="fill-sunken" />
      {[40, 66, 52, 84, 72, 98].map((height, at) => (
        <rect
          key={height}
          x={126 + at * 23}
          y={214 - height}
          width="13"
          height={height}
          rx="4"
          className={at === 5 ? "fill-beak" : "fill-accent opacity-75"}
        />
      ))}
      <rect x="292" y="98" width="72" height="128" rx="8" className="fill-sunken" />
      <circle cx="328" cy="138" r="22" fill="none" strokeWidth="10" className="stroke-line" />
      <path
        d="M328 116a22 22 0 1 1-20.900 15.200"
        fill="none"
        strokeWidth="10"
        strokeLinecap="round"
        className="stroke-accent"
      />
      <rect x="306" y="182" width="44" height="7" rx="3.500" className="fill-edge opacity-60" />
      <rect x="306" y="198" width="30" height="7" rx="3.500" className="fill-edge opacity-40" />
    </svg>
  );
}

function Automation() {
  return (
    <svg viewBox="0 0 400 260" aria-hidden className={frame}>
      <g fill="none" strokeWidth="3" className="stroke-edge opacity-70">
        <path d="M122 130h40c22 0 22-64 44-64h34" />
        <path d="M122 130h118" />
        <path d="M122 130h40c22 0 22 64 44 64h34" />
        <path d="M328 66c26 0 34 22 34 64s-8 64-34 64" strokeDasharray="2 9" strokeLinecap="round" />
      </g>
      <rect x="22" y="92" width="100" height="76" rx="16" className="fill-accent" />
      <path d="M52 166v22l24-22z" className="fill-accent" />
      <g className="fill-on-accent">
        <rect x="42" y="114" width="60" height="8" rx="4" />
        <rect x="42" y="132" width="38" height="8" rx="4" className="opacity-70" />
      </g>
      {[40, 104, 168].map((y, at) => (
        <g key={y}>
          <rect x="240" y={y} width="88" height="52" rx="12" className={card} strokeWidth="2" />
          <circle cx="262" cy={y + 26} r="10" className={at === 1 ? "fill-beak" : "fill-accent"} />
          <rect x="280" y={y + 16} width="36" height="7" rx="3.500" className="fill-edge opacity-70" />
          <rect x="280" y={y + 29} width="24" height="7" rx="3.500" className="fill-edge opacity-40" />
        </g>
      ))}
      <circle cx="181" cy="130" r="17" className={card} strokeWidth="2" />
      <path
        d="m174 130 5 5 9-10"
        fill="none"
        strokeWidth="3.500"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-success"
      />
    </svg>
  );
}

function Journey() {
  return (
    <svg viewBox="0 0 400 260" aria-hidden className={frame}>
      <path
        d="M36 208c60 0 62-54 122-54s58 44 112 34 42-96 96-96"
        fill="none"
        strokeWidth="5"
        strokeDasharray="1 13"
        strokeLinecap="round"
        className="stroke-accent"
      />
      {[
        [36, 208],
        [158, 154],
        [270, 188],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="11" strokeWidth="5" className="fill-surface stroke-accent" />
      ))}
      <g>
        <rect x="24" y="116" width="104" height="56" rx="14" className={card} strokeWidth="2" />
        <path d="M46 171v14l16-14z" className="fill-surface" />
        <rect x="40" y="132" width="70" height="8" rx="4" className="fill-edge opacity-70" />
        <rect x="40" y="148" width="46" height="8" rx="4" className="fill-edge opacity-40" />
      </g>
      <g>
        <rect x="150" y="54" width="116" height="56" rx="14" className="fill-accent" />
        <path d="M244 109v14l-16-14z" className="fill-accent" />
        <rect x="166" y="70" width="84" height="8" rx="4" className="fill-on-accent" />
        <rect x="166" y="86" width="54" height="8" rx="4" className="fill-on-accent opacity-70" />
      </g>
      <circle cx="366" cy="92" r="24" className="fill-beak" />
      <path
        d="M366 104c-8-6-12-10-12-15a6.500 6.500 0 0 1 12-3.600A6.500 6.500 0 0 1 378 89c0 5-4 9-12 15z"
        className="fill-surface"
      />
      <g className="fill-beak">
        <circle cx="320" cy="46" r="4" />
        <circle cx="346" cy="34" r="3" className="opacity-70" />
        <circle cx="296" cy="62" r="3" className="opacity-50" />
      </g>
    </svg>
  );
}

/** In the order of the slides' texts. */
export const pictures = [Dashboard, Automation, Journey];
