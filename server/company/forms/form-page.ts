// A form once more, with everything that was typed and a word about what has to change.

import { cvAccept } from '#domain/company/job-applications.ts'
import { type FieldProblem, honeypotField } from '#domain/forms.ts'
import { type Html, html } from '#server/mail/html.ts'
import type { FormDefinition, FormField } from './definitions.ts'
import type { GivenValues } from './read-post.ts'

export function renderFormAgain(
  form: FormDefinition,
  values: GivenValues,
  problems: readonly FieldProblem[],
  /** What the form is about, where its page says so above it. */
  about?: string,
): Html {
  const multipart = form.fields.some(({ control }) => control === 'file')
  return html`<div class="problems" role="alert">
<h2>Please look at this again. Nothing you typed is lost.</h2>
<ul>${summarise(form, problems)}</ul>
</div>
${about ? html`<p class="about">${about}</p>` : ''}
<form method="post" action="${form.path}"${multipart ? html` enctype="multipart/form-data"` : ''} novalidate>
<p class="help">Fields marked <span class="mark">*</span> are required.</p>
${form.fields.map((field) => renderField(field, values[field.name], problemOf(form, problems, field)))}
<div class="leave" aria-hidden="true"><label for="${honeypotField}">Leave this empty</label><input id="${honeypotField}" name="${honeypotField}" tabindex="-1" autocomplete="off"></div>
<p class="help">${form.note} <a href="/privacy">How we handle personal data</a></p>
<button type="submit">${form.submit}</button>
</form>
<p><a href="${form.page}">Back to the page</a></p>`
}

/** One sentence that several fields share is told once. */
function summarise(form: FormDefinition, problems: readonly FieldProblem[]): Html[] {
  const sentences = new Map<string, string>()
  for (const { field, message } of problems) if (!sentences.has(message)) sentences.set(message, field)
  return [...sentences].map(([message, field]) =>
    form.fields.some(({ name, control }) => name === field && control !== 'hidden')
      ? html`<li><a href="#${field}">${message}</a></li>`
      : html`<li>${message}</li>`,
  )
}

function problemOf(
  form: FormDefinition,
  problems: readonly FieldProblem[],
  field: FormField,
): string | undefined {
  const problem = problems.find((one) => one.field === field.name)
  return problem && (form.describe?.(field, problem) ?? problem.message)
}

function renderField(
  field: FormField,
  value: string | boolean | undefined,
  problem: string | undefined,
): Html {
  const text = typeof value === 'string' ? value : ''
  if (field.control === 'hidden') return html`<input type="hidden" name="${field.name}" value="${text}">\n`
  const described = [
    ...(field.help ? [`${field.name}-help`] : []),
    ...(problem ? [`${field.name}-problem`] : []),
  ].join(' ')
  const state = [
    ...(field.required ? [html` required`] : []),
    ...(field.autocomplete ? [html` autocomplete="${field.autocomplete}"`] : []),
    ...(problem ? [html` aria-invalid="true"`] : []),
    ...(described ? [html` aria-describedby="${described}"`] : []),
  ]
  const named = html`id="${field.name}" name="${field.name}"${state}`
  const note = problem ? html`<p class="problem" id="${field.name}-problem">${problem}</p>` : ''
  const mark = field.required ? html` <span class="mark" aria-hidden="true">*</span>` : ''
  const help = field.help ? html`<p class="help" id="${field.name}-help">${field.help}</p>` : ''
  const label = html`<label for="${field.name}">${field.label}${mark || html` <span class="help">(optional)</span>`}</label>${help}`
  switch (field.control) {
    case 'area':
      // The line break after the tag is not part of the value: a value that begins with one keeps it.
      return html`${label}<textarea ${named} rows="${field.rows ?? 3}">
${text}</textarea>${note}\n`
    case 'select':
      return html`${label}<select ${named}>${field.placeholder ? html`<option value="">${field.placeholder}</option>` : ''}${(
        field.options ?? []
      ).map(
        (option) =>
          html`<option value="${option.value}"${option.value === text ? html` selected` : ''}>${option.label}</option>`,
      )}</select>${note}\n`
    case 'tick':
      return html`<label class="tick"><input type="checkbox" ${named} value="on"${value === true ? html` checked` : ''}>${field.label}${mark}</label>${field.link ? html` <a href="${field.link.href}">${field.link.label}</a>` : ''}${note}\n`
    case 'file':
      return html`${label}<input type="file" accept="${cvAccept}" ${named}>${note}\n`
    case 'line':
      return html`${label}<input ${named} value="${text}">${note}\n`
    default:
      return html`${label}<input type="${field.control}" ${named} value="${text}">${note}\n`
  }
}
