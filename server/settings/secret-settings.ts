// Settings that are secrets: each may come from a file, and none stays in the environment of the process.
import { readFileSync } from 'node:fs'

const secretNames = [
  ...['JWT_SECRET', 'SUPABASE_SECRET_KEY', 'VAULT_MASTER_KEY', 'VAULT_PREVIOUS_KEYS', 'ADMIN_PASSWORD'],
  ...[
    'DATABASE_URL',
    'SMTP_URL',
    'S3_SECRET_ACCESS_KEY',
    'MAIL_BOUNCE_SECRET',
    'MAIL_REPLY_SECRET',
    'AUDIT_WITNESS',
    'METRICS_TOKEN',
  ],
]

/** `NAME_FILE` of each of them. */
export const secretFileNames = secretNames.map((name) => `${name}_FILE`)

type Variables = Record<string, string | undefined>

/**
 * The variables with the secrets that files hold, as systemd's LoadCredential and containers provide them. Throws an
 * Error in one line. The file of the vault's master key is read by the vault itself (vault/master-key.ts).
 */
export function readSecretFiles(variables: Variables): Variables {
  const read: Variables = { ...variables }
  for (const name of secretNames) {
    const file = variables[`${name}_FILE`]
    if (!file || name === 'VAULT_MASTER_KEY') continue
    if (variables[name])
      throw new Error(`${name} and ${name}_FILE are two ways to say the same: set one of them`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      throw new Error(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}`)
    }
    if (!read[name]) throw new Error(`${name}_FILE is empty`)
  }
  return read
}

/**
 * Once they were read: no program that we start, no library and no report of a crash finds them. What the system shows
 * as the environment that the process began with (/proc/PID/environ) stays: hence the files.
 */
export function forgetSecrets(variables: Variables): void {
  for (const name of secretNames) delete variables[name]
}
