/** Where a buyer is: the state is chosen from the list in Nigeria and written anywhere else (decision 55). */
import { nigerianStates } from '#domain/nigeria/states.ts'
import type { FormValues, LongFormField } from '#site/registrations/long-form/definition.ts'

const isInNigeria = ({ country }: FormValues) =>
  typeof country === 'string' && country.trim().toLowerCase() === 'nigeria'

export function addressFields(addressName: string, addressLabel: string): LongFormField[] {
  return [
    { name: addressName, label: addressLabel, control: 'area', autoComplete: 'street-address' },
    { name: 'city', label: 'City', control: 'line', autoComplete: 'address-level2' },
    { name: 'country', label: 'Country', control: 'country', help: 'Choose from the list or type it.' },
    {
      name: 'state',
      label: 'State',
      control: 'select',
      options: nigerianStates,
      placeholder: 'Select a state',
      autoComplete: 'address-level1',
      when: isInNigeria,
    },
    {
      name: 'state',
      label: 'State or region',
      control: 'line',
      autoComplete: 'address-level1',
      when: (values) => !isInNigeria(values),
    },
  ]
}
