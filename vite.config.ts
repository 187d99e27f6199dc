/** Build of the site: React Router's plugin, Tailwind, and our import aliases. */
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** What every page loads, in two files: the framework, and the shell with the smallest pieces of the design system. */
const frameworkModules = /node_modules\/(react|react-dom|react-router|scheduler)\//
const shellModules =
  /\/site\/(root|paths|page-meta|layouts\/(inline-script|member|more-styles|session-mark|site-shell)|features\/(navigation\/(?!request-newsletter)|not-found\/)|ui\/(band|blocks|button|cx|icons|logo|page|spinner|toast|scenes\/scene)\.|lib\/(company|external-store|session-key|session-signal|stored-session)\.)/
/** What a page loads where somebody is signed in, or signs in. */
const sessionModules =
  /\/site\/(layouts\/session-watcher|lib\/(auth-callback|auth-state|draft|ensure-profile|page-data|role|supabase))\./

/**
 * React Router carries code for tracing tools to every visitor; we pass it no tools, so in the browser this code is
 * never reached but for one look-up that finds nothing. 1.2 kB of each first visit.
 */
const withoutTracing: Plugin = {
  name: 'without-tracing',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (!/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/.test(id)) return
    return `export function consumeInstrumentationClientResultMetaReceiver() {}
export function getRouteInstrumentationUpdates() { throw new Error('built without tracing') }
export function instrumentClientSideRouter() { throw new Error('built without tracing') }
export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined`
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutTracing],
  publicDir: 'site/public',
  build: {
    // Files are referenced by hashed URL; nothing is inlined as data: so that the content policy stays strict.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: frameworkModules },
                { name: 'shell', test: shellModules },
                { name: 'session', test: sessionModules },
              ],
            },
          },
        },
      },
    },
  },
})
