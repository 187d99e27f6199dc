// `npm run admin:create -- --email you@example.com`: makes an admin, whether the server runs or not; with
// `--reset-factors` it removes the second step of someone who is locked out, with `--unfreeze` it ends a freeze.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { formatDateTime } from '#domain/dates.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { createPlatform } from '#platform/platform.ts'
import { inventPassword } from '#server/account/invent-password.ts'
import { ensureAdmin, findConfirmedUser } from '#server/admin/admins.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { readEnvironment } from '#server/settings/env.ts'
import { loadOrStoreSecret } from '#server/settings/secrets.ts'
import { reachDatabase } from './reach-database.ts'

const usage = `Usage: npm run admin:create -- --email you@example.com
The password is asked for, or taken from ADMIN_PASSWORD, or invented and shown once (--generate, or no terminal).
       npm run admin:create -- --email them@example.com --reset-factors --reason "how you know that it is them"
Removes the second step of an account: of staff at once, of a member 72 hours after the first call, by a second one.
       npm run admin:create -- --email them@example.com --unfreeze --reason "how you know that it is them"
Opens an account again whose owner said "this was not me".`

try {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      generate: { type: 'boolean' },
      'reset-factors': { type: 'boolean' },
      unfreeze: { type: 'boolean' },
      reason: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(usage)
  else if (values['reset-factors']) await resetFactors(values.email, values.reason)
  else if (values.unfreeze) await unfreeze(values.email, values.reason)
  else await createAdmin(values.email ?? process.env.ADMIN_EMAIL, values.generate === true)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function createAdmin(email: string | undefined, generate: boolean): Promise<void> {
  if (!email) throw new Error(`an email address is needed.\n${usage}`)
  const { ADMIN_EMAIL: _, ADMIN_PASSWORD: provided, ...variables } = process.env
  const env = readEnvironment({
    ...variables,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: provided || inventPassword(), // the real one is requested below
  })
  const secret = env.jwtSecret ?? loadOrStoreSecret(env.dataDir, 'jwt-secret')
  const access = await reachDatabase(env, secret)
  try {
    const database = await openDatabase({ url: access.url, secret, log: silentLog, poolSize: 2 })
    try {
      const exists = (await findConfirmedUser(database, email)) !== undefined
      const invents = !exists && !provided && (generate || !process.stdin.isTTY)
      const password = exists ? '' : provided || (invents ? inventPassword() : await promptPassword())
      const platform = await createPlatform({
        database,
        settings: { siteUrl: env.siteUrl ?? 'http://localhost', jwtSecret: secret },
        sendMail: async () => {},
        log: silentLog,
      })
      const { created } = await ensureAdmin({ database, platform }, { email, password }).finally(
        platform.close,
      )
      if (created)
        console.log(`✓ ${email} is an admin${invents ? `; the password, shown this once: ${password}` : '.'}`)
      else
        console.log(`✓ ${email} has an account already: it is an admin now, and its password is what it was.`)
    } finally {
      await database.close()
    }
  } finally {
    await access.release()
  }
}

async function resetFactors(email: string | undefined, reason: string | undefined): Promise<void> {
  await helpOwner(email, reason, async (database, id) => {
    const { rows } = await queryAsServiceRole<{ due_at: Date | null }>(
      database,
      'select private.reset_second_factor($1, $2) as due_at',
      [id, reason],
    )
    const dueAt = rows[0]?.due_at
    if (dueAt)
      console.log(
        `✓ ${email} is mailed that the second step is to be reset. Run this again from ${formatDateTime(dueAt)}, Lagos time; it then does it, unless they have shown their second step by then.`,
      )
    else
      console.log(
        `✓ The second step of ${email} is reset and every device signed out; they and every other admin are mailed.`,
      )
  })
}

async function unfreeze(email: string | undefined, reason: string | undefined): Promise<void> {
  await helpOwner(email, reason, async (database, id) => {
    const { rows } = await queryAsServiceRole<{ done: boolean }>(
      database,
      'select private.thaw_account($1, $2) as done',
      [id, reason],
    )
    if (!rows[0]?.done) throw new Error(`the account ${email} is not frozen`)
    console.log(`✓ The account ${email} is open again; they are mailed.`)
  })
}

/** Runs `help` for the account of a person who cannot help themselves; anyone who runs this has access to the server. */
async function helpOwner(
  email: string | undefined,
  reason: string | undefined,
  help: (database: Database, userId: string) => Promise<void>,
): Promise<void> {
  if (!email || !reason) throw new Error(`an email address and a reason are needed.\n${usage}`)
  const env = readEnvironment(process.env)
  const secret = env.jwtSecret ?? loadOrStoreSecret(env.dataDir, 'jwt-secret')
  const access = await reachDatabase(env, secret)
  try {
    const database = await openDatabase({ url: access.url, secret, log: silentLog, poolSize: 2 })
    try {
      const id = await findConfirmedUser(database, email)
      if (!id) throw new Error(`there is no account with the address ${email}`)
      await help(database, id)
    } finally {
      await database.close()
    }
  } finally {
    await access.release()
  }
}

/** Prompts without showing what is typed. */
async function promptPassword(): Promise<string> {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: mute, terminal: true })
  try {
    process.stdout.write('Password for the new admin: ')
    const password = await prompt.question('')
    process.stdout.write('\n')
    return password
  } finally {
    prompt.close()
  }
}
