import { Bell } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Page } from "#app/components/page.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Chip } from "#app/components/ui/chip.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { setDensity } from "#app/lib/density.ts";
import { setTheme } from "#app/lib/theme.ts";
import { densities, themes } from "#workers/contract/looks.ts";

const TONES = ["primary", "secondary", "ghost", "danger"] as const;
const SIZES = ["sm", "md", "lg"] as const;
const BADGES = ["neutral", "accent", "success", "warning", "danger"] as const;
const BANNERS = ["info", "success", "warning", "error"] as const;
const TITLE = "Design";
/** Names of props and parts, for props that are texts elsewhere. */
const WORDS = {
  checkbox: "Checkbox",
  menu: "Menu",
  select: "Select",
  switch: "Switch",
  caption: "caption",
  children: "children",
  count: "count",
  danger: "danger",
  error: "error",
  hint: "hint",
  kind: "kind",
  label: "label",
  md: "md",
  name: "name",
  removelabel: "removeLabel",
  required: "required",
  sm: "sm",
  title: "title",
} as const;

/** The tokens of app.css and the parts of the kit, side by side; in development only. Everything on it is named as in the code. */
export default function Design() {
  return (
    <main className="p-4">
      <Page title={TITLE} wide>
        <div className="mb-6 flex flex-wrap gap-2">
          {themes.map((theme) => (
            <Button key={theme} onClick={() => setTheme(theme)}>
              {theme}
            </Button>
          ))}
          {densities.map((density) => (
            <Button key={density} onClick={() => setDensity(density)}>
              {density}
            </Button>
          ))}
        </div>
        <Tokens />
        <div className="grid gap-4 lg:grid-cols-2">
          {Object.entries(parts).map(([name, Part]) => (
            <Card key={name} className="grid content-start gap-3 p-4">
              <h2 className="font-semibold">{name}</h2>
              <Part />
            </Card>
          ))}
        </div>
      </Page>
    </main>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
);

const parts: Readonly<Record<string, () => ReactNode>> = {
  Button: () =>
    SIZES.map((size) => (
      <Row key={size}>
        {TONES.map((tone) => (
          <Button key={tone} tone={tone} size={size}>
            {tone}
          </Button>
        ))}
        <Button size={size} busy>
          {size}
        </Button>
      </Row>
    )),
  IconButton: () => (
    <Row>
      <IconButton label={WORDS.md} icon={<Bell aria-hidden />} />
      <IconButton label={WORDS.sm} size="sm" icon={<Bell aria-hidden />} />
      <IconButton label={WORDS.count} count={3} icon={<Bell aria-hidden />} />
      <IconButton label={WORDS.danger} tone="danger" icon={<Bell aria-hidden />} />
    </Row>
  ),
  Badge: () => (
    <Row>
      {BADGES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Row>
  ),
  Banner: () =>
    BANNERS.map((kind) => (
      <Banner key={kind} kind={kind}>
        {kind}
      </Banner>
    )),
  Field: () => (
    <>
      <Field label={WORDS.label} hint={WORDS.hint}>
        <TextInput />
      </Field>
      <Field label={WORDS.required} required error={WORDS.error}>
        <TextInput />
      </Field>
      <Chosen />
    </>
  ),
  Choices: Choices,
  Table: () => (
    <Table caption={WORDS.caption}>
      <thead>
        <tr>
          {BADGES.map((head) => (
            <Th key={head}>{head}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SIZES.map((size) => (
          <tr key={size}>
            {BADGES.map((cell, at) =>
              at === 0 ? <RowTh key={cell}>{size}</RowTh> : <Td key={cell}>{cell}</Td>,
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  ),
  Others: () => (
    <>
      <Row>
        <Avatar name={TITLE} />
        <Kbd>?</Kbd>
        <Chip
          name={WORDS.name}
          kind={WORDS.kind}
          removeLabel={WORDS.removelabel}
          onRemove={() => undefined}
        />
        <Menu
          button={<Button>{WORDS.menu}</Button>}
          entries={TONES.map((label) => ({ label, onSelect: () => undefined }))}
        />
      </Row>
      <Progress label={WORDS.label} value={0.4} />
      <SkeletonRows rows={2} />
      <EmptyState icon={<Bell />} title={WORDS.title}>
        {WORDS.children}
      </EmptyState>
    </>
  ),
};

function Chosen() {
  const [tone, setTone] = useState<(typeof TONES)[number]>("primary");
  return (
    <Field label={WORDS.select}>
      <Select value={tone} options={TONES.map((value) => ({ value, label: value }))} onChange={setTone} />
    </Field>
  );
}

function Choices() {
  const [on, setOn] = useState(true);
  return (
    <>
      <Checkbox label={WORDS.checkbox} checked={on} onChange={setOn} />
      <Switch label={WORDS.switch} checked={on} onChange={setOn} />
    </>
  );
}

/** Every custom property of the page's root, as the stylesheet has it, with its colour where it is one. */
function Tokens() {
  const [tokens, setTokens] = useState<readonly string[]>([]);
  useEffect(() => setTokens(tokensOf(document.styleSheets)), []);
  return (
    <ul className="mb-6 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2 text-xs">
      {tokens.map((token) => (
        <li key={token} className="grid gap-1">
          <span className="h-8 rounded-md border border-line" style={{ background: `var(${token})` }} />
          <code>{token}</code>
          <span className="truncate text-muted">
            {getComputedStyle(document.documentElement).getPropertyValue(token)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function tokensOf(sheets: StyleSheetList): string[] {
  const rulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
    [...rules].flatMap((rule) =>
      rule instanceof CSSStyleRule ? [rule] : rule instanceof CSSGroupingRule ? rulesIn(rule.cssRules) : [],
    );
  const all = [...sheets].flatMap(({ cssRules }) => rulesIn(cssRules));
  const root = all.filter(({ selectorText }) => selectorText.split(/,\s*/).includes(":root"));
  return [...new Set(root.flatMap(({ style }) => [...style]))].filter(
    (name) => name.startsWith("--") && !name.startsWith("--tw-"),
  );
}
