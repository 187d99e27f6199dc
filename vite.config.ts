/** Build of the site: React Router's plugin, Tailwind, and our import aliases. */
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * What every page loads: React, the router, and the shell with the smallest pieces of the design system. Three files,
 * because each runs in a task of its own (`site/first-script.ts`), and no task of a cheap phone should be long.
 */
const reactModules = /node_modules\/(react|react-dom|scheduler)\//
const routerModules = /node_modules\/react-router\//
const shellModules =
  /\/site\/(root|paths|page-(company|meta|styles)|company\/newsletter\/newsletter-box|layouts\/(early-page|member|site-shell|navigation\/|not-found\/not-found\.)|ui\/(band|blocks|button|cx|icons|logo|page|panel|spinner|toast|scenes\/scene)\.|lib\/(external-store|session-key|session-signal|stored-session|use-hydrated)\.)/
/** The pictures of the business areas: a line each in the browser, since the drawing itself is on the page. */
const areaScenes =
  /\/site\/ui\/scenes\/(bridge-works|container-yard|ridged-field|signing-table|survey-plot)\./
/** What every form needs, small and long ones alike. */
const formModules =
  /\/(site\/(ui\/(before-you-begin|guided-form|next-steps|inputs|field|field-context|error-summary)|lib\/(form\/(?!code-input|public-form|sent-panel|use-public-form|use-small-form|stored-answers)[a-z-]+|country-names|random-uuid|network))|domain\/(fields|forms|questions|text|phones|emails|limits))\./
/** The forms that work without scripts. */
const publicFormModules = /\/site\/lib\/(form\/(public-form|use-public-form|stored-answers)|send-form)\./
/** The catalogue, the pages of products and the cart on the device; the open cart comes when it is opened. */
const marketModules =
  /\/(site\/market\/(cart\/(add-to-cart|cart|cart-toggle|stored-cart|open-cart|read-products)|products\/(?![a-z-]+-route)[a-z-]+)|domain\/market\/(carts|market-limits|product-photos|products))\./
/** Reading and changing rows, for pages behind the guard. */
const queryModules = /node_modules\/@tanstack\/(query-core|react-query)\/|\/site\/lib\/query-client\./
/** What the long registration forms share; the camera, the last page and sending are fetched when someone gets there. */
const registrationModules =
  /\/(domain\/(consents|registrations\/(checks|read|rules))|site\/(ui\/(choices|date-boxes|field-group|progress)|(lib\/use-known-person|registrations\/long-form\/(accept-terms|contact-fields|form-field|long-form|memory|step-frame|use-(?!photo|loaded)[a-z-]+|values))))\./
/** Who someone is, as farmers and trainees are asked. */
const identityModules =
  /\/(domain\/registrations\/identity|site\/registrations\/long-form\/identity-fields)\./
/** What the three forms of investors share. */
const investorModules =
  /\/(domain\/registrations\/investors|site\/registrations\/investors\/(shared-fields|investor-form-page))\./
/** What a page loads where someone is signed in, or signs in. */
const sessionModules =
  /\/site\/(layouts\/session-watcher|account\/(role|profiles\/ensure-profile)|lib\/(auth-callback|auth-state|page-data|supabase))\./

/**
 * Parts of React Router that never run in a browser of ours, replaced by what little is asked of them: 4 kB of each
 * first visit. Tracing is for tools, and we pass it none; discovery fetches routes as people go, and ours are all known
 * from the start (react-router.config.ts). The version is pinned, and the build fails when a name is missing.
 */
const neverRun: Record<string, string> = {
  'router/instrumentation.js': `
export function consumeInstrumentationClientResultMetaReceiver() {}
export function getRouteInstrumentationUpdates() { throw new Error('built without tracing') }
export function instrumentClientSideRouter() { throw new Error('built without tracing') }
export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined`,
  'dom/ssr/fog-of-war.js': `
const absent = () => { throw new Error('built without route discovery') }
export function isFogOfWarEnabled() { return false }
export function getPatchRoutesOnNavigationFunction() {}
export function useFogOFWarDiscovery() {}
export const URL_LIMIT = 0, getManifestPath = absent, getManifestPathsParam = absent, getPartialManifest = absent,
  getPathsWithAncestors = absent, handleClientVersionMismatch = absent, shouldUseInitialRouteDiscovery = absent`,
  'dom/ssr/route-discovery.js': `
const absent = () => { throw new Error('built without route discovery') }
export const RouteDiscoveryRuntime = absent, getCustomPatchRoutesOnNavigationFunction = absent,
  useCustomRouteDiscovery = absent, useRouteDiscovery = absent`,
}

/** Links are never fetched ahead here (`prefetch`): people pay for what they do not open. */
const neverRequested =
  /^(async )?function (getKeyedPrefetchLinks|getNewMatchesForLinks|PrefetchPageLinks|PrefetchPageLinksImpl|useKeyedPrefetchLinks)\([\s\S]*?\n}\n/gm

const withoutWhatNeverRuns: Plugin = {
  name: 'without-what-never-runs',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => neverRun[/react-router\/dist\/production\/lib\/(.+)$/.exec(id)?.[1] ?? ''],
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/dom\/ssr\/(links|components)\.js$/ },
    handler: (code) => code.replace(neverRequested, 'function $2() { return null }\n'),
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutWhatNeverRuns],
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
                { name: 'react', test: reactModules },
                { name: 'router', test: routerModules },
                { name: 'shell', test: shellModules },
                { name: 'area-scenes', test: areaScenes },
                { name: 'forms', test: formModules },
                // Used here and there: none of the groups below shall come along with them.
                {
                  name: 'common',
                  test: /\/(site\/(lib\/(draft|page-data)|market\/cart\/stored-mark)|domain\/dates)\./,
                },
                { name: 'sent-here', test: /\/site\/lib\/sent-here\./ },
                { name: 'public-forms', test: publicFormModules },
                { name: 'states', test: /\/domain\/nigeria\/states\./ },
                { name: 'money', test: /\/domain\/money\./ },
                { name: 'market', test: marketModules },
                { name: 'query', test: queryModules },
                { name: 'session', test: sessionModules },
                { name: 'registration', test: registrationModules },
                { name: 'identity', test: identityModules },
                { name: 'investors', test: investorModules },
              ],
            },
          },
        },
      },
    },
  },
})
