/** The questions of the checkout: who receives the goods, where, and how we reach them. */
import { useMemo, useState } from 'react'
import { marketOrderRules } from '#domain/market/market-orders.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { type BoxQuestion, isRequired, type LineQuestion } from '#domain/questions.ts'
import { QuestionField } from '#site/lib/form/question-field.tsx'
import type { Form } from '#site/lib/form/use-form.ts'

export type ContactField = keyof typeof marketOrderRules
export const contactFields = Object.keys(marketOrderRules) as ContactField[]

const areaQuestion: LineQuestion = {
  label: 'Local government area',
  control: 'line',
  autoComplete: 'address-level2',
}

const questions: Readonly<Record<ContactField, BoxQuestion>> = {
  name: { label: 'Name', control: 'line', autoComplete: 'name', help: 'Who receives the goods.' },
  phone: {
    label: 'Phone number',
    control: 'line',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    help: 'We call it before we deliver.',
  },
  email: {
    label: 'Email address',
    control: 'line',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    help: 'For the receipt and the link to your order.',
  },
  address: {
    label: 'Delivery address',
    control: 'area',
    rows: 2,
    autoComplete: 'street-address',
    help: 'Street, number, and a landmark.',
  },
  state: {
    label: 'State',
    control: 'select',
    autoComplete: 'address-level1',
    placeholder: 'Please select',
    options: nigerianStates,
  },
  lga: areaQuestion,
  remarks: { label: 'Remarks', control: 'area', help: 'Anything that we should know about this order.' },
}

interface ContactFieldsProps {
  form: Pick<Form, 'fieldId' | 'problemOf'>
  /** What was stored or is known; the inputs are then uncontrolled. */
  values: Readonly<Record<string, string>>
}

export function ContactFields({ form, values }: ContactFieldsProps) {
  const [state, setState] = useState(values.state ?? '')
  const area = useMemo(() => ({ ...areaQuestion, suggest: () => listAreas(state) }), [state])
  const request = (name: ContactField) => (
    <QuestionField
      id={form.fieldId(name)}
      question={{ name, ...(name === 'lga' ? area : questions[name]) }}
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
        className="form-pair"
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement) setState(target.value)
        }}
      >
        {request('state')}
        {request('lga')}
      </div>
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
