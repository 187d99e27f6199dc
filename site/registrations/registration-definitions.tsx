/** Every registration form by its name, loaded when a page needs one: to show what was sent, and to correct it. */
import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import { isRegistrationForm, type RegistrationFormName } from '#domain/registrations/registrations.ts'
import { useCompany } from '#site/page-company.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { WaitingPart } from '#site/registrations/records/waiting-part.tsx'

type Load = (companyName: string) => Promise<LongFormDefinition>

const loaders: Record<RegistrationFormName, Load> = {
  farmer: async () => (await import('#site/registrations/farmers/farmer-form.ts')).farmerForm,
  training: async () =>
    (await import('#site/registrations/training-enrolments/training-form.ts')).trainingForm,
  buyer_individual: async (companyName) =>
    (await import('#site/registrations/buyers/individual-buyer-form.ts')).individualBuyerForm(companyName),
  buyer_corporate: async (companyName) =>
    (await import('#site/registrations/buyers/corporate-buyer-form.ts')).corporateBuyerForm(companyName),
  investor_individual: async () =>
    (await import('#site/registrations/investors/individual-investor-form.ts')).individualInvestorForm,
  investor_corporate: async () =>
    (await import('#site/registrations/investors/corporate-investor-form.ts')).corporateInvestorForm,
  investor_crypto: async () =>
    (await import('#site/registrations/investors/crypto-investor-form.ts')).cryptoInvestorForm,
}

interface WithDefinitionProps {
  form: string
  children: (definition: LongFormDefinition) => ReactNode
}

export function WithDefinition({ form, children }: WithDefinitionProps) {
  const { companyName } = useCompany()
  const data = useRouteLoaderData('root') as { registrationSettings: RegistrationSettings } | undefined
  const load = isRegistrationForm(form) ? loaders[form] : null
  const { module, retry } = useLoaded<LongFormDefinition | null>(
    // The operator's settings go along: the questions here and those of the server are the same.
    async () => load && { ...(await load(companyName)), settings: data?.registrationSettings },
    load !== null,
  )
  if (module) return children(module)
  return <WaitingPart retry={retry} />
}

/** For features that show a form without knowing which. */
export function renderWithForm(
  form: string,
  render: (definition: LongFormDefinition) => ReactNode,
): ReactNode {
  return (
    <WithDefinition key={form} form={form}>
      {render}
    </WithDefinition>
  )
}
