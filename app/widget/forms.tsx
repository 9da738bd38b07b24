/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import type { VisitorDetails } from "#workers/contract/endpoints/widget.ts";
import type { Acts, View } from "./view.ts";
import { MAIL_ADDRESS } from "#workers/contract/mail-address.ts";

type Name = keyof VisitorDetails;
const NAMES: readonly Name[] = ["name", "mail", "phone"];
const INPUT = {
  name: { type: "text", autocomplete: "name", maxLength: 100 },
  mail: { type: "email", autocomplete: "email", maxLength: 254 },
  phone: { type: "tel", autocomplete: "tel", maxLength: 60 },
} as const;
const PHONE = /^\+?[\d\s().-]{8,25}$/;

/** The form before the chat: what the channel asks for, checked when it is sent. */
export function DetailsForm({ view, acts }: { view: View; acts: Acts }) {
  const { texts, config, askErrors } = view;
  const asked = NAMES.filter((name) => config.form[name] !== "no");
  const [values, setValues] = useState<VisitorDetails>({});
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>(askErrors);
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const wrong = asked.filter((name) => errors[name]);
  // Gets the focus as the form comes: of one problem its field.
  const first = wrong.length === 1 ? wrong[0] : asked[0];
  const [tries, setTries] = useState(0);
  useEffect(() => setErrors(askErrors), [askErrors]);
  const inputOf = (name: Name) => form.current?.querySelector<HTMLInputElement>(`#${name}`);
  const only = useRef<Name | undefined>(undefined);
  useEffect(() => {
    only.current = wrong.length === 1 ? first : undefined;
  });
  // Not as the errors change: whoever mends one is typing. Of one problem the field gets the focus, of several their list.
  useEffect(() => {
    if (only.current) inputOf(only.current)?.focus();
    else summary.current?.focus();
  }, [tries, askErrors]);

  const problemOf = (name: Name): string | undefined => {
    const value = values[name]?.trim() ?? "";
    if (value === "") return config.form[name] === "required" ? texts.required(texts[name]) : undefined;
    if (name === "mail" && !MAIL_ADDRESS.test(value)) return texts.mailWrong;
    return name === "phone" && !PHONE.test(value) ? texts.phoneWrong : undefined;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const found = Object.fromEntries(
      asked.flatMap((name) => {
        const problem = problemOf(name);
        return problem ? [[name, problem]] : [];
      }),
    );
    setErrors(found);
    setTries((before) => before + 1);
    if (Object.keys(found).length > 0) return;
    const given = asked.flatMap((name) => {
      const value = values[name]?.trim();
      return value ? [[name, value]] : [];
    });
    acts.introduce(Object.fromEntries(given) as VisitorDetails);
  };
  return (
    <form class="sheet" noValidate onSubmit={submit} ref={form}>
      <p>{texts.formText}</p>
      {wrong.length > 0 && (
        <div class="problems" role="alert" tabIndex={-1} ref={summary}>
          <p>{texts.problems}</p>
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  onClick={(event) => {
                    event.preventDefault();
                    inputOf(name)?.focus();
                  }}
                >
                  {errors[name]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {asked.map((name) => {
        const about = [name === "phone" && `${name}-hint`, errors[name] && `${name}-error`].filter(Boolean);
        return (
          <div class="field" key={name}>
            <label for={name}>
              {texts[name]} {config.form[name] === "optional" && <span class="small">{texts.optional}</span>}
            </label>
            {name === "phone" && (
              <span class="small" id="phone-hint">
                {texts.phoneHint}
              </span>
            )}
            <input
              id={name}
              {...INPUT[name]}
              {...(name === first && { "data-first": "" })}
              value={values[name] ?? ""}
              required={config.form[name] === "required"}
              aria-invalid={errors[name] ? "true" : "false"}
              aria-describedby={about.length > 0 ? about.join(" ") : undefined}
              onInput={({ currentTarget: { value } }) => {
                setValues((now) => ({ ...now, [name]: value }));
                setErrors(({ [name]: _, ...others }) => others);
              }}
            />
            {errors[name] && (
              <span class="error" id={`${name}-error`}>
                {errors[name]}
              </span>
            )}
          </div>
        );
      })}
      <button type="submit" class="primary">
        {texts.start}
      </button>
    </form>
  );
}

const STARS = [1, 2, 3, 4, 5];

/** A rating from 1 to 5 with an optional sentence, and the thanks for it. */
export function RatingForm({ view, acts }: { view: View; acts: Acts }) {
  const { texts, rating } = view;
  const [chosen, setChosen] = useState(0);
  const [comment, setComment] = useState("");
  const [missing, setMissing] = useState(false);
  const back = (
    <button
      type="button"
      class="link"
      onClick={() => acts.askRating(false)}
      {...(rating === "thanked" && { "data-first": "" })}
    >
      {texts.skip}
    </button>
  );
  if (rating === "thanked") {
    return (
      <div class="sheet">
        <p role="status">{texts.thanks}</p>
        {back}
      </div>
    );
  }
  return (
    <form
      class="sheet"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen === 0);
        if (chosen > 0) acts.rate(chosen, comment.trim());
      }}
    >
      <fieldset aria-describedby={missing ? "rating-error" : undefined}>
        <legend>{texts.rate}</legend>
        <div class="stars">
          {STARS.map((stars) => (
            <label key={stars}>
              <input
                type="radio"
                name="rating"
                value={stars}
                checked={chosen === stars}
                {...(stars === 1 && { "data-first": "" })}
                onChange={() => {
                  setChosen(stars);
                  setMissing(false);
                }}
              />
              {texts.rating(stars)}
            </label>
          ))}
        </div>
        {missing && (
          <p class="error" id="rating-error" role="alert">
            {texts.chooseRating}
          </p>
        )}
      </fieldset>
      <div class="field">
        <label for="comment">
          {texts.comment} <span class="small">{texts.optional}</span>
        </label>
        <textarea
          id="comment"
          maxLength={1_000}
          rows={3}
          value={comment}
          onInput={(event) => setComment(event.currentTarget.value)}
        />
      </div>
      <button type="submit" class="primary">
        {texts.sendRating}
      </button>
      {back}
    </form>
  );
}
