// A form once more, with everything that was typed and a word about what has to change.
import { formWords, questionNotes, formPageWords as words } from '#domain/form-words.ts'
import {
  describeProblem,
  type FieldProblem,
  type FormDefinition,
  findFileQuestion,
  honeypotField,
} from '#domain/forms.ts'
import { isRequired, listQuestions, type Options } from '#domain/questions.ts'
import { type Html, html } from '#server/lib/html.ts'
import type { ValuesInput } from './read-post.ts'

export function renderFormAgain(
  form: FormDefinition,
  values: ValuesInput,
  problems: readonly FieldProblem[],
  /** What the form is about, where its page says so above it. */
  about?: string,
): Html {
  const multipart = findFileQuestion(form) !== undefined
  return html`<div class="problems" role="alert">
<h2>${words.again}</h2>
<ul>${summarise(form, problems)}</ul>
</div>
${about ? html`<p class="about">${about}</p>` : ''}
<form method="post" action="${form.path}"${multipart ? html` enctype="multipart/form-data"` : ''} novalidate>
<p class="help">${words.marked[0]} <span class="mark">*</span> ${words.marked[1]}</p>
${listQuestions(form.questions).map((question) => {
  const problem = problems.find(({ field }) => field === question.name)
  return renderQuestion(question, values[question.name], problem && describeProblem(form, problem))
})}
<div class="leave" aria-hidden="true"><label for="${honeypotField}">${words.trap}</label><input id="${honeypotField}" name="${honeypotField}" tabindex="-1" autocomplete="off"></div>
<p class="help">${form.note} <a href="/privacy">${formWords.privacyLink}</a></p>
<button type="submit">${form.submit}</button>
</form>
<p><a href="${form.page}">${words.back}</a></p>`
}

/** One sentence that several fields share is shown once. */
function summarise({ questions }: FormDefinition, problems: readonly FieldProblem[]): Html[] {
  const sentences = new Map<string, string>()
  for (const { field, message } of problems) if (!sentences.has(message)) sentences.set(message, field)
  return [...sentences].map(([message, field]) =>
    questions[field] && questions[field].control !== 'hidden'
      ? html`<li><a href="#${field}">${message}</a></li>`
      : html`<li>${message}</li>`,
  )
}

function renderQuestion(
  question: ReturnType<typeof listQuestions<FormDefinition['questions'][string]>>[number],
  value: string | boolean | undefined,
  problem: string | undefined,
): Html {
  const { name, control } = question
  const text = typeof value === 'string' ? value : ''
  if (control === 'hidden') return html`<input type="hidden" name="${name}" value="${text}">\n`
  const required = isRequired(question)
  const described = [
    ...(question.help ? [`${name}-help`] : []),
    ...(problem ? [`${name}-problem`] : []),
  ].join(' ')
  const autocomplete = 'autoComplete' in question && question.autoComplete
  const state = [
    ...(required ? [html` required`] : []),
    ...(autocomplete ? [html` autocomplete="${autocomplete}"`] : []),
    ...(problem ? [html` aria-invalid="true"`] : []),
    ...(described ? [html` aria-describedby="${described}"`] : []),
  ]
  const named = html`id="${name}" name="${name}"${state}`
  const note = problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : ''
  const mark = required ? html` <span class="mark" aria-hidden="true">*</span>` : ''
  // No page can give a file back.
  const again = control === 'file' ? ` ${words.chooseAgain}` : ''
  const help = question.help ? html`<p class="help" id="${name}-help">${question.help}${again}</p>` : ''
  const label = html`<label for="${name}">${question.label}${mark || html` <span class="help">${questionNotes.optional}</span>`}</label>${help}`
  switch (control) {
    case 'area':
      // The line break after the tag is not part of the value: a value that begins with one retains it.
      return html`${label}<textarea ${named} rows="${question.rows ?? 3}">
${text}</textarea>${note}\n`
    case 'select':
      return html`${label}<select ${named}>${question.placeholder ? html`<option value="">${question.placeholder}</option>` : ''}${renderOptions(question.options, text)}</select>${note}\n`
    case 'tick':
      return html`<label class="tick"><input type="checkbox" ${named} value="on"${value === true ? html` checked` : ''}>${question.label}${mark}</label>${(question.links ?? []).map((link) => html` <a href="${link.href}">${words.read(link.words)}</a>`)}${note}\n`
    case 'file':
      return html`${label}<input type="file" accept="${question.accept}" ${named}>${note}\n`
    case 'line':
      return html`${label}<input${question.type ? html` type="${question.type}"` : ''} ${named} value="${text}">${note}\n`
  }
}

function renderOptions(options: Options, chosen: string): Html[] {
  return options.map((option) => {
    const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
    return html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`
  })
}
