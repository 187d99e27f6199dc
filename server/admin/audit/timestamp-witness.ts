// A timestamp authority as witness (RFC 3161): it signs that a head existed at its time. The token is stored, and
// verified whenever the trail is.
import { createHash, randomBytes } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { type AuditHead, formatHead } from './heads.ts'
import type { AuditWitness } from './witness.ts'

export interface TimestampWitnessOptions {
  url: string
  /** SHA-256 of certificates (DER, hexadecimal) of which one must have signed. Empty: any that the token brings. */
  fingerprints: readonly string[]
}

const sha256 = '2.16.840.1.101.3.4.2.1'
const signedDataType = '1.2.840.113549.1.7.2'
const tstInfoType = '1.2.840.113549.1.9.16.1.4'
const timeoutMs = 30_000
const maxBytes = 64 * 1024

export function createTimestampWitness({ url, fingerprints }: TimestampWitnessOptions): AuditWitness {
  return {
    kind: 'timestamp',

    async send(head) {
      // Positive, and without a leading zero: an ASN.1 integer of 8 bytes.
      const nonce = randomBytes(8)
      nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40
      const request = new TimeStampReq({
        version: 1,
        messageImprint: new MessageImprint({
          hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
          hashedMessage: new OctetString({ valueHex: toArrayBuffer(imprintOf(head)) }),
        }),
        nonce: new Integer({ valueHex: toArrayBuffer(nonce) }),
        certReq: true,
      })
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: request.toSchema().toBER(),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`the timestamp authority answered ${response.status}`)
      const bytes = await response.arrayBuffer()
      if (bytes.byteLength > maxBytes) throw new Error('the timestamp authority answered too much')
      const { status, timeStampToken } = TimeStampResp.fromBER(bytes)
      // 0: granted, 1: granted with modifications (RFC 3161, 2.4.2).
      if (status.status > 1 || !timeStampToken)
        throw new Error(`the timestamp authority refused (status ${status.status})`)
      const token = Buffer.from(timeStampToken.toSchema().toBER())
      const problem = await findProblem(head, token, fingerprints, nonce)
      if (problem) throw new Error(`the timestamp authority's token proves nothing: ${problem}`)
      return { token }
    },

    findTokenProblem: (head, token) => findProblem(head, token, fingerprints),
  }
}

function imprintOf(head: AuditHead): Buffer {
  return createHash('sha256').update(formatHead(head)).digest()
}

/** Null when the token is for this head, for this request where its nonce is passed, and signed by the right certificate. */
async function findProblem(
  head: AuditHead,
  token: Buffer,
  fingerprints: readonly string[],
  nonce?: Buffer,
): Promise<string | null> {
  try {
    const content = ContentInfo.fromBER(toArrayBuffer(token))
    if (content.contentType !== signedDataType) return 'it is not signed'
    const signed = new SignedData({ schema: content.content })
    const info = signed.encapContentInfo
    if (info.eContentType !== tstInfoType || !info.eContent) return 'it is no timestamp'
    const stamp = TSTInfo.fromBER(info.eContent.getValue())
    const imprint = stamp.messageImprint
    if (
      imprint.hashAlgorithm.algorithmId !== sha256 ||
      !imprintOf(head).equals(Buffer.from(imprint.hashedMessage.getValue()))
    )
      return 'it is of something else'
    if (nonce && (!stamp.nonce || !Buffer.from(stamp.nonce.valueBlock.valueHexView).equals(nonce)))
      return 'it answers another request'
    const verified = await signed.verify({
      signer: 0,
      data: toArrayBuffer(Buffer.from(formatHead(head))),
      checkChain: false,
      extendedMode: true,
    })
    if (!verified.signatureVerified || !verified.signerCertificate) return 'its signature is wrong'
    const signer = createHash('sha256')
      .update(Buffer.from(verified.signerCertificate.toSchema().toBER()))
      .digest('hex')
    if (fingerprints.length > 0 && !fingerprints.includes(signer)) return `certificate ${signer} signed it`
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
