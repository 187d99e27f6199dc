// `npm run platform -- FOLDER`: the services alone, over any Supabase project folder, for development on this machine.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Log } from './log.ts'
import { ProjectError } from './project/project-error.ts'
import { serveProject } from './project/serve-project.ts'

const usage = `Usage: npm run platform -- FOLDER [--port N] [--host ADDRESS] [--data-dir FOLDER]

Serves the Supabase project in FOLDER. Its database is made from nothing at each start, unless --data-dir keeps it.`

// The first line of a failure and warnings; what goes well is not worth a line each.
const log: Log = {
  info() {},
  warn: (fields, message) => console.error(`! ${message} ${JSON.stringify(fields)}`),
  error: (fields, message) => console.error(`✗ ${message} ${JSON.stringify(fields)}`),
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'data-dir': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const [folder, ...more] = positionals
    if (values.help || folder === undefined || more.length) throw new ProjectError(usage)
    const port = values.port === undefined ? undefined : Number(values.port)
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
      throw new ProjectError('--port must be a whole number from 0 to 65535')
    // npm runs scripts in its own folder; paths are meant from where it was called.
    const from = process.env.INIT_CWD ?? process.cwd()
    return {
      folder: resolve(from, folder),
      ...(port !== undefined && { port }),
      ...(values.host && { host: values.host }),
      ...(values['data-dir'] && { dataDir: resolve(from, values['data-dir']) }),
    }
  } catch (error) {
    if (error instanceof TypeError) throw new ProjectError(`${error.message}\n\n${usage}`)
    throw error
  }
}

try {
  const started = Date.now()
  const served = await serveProject({
    ...readArguments(),
    variables: process.env,
    log,
    onMail: ({ kind }) => console.log(`Mail kept: ${kind}`),
  })
  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    served.stop().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(`✗ ${error.message}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  const { url, keys, project, ran } = served
  for (const warning of project.warnings) console.error(`! ${warning}`)
  console.log(
    [
      `Serving ${project.config.project_id || project.folder} after ${((Date.now() - started) / 1000).toFixed(1)} s; ran ${ran.length ? ran.join(', ') : 'nothing new'}`,
      `  API URL           ${url}`,
      `  Publishable key   ${keys.publishableKey}`,
      `  Secret key        ${keys.secretKey}`,
      `  anon key          ${keys.anonKey}`,
      `  service_role key  ${keys.serviceRoleKey}`,
      `  Mails             ${url}/inbox`,
    ].join('\n'),
  )
} catch (error) {
  if (!(error instanceof ProjectError)) throw error
  console.error(error.message === usage ? usage : `✗ ${error.message}`)
  process.exit(1)
}
