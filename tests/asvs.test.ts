// docs/security-asvs.md judges every requirement of levels 1 and 2 once, and names files and tests that are there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

// OWASP ASVS 5.0.0: for each section the levels of its requirements, the first first.
const levelsOfSections: Record<string, string> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{
    '3.1': '3',
    '3.2': '113',
    '3.3': '12223',
    '3.4': '11222233',
    '3.5': '11122333',
    '3.6': '3',
    '3.7': '22333',
  },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233' },
  ...{ '6.5': '22222333', '6.6': '2223', '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333' },
  ...{ '10.5': '22222', '10.6': '22', '10.7': '222' },
  ...{
    '11.1': '2233',
    '11.2': '22233',
    '11.3': '11233',
    '11.4': '1222',
    '11.5': '23',
    '11.6': '23',
    '11.7': '33',
  },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
}
const standard = Object.entries(levelsOfSections).flatMap(([section, levels]) =>
  [...levels].map((level, index) => ({ id: `${section}.${index + 1}`, level })),
)
const verdicts = ['met', 'partly', 'not met', 'not applicable']

const root = join(import.meta.dirname, '..')
const readDoc = (name: string) => readFileSync(join(root, 'docs', name), 'utf8')
const asvs = readDoc('security-asvs.md')
const security = readDoc('security.md')

const rows = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([, id = '', rest = '']) => {
  const [level = '', requirement = '', verdict = '', ...where] = rest.split('|').map((cell) => cell.trim())
  return { id, level, requirement, verdict, where: where.join('|') }
})
const countOf = (verdict: string) => rows.filter((row) => row.verdict === verdict).length

describe('the page on OWASP ASVS 5.0.0', () => {
  it('judges every requirement of levels 1 and 2 once, in order, and no other', () => {
    const ofLevel = (level: string) => standard.filter((requirement) => requirement.level === level)
    expect(['1', '2', '3'].map((level) => ofLevel(level).length)).toEqual([70, 183, 92])
    expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(
      standard.filter(({ level }) => level !== '3'),
    )
  })

  it('has a verdict for each, and a place or a reason', () => {
    const lacking = rows.filter(
      ({ requirement, verdict, where }) => !requirement || !verdicts.includes(verdict) || where === '',
    )
    expect(lacking).toEqual([])
  })

  it('counts its verdicts as they are, and so does the page on security', () => {
    const counted = [...asvs.matchAll(/^\| ([a-z ]+) \| (\d+) \|$/gm)].map(([, verdict, count]) => [
      verdict,
      Number(count),
    ])
    expect(counted).toEqual(verdicts.map((verdict) => [verdict, countOf(verdict)]))
    const sentence = `Of ${rows.length}: ${verdicts.map((verdict) => `${countOf(verdict)} ${verdict}`).join(', ')}`
    expect(security.split('## OWASP ASVS 5.0.0')[1]).toContain(sentence)
  })
})

describe('the findings of the penetration test', () => {
  it('each stand in a row, with what closes them and a test', () => {
    const table = security.split('## Findings of the penetration test')[1]?.split('\n## ')[0] ?? ''
    const result = [...table.matchAll(/^\| ([AB]\d+) \|([^|]+)\|([^|]+)\|([^|]+)\|$/gm)]
    expect(result.map(([, id]) => id)).toEqual([
      ...Array.from({ length: 21 }, (_, index) => `A${index + 1}`),
      'B1',
    ])
    const untested = result.filter(
      ([, , , closed, test]) => !test?.includes('.test.ts') && !closed?.trim().startsWith('open'),
    )
    expect(untested.map(([, id]) => id)).toEqual([])
  })
})

// [name](path#heading) "subject": the subject of a test stands in its file.
const named = /\[[^\]]+\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)(?: "([^"|]+)")?/g

describe.each([
  ['security-asvs.md', asvs],
  ['security.md', security],
])('what %s names', (page, text) => {
  const links = [...text.matchAll(named)].map(([, path = '', heading, subject]) => ({
    path,
    heading,
    subject,
  }))
  const fileOf = (path: string) => (path === '' ? join(root, 'docs', page) : join(root, 'docs', path))

  it('is there: every file, heading and subject', () => {
    expect(links.length).toBeGreaterThan(20)
    const missing = links.filter(({ path, heading, subject }) => {
      if (!existsSync(fileOf(path))) return true
      if (heading === undefined && subject === undefined) return false
      const content = readFileSync(fileOf(path), 'utf8')
      return (heading && !headingsOf(content).includes(heading)) || (subject && !content.includes(subject))
    })
    expect(missing).toEqual([])
  })

  it('names a test by its subject, where it names one in quotes', () => {
    expect(links.filter(({ path, subject }) => subject && !path.endsWith('.test.ts'))).toEqual([])
  })
})

/** As links name them: lower case, words joined by hyphens, nothing else. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}
