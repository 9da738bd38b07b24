import { Play, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call, request } from "#app/data/api.ts";
import { patch } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { reviewTexts } from "#texts/review.ts";
import { trainingTexts as texts } from "#texts/training.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { listAllIntents } from "#workers/contract/endpoints/review.ts";
import {
  deleteTestQuestion,
  listTestQuestions,
  runTestQuestions,
  saveTestQuestion,
  type TestOutcome,
  type TestQuestion,
} from "#workers/contract/endpoints/training.ts";

const NONE = "none";

/** Saved test questions, each with its expected and actual answer. */
export function Questions({
  agentId,
  questions,
  intents,
  outcomes,
}: {
  agentId: string;
  questions: TestQuestion[];
  intents: ReplyOf<typeof listAllIntents>["intents"];
  outcomes: TestOutcome[];
}) {
  const toast = useToast();
  const confirm = useConfirm();
  const [text, setText] = useState("");
  const [expected, setExpected] = useState<string | null>(null);
  const { busy, failure, setFailure, send } = useSend();
  const [asked, setAsked] = useState<TestOutcome[]>();
  const shown = asked ?? outcomes;

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return setFailure(texts.questionEmpty);
    if (expected === null) return setFailure(reviewTexts.chooseIntent);
    const body = { text, intentId: expected === NONE ? null : expected };
    void send(
      () => request(saveTestQuestion, { params: { id: agentId }, body }),
      ({ payload }) => {
        setText("");
        changeList(agentId, (now) => [...now.filter(({ id }) => id !== payload.id), payload]);
      },
    );
  };
  const remove = async (question: TestQuestion) => {
    const yes = await confirm({
      title: texts.deleteQuestionQuestion,
      text: question.text,
      confirmLabel: uiTexts.delete,
      run: () => call(deleteTestQuestion, { params: { id: agentId, questionId: question.id } }),
    });
    if (!yes) return;
    toast.success(texts.questionDeleted);
    changeList(agentId, (now) => now.filter(({ id }) => id !== question.id));
  };

  return (
    <section aria-labelledby="questions-title" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="questions-title" className="text-lg font-semibold">
          {texts.questions}
        </h2>
        {questions.length > 0 && (
          <Button
            size="sm"
            icon={<Play aria-hidden />}
            busy={busy}
            onClick={() =>
              void send(
                () => call(runTestQuestions, { params: { id: agentId } }),
                ({ outcomes: now }) => setAsked(now),
              )
            }
          >
            {texts.run}
          </Button>
        )}
      </div>
      <p className="text-muted">{texts.questionsHint}</p>
      <Failure text={failure} />
      <form onSubmit={add} noValidate className="flex flex-wrap items-end gap-2">
        <Field label={texts.newQuestion} className="min-w-60 flex-2">
          <TextInput value={text} maxLength={500} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label={texts.expected} className="min-w-52 flex-1">
          <Combobox
            value={expected}
            choices={[
              { value: NONE, label: texts.noneExpected },
              ...intents.map(({ id, name, storyName }) => ({ value: id, label: name, hint: storyName })),
            ]}
            onChange={setExpected}
          />
        </Field>
        <Button type="submit" icon={<Plus aria-hidden />} busy={busy}>
          {texts.addQuestion}
        </Button>
      </form>
      {questions.length === 0 ? (
        <p className="text-muted">{texts.noQuestions}</p>
      ) : (
        <>
          {shown.length > 0 && (
            <p role="status">{texts.testsRight(shown.filter(({ right }) => right).length, shown.length)}</p>
          )}
          <Table caption={texts.questionTable}>
            <thead>
              <tr>
                <Th>{texts.questionColumn}</Th>
                <Th>{texts.expected}</Th>
                <Th>{texts.outcome}</Th>
                <Th>{texts.action}</Th>
              </tr>
            </thead>
            <tbody>
              {questions.map((question) => {
                const outcome = shown.find((each) => each.text === question.text);
                return (
                  <tr key={question.id}>
                    <RowTh className="min-w-40 break-words">{question.text}</RowTh>
                    <Td>
                      {question.intentDeleted ? (
                        <Badge tone="danger">{texts.expectedDeleted}</Badge>
                      ) : (
                        (question.intentName ?? texts.noneExpected)
                      )}
                    </Td>
                    <Td>
                      {outcome && (
                        <span className="flex flex-wrap items-center gap-2">
                          <Badge tone={outcome.right ? "success" : "danger"}>
                            {outcome.right ? texts.right : texts.wrong}
                          </Badge>
                          {outcome.got ?? texts.notUnderstood}
                        </span>
                      )}
                    </Td>
                    <Td>
                      <IconButton
                        size="sm"
                        tone="danger"
                        label={texts.deleteQuestion(question.text)}
                        icon={<Trash2 aria-hidden />}
                        onClick={() => void remove(question)}
                      />
                    </Td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </>
      )}
    </section>
  );
}

const changeList = (id: string, change: (now: TestQuestion[]) => TestQuestion[]): void =>
  patch(listTestQuestions, { params: { id } }, (now) => ({ ...now, questions: change(now.questions) }));
