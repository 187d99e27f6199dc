// Reads a project's config.toml: env(NAME) filled in, what is unknown warned of, what is wrong refused in one line.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { parse, TomlError } from 'smol-toml'
import type { z } from 'zod'
import { configSchema, elsewhere, missedWhenEnabled, type ProjectConfig } from './config-schema.ts'
import { ProjectError } from './project-error.ts'

type Table = Record<string, unknown>
type Variables = Record<string, string | undefined>

export interface Project {
  /** The folder with config.toml, migrations/ and seed.sql: the project's `supabase/`, or the folder itself. */
  folder: string
  config: ProjectConfig
  /** One line for each thing that was left out. */
  warnings: string[]
}

/** `folder` may be the project or its supabase/ folder; .env files beside it fill what `variables` lacks. */
export async function readProject(folder: string, variables: Variables): Promise<Project> {
  const outer = resolve(folder)
  const inner = join(outer, 'supabase')
  const result = [inner, outer].find((candidate) => existsSync(join(candidate, 'config.toml')))
  if (!result) throw new ProjectError(`${outer} is no Supabase project: it holds no supabase/config.toml`)
  const files = [join(result, '.env'), join(result, '..', '.env')]
  const stored = await Promise.all(files.map((file) => readFile(file, 'utf8').then(parseEnv, () => ({}))))
  const known = Object.assign({}, ...stored.reverse(), variables) as Variables
  return { folder: result, ...readConfig(await readFile(join(result, 'config.toml'), 'utf8'), known) }
}

export function readConfig(
  toml: string,
  variables: Variables,
): { config: ProjectConfig; warnings: string[] } {
  const unset = new Set<string>()
  const table = fillIn(parseToml(toml), variables, unset) as Table
  const warnings: string[] = []
  for (const path of missedWhenEnabled)
    if (isEnabled(lookUp(table, path)))
      warnings.push(`config.toml: ${path} is switched on, but not served here`)
  for (const path of elsewhere) takeOut(table, path.split('.'))
  const unknown = takeOutUnknown(table)
  if (unknown.length) warnings.push(`config.toml: unknown and ignored: ${unknown.join(', ')}`)
  const parsed = configSchema.safeParse(table)
  if (!parsed.success) throw new ProjectError(describeIssues(parsed.error))
  const config = parsed.data
  refuseUnset(config, unset)
  for (const [name, { redirect_uri, email_optional }] of Object.entries(config.auth.external))
    for (const [key, isSet] of Object.entries({ redirect_uri, email_optional }))
      if (isSet) warnings.push(`config.toml: auth.external.${name}.${key} is not served here`)
  return { config, warnings }
}

function parseToml(toml: string): Table {
  try {
    return parse(toml) as Table
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const reason = error.message.split('\n', 1)[0]?.replace('Invalid TOML document: ', '')
    throw new ProjectError(`config.toml is no TOML: ${reason} (line ${error.line}, column ${error.column})`)
  }
}

/** Replaces each text `env(NAME)`; what is not set stays as it is written. */
function fillIn(value: unknown, variables: Variables, unset: Set<string>): unknown {
  if (typeof value === 'string') {
    const name = /^env\((\w+)\)$/.exec(value)?.[1]
    if (name === undefined) return value
    const filled = variables[name]
    if (filled === undefined) unset.add(value)
    return filled ?? value
  }
  if (Array.isArray(value)) return value.map((element) => fillIn(element, variables, unset))
  if (isTable(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, fillIn(inner, variables, unset)]),
    )
  return value
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

function lookUp(table: Table, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (isTable(at) ? at[name] : undefined), table)
}

function isEnabled(value: unknown): boolean {
  return isTable(value) && (value.enabled === true || Object.values(value).some(isEnabled))
}

function takeOut(table: Table, path: readonly PropertyKey[]): void {
  const [name, ...rest] = path as [string, ...string[]]
  if (rest.length === 0) delete table[name]
  else if (isTable(table[name])) takeOut(table[name], rest)
}

function takeOutUnknown(table: Table): string[] {
  const unknown: string[] = []
  for (const issue of configSchema.safeParse(table).error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') continue
    for (const key of issue.keys) {
      unknown.push([...issue.path, key].join('.'))
      takeOut(table, [...issue.path, key])
    }
  }
  return unknown
}

/** A secret that is not set matters only for what is switched on. */
function refuseUnset({ auth }: ProjectConfig, unset: ReadonlySet<string>): void {
  const settings = [
    ...['jwt_secret', 'publishable_key', 'secret_key', 'anon_key', 'service_role_key', 'site_url'].map(
      (name) => [`auth.${name}`, auth[name as 'jwt_secret']],
    ),
    ...Object.entries(auth.external).flatMap(([name, { enabled, client_id, secret, url }]) =>
      enabled
        ? Object.entries({ client_id, secret, url }).map(([key, value]) => [
            `auth.external.${name}.${key}`,
            value,
          ])
        : [],
    ),
  ]
  for (const [path, value] of settings)
    if (value !== undefined && unset.has(value))
      throw new ProjectError(`config.toml: ${path} needs the environment variable ${value.slice(4, -1)}`)
}

// The value itself is never repeated: it may be a secret.
function describeIssues(error: z.ZodError): string {
  return `config.toml: ${error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`
}
