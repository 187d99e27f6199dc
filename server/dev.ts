// `npm run dev`: the site reloads in the browser as it is edited; the server starts again when its own files change.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { plainFormPaths } from '#domain/registrations/plain-forms.ts'
import { createBundle } from './pages/bundle.ts'
import { failurePage } from './pages/failure-page.ts'
import { answerPlainForm } from './pages/pages.ts'
import type { OpenSite } from './pages/site.ts'
import { runApp } from './run-app.ts'

const root = join(import.meta.dirname, '..')
const watched = ['server', 'platform', 'domain', 'supabase']
const settleMs = 150

// This file is both: the watcher, and (marked by a variable) the server that it starts again.
if (process.env.APP_DEV === 'server') await runApp({ openSite: developmentSite(), development: true })
else watchAndRun()

/** Our own watch: `node --watch` would also start again for the temporary files that Vite writes and imports. */
function watchAndRun(): void {
  let child = run()
  let restarting: NodeJS.Timeout | undefined
  let ending = false

  function run(): ChildProcess {
    const started = spawn(process.execPath, [import.meta.filename], {
      stdio: 'inherit',
      env: { ...process.env, APP_DEV: 'server' },
    })
    // A server that could not start waits here for the edit that mends it.
    started.once('exit', (code) => ending && process.exit(code ?? 1))
    return started
  }

  async function restart(): Promise<void> {
    if (ending || child.killed) return
    console.log('A file of the server has changed: starting it again.')
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    if (!ending) child = run()
  }

  for (const folder of watched)
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (!name || !/\.(ts|sql|toml)$/.test(name) || name.includes('.test.')) return
      clearTimeout(restarting)
      restarting = setTimeout(restart, settleMs)
    })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      ending = true
      if (child.exitCode !== null) process.exit(child.exitCode)
      // A terminal sends Ctrl-C to both of us.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
    })
}

/** Vite serves the modules and notifies the browser of changes; every page is drawn from the sources as they are now. */
function developmentSite(): OpenSite {
  return async ({ page, security, log }) => {
    const listeners = process.listeners('SIGTERM')
    const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
    // React Router's plugin has a Vite of its own, which would end the process before PostgreSQL has stopped.
    for (const listener of process.listeners('SIGTERM'))
      if (!listeners.includes(listener)) process.off('SIGTERM', listener)
    return {
      has: () => false,
      file: () => Promise.reject(new Error('Vite serves the files')),
      middleware: vite.middlewares,
      async page(url) {
        try {
          const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
          const bundle = await createBundle(build, 'development')
          const response = await bundle.render(new Request(url), {
            ...page,
            requestPath: url.pathname,
          })
          response.headers.set('content-security-policy', security.pagePolicy({ scripts: [], styles: [] }))
          response.headers.set('cache-control', 'no-store')
          return response
        } catch (error) {
          if (error instanceof Error) vite.ssrFixStacktrace(error)
          log.error({ error }, 'a page failed')
          return failurePage(500)
        }
      },
      drop() {},
      preview: () => Promise.reject(new Error('a preview is drawn from the built site')),
      async plainForm(form, status = 200) {
        const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
        const bundle = await createBundle(build, 'development')
        const rendered = await bundle.renderPlainForm(
          { ...page, requestPath: plainFormPaths[form.form] },
          form,
        )
        return answerPlainForm(rendered, status, security)
      },
      close: () => vite.close(),
    }
  }
}
