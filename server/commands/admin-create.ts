// `npm run admin:create -- --email you@example.com`: makes an admin, whether the server runs or not.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { createPlatform } from '#platform/platform.ts'
import { ensureAdmin, findConfirmedUser } from '#server/accounts/admins.ts'
import { inventPassword } from '#server/accounts/invent-password.ts'
import { readEnvironment } from '#server/env.ts'
import { keepSecret } from '#server/secrets.ts'
import { reachDatabase } from './reach-database.ts'

const usage = `Usage: npm run admin:create -- --email you@example.com
The password is asked for, or taken from ADMIN_PASSWORD, or invented and shown once (--generate, or no terminal).`

try {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      generate: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) console.log(usage)
  else await createAdmin(values.email ?? process.env.ADMIN_EMAIL, values.generate === true)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function createAdmin(email: string | undefined, generate: boolean): Promise<void> {
  if (!email) throw new Error(`an e-mail address is needed.\n${usage}`)
  const { ADMIN_EMAIL: _, ADMIN_PASSWORD: given, ...variables } = process.env
  const env = readEnvironment({
    ...variables,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: given || inventPassword(), // the real one is asked for below
  })
  const secret = env.jwtSecret ?? keepSecret(env.dataDir, 'jwt-secret')
  const access = await reachDatabase(env, secret)
  try {
    const database = await openDatabase({ url: access.url, secret, log: silentLog, poolSize: 2 })
    try {
      const exists = (await findConfirmedUser(database, email)) !== undefined
      const invents = !exists && !given && (generate || !process.stdin.isTTY)
      const password = exists ? '' : given || (invents ? inventPassword() : await askPassword())
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

/** Asks without showing what is typed. */
async function askPassword(): Promise<string> {
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
