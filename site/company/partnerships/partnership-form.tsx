/** 'Partnership Application Form': terms first, then what is empty; what is typed stays until it has been taken. */
import { Link } from 'react-router'
import { partnershipMessages, partnershipTypes, readPartnership } from '#domain/company/partnerships.ts'
import { type FieldProblem, formPaths, type GivenAnswers } from '#domain/forms.ts'
import { usePublicForm } from '#site/lib/use-public-form.ts'
import { paths } from '#site/paths.ts'
import { Checkbox, Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { FormField, PublicForm } from '#site/ui/public-form.tsx'

const labels = {
  partnershipType: 'Partnership type',
  companyName: 'Company name',
  contactPerson: 'Contact person',
  email: 'E-mail address',
  phone: 'Phone number',
  country: 'Country',
  address: 'Address',
  businessDescription: 'Business description',
  experience: 'Experience',
  investmentCapacity: 'Investment capacity',
  expectedRevenue: 'Expected revenue',
  marketingStrategy: 'Marketing strategy',
} as const

function findProblems(given: GivenAnswers): readonly FieldProblem[] {
  const verdict = readPartnership(given)
  return verdict.ok ? [] : verdict.problems
}

/** The toast speaks of all the fields at once; beside a field stands which one it is. */
function describe({ field, message }: FieldProblem): string {
  if (message !== partnershipMessages.fillRequired) return message
  return `${labels[field as keyof typeof labels] ?? 'This field'} is required`
}

export function PartnershipForm() {
  const form = usePublicForm({
    id: 'partnership',
    findProblems,
    describe,
    thanks: partnershipMessages.submitted,
  })
  const field = (name: keyof typeof labels, required = false) => ({
    form,
    name,
    label: labels[name],
    required,
  })
  return (
    <PublicForm
      form={form}
      label="Partnership Application Form"
      action={formPaths.partnership}
      submitLabel="Submit Application"
      busyLabel="Submitting Application..."
      note={
        <>
          We use your answers to consider this application and to reply to it.{' '}
          <Link to={paths.privacy}>How we handle personal data</Link>
        </>
      }
    >
      <FormField {...field('partnershipType', true)}>
        <Select
          name="partnershipType"
          placeholder="Choose a partnership type"
          options={partnershipTypes}
          defaultValue=""
          required
        />
      </FormField>
      <FormField {...field('companyName', true)}>
        <TextInput name="companyName" autoComplete="organization" required maxLength={200} />
      </FormField>
      <FormField {...field('contactPerson', true)}>
        <TextInput name="contactPerson" autoComplete="name" required maxLength={200} />
      </FormField>
      <FormField {...field('email', true)}>
        <TextInput name="email" type="email" autoComplete="email" required maxLength={254} />
      </FormField>
      <FormField {...field('phone', true)}>
        <TextInput name="phone" type="tel" autoComplete="tel" required maxLength={200} />
      </FormField>
      <FormField {...field('country', true)}>
        <TextInput name="country" autoComplete="country-name" required maxLength={200} />
      </FormField>
      <FormField {...field('address')}>
        <TextArea name="address" rows={2} autoComplete="street-address" maxLength={5000} />
      </FormField>
      <FormField
        {...field('businessDescription', true)}
        help="What you do today, where, with how many people."
      >
        <TextArea name="businessDescription" rows={3} required maxLength={5000} />
      </FormField>
      <FormField {...field('experience')}>
        <TextInput name="experience" maxLength={5000} />
      </FormField>
      <FormField {...field('investmentCapacity')} help="An amount with its currency.">
        <TextInput name="investmentCapacity" maxLength={200} />
      </FormField>
      <FormField {...field('expectedRevenue')} help="What you expect in the first year.">
        <TextInput name="expectedRevenue" maxLength={200} />
      </FormField>
      <FormField {...field('marketingStrategy')}>
        <TextArea name="marketingStrategy" rows={3} maxLength={5000} />
      </FormField>
      <Checkbox
        id="partnership-termsAccepted"
        name="termsAccepted"
        value="true"
        required
        label={
          <>
            I accept the <Link to={paths.terms}>terms and conditions</Link>{' '}
            <span className="field-mark" aria-hidden="true">
              *
            </span>
          </>
        }
        error={form.problemOf('termsAccepted')}
      />
    </PublicForm>
  )
}
