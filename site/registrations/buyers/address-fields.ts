/** How a buyer is reached, and where they are: the state is chosen from the list in Nigeria and written anywhere else (decision 55). */
import { regionWords, stateWords } from '#domain/registrations/buyers.ts'
import { boxOf } from '#site/registrations/long-form/boxes.ts'
import type { FieldLayout, FormValues } from '#site/registrations/long-form/definition.ts'

export const reachFields: readonly FieldLayout[] = [
  { name: 'email', ...boxOf('email'), autoComplete: 'email' },
  { name: 'phone', ...boxOf('tel'), autoComplete: 'tel' },
]

const isInNigeria = ({ country }: FormValues) =>
  typeof country === 'string' && country.trim().toLowerCase() === 'nigeria'

export function addressFields(addressName: string): FieldLayout[] {
  return [
    { name: addressName, control: 'area', autoComplete: 'street-address' },
    { name: 'city', control: 'line', autoComplete: 'address-level2' },
    { name: 'country', control: 'country' },
    {
      name: 'state',
      control: 'select',
      ...stateWords,
      autoComplete: 'address-level1',
      when: isInNigeria,
    },
    {
      name: 'state',
      control: 'line',
      ...regionWords,
      autoComplete: 'address-level1',
      when: (values) => !isInNigeria(values),
    },
  ]
}
