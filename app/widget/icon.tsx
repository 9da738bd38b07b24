/** @jsxImportSource preact */

const ICONS = {
  chat: "M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12l16-8-6 16-3-6-7-2Z",
  clip: "M8 12l6-6a3.5 3.5 0 0 1 5 5l-8 8a5 5 0 0 1-7-7l8-8",
};
/** A sign beside or instead of words; its button names it. */
export const Icon = ({ name }: { name: keyof typeof ICONS }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={ICONS[name]} />
  </svg>
);
