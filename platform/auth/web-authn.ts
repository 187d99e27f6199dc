// Passkeys: what a browser signs, and whether what it signed is good. https://www.w3.org/TR/webauthn-3/
import { isIPv4 } from 'node:net'
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { PlatformSettings } from '../settings.ts'

/** `auth.mfa_factors.web_authn_credential` in upstream's form (bytes in base64), so that it can be read there too. */
export interface StoredPasskey {
  id: string
  /** COSE (RFC 9052). */
  publicKey: string
  attestationType: string
  transport: string[]
  flags: { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backupState: boolean }
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean; attachment: string }
}

/** `auth.mfa_challenges.web_authn_session_data`: what a challenge was created for. */
export interface Ceremony {
  type: 'create' | 'request'
  challenge: string
  user_id: string
}

interface Owner {
  id: string
  email: string | null
}

export interface RelyingParty {
  id: string
  origins: string[]
  name: string
}

/** EdDSA, ES256 and RS256: what keys and telephones make. Requesting newer ones makes the runtime warn. */
const algorithms = [-8, -7, -257]

/** Loaded at the first passkey: a start does not wait for it. */
const library = () => import('@simplewebauthn/server')

/**
 * The site that a passkey belongs to. From the settings alone: a request that could name it would let another site's
 * answers in. Browsers know no passkeys of a bare address, so a site on this machine is `localhost` to them.
 */
export function relyingPartyOf({
  siteUrl,
  factors: { relyingParty },
}: Pick<PlatformSettings, 'siteUrl' | 'factors'>): RelyingParty {
  const site = new URL(siteUrl)
  if ((isIPv4(site.hostname) && site.hostname.startsWith('127.')) || site.hostname === '[::1]')
    site.hostname = 'localhost'
  const { id = site.hostname, origins = [site.origin], name = site.host } = relyingParty
  return { id, origins, name }
}

/** For `navigator.credentials.create`. Keys that the account has already are not offered another time. */
export async function creationOptions(
  party: RelyingParty,
  { user, known, timeoutMs }: { user: Owner; known: StoredPasskey[]; timeoutMs: number },
) {
  const { generateRegistrationOptions } = await library()
  const name = user.email || user.id
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: userHandle(user.id),
    userName: name,
    userDisplayName: name,
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(describeCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** For `navigator.credentials.get`: this key's answer, and no other's. */
export async function requestOptions(
  party: RelyingParty,
  { passkey, timeoutMs }: { passkey: StoredPasskey; timeoutMs: number },
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: [describeCredential(passkey)],
    timeout: timeoutMs,
    userVerification: 'required',
  })
}

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/)
const publicKeyCredential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).nullish(),
}

const registration = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).nullish(),
  }),
})

const assertion = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(200).nullish(),
  }),
})

/** The key that a `create` brought, or undefined when anything about it is not as it was requested. */
export async function verifyCreation(
  party: RelyingParty,
  ceremony: Ceremony,
  input: unknown,
): Promise<{ passkey: StoredPasskey; aaguid: string } | undefined> {
  const { success, data } = registration.safeParse(input)
  if (!success) return undefined
  const { verifyRegistrationResponse } = await library()
  return orUndefined(async () => {
    if (isFromFrame(data.response.clientDataJSON)) return undefined
    if (await namesCertificates(data.response.attestationObject)) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...data, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return undefined
    const { credential, aaguid, fmt, credentialBackedUp, credentialDeviceType } = registrationInfo
    const passkey: StoredPasskey = {
      id: toBase64(credential.id),
      publicKey: Buffer.from(credential.publicKey).toString('base64'),
      attestationType: fmt,
      transport: data.response.transports ?? [],
      flags: {
        userPresent: true,
        userVerified: true,
        backupEligible: credentialDeviceType === 'multiDevice',
        backupState: credentialBackedUp,
      },
      authenticator: {
        AAGUID: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'),
        signCount: credential.counter,
        cloneWarning: false,
        attachment: data.authenticatorAttachment ?? '',
      },
    }
    return { passkey, aaguid }
  })
}

/** The key as it is after a `request` was answered with it, or undefined when the answer is not good. */
export async function verifyRequest(
  party: RelyingParty,
  { ceremony, passkey }: { ceremony: Ceremony; passkey: StoredPasskey },
  input: unknown,
): Promise<StoredPasskey | undefined> {
  const { success, data } = assertion.safeParse(input)
  // The library compares neither the credential's id nor its user.
  if (!success || toBase64(data.id) !== passkey.id) return undefined
  const { userHandle: handle } = data.response
  if (handle && handle !== Buffer.from(userHandle(ceremony.user_id)).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await library()
  return orUndefined(async () => {
    if (isFromFrame(data.response.clientDataJSON)) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...data, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: toCredential(passkey),
      requireUserVerification: true,
    })
    if (!verified) return undefined
    return {
      ...passkey,
      flags: { ...passkey.flags, backupState: authenticationInfo.credentialBackedUp },
      authenticator: { ...passkey.authenticator, signCount: authenticationInfo.newCounter },
    }
  })
}

/** What the library throws of is an answer that is not good, whatever it says about it. */
async function orUndefined<Value>(work: () => Promise<Value | undefined>): Promise<Value | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

/** An answer out of a frame inside another site's page, which the person may not have seen for what it is. */
function isFromFrame(clientDataJson: string): boolean {
  const clientData: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
  return (clientData as { crossOrigin?: unknown } | null)?.crossOrigin === true
}

/**
 * Nothing but "none" is requested, and certificates name addresses that a check would call: those of a client's own
 * choice, from this server. What the key itself signed needs none.
 */
async function namesCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  return !(format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined))
}

/** As upstream: the account's id, as text. */
function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId, 'utf8'))
}

function toCredential({ id, publicKey, authenticator, transport }: StoredPasskey): WebAuthnCredential {
  return {
    id: toBase64url(id),
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')),
    counter: authenticator.signCount,
    transports: transport,
  }
}

const describeCredential = ({ id, transport }: StoredPasskey) => ({
  id: toBase64url(id),
  ...(transport.length > 0 && { transports: transport }),
})

const toBase64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64')
const toBase64url = (text: string): string => Buffer.from(text, 'base64').toString('base64url')
