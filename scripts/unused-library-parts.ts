/**
 * Parts of React, React Router and the client library that no browser of ours ever uses, left out of the built site (ADR 0072). Their versions are
 * pinned; a name that is not in the library's source fails the build, and so does source of ours that names such a part. Texts are compared,
 * not types: import, call and event are found by their names, a form's action where the function is written in it. Not found is a function
 * that is passed to a form's action by its name, since its paths are passed so as well.
 */
import type { Plugin } from 'vite'

interface Parts {
  /** The library's file, as its path ends. */
  file: string
  /** Functions that nobody calls: each becomes an error, so that a wrong entry shows at once. */
  never?: readonly string[]
  /** Methods of classes that nobody calls: each is an error, or is not there. */
  neverMethods?: readonly string[]
  /** Functions that are called, and have little to do on our pages: what each becomes, from its parameters on. */
  instead?: Readonly<Record<string, string>>
  /** Statements that are for nobody here. */
  without?: RegExp
  /** Text, and what it always comes to: the bundler then takes out what depends on it. */
  always?: Readonly<Record<string, string>>
}

const nothing = '() {}'
const no = '() { return false }'

const router = 'react-router/dist/production/lib'
const auth = '@supabase/auth-js/dist/module'

/** The built files of the client library copy objects by descriptors; ours have plain properties. */
const copyPlainly = { _objectSpread2: '() { return Object.assign(...arguments) }' }

/**
 * Whole modules in few words. Tracing is for tools, routes are known from the start (react-router.config.ts), and files go through
 * our own server's routes.
 */
const modules: Readonly<Record<string, string>> = {
  '@supabase/functions-js/dist/module/index.js': `
export class FunctionsClient { constructor() { throw new Error('built without functions') } }
export class FunctionsError extends Error {}
export { FunctionsError as FunctionsFetchError, FunctionsError as FunctionsHttpError, FunctionsError as FunctionsRelayError }
export const FunctionRegion = {}`,
  '@supabase/storage-js/dist/index.mjs': `
export class StorageClient { from() { throw new Error('built without storage') } }
export class StorageApiError extends Error {}`,
  // The live line is our own (site/lib/live-socket.ts); to the client's, tokens are passed and nothing else.
  '@supabase/realtime-js/dist/module/index.js': `
export class RealtimeClient {
  setAuth() {}
  channel() { throw new Error('built without a live line: site/lib/live-line.ts joins it') }
}`,
  [`${router}/router/instrumentation.js`]: `
export function consumeInstrumentationClientResultMetaReceiver() {}
export function getRouteInstrumentationUpdates() { throw new Error('built without tracing') }
export function instrumentClientSideRouter() { throw new Error('built without tracing') }
export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined`,
  [`${router}/dom/ssr/fog-of-war.js`]: `
const absent = () => { throw new Error('built without route discovery') }
export function isFogOfWarEnabled() { return false }
export function getPatchRoutesOnNavigationFunction() {}
export function useFogOFWarDiscovery() {}
export const URL_LIMIT = 0, getManifestPath = absent, getManifestPathsParam = absent, getPartialManifest = absent,
  getPathsWithAncestors = absent, handleClientVersionMismatch = absent, shouldUseInitialRouteDiscovery = absent`,
  [`${router}/dom/ssr/route-discovery.js`]: `
const absent = () => { throw new Error('built without route discovery') }
export const RouteDiscoveryRuntime = absent, getCustomPatchRoutesOnNavigationFunction = absent,
  useCustomRouteDiscovery = absent, useRouteDiscovery = absent`,
}

const parts: readonly Parts[] = [
  {
    // Loads and navigates; submits nothing (our forms call the server themselves), fetches nothing beside a navigation.
    file: `${router}/router/router.js`,
    never: [
      'fetch',
      'handleFetcherAction',
      'handleFetcherLoader',
      'handleAction',
      'setFetcherError',
      'updateFetcherState',
      'getUpdatedRevalidatingFetchers',
      'getFetcher',
      'resetFetcher',
      'queueFetcherForDeletion',
      'discoverRoutes',
      'cancelDiscoveryNavigation',
      'patchRoutes',
      '_internalSetRoutes',
      'getBlocker',
      'updateBlocker',
      'deleteBlocker',
      'getInstrumentationNavigateMeta',
    ],
    instead: {
      deleteFetcher: nothing,
      abortFetcher: nothing,
      markFetchRedirectsDone: no,
      abortStaleFetchLoads: no,
      getSubmissionFromNavigation: nothing,
      normalizeNavigateOptions: '(_, path) { return { path } }',
      shouldBlockNavigation: nothing,
      restoreAppliedTransitions: nothing,
      persistAppliedTransitions: nothing,
      checkFogOfWar: '() { return { active: false, matches: null } }',
      createDataRouteMatcher: '(_, basename) { return new V6RegExMatcher(basename) }',
    },
    always: {
      'init.instrumentations': 'false',
      'future.unstable_customRouteDiscovery': 'false',
      'if (isFogOfWar)': 'if (false)',
      'if (blockerKey)': 'if (false)',
      'blockerKey && delta != null': 'false',
      'opts && opts.submission && isMutationMethod(opts.submission.formMethod)': 'false',
      'opts && opts.pendingError': 'false',
      'opts?.instrumentationNavigateMetaReceiver': 'false',
      'fetchLoadMatches.forEach(': 'false && fetchLoadMatches.forEach(',
    },
  },
  {
    file: `${router}/dom/ssr/single-fetch.js`,
    never: ['singleFetchActionStrategy', 'singleFetchLoaderFetcherStrategy', 'nonSsrStrategy'],
  },
  {
    file: `${router}/dom/ssr/routes.js`,
    never: [
      'noActionDefinedError',
      'createClientRoutesWithHMRRevalidationOptOut',
      'wrapShouldRevalidateForHdr',
    ],
  },
  {
    // Links are never fetched ahead: people pay for what they do not open.
    file: `${router}/dom/ssr/links.js`,
    never: ['getKeyedPrefetchLinks', 'getNewMatchesForLinks'],
  },
  {
    file: `${router}/dom/ssr/components.js`,
    never: [
      'PrefetchPageLinks',
      'PrefetchPageLinksImpl',
      'RSCPrefetchPageLinksImpl',
      'useKeyedPrefetchLinks',
    ],
    instead: { usePrefetchBehavior: '() { return [false, null, {}] }' },
    // What the server alone writes into a page.
    always: {
      'staticContext ?': 'false ?',
      '!isStatic ?': 'true ?',
      'typeof criticalCss === "string"': 'false',
      'typeof criticalCss === "object"': 'false',
      'typeof manifest.sri === "object"': 'false',
    },
  },
  {
    file: `${router}/dom/lib.js`,
    instead: { useViewTransitionState: no },
    always: { '!isAbsolute && discover === "render" ? "true" : void 0': 'void 0' },
  },
  {
    file: `${router}/components.js`,
    never: ['handleSkippedViewTransition'],
    always: {
      '!viewTransitionOpts || !isViewTransitionAvailable': 'true',
      'vtContext.isTransitioning && !vtContext.flushSync': 'false',
      'renderDfd && pendingState && router.window': 'false',
      'renderDfd && pendingState && state.location.key === pendingState.location.key': 'false',
      '!vtContext.isTransitioning && interruption': 'false',
    },
  },
  {
    file: `${router}/dom-export/hydrated-router.js`,
    always: {
      'window.__reactRouterManifest.sri === true': 'false',
      'ssrInfo.context.isSpaMode': 'false',
      'ssrInfo.context.future.unstable_customRouteDiscovery': 'false',
    },
  },
  {
    file: 'react-dom/cjs/react-dom-client.production.js',
    never: [
      // Transitions of views, lists that reveal together, activities, results of actions.
      'startViewTransition',
      'reportViewTransitionError',
      'flushAfterMutationEffects',
      'applyViewTransitionToHostInstances',
      'restoreViewTransitionOnHostInstances',
      'getViewTransitionName',
      'getViewTransitionClassName',
      'scheduleViewTransitionEvent',
      'createViewTransitionInstance',
      'ViewTransitionPseudoElement',
      'updateSuspenseListComponent',
      'updateActivityComponent',
      'mountActionState',
      'updateActionState',
      'rerenderActionState',
      'setPropOnCustomElement',
      // References to fragments.
      'FragmentInstance',
      'addFragmentHandleToFiber',
      'commitNewChildToFragmentInstance',
      'deleteChildFromFragmentInstance',
      // Stylesheets and scripts that React itself would load.
      'acquireResource',
      'suspendResource',
      'prefetchDNS',
      'preconnect',
      'preload',
      'preloadModule',
      'preinitStyle',
      'preinitScript',
      'preinitModuleScript',
    ],
    instead: {
      trackEnterViewTransitions: nothing,
      commitEnterViewTransitions: nothing,
      commitExitViewTransitions: nothing,
      commitNestedViewTransitions: nothing,
      measureNestedViewTransitions: nothing,
      restoreEnterOrExitViewTransitions: nothing,
      restoreNestedViewTransitions: nothing,
      // Whether a form's action runs, for `useFormStatus`.
      startHostTransition: nothing,
      getResource: '() { return null }',
      // A commit waits for pictures inside a transition of views, and for stylesheets that React loads: here for neither.
      accumulateSuspenseyCommitOnFiber: nothing,
      waitForCommitToBeReady: '() { return null }',
      preloadInstanceAndSuspendIfNeeded: '(fiber) { fiber.flags &= -16777217 }',
      // Nobody reads them: names in a built page are letters.
      getStackByFiberInDevAndProd: "() { return '' }",
    },
    // Events that React makes of others (selection, composition, what is about to be typed), and functions as a form's action.
    without:
      /^ *handleEventFunc = targetInst \? getNodeFromInstance\(targetInst\) : window;\n *switch \(domEventName\) \{\n *case "focusin":[\s\S]*?(?=^ *\}\n *processDispatchQueue\()/gm,
  },
  {
    // Sign-in is by password, link or code; what other services know of people, tokens of our own to others, and locks are not used.
    file: `${auth}/GoTrueClient.js`,
    neverMethods: [
      'signInAnonymously',
      'signInWithOAuth',
      'signInWithWeb3',
      'signInWithEthereum',
      'signInWithSolana',
      'signInWithIdToken',
      'signInWithOtp',
      'signInWithSSO',
      'getUserIdentities',
      'linkIdentity',
      'linkIdentityOAuth',
      'linkIdentityIdToken',
      'unlinkIdentity',
      '_handleProviderSignIn',
      '_getUrlForProvider',
      '_getAuthenticatorAssuranceLevel',
      '_getAuthorizationDetails',
      '_approveAuthorization',
      '_denyAuthorization',
      '_listOAuthGrants',
      '_revokeOAuthGrant',
      'fetchJwk',
      'getClaims',
      // A passkey is a second step here, by the calls of every factor.
      'signInWithPasskey',
      'registerPasskey',
      '_startPasskeyRegistration',
      '_verifyPasskeyRegistration',
      '_startPasskeyAuthentication',
      '_verifyPasskeyAuthentication',
      '_listPasskeys',
      '_updatePasskey',
      '_deletePasskey',
      // The site takes what a mail's link carries off the address itself (auth-callback.ts).
      '_getSessionFromURL',
      '_isImplicitGrantCallback',
      '_isPKCECallback',
      '_getCodeChallengeAndMethod',
      '_acquireLock',
      'dispose',
      'stopAutoRefresh',
    ],
    // They only report.
    without: /^\s*this\._debug\([^;\n]*\);$/gm,
    // As site/lib/supabase.ts makes it: no lock, no storage for the person alone, the implicit flow.
    always: {
      'this.lock != null && !this.lockAcquired': 'false',
      'this.lock != null': 'false',
      'settings.lock != null': 'false',
      'this._isImplicitGrantCallback(params)': 'false',
      'await this._isPKCECallback(params)': 'false',
      "isBrowser() && this.detectSessionInUrl && callbackUrlType !== 'none'": 'false',
      "this.flowType === 'pkce'": 'false',
      'currentSession && this.userStorage': 'false',
      'if (this.userStorage)': 'if (false)',
    },
  },
  {
    // Browsers that know the build's syntax know `globalThis`; whose the session is comes from our own storage, and no warning helps there.
    file: `${auth}/lib/polyfills.js`,
    instead: { polyfillGlobalThis: nothing },
  },
  {
    file: `${auth}/lib/helpers.js`,
    never: ['userNotAvailableProxy'],
    instead: { insecureUserWarningProxy: '(user) { return user }' },
  },
  {
    // By what every browser has by now.
    file: `${auth}/lib/base64url.js`,
    instead: {
      stringFromBase64URL: '(text) { return new TextDecoder().decode(base64UrlToUint8Array(text)) }',
      base64UrlToUint8Array:
        "(text) { return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0)) }",
      bytesToBase64URL:
        "(bytes) { return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') }",
    },
  },
  {
    // One's own sessions are ended by it, nothing else.
    file: `${auth}/GoTrueAdminApi.js`,
    neverMethods: [
      'inviteUserByEmail',
      'generateLink',
      'createUser',
      'listUsers',
      'getUserById',
      'updateUserById',
      'deleteUser',
      '_listFactors',
      '_deleteFactor',
      '_listOAuthClients',
      '_createOAuthClient',
      '_getOAuthClient',
      '_updateOAuthClient',
      '_deleteOAuthClient',
      '_regenerateOAuthClientSecret',
      '_listCustomProviders',
      '_createCustomProvider',
      '_getCustomProvider',
      '_updateCustomProvider',
      '_deleteCustomProvider',
      '_adminListPasskeys',
      '_adminDeletePasskey',
    ],
  },
  {
    // The site calls the browser for a passkey itself (passkeys.ts).
    file: `${auth}/lib/webauthn.js`,
    neverMethods: ['_challenge', '_verify', '_authenticate', '_register'],
    always: { 'new WebAuthnAbortService()': 'null' },
  },
  {
    file: '@supabase/supabase-js/dist/index.mjs',
    instead: { ...copyPlainly, shouldShowDeprecationWarning: no, checkTopLevelSchemaOption: nothing },
    // Tracing is for tools, and the publishable key is ours.
    always: {
      'if (traceTargets)': 'if (false)',
      'traceEnabled ? getDefaultPropagationTargets(supabaseUrl) : null': 'null',
      'checkApiKeyFormat(supabaseKey);': '',
      'typeof Deno !== "undefined"': 'false',
      'typeof document !== "undefined"': 'true',
    },
  },
  {
    file: '@supabase/postgrest-js/dist/index.mjs',
    instead: {
      ...copyPlainly,
      // Retries are one layer's work, and not this one's (site/lib/supabase.ts).
      fetchWithRetry:
        '(send, url, { method, headers, body, signal }) { return send(url, { method, headers, body, signal }) }',
    },
    neverMethods: [
      'csv',
      'geojson',
      'explain',
      'rollback',
      'maxAffected',
      'likeAllOf',
      'likeAnyOf',
      'ilikeAllOf',
      'ilikeAnyOf',
      'regexMatch',
      'regexIMatch',
      'isDistinct',
      'notIn',
      'containedBy',
      'rangeGt',
      'rangeGte',
      'rangeLt',
      'rangeLte',
      'rangeAdjacent',
      'overlaps',
      'textSearch',
      'getOpenApiSpec',
    ],
  },
]

/** What our own source cannot use, since it is not in the build. */
const absentFromBuild: Readonly<Record<string, RegExp>> = {
  react: /\b(Activity|SuspenseList|ViewTransition|useActionState|addTransitionType)\b/,
  'react-dom':
    /\b(preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule|useFormState|useFormStatus)\b/,
  'react-router':
    /\b(Form|PrefetchPageLinks|useBlocker|useFetcher|useFetchers|usePrompt|useSubmit|useViewTransitionState)\b/,
}

const absentCalls =
  /\b(storage\s*\.from|functions\s*\.(invoke|setAuth)|auth\s*\.(signIn(?!WithPassword)\w+|getClaims|linkIdentity|unlinkIdentity|getUserIdentities|registerPasskey))\(/

/** Events that React makes of others, which nothing here listens to: as attribute, and as property of what is spread. */
const absentEvents = /\bon(Select|BeforeInput|Composition(Start|Update|End))(Capture)?\b/

/** Functions as a form's action. */
const absentActions =
  /\bformAction\b|<form\b(?:=>|[^>])*?\saction=\{\s*(?:async\b|function\b|\w+\s*=>|\([^{}]*?\)\s*=>)/

export function createUnusedLibraryParts(): Plugin {
  const seen = new Set<string>()
  const expected = [...Object.keys(modules), ...parts.map(({ file }) => file)]
  return {
    name: 'unused-library-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const name = Object.keys(modules).find((known) => id.endsWith(`/node_modules/${known}`))
      if (!name) return undefined
      seen.add(name)
      return modules[name]
    },
    transform: {
      filter: { id: /\/(react-dom|react-router|@supabase|site)\// },
      handler(code, id) {
        if (/\/site\/.*\.tsx?$/.test(id)) refuseAbsent(code, id)
        const knownPart = parts.find(({ file }) => id.endsWith(`/node_modules/${file}`))
        if (!knownPart) return undefined
        seen.add(knownPart.file)
        return leaveOut(code, knownPart)
      },
    },
    buildEnd(error) {
      const missing = expected.filter((file) => !seen.has(file))
      if (!error && missing.length > 0)
        throw new Error(
          `not in the build: ${missing.join(', ')}, of which scripts/unused-library-parts.ts leaves parts out`,
        )
    },
  }
}

export function leaveOut(
  code: string,
  { file, never = [], neverMethods = [], instead = {}, without, always = {} }: Parts,
): string {
  let left = code
  const replace = (name: string, pattern: RegExp | string, by: string) => {
    const before = left
    left = left.replaceAll(pattern, () => by)
    if (left === before)
      throw new Error(`${file} has no ${name} that scripts/unused-library-parts.ts could leave out`)
  }
  for (const name of never) {
    replace(name, declarationOf(name), `function ${name}() { throw Error('left out: ${name}') }`)
    left = left.replaceAll(methodsOf(name), '')
  }
  for (const name of neverMethods) {
    const rest = left.replace(/\/\*[\s\S]*?\*\//g, '')
    // What the library itself passes on stays a function, and a class its static ones; of the others a call is an error without it.
    const isUsed = new RegExp(`\\.${name}\\b|static (async )?${name}\\(`).test(rest)
    replace(name, methodOf(name), isUsed ? `${name}() { throw Error('left out') }` : '')
  }
  for (const [name, rest] of Object.entries(instead))
    replace(name, declarationOf(name), `function ${name}${rest}`)
  if (without) replace('statement', without, '')
  for (const [text, value] of Object.entries(always)) replace(text, text, value)
  return left
}

/** To the closing brace that stands as far to the left as the declaration. */
function declarationOf(name: string): RegExp {
  const known = name.replaceAll('$', '\\$')
  return new RegExp(
    `(?<=^([ \\t]*)(?:export )?)((async )?function ${known}\\(|var ${known} = class )[\\s\\S]*?^\\1\\}(?=;?$)`,
    'gm',
  )
}

/** Matches a method of a class: the line that declares it ends with its brace, which no call does. `static` stays in front. */
function methodOf(name: string): RegExp {
  return new RegExp(`(?<=^([ \\t]+)(static )?)(async )?${name}\\([^;\\n]*\\{$[\\s\\S]*?^\\1\\}(?=,?$)`, 'gm')
}

function methodsOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('$', '\\$')}\\.prototype\\.\\w+ = function[\\s\\S]*?^\\};$`, 'gm')
}

export function refuseAbsent(code: string, id: string): void {
  const [member] = absentCalls.exec(code) ?? []
  if (member) throw new Error(`${id} calls ${member}), which scripts/unused-library-parts.ts leaves out`)
  const [event] = absentEvents.exec(code) ?? []
  if (event) throw new Error(`${id} listens by ${event}, which scripts/unused-library-parts.ts leaves out`)
  if (absentActions.test(code))
    throw new Error(
      `${id} has a function as a form's action, which scripts/unused-library-parts.ts leaves out`,
    )
  for (const [, names = '', from = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)) {
    const [absent] = absentFromBuild[from]?.exec(names) ?? []
    if (absent)
      throw new Error(`${id} uses ${absent} of ${from}, which scripts/unused-library-parts.ts leaves out`)
  }
}
