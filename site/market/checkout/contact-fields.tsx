/** The questions of the checkout: who receives the goods, where, and how we reach them. */
import { useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import { marketOrderRules } from '#domain/market/market-orders.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'

export type ContactField = keyof typeof marketOrderRules
export const contactFields = Object.keys(marketOrderRules) as ContactField[]

export function fieldIdOf(name: string): string {
  return `checkout-${name}`
}

interface ContactFieldsProps {
  /** What was kept or is known; the boxes then keep their own state. */
  values: Readonly<Record<string, string>>
  problems: readonly FieldProblem[]
}

export function ContactFields({ values, problems }: ContactFieldsProps) {
  const about = (name: ContactField) => ({
    id: fieldIdOf(name),
    error: problems.find(({ field }) => field === name)?.message,
    required: marketOrderRules[name].min > 0,
    optional: marketOrderRules[name].min === 0,
  })
  const box = (name: ContactField) => ({ name, defaultValue: values[name] })
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="form-pair">
        <Field {...about('name')} label="Name" help="Who receives the goods.">
          <TextInput {...box('name')} autoComplete="name" />
        </Field>
        <Field {...about('phone')} label="Phone number" help="We call it before we deliver.">
          <TextInput {...box('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        </Field>
      </div>
      <Field {...about('email')} label="Email address" help="For the receipt and the link to your order.">
        <TextInput {...box('email')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field {...about('address')} label="Delivery address" help="Street, number, and a landmark.">
        <TextArea {...box('address')} rows={2} autoComplete="street-address" />
      </Field>
      <Place values={values} about={about} />
      <Field {...about('remarks')} label="Remarks" help="Anything that we should know about this order.">
        <TextArea {...box('remarks')} rows={3} maxLength={marketOrderRules.remarks.max} />
      </Field>
    </div>
  )
}

type About = (name: ContactField) => {
  id: string
  error: string | undefined
  required: boolean
  optional: boolean
}

/** The areas that are offered are those of the state that is chosen. */
function Place({ values, about }: { values: Readonly<Record<string, string>>; about: About }) {
  const [state, setState] = useState(values.state ?? '')
  return (
    <div className="form-pair">
      <Field {...about('state')} label="State">
        <Select
          name="state"
          autoComplete="address-level1"
          placeholder="Please select"
          options={nigerianStates}
          defaultValue={values.state}
          onChange={(event) => setState(event.target.value)}
        />
      </Field>
      <Field {...about('lga')} label="Local government area">
        <AreaInput state={state} defaultValue={values.lga} />
      </Field>
    </div>
  )
}

function AreaInput({ state, defaultValue }: { state: string; defaultValue: string | undefined }) {
  const [areas, setAreas] = useState<readonly string[]>([])

  async function load() {
    try {
      const { listAllLocalGovernments, listLocalGovernments } = await import(
        '#domain/nigeria/local-governments.ts'
      )
      setAreas(state ? listLocalGovernments(state) : listAllLocalGovernments())
    } catch {
      // Without the list the field is only less comfortable.
    }
  }

  return (
    <>
      <TextInput
        name="lga"
        list="checkout-areas"
        autoComplete="address-level2"
        defaultValue={defaultValue}
        onFocus={() => void load()}
      />
      <datalist id="checkout-areas">
        {areas.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
