// phx_join: who it is, whether the topic is open to them, and what they wish to hear.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { InvalidTokenError } from '#platform/auth/verify-caller.ts'
import type { Caller } from '#platform/database/caller.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import {
  type Channel,
  type Connection,
  expiryOf,
  push,
  pushSystem,
  roomOf,
  sessionOfCaller,
} from './channel.ts'
import { allRights, type ChannelRights } from './channel-rights.ts'
import type { Wish } from './check-bindings.ts'
import type { Frame } from './frame.ts'
import { leaveChannel } from './leave.ts'
import { FilterSyntaxError, parseFilter } from './parse-filter.ts'
import type { Service } from './service.ts'

const bindingSchema = z.object({
  event: z.string().regex(/^(\*|insert|update|delete)$/i),
  schema: z.string().min(1).max(63),
  table: z.string().max(63).nullish(),
  filter: z.string().nullish(),
  select: z.array(z.string().max(63)).max(200).nullish(),
})

const joinSchema = z.object({
  access_token: z.string().nullish(),
  user_token: z.string().nullish(),
  config: z
    .object({
      broadcast: z
        .object({
          ack: z.boolean().nullish(),
          self: z.boolean().nullish(),
          replay: z.unknown().optional(),
          replication_ready: z.boolean().nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() }).nullish(),
      private: z.boolean().nullish(),
      postgres_changes: z.array(z.looseObject({})).nullish(),
      postgres_changes_options: z.object({ wait: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
})

/** Sent to the client as the reason of an error reply: a name for programs, then a sentence. */
export class JoinRefusal extends Error {}

export async function joinChannel(service: Service, connection: Connection, frame: Frame): Promise<void> {
  try {
    await join(service, connection, frame)
  } catch (error) {
    connection.reply(frame, 'error', { reason: describeRefusal(service, error) })
  }
}

function describeRefusal(service: Service, error: unknown): string {
  if (error instanceof JoinRefusal) return error.message
  if (error instanceof InvalidTokenError) return describeTokenError(error)
  if (isDatabaseUnavailable(error))
    return 'UnableToConnectToProject: Realtime was unable to connect to the project database'
  service.log.error({ reason: (error as Error).stack }, 'a channel could not be joined')
  return 'UnknownErrorOnChannel: Unknown Error on Channel'
}

export function describeTokenError({ code, message }: InvalidTokenError): string {
  if (message === 'JWT expired') return 'InvalidJWTToken: Token has expired'
  if (code === 'PGRST303') return `InvalidJWTToken: ${message}`
  return /^Expected 3 parts|decoded$|algorithm$/.test(message)
    ? 'MalformedJWT: The token provided is not a valid JWT'
    : 'JwtSignatureError: Failed to validate JWT signature'
}

async function join(service: Service, connection: Connection, frame: Frame): Promise<void> {
  const { topic, joinRef, ref } = frame
  const { limits } = service
  if (!topic.startsWith('realtime:')) throw new JoinRefusal('unmatched topic')
  const name = topic.slice('realtime:'.length)
  if (!name) throw new JoinRefusal('TopicNameRequired: You must provide a topic name')
  if (name.length > limits.topicCharacters)
    throw new JoinRefusal(`TopicTooLong: A topic has at most ${limits.topicCharacters} characters`)
  const before = connection.channels.get(topic)
  if (!before && connection.channels.size >= limits.channelsPerSocket)
    throw new JoinRefusal('ChannelRateLimitReached: Too many channels')

  const parsed = joinSchema.safeParse(frame.payload ?? {})
  if (!parsed.success)
    throw new JoinRefusal(`InvalidJoinPayload: ${parsed.error.issues[0]?.path.join('.') ?? 'payload'}`)
  const { config, access_token, user_token } = parsed.data
  const isPrivate = config?.private ?? false
  if (!isPrivate && service.privateOnly)
    throw new JoinRefusal('PrivateOnly: This project only allows private channels')
  if (config?.broadcast?.replay)
    throw new JoinRefusal('UnableToReplayMessages: Replay is not available on this server')
  const input = config?.postgres_changes ?? []
  const wishes = readWishes(service, input)

  const caller = await identify(service, connection, user_token ?? access_token)
  const presenceEnabled = config?.presence?.enabled ?? false
  const rights = isPrivate ? await readRights(service, caller, name) : allRights
  const wrong = wishes.length > 0 ? await service.checkBindings(caller, wishes) : undefined
  if (wrong && config?.postgres_changes_options?.wait)
    throw new JoinRefusal(`RealtimeDisabledForConfiguration: ${wrong}`)
  // From here on nothing that commits is left out.
  await service.reader.begin()
  if (connection.closed) return

  if (before) leaveChannel(service, before)
  const channel: Channel = {
    connection,
    topic,
    name,
    room: roomOf(name, isPrivate),
    // Phoenix takes the join's own reference for that of the channel.
    joinRef: joinRef ?? ref,
    caller,
    expiresAtMs: expiryOf(caller),
    session: sessionOfCaller(caller),
    isPrivate,
    rights,
    acknowledges: config?.broadcast?.ack ?? false,
    hearsItself: config?.broadcast?.self ?? false,
    presenceKey: config?.presence?.key || randomUUID(),
    presenceEnabled,
    presenceRef: undefined,
    requests: wrong ? [] : wishes.map(({ request }) => request),
  }
  connection.channels.set(topic, channel)
  service.rooms.enter(channel)
  const ids = wishes.map(({ request, conditions }) =>
    wrong ? 0 : service.bindings.join(channel, request, conditions).id,
  )
  connection.reply(frame, 'ok', {
    postgres_changes: input.map((wish, index) => ({ ...wish, id: ids[index] })),
  })
  if (presenceEnabled && rights.presence.mayReceive)
    push(channel, 'presence_state', JSON.stringify(service.presence.state(channel.room)))
  if (config?.broadcast?.replication_ready)
    pushSystem(channel, 'system', 'ok', 'Replication connection established')
  if (wrong) pushSystem(channel, 'postgres_changes', 'error', wrong)
  else if (wishes.length > 0) pushSystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
}

/** Rejects with InvalidTokenError. A client without a session sends its key as the token, or nothing. */
export async function identify(
  { verifyCaller, clock }: Service,
  { apikey }: Connection,
  token: string | null | undefined,
): Promise<Caller> {
  const caller = await verifyCaller({ apikey, ...(token && { authorization: `Bearer ${token}` }) })
  // A token of other characters would count as no token at all: it is refused instead.
  if (token && !/^\S+$/.test(token)) throw new InvalidTokenError('PGRST301', "JWT couldn't be decoded")
  if (expiryOf(caller) <= clock().getTime()) throw new InvalidTokenError('PGRST303', 'JWT expired')
  return caller
}

/** Rejects with a JoinRefusal when the policies let this caller receive nothing. */
export async function readRights(service: Service, caller: Caller, name: string): Promise<ChannelRights> {
  const rights = await service.readRights(caller, name)
  if (!rights.broadcast.mayReceive && !rights.presence.mayReceive)
    throw new JoinRefusal(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
    )
  return rights
}

function readWishes({ limits }: Service, input: unknown[]): Wish[] {
  if (input.length > limits.bindingsPerChannel)
    throw new JoinRefusal(`InvalidJoinPayload: A channel has at most ${limits.bindingsPerChannel} bindings`)
  return input.map((wish) => {
    const parsed = bindingSchema.safeParse(wish)
    if (!parsed.success)
      throw new JoinRefusal(`InvalidJoinPayload: postgres_changes.${parsed.error.issues[0]?.path.join('.')}`)
    const { event, schema, table, filter, select } = parsed.data
    if ((filter?.length ?? 0) > limits.filterCharacters)
      throw new JoinRefusal(`InvalidJoinPayload: A filter has at most ${limits.filterCharacters} characters`)
    const request = {
      event,
      schema,
      table: table ?? undefined,
      filter: filter || undefined,
      select: select ?? undefined,
    }
    try {
      return { request, conditions: filter ? parseFilter(filter, limits.valuesPerFilter) : [] }
    } catch (error) {
      if (error instanceof FilterSyntaxError) throw new JoinRefusal(`InvalidJoinPayload: ${error.message}`)
      throw error
    }
  })
}
