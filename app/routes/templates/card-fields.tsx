import { Plus, Trash2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { Card } from "#workers/contract/templates/template.ts";
import { ButtonFields } from "./button-fields.tsx";
import { CountedField } from "./counted-field.tsx";
import { HeaderFields } from "./header-fields.tsx";
import { idOf, newCard, useBuilding, withoutCard } from "./template-draft.ts";

const MOST_CARDS = 10;

/** The cards of a carousel, each with a picture or a video, a text and its buttons. */
export function CardFields() {
  const { draft, shape, change, fixed, problemAt } = useBuilding();
  const { cards } = draft.components;
  const set = (index: number, part: Partial<Card>) =>
    change({ cards: cards.map((card, at) => (at === index ? { ...card, ...part } : card)) });
  const problem = problemAt("cards");
  return (
    <section id={idOf("cards")} tabIndex={-1} aria-label={texts.cards} className="grid gap-4">
      {cards.map((card, index) => (
        <fieldset key={index} className="grid gap-3 rounded-lg border border-line p-4">
          <legend className="flex items-center gap-1 px-1 font-semibold">
            {texts.cardOf(index + 1)}
            {!fixed && cards.length > 1 && (
              <IconButton
                size="sm"
                tone="danger"
                label={texts.removeCard(index + 1)}
                icon={<Trash2 aria-hidden />}
                onClick={() => change(withoutCard(draft.components, index))}
              />
            )}
          </legend>
          <HeaderFields
            place={`cards.${index}.header`}
            header={card.header}
            choices={shape.cardHeaders}
            onChange={(header) => set(index, { header })}
          />
          <CountedField
            lines
            place={`cards.${index}.body.text`}
            label={texts.cardText}
            value={card.body.text}
            most={shape.cardBody}
            onChange={(text) => set(index, { body: { text } })}
          />
          <ButtonFields
            place={`cards.${index}.buttons`}
            buttons={card.buttons}
            types={shape.cardButtonTypes}
            most={shape.cardButtons}
            onChange={(buttons) => set(index, { buttons })}
          />
        </fieldset>
      ))}
      {problem && <p className="text-[0.8125rem] font-medium text-danger-ink">{problem}</p>}
      {!fixed && cards.length < MOST_CARDS && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() => change({ cards: [...cards, newCard(cards[0])] })}
        >
          {texts.addCard}
        </Button>
      )}
    </section>
  );
}
