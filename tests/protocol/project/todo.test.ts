// `npm run platform -- FOLDER` as someone types it, over a to-do list project.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedKeys } from '#platform/project/published-keys.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { fixture } from './served-fixture.ts'

const main = join(import.meta.dirname, '../../../platform/main.ts')

function run(...args: string[]): ChildProcess {
  const env = { ...process.env, INIT_CWD: fixture('.') }
  return spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function outcome(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

let child: ChildProcess
let url: string
const lines: string[] = []
const warnings: string[] = []

beforeAll(async () => {
  child = run('todo', '--port', '0')
  child.stderr?.on('data', (chunk) => warnings.push(String(chunk)))
  for await (const line of createInterface({
    input: child.stdout as NodeJS.ReadableStream & AsyncIterable<string>,
  })) {
    lines.push(line)
    if (line.includes('Mails')) break
  }
  url = /API URL\s+(\S+)/.exec(lines.join('\n'))?.[1] ?? ''
})
afterAll(async () => {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'close')
})

const anonymous = () =>
  createClient(url, publishedKeys.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })

test.each([
  [[], /^Usage: npm run platform -- FOLDER/],
  [['nowhere'], /nowhere is no Supabase project: it holds no supabase\/config\.toml/],
  [['todo', '--port', 'x'], /--port must be a whole number/],
  [['todo', '--prot', '1'], /Unknown option '--prot'/],
  [
    ['todo', '--port', '0', '--host', '0.0.0.0'],
    /published keys .* are for this machine alone: to listen on 0\.0\.0\.0/,
  ],
])('%j is refused in words', async (args, sentence) => {
  const { code, said } = await outcome(run(...args))
  expect(said).toMatch(sentence)
  expect(said).not.toContain('    at ')
  expect(code).toBe(1)
})

test('the start says what ran, where it listens, and the keys', () => {
  expect(lines[0]).toContain(
    '20240101000000_todos, 20240102000000_tags, seeds/01_people.sql, seeds/02_rows.sql',
  )
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  for (const key of Object.values(publishedKeys)) expect(lines.join('\n')).toContain(key)
  expect(warnings.join('')).toBe('! config.toml: unknown and ignored: todo_tool\n')
})

test('a user from the seeds signs in and sees only their own rows', async () => {
  const ada = anonymous()
  const { user } = mustWork(
    await ada.auth.signInWithPassword({ email: 'ada@example.com', password: 'password123' }),
  )
  expect(mustWork(await ada.from('todos').select('task, token'))).toEqual([
    { task: 'Water the yams', token: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ])
  expect((await ada.from('todos').insert({ task: 'yam', user_id: user.id })).error?.code).toBe('23514')
  const stranger = anonymous()
  const { session } = mustWork(
    await stranger.auth.signUp({ email: 'bola@example.com', password: 'secret-1' }),
  )
  expect(session).not.toBeNull()
  expect(mustWork(await stranger.from('todos').select())).toEqual([])
  const { error } = await stranger.from('todos').insert({ task: 'Not mine', user_id: user.id })
  expect(error?.code).toBe('42501')
  expect(mustWork(await anonymous().from('todos').select())).toEqual([])
})

test('a table without row level security is open, as Supabase’s default rights have it', async () => {
  const tags = anonymous().from('tags')
  expect(mustWork(await tags.insert({ label: 'market' }).select('label'))).toEqual([{ label: 'market' }])
  expect(mustWork(await anonymous().rpc('tag_count'))).toBe(3)
})

test('the secret key passes all policies', async () => {
  const secret = createClient(url, publishedKeys.secretKey)
  expect(mustWork(await secret.from('todos').select('task'))).toEqual([{ task: 'Water the yams' }])
  const response = await fetch(`${url}/rest/v1/`, { headers: { apikey: publishedKeys.serviceRoleKey } })
  expect(await response.json()).toMatchObject({ swagger: '2.0' })
})

test('tokens are signed with the published secret, as other tools expect', async () => {
  const client = anonymous()
  mustWork(await client.auth.signInWithPassword({ email: 'ada@example.com', password: 'password123' }))
  const { data } = await client.auth.getSession()
  const header = JSON.parse(atob(data.session?.access_token.split('.')[0] ?? '')) as object
  expect(header).toMatchObject({ alg: 'HS256' })
})

test('a signal ends it in order', async () => {
  child.kill('SIGTERM')
  expect((await once(child, 'close'))[0]).toBe(0)
  await expect(fetch(url)).rejects.toThrow()
})
