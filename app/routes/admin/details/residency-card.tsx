import { Card } from "#app/components/ui/card.tsx";
import { residencyTexts as texts } from "#texts/residency.ts";
import { vendorOf } from "#workers/contract/vendors.ts";
import type { Enterprise } from "#workers/contract/endpoints/enterprise.ts";

const placed = (region: string) =>
  region === ""
    ? { where: texts.anywhere, says: texts.anywhereText }
    : { where: texts.region(region), says: texts.byInstallation };

/** Of somebody outside: the region that the settings name, else their own terms, and the host if it is known. */
function placeOf(name: string, { region, host }: { region: string; host: string }): string {
  const said = region === "" ? texts.byTerms(name) : texts.inRegion(name, texts.region(region));
  return host === "" ? said : texts.at(said, host);
}

const listOf = (lines: readonly string[], none: string) =>
  lines.length === 0 ? (
    none
  ) : (
    <ul>
      {lines.map((line) => (
        <li key={line} className="[overflow-wrap:anywhere]">
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  );

const others = ({ speech, payments, mail, systems }: Enterprise["residency"]) => [
  {
    kind: texts.kinds.speech,
    where: listOf(speech.map(texts.byTerms), texts.noModels),
    says: texts.speechText,
  },
  {
    kind: texts.kinds.payments,
    where: listOf(payments.map(texts.byTerms), texts.noGateway),
    says: texts.paymentsText,
  },
  { kind: texts.kinds.mail, where: listOf(mail.map(texts.byTerms), texts.noMail), says: texts.mailText },
  { kind: texts.kinds.systems, where: listOf(systems, texts.noSystems), says: texts.systemsText },
];

/** For each kind of data, where it is and who says so. */
export function ResidencyCard({ residency }: Pick<Enterprise, "residency">) {
  const rows = [
    { kind: texts.kinds.customers, ...placed(residency.customers) },
    { kind: texts.kinds.accounts, where: texts.anywhere, says: texts.accountsText },
    { kind: texts.kinds.files, ...placed(residency.files) },
    { kind: texts.kinds.live, ...placed(residency.live) },
    { kind: texts.kinds.backups, ...placed(residency.backups) },
    {
      kind: texts.kinds.models,
      where: listOf(
        residency.models.map(({ name, host }) => placeOf(name, { region: "", host })),
        texts.noModels,
      ),
      says: texts.modelsText,
    },
    {
      kind: texts.kinds.vendors,
      where: listOf(
        residency.vendors.map(({ vendor, ...place }) => placeOf(vendorOf(vendor)?.name ?? "", place)),
        texts.noVendors,
      ),
      says: texts.vendorsText,
    },
    ...others(residency),
  ];
  return (
    <Card className="mt-4 p-5">
      <h2 className="font-semibold">{texts.title}</h2>
      <p className="mt-1 mb-3 text-muted">{texts.lead}</p>
      <dl aria-label={texts.list} className="grid gap-3">
        {rows.map(({ kind, where, says }) => (
          <div key={kind} className="grid gap-x-4 sm:grid-cols-[14rem_1fr]">
            <dt className="font-medium">{kind}</dt>
            <dd>
              {where}
              <p className="text-sm text-muted">{says}</p>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
