/** One question of the order form, drawn from its description. */
import type { UseFormRegisterReturn } from 'react-hook-form'
import { loadCountryNames } from '#site/lib/country-names.ts'
import { useSuggestions } from '#site/lib/form/use-suggestions.ts'
import { cx } from '#site/ui/cx.ts'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { isOptionalOrderField, type OrderFieldLook } from './order-groups.ts'

interface OrderFieldProps {
  look: OrderFieldLook
  error?: string
  warning?: string | null
  registration: UseFormRegisterReturn
}

export function OrderField({ look, error, warning, registration }: OrderFieldProps) {
  const isOptional = isOptionalOrderField(look.name)
  return (
    <div className={cx(!look.half && 'sm:col-span-2')}>
      <Field
        id={look.name}
        label={look.label}
        help={warning ?? look.help}
        error={error}
        required={!isOptional}
        optional={isOptional}
      >
        <Control look={look} registration={registration} />
      </Field>
    </div>
  )
}

function Control({ look, registration }: { look: OrderFieldLook; registration: UseFormRegisterReturn }) {
  const shared = { ...registration, autoComplete: look.autoComplete }
  if (look.control === 'area') return <TextArea {...shared} rows={3} />
  if (look.control === 'country') return <CountryInput registration={registration} />
  if (look.control === 'select') {
    return <Select {...shared} options={look.options} placeholder={look.placeholder} />
  }
  return <TextInput {...shared} type={look.type} inputMode={look.inputMode} />
}

function CountryInput({ registration }: { registration: UseFormRegisterReturn }) {
  const { words, load } = useSuggestions(loadCountryNames)
  return (
    <>
      <TextInput {...registration} list="countries" autoComplete="country-name" onFocus={load} />
      <datalist id="countries">
        {words.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
