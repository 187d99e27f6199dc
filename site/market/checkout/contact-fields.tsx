/** The questions of the checkout: who receives the goods, where, and how we reach them. */
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { checkoutQuestions } from '#domain/market/checkout-questions.ts'
import { marketOrderRules } from '#domain/market/market-orders.ts'
import { isRequired } from '#domain/questions.ts'
import { QuestionField } from '#site/lib/form/question-field.tsx'
import type { Form } from '#site/lib/form/use-form.ts'

export type ContactField = keyof typeof marketOrderRules
export const contactFields = Object.keys(marketOrderRules) as ContactField[]

/** Without it the database prices the place by what it knows. */
const AreaHint = lazy(() =>
  import('./area-hint.tsx').then(
    ({ AreaHint }) => ({ default: AreaHint }),
    () => ({ default: () => null }),
  ),
)

interface ContactFieldsProps {
  form: Pick<Form, 'fieldId' | 'problemOf'>
  /** What was stored or is known; the inputs are then uncontrolled. */
  values: Readonly<Record<string, string>>
  /** What depends on the place. */
  children?: ReactNode
}

export function ContactFields({ form, values, children }: ContactFieldsProps) {
  const [state, setState] = useState(values.state ?? '')
  const [left, setLeft] = useState(values.lga?.trim() ?? '')
  const pair = useRef<HTMLDivElement>(null)
  const area = useMemo(() => ({ ...checkoutQuestions.lga, suggest: () => listAreas(state) }), [state])
  const request = (name: ContactField) => (
    <QuestionField
      id={form.fieldId(name)}
      question={{ name, ...(name === 'lga' ? area : checkoutQuestions[name]) }}
      optional={!isRequired({ rule: marketOrderRules[name] })}
      value={values[name]}
      error={form.problemOf(name)}
      maxLength={name === 'remarks' ? marketOrderRules.remarks.max : undefined}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="form-pair">
        {request('name')}
        {request('phone')}
      </div>
      {request('email')}
      {request('address')}
      <div
        ref={pair}
        className="form-pair"
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement) setState(target.value)
        }}
        onBlur={({ target }) => {
          if (target instanceof HTMLInputElement) setLeft(target.value.trim())
        }}
      >
        {request('state')}
        {request('lga')}
      </div>
      {left !== '' && (
        <Suspense>
          <AreaHint
            state={state}
            area={left}
            onTake={(name) => {
              const box = pair.current?.querySelector('input')
              if (!box) return
              box.value = name
              // As if it had been typed: it is stored, and its delivery is looked up.
              box.dispatchEvent(new Event('input', { bubbles: true }))
              box.focus()
              setLeft(name)
            }}
          />
        </Suspense>
      )}
      {children}
      {request('remarks')}
    </div>
  )
}

/** The areas that are offered are those of the state that is chosen. */
async function listAreas(state: string): Promise<readonly string[]> {
  const { listAllLocalGovernments, listLocalGovernments } = await import(
    '#domain/nigeria/local-governments.ts'
  )
  return state ? listLocalGovernments(state) : listAllLocalGovernments()
}
