// What colleagues did last: a whole sentence for every action that the database writes into the trail.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sayAction } from './say-action.ts'

it('is said in the words of the trail', () => {
  expect(sayAction('undo', 'farmers')).toBe('undid a decision about a farmer')
  expect(sayAction('task', 'farmers')).toBe('wrote or finished a task about a farmer')
  expect(sayAction('export', 'farmers')).toBe('downloaded the list of farmers')
  expect(sayAction('update', 'crop_seasons')).toBe('changed the season')
  expect(sayAction('insert', 'vault_reveals')).toBe('looked at private data')
  expect(sayAction('resend', 'mails')).toBe('sent a mail again')
  expect(sayAction('insert', 'user_roles', { given_role: null, given_by: null })).toBe(
    'gave a colleague a role',
  )
  expect(sayAction('insert', 'user_roles', { given_role: 'Mill clerk', given_by: 'Ngozi' })).toBe(
    'was given the role Mill clerk by Ngozi',
  )
  expect(sayAction('insert', 'user_roles', { given_role: 'Mill clerk', given_by: null })).toBe(
    'was given the role Mill clerk by an invitation',
  )
})

it('has words for every action that is written by its name', () => {
  const folder = new URL('../../supabase/schemas/', import.meta.url)
  const sql = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const actions = new Set(
    sql.flatMap((text) =>
      [...text.matchAll(/private\.record_audit\('([a-z_]+)'/g)].map(([, action = '']) => action),
    ),
  )
  expect(actions.size).toBeGreaterThan(20)
  for (const action of actions) expect(sayAction(action, 'farmers'), action).not.toContain('did "')
})
