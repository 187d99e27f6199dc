// What the build leaves out of the libraries: the right function and nothing beside it, and never silently.
import { describe, expect, it } from 'vitest'
import { leaveOut, refuseAbsent } from './unused-library-parts.ts'

const source = `function start(a) {
  if (a) {
    return 1;
  }
}
function Part() {}
Part.prototype.stop = function (b) {
  return b;
};
function outer(
  c
) {
\tasync function inner(d) {
\t\treturn { d };
\t}
  if (future.flag) inner(c);
}
var Poll = class {
  poll() {
  }
};
class Client {
    static async open(e, { f } = {}) {
        if (e) {
            return open(f);
        }
    }
}
`

describe('a part of a library', () => {
  it('that nobody calls becomes an error, with its methods', () => {
    const left = leaveOut(source.replace('function Part() {}', 'function Part() {\n}'), {
      file: 'f',
      never: ['start', 'Part'],
    })
    expect(left).toContain("function start() { throw Error('left out: start') }\nfunction Part() { throw")
    expect(left).not.toContain('prototype')
    expect(left).toContain('function outer(\n  c\n) {\n\tasync function inner(d) {')
  })

  it('that is a class or a method of one becomes an error as well, and calls of it stay', () => {
    const left = leaveOut(source, { file: 'f', never: ['Poll'], neverMethods: ['open'] })
    expect(left).toContain(
      "function Poll() { throw Error('left out: Poll') };\nclass Client {\n    static open() { throw",
    )
    expect(left).not.toContain('return open(f)')
    expect(leaveOut(source, { file: 'f', never: ['Poll'] })).toContain('return open(f);\n        }\n    }\n}')
  })

  it('that is a method which the library names nowhere else is not there; one that it passes on becomes an error', () => {
    const client = `class Client {
  /** client.csv() */
  csv() {
    return 1
  }
  poll() {
    return 2
  }
  constructor() {
    this.run = this.poll.bind(this)
  }
}
`
    const left = leaveOut(client, { file: 'f', neverMethods: ['csv', 'poll'] })
    expect(left).not.toMatch(/csv\(\) \{/)
    expect(left).toContain("poll() { throw Error('left out') }")
  })

  it('that has little to do becomes that little, inside another function too; what is always so stands there', () => {
    const left = leaveOut(source, {
      file: 'f',
      instead: { inner: '() { return null }' },
      always: { 'future.flag': 'false' },
    })
    expect(left).toContain(') {\n\tfunction inner() { return null }\n  if (false) inner(c);')
    expect(left).toContain('return 1;')
  })

  it('that is for nobody goes, and its absence fails the build', () => {
    const left = leaveOut(source, { file: 'f', without: /^ *if \(future\.flag\)[^\n]*\n/gm })
    expect(left).not.toContain('future')
    expect(left).toContain('return { d };\n\t}\n}')
    expect(() => leaveOut(source, { file: 'f', without: /absent/g })).toThrow(/f has no statement/)
  })

  it.each([
    { never: ['absent'] },
    { neverMethods: ['absent'] },
    { instead: { absent: '() {}' } },
    { always: { 'absent.flag': 'false' } },
  ])('that the library does not have fails the build: %j', (named) => {
    expect(() => leaveOut(source, { file: 'f', ...named })).toThrow(/f has no absent/)
  })
})

describe('source of the site', () => {
  it('cannot use what is left out', () => {
    expect(() => refuseAbsent("import { Link, useFetcher } from 'react-router'", 'page.tsx')).toThrow(
      /page.tsx uses useFetcher of react-router/,
    )
    expect(() => refuseAbsent("import { Link } from 'react-router'", 'page.tsx')).not.toThrow()
    expect(() => refuseAbsent("const { storage } = client; storage.from('photos')", 'data.ts')).toThrow(
      /data.ts calls storage.from/,
    )
    expect(() => refuseAbsent("client.functions\n.invoke('mail')", 'data.ts')).toThrow(/calls functions/)
    expect(() => refuseAbsent('client.auth.signInWithOtp({ email })', 'data.ts')).toThrow(/calls auth/)
    expect(() => refuseAbsent('client.auth.signInWithPassword({ email })', 'data.ts')).not.toThrow()
    expect(() => refuseAbsent("client.from('storage')", 'data.ts')).not.toThrow()
    expect(() => refuseAbsent('<input onSelect={mark} />', 'page.tsx')).toThrow(
      /page.tsx listens by onSelect/,
    )
    expect(() => refuseAbsent('<input {...{ onCompositionEnd }} />', 'page.tsx')).toThrow(
      /page.tsx listens by onCompositionEnd/,
    )
    expect(() => refuseAbsent('const more = { onSelect: mark }', 'page.tsx')).toThrow(/listens by onSelect/)
    expect(() => refuseAbsent('<Picker onSelected={mark} onInput={read} />', 'page.tsx')).not.toThrow()
  })

  it.each([
    '<form action={(data) => save(data)}>',
    '<form onInput={() => mark()} action={async () => {}}>',
    '<form\n  className="form"\n  action={data => save(data)}\n>',
    '<form action={function save() {}}>',
    '<button formAction={save}>',
  ])('cannot have a function as the action of a form: %j', (source) => {
    expect(() => refuseAbsent(source, 'page.tsx')).toThrow(/page.tsx has a function as a form's action/)
  })

  it.each([
    '<form method="get" action={verifyPath} className="document-check">',
    '<form method="post" action={plainFormSentPath(form)}>',
    '<form action={paths[form]} onSubmit={(event) => send(event)}>',
    '<form className="form"><Refusal action={() => save()} /></form>',
  ])('can have a path as the action of a form: %j', (source) => {
    expect(() => refuseAbsent(source, 'page.tsx')).not.toThrow()
  })
})
