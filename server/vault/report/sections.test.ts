// No table that names people is left out of the report: each has its words, or stands under its registration.
import { expect, it } from 'vitest'
import { personalTables } from '#domain/account/personal-data.ts'
import { accountSection, laterSections, registrationTables } from './sections.ts'

it('the report covers every table that an export has, and of no other', () => {
  const exported = personalTables.filter(({ belongs }) => belongs).map(({ table }) => table)
  const covered = [accountSection, ...laterSections].flatMap(({ tables }) => Object.keys(tables))
  expect([...covered, ...registrationTables].sort()).toEqual(exported.sort())
})
