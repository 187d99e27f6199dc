/** The calls of the sign-in page to the auth service; every answer is either nothing or a sentence to show. */
import * as z from 'zod/mini'
import {
  accountMessages,
  describeResetError,
  describeSignInError,
  describeSignUpError,
  isObfuscatedExistingAccount,
  newPasswordSchema,
  resetSchema,
  signInSchema,
  signUpSchema,
} from '#domain/account/accounts.ts'
import { secondStepWords } from '#domain/account/sign-in-words.ts'
import { normaliseEmail } from '#domain/emails.ts'
import { type AuthFailure, attempt, hintFor, readable } from '#site/account/auth-form/auth-failure.ts'
import { connectAuth, endRecovery } from '#site/lib/auth-state.ts'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { choosePhone } from './choose-phone.ts'

type Values = Record<string, string>

export async function signIn(values: Values): Promise<AuthFailure | null> {
  return attempt(accountMessages.signInFailed, async () => {
    const client = await connectAuth()
    const chosen = choosePhone('sharedPhone' in values)
    const { data, error } = await client.auth
      .signInWithPassword(z.parse(signInSchema, values))
      .catch((failure: unknown) => {
        chosen.takeBack()
        throw failure
      })
    if (!error) {
      chosen.moveTyped(data.user.id)
      return null
    }
    chosen.takeBack()
    return {
      message: describeSignInError(readable(error)),
      hint: hintFor(error),
      isUnverified: error.code === 'email_not_confirmed',
    }
  })
}

export async function signUp(values: Values): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const { fullName, email, password } = z.parse(signUpSchema, values)
    const client = await connectAuth()
    const { data, error } = await client.auth.signUp({
      email,
      password,
      options: { data: { full_name: fullName }, emailRedirectTo: getLandingUrl() },
    })
    if (error) {
      const message = describeSignUpError(readable(error))
      return {
        message,
        hint: hintFor(error),
        isExistingAccount: message === accountMessages.alreadyRegistered,
      }
    }
    if (isObfuscatedExistingAccount(data.user)) {
      return { message: accountMessages.alreadyRegistered, isExistingAccount: true }
    }
    return null
  })
}

export async function sendPasswordReset(values: Values): Promise<AuthFailure | null> {
  return attempt(accountMessages.resetFailed, async () => {
    const { email } = z.parse(resetSchema, values)
    const client = await connectAuth()
    const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: getLandingUrl() })
    return error ? { message: describeResetError(readable(error)), hint: hintFor(error) } : null
  })
}

export async function resendVerification(email: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.resend({
      type: 'signup',
      email: normaliseEmail(email),
      options: { emailRedirectTo: getLandingUrl() },
    })
    return error ? { message: describeSignUpError(readable(error)), hint: hintFor(error) } : null
  })
}

/** The six digits of a mail, typed instead of following its link. */
export async function verifyMailCode(input: {
  email: string
  purpose: 'signup' | 'recovery'
  code: string
}): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.verifyOtp({
      email: input.email,
      token: input.code,
      type: input.purpose,
    })
    if (error?.code === 'otp_expired') return { message: accountMessages.wrongCode }
    return error
      ? { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
      : null
  })
}

/** Sets the new password and ends every other session: anyone who knew the old one is out. */
export async function chooseNewPassword(values: Values): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const { password } = z.parse(newPasswordSchema, values)
    const client = await connectAuth()
    const { error } = await client.auth.updateUser({ password })
    if (error) {
      const hint = error.code === 'insufficient_aal' ? secondStepWords.notByLink : hintFor(error)
      return { message: readable(error).message || accountMessages.unexpected, hint }
    }
    const { error: othersError } = await client.auth.signOut({ scope: 'others' })
    if (othersError) console.error('Other sessions could not be ended', othersError.code)
    endRecovery()
    return null
  })
}

/** Mails lead back to the sign-in page of the site they were requested on, and from there to where their reader was going. */
function getLandingUrl(): string {
  const { origin, search } = window.location
  return origin + buildAuthPath(new URLSearchParams(search).get('next'))
}
