/** A registration on one page for browsers without scripts: the long form's own questions, posted as a form. */
import type { ReactNode } from 'react'
import { type FieldProblem, honeypotField, idempotencyField } from '#domain/forms.ts'
import { guideWithoutPhoto } from '#domain/registrations/guides.ts'
import { plainFormWords as words } from '#domain/registrations/plain-form-words.ts'
import {
  giveAllAgain,
  type PlainFormName,
  type PlainFormPage as PlainFormPageData,
  plainFormPaths,
  plainFormSentPath,
  promptAgain,
  termsVersionField,
} from '#domain/registrations/plain-forms.ts'
import { holds, type RegistrationSettings, surround } from '#domain/registrations/read.ts'
import { registrationForms } from '#domain/registrations/registrations.ts'
import { linkWords } from '#site/lib/form/link-words.tsx'
import { paths } from '#site/paths.ts'
import { farmerForm } from '#site/registrations/farmers/farmer-form.ts'
import { individualInvestorForm } from '#site/registrations/investors/individual-investor-form.ts'
import type {
  FormValues,
  LongFormDefinition,
  LongFormField,
} from '#site/registrations/long-form/definition.ts'
import { FormField } from '#site/registrations/long-form/form-field.tsx'
import { isOptional, listConsents, listFields, ruleOf } from '#site/registrations/long-form/values.ts'
import { trainingForm } from '#site/registrations/training-enrolments/training-form.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { PlainFormForget } from './plain-form-forget.tsx'
import { PlainFormSent } from './plain-form-sent.tsx'

const definitions: Readonly<Record<PlainFormName, LongFormDefinition>> = {
  farmer: farmerForm,
  training: trainingForm,
  investor_individual: individualInvestorForm,
}

interface PlainFormPageProps {
  page: PlainFormPageData
  settings: RegistrationSettings
  siteUrl: string
}

export function PlainFormPage({ page, settings, siteUrl }: PlainFormPageProps) {
  const definition = { ...definitions[page.form], settings }
  if (page.kind === 'sent') return <PlainFormSent {...page} definition={definition} siteUrl={siteUrl} />
  if (page.kind === 'forget') return <PlainFormForget form={page.form} receipt={page.receipt} />
  return (
    <>
      <PageHero
        isOverForm
        title={definition.title}
        lead={page.kind === 'form' && !wasSent(page) && describeForm(definition)}
      />
      <Section>
        {page.kind === 'form' ? (
          <Guided page={page}>
            <PlainForm page={page} definition={definition} />
          </Guided>
        ) : (
          <Notice kind="warn">
            <p role="alert">{page.message}</p>
            <p>
              {linkWords(words.refused.text, [
                { words: words.refused.link, href: plainFormPaths[page.form] },
              ])}
            </p>
          </Notice>
        )}
      </Section>
    </>
  )
}

export function titleOfPlainForm(form: PlainFormName): string {
  return definitions[form].title
}

/** The photo is none of the questions here: it follows by the link (decision 59). */
function photoFieldOf(definition: LongFormDefinition): LongFormField | undefined {
  return listFields(definition).find(({ control }) => control === 'selfie')
}

function describeForm(definition: LongFormDefinition): string {
  return photoFieldOf(definition) ? `${words.lead} ${words.photoLater}` : words.lead
}

interface PlainFormProps {
  page: Extract<PlainFormPageData, { kind: 'form' }>
  definition: LongFormDefinition
}

/** What is to correct, and not what the form is, is the first thing to be seen then. */
function wasSent({ problems, message }: PlainFormProps['page']): boolean {
  return problems.length > 0 || message !== undefined
}

/** A form that was sent empty is not stored. */
function hasAnswer(values: FormValues): boolean {
  return Object.values(values).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
}

function Guided({ page, children }: { page: PlainFormProps['page']; children: ReactNode }) {
  return wasSent(page) ? children : <GuidedForm guide={guideWithoutPhoto(page.form)}>{children}</GuidedForm>
}

function PlainForm({ page, definition }: PlainFormProps) {
  const { form, attempt, answers, withheld, problems, message, sentJustNow } = page
  const values = answers as FormValues
  const fieldId = (name: string) => `${form}-${name}`
  const names = listFields(definition).map(({ name }) => name)
  const all = (
    wasSent(page) ? [...problems.map(sayEmptied), ...listSecretsAgain(definition, problems, withheld)] : []
  ).toSorted((a, b) => names.indexOf(a.field) - names.indexOf(b.field))
  /** What was typed is not sent back: also where one part of it alone was wrong, as the year of a date. */
  function sayEmptied({ field, message }: FieldProblem): FieldProblem {
    return { field, message: withheld.includes(field) ? `${message}. ${giveAllAgain}` : message }
  }
  // Every box that could be ticked: the version of the terms is the same whether or not it is.
  const [terms] = listConsents(definition, { acceptTerms: true })
  const question = (field: LongFormField) => (
    <FormField
      key={field.name}
      id={fieldId(field.name)}
      field={withoutList(field)}
      rule={ruleOf(definition, field)}
      optional={!hangsOnAnother(definition, field) && isOptional(definition, field, values)}
      values={values}
      error={all.find((problem) => problem.field === field.name)?.message}
      renderSelfie={() => null}
    />
  )
  return (
    <form
      className="form long-form-main plain-form"
      method="post"
      action={plainFormPaths[form]}
      aria-label={definition.title}
      noValidate
    >
      {sentJustNow && (
        <Notice>
          <p role="status">
            {linkWords(words.sentJustNow.text(sentJustNow), [
              { words: words.sentJustNow.link, href: plainFormSentPath(form) },
            ])}
          </p>
        </Notice>
      )}
      {message && (
        <Notice kind="warn">
          <p role="alert">{message}</p>
        </Notice>
      )}
      <ErrorSummary errors={all.map((problem) => ({ ...problem, fieldId: fieldId(problem.field) }))} />
      {wasSent(page) && hasAnswer(values) && <p>{words.nothingLost}</p>}
      <p className="field-help">{words.allNeeded}</p>
      {definition.steps.map((step) => {
        const fields = step.fields.filter((field) => isFieldShown(definition, field))
        if (fields.length === 0) return null
        return (
          <Group key={step.id} title={step.title} lead={step.lead}>
            {fields.filter((field) => !isForMinors(definition, field)).map(question)}
            {fields.some((field) => isForMinors(definition, field)) && (
              <fieldset className="form">
                <legend className="field-label">{words.onlyMinors}</legend>
                {fields.filter((field) => isForMinors(definition, field)).map(question)}
              </fieldset>
            )}
          </Group>
        )
      })}
      <Group title={words.sendTitle}>{definition.reviewFields.map(question)}</Group>
      <input className="trap" name={honeypotField} tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <input type="hidden" name={idempotencyField} value={attempt} />
      {terms && <input type="hidden" name={termsVersionField} value={terms.textVersion} />}
      <p className="field-help">
        {linkWords(words.privacy.text, [{ words: words.privacy.link, href: paths.privacy }])}
      </p>
      <div>
        <Button type="submit">{definition.submitLabel}</Button>
      </div>
      <p>
        {linkWords(words.inSteps.text, [{ words: words.inSteps.link, href: registrationForms[form].path }])}
      </p>
    </form>
  )
}

function Group({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className="form">
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
      {children}
    </section>
  )
}

/** Not the photo, and nothing that the operator has switched off. What hangs on another answer stands there for everybody. */
function isFieldShown(definition: LongFormDefinition, field: LongFormField): boolean {
  if (field.control === 'selfie') return false
  const condition = ruleOf(definition, field)?.appliesWhen
  return condition?.field !== 'collectBvn' || holds(condition, surround({}, definition.settings ?? {}).input)
}

function isForMinors(definition: LongFormDefinition, field: LongFormField): boolean {
  return ruleOf(definition, field)?.appliesWhen?.field === 'isMinor'
}

/** Lists to choose from while one types come by a script: nobody is sent to one that is not there. */
function withoutList(field: LongFormField): LongFormField {
  return { ...field, help: field.plainHelp ?? field.help }
}

/** Its own words say of whom it is needed: the page does not know the other answer yet. */
function hangsOnAnother(definition: LongFormDefinition, field: LongFormField): boolean {
  const on = ruleOf(definition, field)?.optionalWhen?.field
  return isForMinors(definition, field) || (on !== undefined && on !== field.name)
}

/** What was fine, and is needed once more since no page gives it back. */
function listSecretsAgain(
  definition: LongFormDefinition,
  problems: readonly FieldProblem[],
  withheld: readonly string[],
): FieldProblem[] {
  return listFields(definition).flatMap((field) => {
    const isGone = withheld.includes(field.name) && isFieldShown(definition, field)
    const isNamed = problems.some((problem) => problem.field === field.name)
    const label = ruleOf(definition, field)?.label ?? field.name
    return isGone && !isNamed ? [{ field: field.name, message: promptAgain(label) }] : []
  })
}
