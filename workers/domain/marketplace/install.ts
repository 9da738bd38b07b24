import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type {
  ChosenPackagePart,
  install as contract,
  Installed,
  MadeKind,
} from "#workers/contract/endpoints/marketplace.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { PackageContent } from "#workers/contract/marketplace/package.ts";
import { importAutomations, type Rights } from "../automation-files/import-automations.ts";
import type { Beside } from "../beside.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { createForm } from "../forms/form.ts";
import { guardFailed } from "../guard.ts";
import { takeAgent } from "../import-export/import-agent.ts";
import { readReplaced } from "../import-export/replace-agent.ts";
import { addTemplates } from "../templates/add-many.ts";
import { createFlow } from "../wa-flows/create.ts";
import { installedBy, recording } from "./installs.ts";
import type { Offer } from "./offer.ts";
import { replaceFlow, replaceForm } from "./replace.ts";
import { templatePart } from "./sums.ts";

type Input = InputOf<typeof contract>["body"];

/**
 * Installs what is offered, in one transaction with the note of it. The same press again is answered as the first was.
 * Throws invalid, conflict and forbidden as the imports of the kinds do, and changedMeanwhile for what was edited since.
 */
export async function installOffer(ctx: Ctx, offer: Offer, input: Input, rights: Rights): Promise<Installed> {
  try {
    if (input.version !== offer.version) throw otherVersion();
    await carryOut(ctx, offer.content, input, rights, recording(ctx, offer, input.key));
  } catch (error) {
    const before = await installedBy(ctx, input.key);
    if (before) return before;
    throw guardFailed(error) ? changed() : error;
  }
  const made = await installedBy(ctx, input.key);
  if (!made) throw new DomainError("notFound");
  return made;
}

async function carryOut(
  ctx: Ctx,
  content: PackageContent,
  input: Input,
  rights: Rights,
  beside: Beside<MadeKind>,
): Promise<void> {
  switch (content.kind) {
    case "journey":
    case "encap":
      await importAutomations(ctx, content.kind, content.file, choicesOf(input), rights, beside);
      return;
    case "bot": {
      const { name, into } = chosenOf(input, "bot", content.file.agent.name);
      const replaced = into && (await readReplaced(ctx, into.id));
      if (replaced && `${replaced.revision}.${replaced.contentChangedAt}` !== into.mark) throw changed();
      await takeAgent(ctx, { format: "chatbird", file: content.file, notes: [] }, replaced?.name ?? name, {
        beside,
        ...(replaced && { into: replaced }),
      });
      return;
    }
    case "form": {
      const { name, into } = chosenOf(input, "form", content.form.name);
      if (!into) return void (await createForm(ctx, { name, content: content.form.content }, beside));
      refuseUnless(rights.replaceForms);
      return replaceForm(ctx, into, content.form.content, beside);
    }
    case "flow": {
      const { flow } = content;
      const { name, into } = chosenOf(input, "flow", flow.name);
      if (into) return replaceFlow(ctx, into, flow, beside);
      const fields = { name, categories: flow.categories, content: flow.content, fromForm: undefined };
      await createFlow(ctx, { ...fields, channelId: channelOf(input) }, { rules: flow.rules, beside });
      return;
    }
    case "templates": {
      const taken = content.templates.flatMap((each) => {
        const part = templatePart(each);
        const choice = input.parts.find(({ id }) => id === part);
        if (choice?.into === "skip") return [];
        const { name, into } = chosenOf(input, part, each.name);
        return [
          { ...each, part, name, existing: into ? { id: into.id, revision: Number(into.mark) } : null },
        ];
      });
      if (taken.length === 0) throw invalid("parts", texts.nothing);
      return addTemplates(ctx, channelOf(input), taken, beside);
    }
    default:
      return content satisfies never;
  }
}

const invalid = (field: string, message: string): DomainError =>
  new DomainError("invalid", { message, errors: { [field]: message } });
const changed = (): DomainError =>
  new DomainError("changedMeanwhile", {
    message: texts.changedMeanwhile,
    errors: { revision: texts.changedMeanwhile },
  });
const otherVersion = (): DomainError =>
  new DomainError("changedMeanwhile", {
    message: texts.otherVersion,
    errors: { version: texts.otherVersion },
  });

function refuseUnless(isAllowed: boolean): void {
  if (!isAllowed) throw new DomainError("forbidden", { message: texts.mayNotReplace });
}

function channelOf({ channelId }: Input): string {
  if (channelId === undefined) throw invalid("channelId", texts.chooseChannel);
  return channelId;
}

/** The choice for the only part of a package, or for one of many; without one it is new under its own name. */
function chosenOf({ parts }: Input, id: string, name: string) {
  const at = parts.findIndex((each) => each.id === id);
  const choice = parts[at];
  if (choice?.into === "skip") throw invalid(`parts.${at}.into`, texts.nothing);
  if (choice?.into === "existing" && !choice.existing) throw invalid(`parts.${at}.existing`, texts.choose);
  return {
    name: choice?.name || name,
    into: choice?.into === "existing" ? choice.existing : undefined,
  };
}

/** The choices of a package's parts as those of a file. */
function choicesOf({ parts, references }: Input) {
  const chosen = (isOurs: (part: ChosenPackagePart) => boolean) =>
    parts.filter(isOurs).map(({ id, into, name, existing }) => ({
      id,
      into,
      name,
      folder: "",
      ...(existing && { existing: { id: existing.id, revision: Number(existing.mark) } }),
    }));
  return {
    automations: chosen(({ of }) => of === "journey" || of === "encap"),
    forms: chosen(({ of }) => of === "form"),
    references,
  };
}
