/** Build of the site: React Router's plugin, Tailwind, and our import aliases. */
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What every page loads, in two files: the framework, and the shell with the smallest pieces of the design system. */
const frameworkModules = /node_modules\/(react|react-dom|react-router|scheduler)\//
const shellModules =
  /\/site\/(root|paths|page-meta|layouts\/|features\/(navigation|not-found)\/|ui\/(band|blocks|button|cx|icons|logo|page|spinner|toast|scenes\/(scene|unploughed-field))\.|lib\/(auth-callback|auth-state|company|draft|ensure-profile|external-store|page-data|role|stored-session|supabase)\.)/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
              ],
            },
          },
        },
      },
    },
  },
})
