/** The boxes of a contract's terms, for the quote that staff write and the counter-offer of a buyer. */
import {
  type ContractTermField,
  contractTermQuestions,
  termFieldWords as words,
} from '#domain/market/contract-term-questions.ts'
import { paymentTerms } from '#domain/market/order-request.ts'
import { isRequired, listQuestions } from '#domain/questions.ts'
import { QuestionField } from '#site/lib/form/question-field.tsx'
import { DayInWords } from '#site/ui/day-in-words.tsx'
import { Field } from '#site/ui/field.tsx'
import { Fold } from '#site/ui/fold.tsx'
import { Select } from '#site/ui/inputs.tsx'

export const termQuestions = listQuestions(contractTermQuestions)

interface TermFieldsProps {
  form: { fieldId: (name: string) => string; problemOf: (name: string) => string | undefined }
  begun: Readonly<Record<string, string>>
  payment: string
  /** Those that stand in sight; the others are folded under a title. Left out: all stand in sight. */
  main?: readonly ContractTermField[]
}

export function TermFields({ form, begun, payment, main }: TermFieldsProps) {
  const isMain = ({ name }: { name: string }) => !main || main.some((one) => one === name)
  const drawBoxes = (questions: typeof termQuestions) => (
    <div className="form-pair gap-x-3">
      {questions.map((question) => (
        <QuestionField
          key={question.name}
          id={form.fieldId(question.name)}
          question={question}
          optional={!isRequired(question)}
          value={begun[question.name]}
          error={form.problemOf(question.name)}
        >
          {'type' in question && question.type === 'date' && <DayInWords />}
        </QuestionField>
      ))}
    </div>
  )
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{words.title}</legend>
      <Field id={form.fieldId('paymentTerms')} label={words.paymentTerms}>
        <Select
          options={paymentTerms}
          name="paymentTerms"
          defaultValue={payment}
          className="max-sm:pl-2 max-sm:text-[1rem]"
        />
      </Field>
      {drawBoxes(termQuestions.filter(isMain))}
      {main && (
        <Fold summary={words.more}>
          <div className="pt-3">{drawBoxes(termQuestions.filter((question) => !isMain(question)))}</div>
        </Fold>
      )}
    </fieldset>
  )
}
