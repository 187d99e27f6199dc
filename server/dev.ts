// `npm run dev`: the site reloads in the browser as it is edited; the server starts anew when its own files change.
import { spawn } from 'node:child_process'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { createBundle } from './pages/bundle.ts'
import { failurePage } from './pages/failure-page.ts'
import { runHouse } from './run-house.ts'
import type { OpenSite } from './site.ts'

// Node watches what the server imports and starts it anew; it is this same file, marked by a variable.
if (process.env.HOUSE_DEV === 'watched') await runHouse({ openSite: developmentSite(), development: true })
else {
  const watched = spawn(process.execPath, ['--watch', '--watch-preserve-output', import.meta.filename], {
    stdio: 'inherit',
    env: { ...process.env, HOUSE_DEV: 'watched' },
  })
  process.on('SIGTERM', () => watched.kill('SIGTERM'))
  process.on('SIGINT', () => process.stdin.isTTY || watched.kill('SIGINT'))
  watched.on('exit', (code) => process.exit(code ?? 0))
}

/** Vite serves the modules and tells the browser of changes; every page is drawn from the sources as they are now. */
function developmentSite(): OpenSite {
  return async ({ page, security, log }) => {
    const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
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
      close: () => vite.close(),
    }
  }
}
