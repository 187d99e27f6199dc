/** Build of the site: React Router's plugin, Tailwind, and our import aliases. */
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, minify, type Plugin } from 'vite'
import { createUnusedLibraryParts } from './scripts/unused-library-parts.ts'
import { firstScript } from './site/first-script.ts'

/**
 * What every page loads: React, the router, and the shell with the smallest pieces of the design system
 * (a picture of a business area is a line in the browser, since the drawing itself is on the page). Three files,
 * because each runs in a task of its own (`site/first-script.ts`), and no task of a cheap phone should be long.
 */
const reactModules = /node_modules\/(react|react-dom|scheduler)\//
const routerModules = /node_modules\/react-router\//
const shellModules =
  /\/site\/(root|paths|page-(company|meta|styles)|company\/newsletter\/newsletter-box|layouts\/(early-page|member|site-shell|navigation\/|not-found\/not-found\.)|ui\/(band|blocks|button|cx|icons|logo|page|panel|spinner|toast|scenes\/(scene|bridge-works|container-yard|ridged-field|signing-table|survey-plot))\.|lib\/(external-store|session-key|session-signal|stored-session|use-focus-on-navigation|use-hydrated)\.)/
/** What pages with forms and without have in common. */
const basicModules =
  /\/(site\/(lib\/(address-params|draft|network|page-data|random-uuid|session-storage)|market\/cart\/stored-mark|registrations\/long-form\/use-loaded)|domain\/(columns|dates|form-messages|guest-links|limits|numbers|part-words|quantities|text))\./
/** What every form needs, those of staff too, and small things that are used here and there: a file of its own costs more. */
const formModules =
  /\/(site\/(ui\/(inputs|field|field-context|error-summary)|lib\/form\/(attempt|form-element|form-values|use-draft|use-form))|domain\/(phones|nigeria\/states))\./
/** Of forms whose questions are data, small and long ones alike, and what other pages show of their parts. */
const questionModules =
  /\/(site\/lib\/(country-names|form\/(?!code-input|public-form|sent-panel|use-public-form|use-small-form|use-saved-boxes|stored-answers)[a-z-]+)|site\/ui\/(choices|field-group)|domain\/(consents|emails|fields|forms|questions|terms))\./
/** What to have ready and what happens next, beside a form: no catalogue loads it. */
const guideModules = /\/(site\/ui\/(before-you-begin|guided-form|next-steps)|domain\/guide-words)\./
/** Calls to the server, and why it refuses. */
const callModules = /\/(site\/lib\/call-server|domain\/refusals)\./
/** The forms that work without scripts. */
const publicFormModules = /\/site\/lib\/(form\/(public-form|use-public-form|stored-answers)|send-form)\./
/** The catalogue, the pages of products and the cart on the device; the open cart comes when it is opened. */
const marketModules =
  /\/(site\/market\/(cart\/(add-to-cart|cart|cart-toggle|stored-cart|open-cart|read-products)|products\/(?!product-page|[a-z-]+-route)[a-z-]+)|domain\/market\/(carts|order-limits|product-photos|products))\./
/** Reading and changing rows, for pages behind the guard; few of them read in several pages, or several questions at once. */
const queryModules =
  /node_modules\/@tanstack\/(query-core|react-query)\/(?!.*(?:[iI]nfinite(?!QueryBehavior)|queriesObserver|useQueries))|\/(site\/lib\/(query-client|use-waiting-words)|domain\/waiting-words)\./
/** Of registrations, what the lists of the admin area need as well. */
const registrationStateModules =
  /\/(domain\/registrations\/(registrations|investor-options)|site\/registrations\/records\/is-changeable)\./
/** What the long registration forms share; the camera, the last page and sending are fetched when someone gets there. */
const registrationModules =
  /\/(domain\/(registrations\/(accept-terms|checks|long-form-words|reach-words|read|rules))|site\/(account\/profiles\/offer-number|ui\/(date-boxes|progress)|(lib\/use-known-person|registrations\/long-form\/(boxes|define-long-form|form-field|long-form|memory|step-frame|use-(?!photo|loaded|review)[a-z-]+|values))))\./
/** Who someone is, as farmers and trainees are asked. */
const identityModules =
  /\/(domain\/(callable-phones|registrations\/identity)|site\/registrations\/long-form\/identity-fields)\./
/** The farmer form, on its page and where staff and members meet it again. */
const farmerModules = /\/(domain\/registrations\/farmers|site\/registrations\/farmers\/farmer-form)\./
/** What the three forms of investors share. */
const investorModules =
  /\/(domain\/registrations\/investors|site\/registrations\/investors\/(shared-fields|investor-form-page))\./
/** What a page loads where someone is signed in, or signs in. */
const sessionModules =
  /\/site\/(layouts\/session-watcher|account\/(role|profiles\/ensure-profile)|lib\/(auth-callback|auth-state|page-data|supabase))\./

/** What the admin area shares with other pages, each beside what they load with it: a group takes along all that its modules import. */
const dialogModules = /\/site\/ui\/(dialog|modal)\./
const waitingModules = /\/site\/registrations\/records\/waiting-part\./
const memberModules =
  /\/(domain\/admin\/roles|site\/(account\/my-permissions|ui\/(error-notice|status|table)|lib\/(guard|query-state|offline-notice)))\./
/** Reading and sending a small form, wherever one is. */
const smallFormModules = /\/site\/lib\/form\/use-small-form\./
const confirmationModules = /\/site\/ui\/confirmation\./
/** A link that goes to WhatsApp, or is copied by hand. */
const linkModules = /\/(link-by-hand|whatsapp-link)\./
/** Around every page of the admin area, and what most of them call the server with. */
const adminModules =
  /\/(domain\/(status-machines|nobody-told|admin\/(admin|tasks|persons|role-names))|site\/lib\/open-tab|site\/admin\/(call-admin|day-input|live|reach|refetch|refusal|use-action|use-action-form|shell\/(?!access-denied|notice-list|admin-counts|no-queue|no-page-route)[a-z-]+|search\/(admin-search|recent-records)|tasks\/(bell|task-data)|persons\/person-link|orders\/(order-words|payment-badge)|records\/(admin-kind|contact-links|copy-button|copy-text|facts|load-part|live-mark|record-path|list-records|contains-filter|print-button|due|word-drafts)))\./
/** What lists and pages of records share. */
const adminWorkModules =
  /\/site\/admin\/(queues\/(queue-kinds|no-queue)|registrations\/loaded-dialogs|records\/(admin-keys|decision-buttons|decision-refusal|find-records|folded-part|lines|list-filters|list-query|loaded-dialogs|mail-state|offer-undo|own-changes|record-mails|record-status|undo-button|use-decidable|use-decision|use-held-page|use-record-work|use-moved-focus|use-list-state|walk-on|work-data))\./
/** Of lists, what the audit trail has as well. */
const listToolModules = /\/site\/admin\/records\/(export-button|use-typed-search)\./
/** A list of the admin area with its drawer, whatever it lists. What a click needs is loaded with the click. */
const adminListModules =
  /\/site\/admin\/(search\/use-taken-step|records\/(admin-tools|bulk-bar|chosen-columns|list-views|record-drawer|record-table|records-page|scroll-record|use-bulk|use-changed-rows|views-key))\./
/** One record, whatever it is, in the drawer or on its page, with what was written with its person. */
const adminRecordModules =
  /\/(domain\/admin\/quote-words|site\/admin\/(conversations\/(conversation|conversation-data)|records\/(note-list|readers|record-history|record-page|record-sheet|record-work|use-list-walk)|orders\/money-calls|tasks\/(mention-box|mentions|record-tasks)))\./
/** Of the checkout's form, what an order that is placed needs as well: its other parts come when there is one. */
const checkoutModules =
  /\/(domain\/market\/payment-words|site\/market\/(checkout\/checkout-memory|market-orders\/(help-contact|price-changes)))\./
/** An order as members, guests and staff read it. */
const orderModules =
  /\/(domain\/market\/(contract-parties|contract-terms|order|quotes)|site\/market\/(market-orders\/order-time|orders\/order-quantity))\./
/** What is due on an order, as its buyers read it. */
const dueModules = /\/(domain\/market\/claim-story|site\/market\/market-orders\/due-now)\./
/** The parts of a price, as buyers and staff read them. */
const partModules = /\/(domain\/market\/paid-parts|site\/market\/market-orders\/describe-parts)\./
/** Money of an order, with what its other panels of money need. */
const paymentPanelModules =
  /\/site\/admin\/orders\/(payment-panel|money-entries|money-form|order-account|waits-for-second)\./
/** What every page has before any of its parts is loaded is not named by the part. */
const alwaysLoaded = /^assets\/(rolldown-runtime|react|router|shell)-[\w-]{7}\.js$/

/** What each file of the build imports, and so has whenever it runs. */
const importsOf = new Map<string, readonly string[]>()

const rememberImports: Plugin = {
  name: 'remember-imports',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') importsOf.set(file.fileName, file.imports)
    },
  },
}

function addImports(file: string, known: Set<string>): Set<string> {
  for (const imported of importsOf.get(file) ?? [])
    if (!known.has(imported)) addImports(imported, known.add(imported))
  return known
}

/** A part is loaded with all that it imports, at once, except what is there already. */
function leaveOutLoaded(files: string[], askedBy: string): string[] {
  const known = addImports(askedBy, new Set())
  return files.filter((file) => !alwaysLoaded.test(file) && !known.has(file))
}

/** It stands in every page: 0.2 kB of each. What runs it knows `import()`, so newer syntax than ES2015 saves nothing. */
const minifiedFirstScript: Plugin = {
  name: 'minified-first-script',
  apply: 'build',
  transform: {
    filter: { id: /\/site\/first-script\.ts$/ },
    async handler() {
      const { code } = await minify('first-script.js', firstScript, { compress: { target: 'es2015' } })
      return `export const firstScript = ${JSON.stringify(code.trim())}`
    },
  },
}

/** The licence of Tailwind is named in the files of styles; a document that carries the same text has 14 kB. */
const inlineStylesWithoutBanner: Plugin = {
  name: 'inline-styles-without-banner',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.css\?inline$/ },
    handler: (code) => code.replaceAll(/\/\*! tailwindcss[^*]*\*\/(\\n)?/g, ''),
  },
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    createUnusedLibraryParts(),
    minifiedFirstScript,
    rememberImports,
    inlineStylesWithoutBanner,
  ],
  publicDir: 'site/public',
  build: {
    // Files are referenced by hashed URL; nothing is inlined as data: so that the content policy stays strict.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) => leaveOutLoaded(files, hostId),
    },
  },
  environments: {
    // The server loads all of it at its start: one file is read faster than hundreds.
    ssr: { build: { rolldownOptions: { output: { codeSplitting: false } } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A page names its scripts some hundreds of times: of a hash, 42 bits tell two versions of a file apart.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'react', test: reactModules },
                { name: 'router', test: routerModules },
                { name: 'shell', test: shellModules },
                { name: 'basics', test: basicModules },
                { name: 'forms', test: formModules },
                { name: 'questions', test: questionModules },
                { name: 'guides', test: guideModules },
                { name: 'sent-here', test: /\/site\/lib\/sent-here\./ },
                { name: 'calls', test: callModules },
                { name: 'public-forms', test: publicFormModules },
                { name: 'money', test: /\/domain\/money\./ },
                { name: 'market', test: marketModules },
                { name: 'session', test: sessionModules },
                { name: 'query', test: queryModules },
                { name: 'registration-states', test: registrationStateModules },
                { name: 'empty-state', test: /\/site\/ui\/empty-state\./ },
                { name: 'dialogs', test: dialogModules },
                { name: 'waiting-part', test: waitingModules },
                { name: 'member', test: memberModules },
                {
                  name: 'registration-definitions',
                  test: /\/site\/registrations\/registration-definitions\./,
                },
                { name: 'use-small-form', test: smallFormModules },
                { name: 'confirmation', test: confirmationModules },
                { name: 'orders', test: /\/domain\/market\/(delivery-window|orders)\./ },
                { name: 'day', test: /\/site\/ui\/day-in-words\./ },
                { name: 'links', test: linkModules },
                { name: 'admin', test: adminModules },
                { name: 'farmer-options', test: /\/domain\/registrations\/farmer-options\./ },
                { name: 'registration', test: registrationModules },
                { name: 'identity', test: identityModules },
                { name: 'farmer', test: farmerModules },
                { name: 'open-ledger', test: /\/site\/ui\/scenes\/open-ledger\./ },
                { name: 'investors', test: investorModules },
                { name: 'pagination', test: /\/site\/ui\/pagination\./ },
                { name: 'admin-work', test: adminWorkModules },
                { name: 'list-tools', test: listToolModules },
                { name: 'admin-list', test: adminListModules },
                { name: 'admin-record', test: adminRecordModules },
                { name: 'checkout', test: checkoutModules },
                { name: 'order', test: orderModules },
                { name: 'due', test: dueModules },
                { name: 'parts', test: partModules },
                { name: 'payment-panel', test: paymentPanelModules },
              ],
            },
          },
        },
      },
    },
  },
})
