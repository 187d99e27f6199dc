// The words of forms lie in domain/, where a second language has its place: read from the syntax tree of each file that draws a form.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

function listAll(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(listAll)]
}

const hasLetters = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2}/u.test(text)

/** The words that a value is put together from, wherever they stand in it; not what it is compared with, nor names. */
function findWords(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findWords)
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
    case 'JSXText':
      return hasLetters(node.value) ? [node.value.trim()] : []
    case 'TemplateLiteral':
      return [...(node.quasis as Node[]).flatMap(findWords), ...findWords(node.expressions)]
    case 'TemplateElement': {
      const { cooked } = node.value as { cooked: string }
      return hasLetters(cooked) ? [cooked] : []
    }
    case 'BinaryExpression':
      return node.operator === '+' ? childrenOf(node).flatMap(findWords) : []
    case 'ConditionalExpression':
      return [...findWords(node.consequent), ...findWords(node.alternate)]
    case 'CallExpression':
    case 'NewExpression':
      return findWords(node.arguments)
    case 'MemberExpression':
      return findWords(node.object)
    case 'Property':
      return findWords(node.value)
    case 'JSXElement':
      return findWords(node.children)
    default:
      return childrenOf(node).flatMap(findWords)
  }
}

/** What a file of these draws is a form, or a part of one. */
const boxes =
  /^(form|input|select|textarea|Field|FieldGroup|FormElement|Checkbox|Choices|Select|TextInput|TextArea|PasswordInput|EmailInput|CodeInput|QuestionField|AttachFiles|Selfie|ByMailedCode|NewPasswordFields|PrivacyLine|ErrorMessage)$/
const said =
  /^(label|shortLabel|help|plainHelp|why|hint|placeholder|otherLabel|submitLabel|busyLabel|confirmLabel|aria-label|title|lead|text|description)$/
/** A form that is data: the questions' places and controls, without their words. */
const isDefinition = /-(form|fields)\.ts$/
const refused = /^(message|hint)$/
const saidOfBoxes = /^(label|help|hint|placeholder|aria-label|title)$/
const saidOfButtons = /^(busyLabel|confirmLabel|aria-label|title)$/
/** Their whole content is said to who fills a form in. */
const sentences = /^(legend|label|option|PrivacyLine|ErrorMessage)$/

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression' || node.type === 'JSXMemberExpression')
    return `${nameOf(node.object)}.${nameOf(node.property)}`
  return String(node.name ?? node.value ?? '')
}

const tagOf = (element: Node) => nameOf((element.openingElement as Node).name)
const attributesOf = (element: Node) =>
  ((element.openingElement as Node).attributes as Node[]).filter(({ type }) => type === 'JSXAttribute')

function findInElement(element: Node): string[] {
  const tag = tagOf(element)
  const attributes = attributesOf(element)
  const is = (name: string, text: string) =>
    attributes.some(({ name: own, value }) => nameOf(own) === name && isNode(value) && value.value === text)
  const allowed = boxes.test(tag)
    ? saidOfBoxes
    : /Button$/.test(tag) || tag === 'button'
      ? saidOfButtons
      : null
  const inAttributes = attributes
    .filter(({ name }) => allowed?.test(nameOf(name)))
    .flatMap(({ value }) => findWords(value))
  const isSentence = sentences.test(tag) || is('type', 'submit') || is('className', 'field-help')
  return isSentence ? [...inAttributes, ...findWords(element.children)] : inAttributes
}

/** Refusals and answers: refuse('name', ...), toast.error(...), new ServerError(422, ...), { message: ... }. */
function findInCode(node: Node): string[] {
  const called = nameOf(node.callee)
  if (node.type === 'CallExpression' && called === 'refuse') return findWords((node.arguments as Node[])[1])
  if (node.type === 'CallExpression' && /^toast\.|\b(setErrorText|setNote|setProblem)$/.test(called))
    return findWords(node.arguments)
  if (node.type === 'NewExpression' && called === 'ServerError') return findWords(node.arguments)
  return node.type === 'Property' && refused.test(nameOf(node.key)) ? findWords(node.value) : []
}

/** A sentence that a name stands for: a box gets it by that name. */
const findInName = (node: Node): string[] =>
  node.type === 'VariableDeclarator' && isNode(node.init) && /^(Template)?Literal$/.test(node.init.type)
    ? findWords(node.init).filter((text) => /^\p{Lu}.*\p{Ll}/u.test(text))
    : []

const findInProperty = (node: Node): string[] =>
  node.type === 'Property' && said.test(nameOf(node.key)) ? findWords(node.value) : []

function readWords(name: string, text: string) {
  const { program, errors } = parseSync(name, text)
  if (errors.length > 0) throw new Error(`${name} cannot be read: ${errors[0]?.message}`)
  const tree = program as unknown as Node
  const nodes = listAll(tree)
  const elements = nodes.filter(({ type }) => type === 'JSXElement')
  const refusals = nodes.flatMap(findInCode)
  return {
    drawsForm: isDefinition.test(name) || elements.some((element) => boxes.test(tagOf(element))),
    /** Words of the whole file. */
    words: [
      ...elements.flatMap(findInElement),
      ...nodes.flatMap(findInProperty),
      ...nodes.flatMap(findInName),
      ...refusals,
    ],
    /** Those alone that say why something is not taken. */
    refusals,
  }
}

/** Whatever an element says, by its content or by what names it, and every sentence that has a name. */
function listDrawn(text: string, file: string): string[] {
  const nodes = listAll(parseSync(file, text).program as unknown as Node)
  return nodes.flatMap((node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      return (node.children as Node[]).filter(({ type }) => type !== 'JSXElement').flatMap(findWords)
    if (node.type === 'JSXAttribute')
      return /^(alt|title|label|help|placeholder|summary|aria-label|busyLabel)$/.test(nameOf(node.name))
        ? findWords(node.value)
        : []
    return findInName(node)
  })
}

/** As findInName, and a list of sentences that has one name. */
const findInNames = (node: Node): string[] =>
  node.type === 'VariableDeclarator' && isNode(node.init) && node.init.type === 'ObjectExpression'
    ? (node.init.properties as Node[])
        .filter(({ value }) => isNode(value) && value.type === 'Literal')
        .flatMap(findWords)
        .filter((text) => /^\p{Lu}.* /u.test(text))
    : findInName(node)

/** What is pressed, what it is asked before, and what it is answered with, also where nothing is filled in. */
function listPressed(text: string, file: string): string[] {
  const nodes = listAll(parseSync(file, text).program as unknown as Node)
  return nodes.flatMap((node) => {
    if (node.type !== 'JSXElement')
      return [...findInCode(node), ...(file.endsWith('.tsx') ? findInNames(node) : [])]
    const tag = tagOf(node)
    const isAsked = /Dialog$/.test(tag)
    if (!isAsked && !/Button$/.test(tag) && tag !== 'button' && !boxes.test(tag)) return []
    const attributes = attributesOf(node).filter(({ name }) =>
      /^(label|help|title|aria-label|busyLabel|confirmLabel|cancelLabel)$/.test(nameOf(name)),
    )
    const found = [
      ...attributes.flatMap(({ value }) => findWords(value)),
      ...(boxes.test(tag) ? [] : findWords(node.children)),
    ]
    // An amount's currency is no word.
    return found.filter((said) => !/^[A-Z]{3}$/.test(said))
  })
}

/** Whatever stands between the tags of pages that are put together from text, and every sentence that has a name. */
function listTemplateWords(text: string, file: string): string[] {
  const nodes = listAll(parseSync(file, text).program as unknown as Node)
  return nodes.flatMap((node) => {
    if (node.type !== 'TaggedTemplateExpression')
      return [...findInName(node), ...findInProperty(node), ...findInCode(node)]
    const quasis = (node.quasi as { quasis: { value: { cooked: string } }[] }).quasis
    const markup = quasis.map(({ value }) => value.cooked).join('\u0000')
    if (!markup.includes('<')) return []
    return markup
      .replace(/<[^<>]*>/g, '\u0000')
      .split('\u0000')
      .map((said) => said.trim())
      .filter(hasLetters)
  })
}

const describeWords = (file: string, said: string) =>
  `${file} says "${said}": the words of a form lie in its area's folder of domain`

/** Not site/admin and the texts that are edited on a page, whose forms are for staff, and not site/ui, which draws what it is given. */
const files = globSync('site/{account,company,layouts,lib,market,registrations}/**/*.{ts,tsx}', {
  cwd: root,
}).filter((file) => !/\.test\.tsx?$|^site\/layouts\/edit-marks\//.test(file))
const read = files.map((file) => ({ file, ...readWords(file, readFileSync(join(root, file), 'utf8')) }))

describe('the words of forms', () => {
  it('lie in domain, and are passed to what is drawn', () => {
    const drawn = read.filter(({ drawsForm }) => drawsForm)
    expect(drawn.length).toBeGreaterThan(40)
    expect(drawn.flatMap(({ file, words }) => words.map((said) => describeWords(file, said)))).toEqual([])
  })

  it('and so do refusals beside them', () => {
    const modules = read.filter(({ file }) => file.endsWith('.ts'))
    expect(modules.length).toBeGreaterThan(40)
    expect(
      modules.flatMap(({ file, refusals }) => refusals.map((said) => describeWords(file, said))),
    ).toEqual([])
  })

  it('of registrations, of what is sent and followed, of the way into an account, of its profile, security and data, of the cart, of orders and of the parts of forms stand nowhere else at all', () => {
    const parts = globSync(
      [
        'site/{lib/form,account/{auth-form,my-data,notification-choices,profiles,security,sign-in},registrations}/**/*.{ts,tsx}',
        'site/market/{cart,checkout,orders}/**/*.{ts,tsx}',
        'site/market/market-orders/{dispute-form,withdraw-order}.tsx',
        'site/ui/{before-you-begin,date-boxes,error-summary,field,field-group,inputs,next-steps,progress,whatsapp-link}.tsx',
      ],
      { cwd: root },
    )
      // What this one draws are the names of its questions.
      .filter((file) => !/\.test\.tsx?$|\/contact-fields\.tsx$/.test(file))
    expect(parts.length).toBeGreaterThan(60)
    const drawn = parts.map((file) => ({
      file,
      words: listDrawn(readFileSync(join(root, file), 'utf8'), file),
    }))
    expect(drawn.flatMap(({ file, words }) => words.map((said) => describeWords(file, said)))).toEqual([])
    expect(listDrawn('export const Kept = () => <p>{isNew ? "It is kept" : null}</p>', 'kept.tsx')).toEqual([
      'It is kept',
    ])
    expect(listDrawn('const failed = "It did not arrive. Send it again."', 'send.ts')).toHaveLength(1)
  })

  it('of forms that the server draws, and of what it answers them with, stand nowhere else either', () => {
    const answering = /^server\/(company\/forms|registrations)\/|\/tracking-cookie\.ts$/
    const drawn = globSync('server/**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
      .filter(({ file, text }) => text.includes('<form') || answering.test(file))
    expect(drawn.length).toBeGreaterThan(3)
    expect(
      drawn.flatMap(({ file, text }) =>
        listTemplateWords(text, file)
          .filter((said) => !/^select p/.test(said))
          .map((said) => describeWords(file, said)),
      ),
    ).toEqual([])
    expect(listTemplateWords('html`<p class="help">Why: <a href="/x">Read it</a></p>`', 'page.ts')).toEqual([
      'Why:',
      'Read it',
    ])
  })

  it('of what a buyer presses on the page of an order, and of its documents, stand nowhere else either', () => {
    const drawn = globSync('site/market/{market-orders,documents}/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => ({ file, words: listPressed(readFileSync(join(root, file), 'utf8'), file) }))
    expect(drawn.length).toBeGreaterThan(40)
    expect(drawn.flatMap(({ file, words }) => words.map((said) => describeWords(file, said)))).toEqual([])
  })

  it.each([
    [
      '<Button busyLabel="Accepting...">{isNew ? `Accept it` : known}</Button>',
      ['Accepting...', 'Accept it'],
    ],
    [
      '<Dialog title={isNew ? "New quote" : asked} actions={<Button>Not yet</Button>} />',
      ['New quote', 'Not yet'],
    ],
    ['{ toast.success("Quote accepted"); return null }', ['Quote accepted']],
  ])('are found in %s', (text, found) => {
    expect(listPressed(`export const Panel = () => ${text}`, 'panel.tsx').sort()).toEqual(found.toSorted())
  })

  it.each([
    ['<Field label="Full name" />', 'Full name'],
    ['<Field label={<>Full <b>name</b></>} />', 'name'],
    ['<Field label={isNew ? `New name` : known} />', 'New name'],
    ['<form><Button type="submit">Send it</Button></form>', 'Send it'],
    ['<form><Button busyLabel={busy || "Sending..."} /></form>', 'Sending...'],
    ['{ const what = "Full name"; return <Field label={what} /> }', 'Full name'],
    ['<PrivacyLine>We keep it.</PrivacyLine>', 'We keep it.'],
    ['<TextInput onBlur={() => refuse("name", "Too short")} />', 'Too short'],
    ['<Select options={[{ value: "kg", label: "Kilograms" }]} />', 'Kilograms'],
  ])('are found in %s', (text, word) => {
    const result = readWords('form.tsx', `export const Form = () => ${text}`)
    expect(result.drawsForm).toBe(true)
    expect(result.words.join(' ')).toContain(word)
  })
})

describe('the product says email: of "e-mail" a line ends with "e-"', () => {
  const spelt = /\be-mail/i

  it('on the site, in the admin area, in mails, in exports and in what the server answers', () => {
    const said = globSync(['{domain,server,site}/**/*.{ts,tsx}'], { cwd: root })
      .filter((file) => !/\.test\.tsx?$|\.generated\.ts$/.test(file))
      .flatMap((file) =>
        listAll(parseSync(file, readFileSync(join(root, file), 'utf8')).program as unknown as Node)
          .flatMap(({ type, value }) =>
            type === 'TemplateElement' ? [(value as { cooked: string }).cooked] : [value],
          )
          .filter((text) => typeof text === 'string' && spelt.test(text)),
      )
    // Decisions 26 and 57 have these to the letter.
    expect(said.sort()).toEqual(['E-mail verified', 'I have no e-mail'])
  })

  it('and in what the database answers', () => {
    const schemas = globSync('supabase/schemas/*.sql', { cwd: root })
    expect(schemas.length).toBeGreaterThan(40)
    const said = schemas.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line) => line.replace(/--.*$/, ''))
        .filter((line) => spelt.test(line)),
    )
    expect(said).toEqual([])
  })
})
