// The two wire formats of Phoenix channels: 1.0.0 (objects) and 2.0.0 (arrays, and binary frames for broadcasts).
import { isNestedTooDeeply } from '../json-depth.ts'

export type Version = '1.0.0' | '2.0.0'

export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** A message from people to people: JSON text as it came, or bytes. */
export interface Broadcast {
  event: string
  json?: string
  bytes?: Buffer
  /** JSON text, for what the database sent. */
  meta?: string
  /** Its sender wants it stored for those who come later. */
  stored?: boolean
}

/** The socket cannot be understood: it is closed with this reason. */
export class FrameError extends Error {}

const kinds = { userBroadcastPush: 3, userBroadcast: 4 }
const encodings = { binary: 0, json: 1 }

export function decodeFrame(version: Version, data: Buffer, isBinary: boolean): Frame {
  if (isBinary) {
    if (version === '1.0.0') throw new FrameError('binary frames need protocol 2.0.0')
    return decodeBroadcastPush(data)
  }
  const text = data.toString()
  if (isNestedTooDeeply(text)) throw new FrameError('the frame is nested too deeply')
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    throw new FrameError('the frame is not JSON')
  }
  if (version === '1.0.0') {
    if (!isRecord(message)) throw new FrameError('the frame is not an object')
    const { join_ref: joinRef, ref, topic, event, payload } = message
    return checkFrame(joinRef, ref, topic, event, payload)
  }
  if (!Array.isArray(message) || message.length !== 5)
    throw new FrameError('the frame is not an array of five')
  const [joinRef, ref, topic, event, payload] = message as unknown[]
  return checkFrame(joinRef, ref, topic, event, payload)
}

function checkFrame(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame {
  if (typeof topic !== 'string' || typeof event !== 'string')
    throw new FrameError('the frame names no topic or no event')
  return { joinRef: readRef(joinRef), ref: readRef(ref), topic, event, payload }
}

function readRef(ref: unknown): string | null {
  if (ref === null || ref === undefined) return null
  if (typeof ref === 'number') return String(ref)
  if (typeof ref !== 'string' || ref.length > 64) throw new FrameError('the frame has no proper ref')
  return ref
}

/** kind, five lengths, encoding, then join_ref, ref, topic, event, metadata and the payload. */
function decodeBroadcastPush(data: Buffer): Frame {
  if (data.length < 7 || data[0] !== kinds.userBroadcastPush)
    throw new FrameError('the binary frame is of no known kind')
  const lengths = [...data.subarray(1, 6)]
  const encoding = data[6]
  let offset = 7
  const parts = lengths.map((length) => {
    const part = data.toString('utf8', offset, offset + length)
    offset += length
    return part
  })
  if (offset > data.length) throw new FrameError('the binary frame is cut short')
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = parts
  const rest = data.subarray(offset)
  const broadcast: Broadcast = { event, ...(metadata.includes('"persist"') && { stored: true }) }
  if (encoding === encodings.json) {
    const json = rest.toString()
    if (isNestedTooDeeply(json)) throw new FrameError('the frame is nested too deeply')
    try {
      JSON.parse(json)
    } catch {
      throw new FrameError('the payload of the binary frame is not JSON')
    }
    broadcast.json = json
  } else if (encoding === encodings.binary) broadcast.bytes = Buffer.from(rest)
  else throw new FrameError('the binary frame has an unknown encoding')
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: new BroadcastPayload(broadcast),
  }
}

/** What a binary frame carries, distinguished from a JSON payload by its class. */
export class BroadcastPayload {
  readonly broadcast: Broadcast
  constructor(broadcast: Broadcast) {
    this.broadcast = broadcast
  }
}

/** `payload` is JSON text already. */
export function encodeFrame(
  version: Version,
  { joinRef, ref, topic, event }: Omit<Frame, 'payload'>,
  payload: string,
): string {
  const named = `${JSON.stringify(topic)},`
  if (version === '2.0.0')
    return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${named}${JSON.stringify(event)},${payload}]`
  return `{"topic":${named}"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)}}`
}

/** Undefined when this version cannot carry it: 1.0.0 knows no bytes. */
export function encodeBroadcast(
  version: Version,
  topic: string,
  { event, json, bytes, meta }: Broadcast,
): string | Buffer | undefined {
  if (bytes) return version === '2.0.0' ? encodeBytes(topic, event, bytes) : undefined
  const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${json ?? '{}'}${meta ? `,"meta":${meta}` : ''}}`
  return encodeFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast' }, payload)
}

function encodeBytes(topic: string, event: string, bytes: Buffer): Buffer | undefined {
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)]
  if (topicBytes.length > 255 || eventBytes.length > 255) return undefined
  return Buffer.concat([
    Buffer.from([kinds.userBroadcast, topicBytes.length, eventBytes.length, 0, encodings.binary]),
    topicBytes,
    eventBytes,
    bytes,
  ])
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
