/** The one auth state of the page: loading, then signed in or signed out; every event of the client feeds it. */
import type { AuthChangeEvent, AuthError, Session, User } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { trackPaths } from '#domain/guest-links.ts'
import { authCallback } from '#site/lib/auth-callback.ts'
import { clearDrafts, clearMemory, openLinkKey } from '#site/lib/draft.ts'
import { createStore, useStore } from '#site/lib/external-store.ts'
import { isNetworkError, networkHint } from '#site/lib/network.ts'
import { sessionStorageKey } from '#site/lib/session-key.ts'
import { wantSession } from '#site/lib/session-signal.ts'
import { canStore } from '#site/lib/session-storage.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'

export interface AuthState {
  status: 'loading' | 'signedOut' | 'signedIn'
  userId?: string
  email?: string
  fullName?: string
  /** The account has a second factor that this session has not shown: guarded pages prompt for it first. */
  isSecondStepDue?: boolean
  /** What this session has shown, aal1 or aal2: what depends on it is refetched when it changes. */
  assurance?: string | undefined
  /** The service did not answer in time: what is shown comes from the stored session. */
  isOffline: boolean
  /** How a session of this page ended: by Sign Out, or by itself. */
  ended?: 'byChoice' | 'lost'
}

/** How the link that opened this page ended. */
export type CallbackOutcome =
  | { kind: 'none' | 'waiting' }
  /** The page names the account and waits for a press: acceptLink or declineLink. `errorText`: a press that did not arrive. */
  | { kind: 'question'; errorText?: string }
  /** `signup`: the address is verified, and the account has no password, since it was chosen in another browser. */
  | { kind: 'recovery'; reason: 'recovery' | 'signup' }
  | { kind: 'signedIn'; purpose: string }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'message'; message: string }

const answerDeadlineMs = 8_000
const recoveryKey = 'house-recovery'
const loading: AuthState = { status: 'loading', isOffline: false }
const signedOut: AuthState = { status: 'signedOut', isOffline: false }
const noOutcome: CallbackOutcome = { kind: 'none' }
/** What the service says when one of two mailboxes has confirmed, where it answers with no more than that. */
const halfConfirmed = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Anybody can write a link with a text of their own in it: by the service's code, in our words, or in none. */
const refusals: Readonly<Record<string, string>> = {
  otp_expired: 'Email link is invalid or has expired',
  access_denied: 'The sign-in was broken off.',
}

export const authStore = createStore<AuthState>(loading)
const callbackStore = createStore<CallbackOutcome>(startingOutcome())

let isStarted = false
let connection: Promise<AppClient> | undefined
/** Sign Out was chosen: the page must not speak of a lost session. */
let isLeaving = false
/** While a link is exchanged, the state of the old session would only flash by. A code is of this browser's own making. */
let isExchanging = authCallback.kind === 'code'

export function useAuth(): AuthState {
  useEffect(startAuth, [])
  return useStore(authStore, loading)
}

export function useCallbackOutcome(): CallbackOutcome {
  useEffect(startAuth, [])
  return useStore(callbackStore, noOutcome)
}

/** Without a stored session and without a link there is nothing to query: signed out, and no library is loaded. */
export function startAuth(): void {
  if (isStarted) return
  isStarted = true
  wantSession()
  if (isExchanging || readStoredSession()) void connectQuietly()
  else {
    authStore.set(signedOut)
    window.addEventListener('storage', connectWhenAnotherTabSignsIn)
  }
}

function connectWhenAnotherTabSignsIn(event: StorageEvent): void {
  if (event.key !== sessionStorageKey || !readStoredSession()) return
  window.removeEventListener('storage', connectWhenAnotherTabSignsIn)
  void connectQuietly()
}

/** Calls again after a deadline passed without an answer. */
export function retryAuth(): void {
  authStore.set({ ...loading })
  void connectQuietly()
}

async function connectQuietly(): Promise<void> {
  // The library may be waiting in a retry: the deadline is ours, and a late answer still wins over it.
  const deadline = setTimeout(settleWithoutAnswer, answerDeadlineMs)
  const unsubscribe = authStore.subscribe(() => {
    if (authStore.get().status !== 'loading') clearTimeout(deadline)
  })
  try {
    await connectAuth()
    // A client that was already subscribed sends no second INITIAL_SESSION: read the session as it stands.
    if (authStore.get().status === 'loading' && !isExchanging) await refreshFromClient()
  } catch (error) {
    console.error('No auth service', error)
    settleWithoutAnswer()
  } finally {
    unsubscribe()
    if (authStore.get().status !== 'loading') clearTimeout(deadline)
  }
}

/** The client with this store subscribed to it; what signs in or out goes through here. */
export function connectAuth(): Promise<AppClient> {
  connection ??= subscribe().catch((error: unknown) => {
    connection = undefined
    throw error
  })
  return connection
}

async function subscribe(): Promise<AppClient> {
  const client = await getSupabase()
  client.auth.onAuthStateChange(onAuthEvent)
  if (isExchanging) void exchangeCode(client)
  return client
}

async function refreshFromClient(): Promise<void> {
  const { data } = await (await getSupabase()).auth.getSession()
  onAuthEvent('INITIAL_SESSION', data.session)
}

/**
 * INITIAL_SESSION, SIGNED_IN, SIGNED_OUT, TOKEN_REFRESHED, USER_UPDATED, PASSWORD_RECOVERY and
 * MFA_CHALLENGE_VERIFIED all do the same: store session and user, end loading.
 */
function onAuthEvent(event: AuthChangeEvent, session: Session | null): void {
  if (event === 'INITIAL_SESSION' ? isExchanging : isOfAnotherTab(session)) return
  if (event === 'PASSWORD_RECOVERY') beginRecovery('recovery')
  if (event === 'SIGNED_OUT') endRecovery()
  if (!session) {
    signedInUser = null
    const { status, ended } = authStore.get()
    return authStore.set({
      ...signedOut,
      ended: status === 'signedIn' ? (isLeaving ? 'byChoice' : 'lost') : ended,
    })
  }
  authStore.set({
    status: 'signedIn',
    userId: session.user.id,
    email: session.user.email,
    fullName: session.user.user_metadata.full_name,
    isSecondStepDue: isSecondStepDue(session),
    assurance: readAssurance(session.access_token),
    isOffline: false,
  })
  if (event === 'SIGNED_IN') announceSignIn(session.user)
}

type SignInListener = (client: AppClient, user: User) => void
const signInListeners = new Set<SignInListener>()
let signedInUser: User | null = null

/** Hears of every sign-in of this page, also of the one before it listened. */
export function onSignIn(listener: SignInListener): () => void {
  signInListeners.add(listener)
  if (signedInUser) announceSignIn(signedInUser)
  return () => signInListeners.delete(listener)
}

/** Deferred: a call made inside the client's own listener would wait for the very event that it handles. */
function announceSignIn(user: User): void {
  signedInUser = user
  setTimeout(
    () =>
      void getSupabase().then((client) => {
        for (const listener of signInListeners) listener(client, user)
      }),
  )
}

/** The library notifies every tab of every event; on a shared phone each tab has a session of its own, or none. */
function isOfAnotherTab(session: Session | null): boolean {
  return canStore() && (session === null) !== (readStoredSession() === null)
}

function isSecondStepDue({ user, access_token: token }: Session): boolean {
  return (user.factors ?? []).some(({ status }) => status === 'verified') && readAssurance(token) !== 'aal2'
}

/** What the token says of itself, for the page's own flow; the services verify it at every call. */
function readAssurance(token: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    return JSON.parse(atob(payload)).aal
  } catch {
    return undefined
  }
}

/** Nothing answered: anyone who has a stored session may go on reading and filling forms with it. */
function settleWithoutAnswer(): void {
  if (authStore.get().status !== 'loading') return
  const stored = readStoredSession()
  authStore.set(
    stored ? { status: 'signedIn', ...stored, isOffline: true } : { ...signedOut, isOffline: true },
  )
}

/** With the code flow only the event says that the link was a recovery: it has set the outcome already. */
async function exchangeCode(client: AppClient): Promise<void> {
  const code = authCallback.kind === 'code' ? authCallback.code : ''
  const { error } = await client.auth.exchangeCodeForSession(code)
  isExchanging = false
  if (error) return failCallback(error)
  if (callbackStore.get().kind !== 'recovery') callbackStore.set({ kind: 'signedIn', purpose: 'signup' })
}

/** The press: the link is used up, and its account takes the place of whichever was signed in here. */
export async function acceptLink({ isPasswordNeeded }: { isPasswordNeeded: boolean }): Promise<void> {
  if (callbackStore.get().kind !== 'question') return
  callbackStore.set({ kind: 'waiting' })
  try {
    const client = await connectAuth()
    const before = (await client.auth.getSession()).data.session
    isExchanging = true
    const { data, error } = await exchangeLink(client)
    isExchanging = false
    if (error) return mayPressAgain(error) ? refetch(error) : await failCallback(error)
    if (!data.session) return callbackStore.set({ kind: 'message', message: halfConfirmed })
    if (before && before.user.id !== data.session.user.id) await leaveBehind(client, before)
    const purpose = authCallback.kind === 'code' ? '' : readPurpose()
    if (purpose === 'recovery' || purpose === 'invite') beginRecovery('recovery')
    else if (isPasswordNeeded) beginRecovery('signup')
    else callbackStore.set({ kind: 'signedIn', purpose })
  } catch (error) {
    isExchanging = false
    console.error('The link failed', error instanceof Error ? error.name : '')
    callbackStore.set({ kind: 'question', errorText: networkHint })
    throw error
  }
}

/** Nothing answered, or the service has to be spared briefly: the link may be good. */
const mayPressAgain = (error: AuthError) => isNetworkError(error) || error.status === 429

function refetch(error: AuthError): void {
  callbackStore.set({ kind: 'question', errorText: isNetworkError(error) ? networkHint : error.message })
}

/** The link stays unused, and anyone who was signed in stays so. */
export function declineLink(): void {
  callbackStore.set(startingRecovery() ?? noOutcome)
}

export function failLink(failure: { code: string; message: string }): void {
  callbackStore.set({ kind: 'failed', code: failure.code, message: failure.message })
}

function exchangeLink(client: AppClient) {
  if (authCallback.kind === 'link')
    return client.auth.verifyOtp({ token_hash: authCallback.tokenHash, type: authCallback.purpose })
  if (authCallback.kind !== 'tokens') throw new Error('No link')
  const { accessToken, refreshToken } = authCallback
  return client.auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
}

/** Another account was signed in here: its session ends, and what its person typed does not go over to the next. */
async function leaveBehind(client: AppClient, before: Session): Promise<void> {
  forgetHere()
  const { error } = await client.auth.admin.signOut(before.access_token, 'local')
  if (error) console.error('The session before goes on', error.code)
}

function readPurpose(): string {
  return authCallback.kind === 'link' || authCallback.kind === 'tokens' ? authCallback.purpose : ''
}

function failCallback(error: AuthError): Promise<void> {
  callbackStore.set({ kind: 'failed', code: error.code ?? '', message: error.message })
  return refreshFromClient()
}

function startingOutcome(): CallbackOutcome {
  if (typeof window === 'undefined') return noOutcome
  if (authCallback.kind === 'error') {
    const { code } = authCallback
    return { kind: 'failed', code, message: refusals[code] ?? '' }
  }
  if (authCallback.kind === 'message' && authCallback.text === halfConfirmed)
    return { kind: 'message', message: halfConfirmed }
  if (authCallback.kind === 'link' || authCallback.kind === 'tokens') return { kind: 'question' }
  return startingRecovery() ?? { kind: authCallback.kind === 'code' ? 'waiting' : 'none' }
}

/** A new password that was begun in this tab stays begun when the page is loaded again. */
function startingRecovery(): CallbackOutcome | null {
  const begun = window.sessionStorage.getItem(recoveryKey)
  return begun ? { kind: 'recovery', reason: begun === 'signup' ? 'signup' : 'recovery' } : null
}

function beginRecovery(reason: 'recovery' | 'signup'): void {
  window.sessionStorage.setItem(recoveryKey, reason)
  callbackStore.set({ kind: 'recovery', reason })
}

/** The new password is chosen (or given up): /auth behaves as usual again. */
export function endRecovery(): void {
  window.sessionStorage.removeItem(recoveryKey)
  if (callbackStore.get().kind === 'recovery') callbackStore.set(noOutcome)
}

export function forgetCallbackOutcome(): void {
  callbackStore.set(noOutcome)
}

function forgetHere(): void {
  clearDrafts()
  closeOpenLink()
}

/**
 * A guest link that is open here shows its answers to the next person. Not by `close-link.ts`, whose calls read the account from
 * this file. The page may be left meanwhile, and a link that could not be closed ends by itself.
 */
export function closeOpenLink(): void {
  try {
    if (!localStorage.getItem(openLinkKey)) return
    // Numbers that were typed into a change on its page.
    clearMemory('correction:')
    const headers = { 'content-type': 'application/json' }
    fetch(trackPaths.page, { method: 'POST', headers, body: '{"token":null}', keepalive: true })
      .then(({ ok }) => ok && localStorage.removeItem(openLinkKey))
      .catch(() => {})
  } catch {
    // nothing is stored here
  }
}

/**
 * Signs out on this device, or everywhere. Drafts stored here go too, and an open guest link: phones are shared. Null: on this
 * device, whatever the service answers; a client that stores nothing holds the session itself.
 */
export async function signOut(
  scope: 'local' | 'global' | null = 'local',
  { keepsDrafts = false } = {},
): Promise<{ error: Error | null }> {
  isLeaving = true
  try {
    const client = await connectAuth()
    // First there: the library removes the session here before it calls the service, and on a lost line it would stay listed.
    const error = scope && (await endSession(client, scope))
    if (error && (scope === 'global' || isNetworkError(error))) return { error }
    await client.auth.signOut({ scope: 'local' })
    if (!keepsDrafts) forgetHere()
    return { error: null }
  } finally {
    isLeaving = false
  }
}

/** Not by the library's sign-out, which takes the refusal of an ended session for done: the other devices stay signed in. */
async function endSession(client: AppClient, scope: 'local' | 'global'): Promise<AuthError | null> {
  const { data, error } = await client.auth.getSession()
  if (error || !data.session) return error
  return (await client.auth.admin.signOut(data.session.access_token, scope)).error
}

/** The service said that the session is over: remove it here, but not the drafts. */
export async function dropLostSession(): Promise<void> {
  const client = await connectAuth()
  await client.auth.signOut({ scope: 'local' })
}
