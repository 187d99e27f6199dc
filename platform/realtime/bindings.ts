// Who listens to which table: equal bindings of different channels are one, so that equal work is done once.
import type { BindingRequest, Channel } from './channel.ts'
import type { Condition } from './parse-filter.ts'

export interface Binding {
  /** What the client knows it by; the same for every channel that requested the same. */
  id: number
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  conditions: Condition[]
  select: readonly string[] | undefined
  members: Set<Channel>
}

export type Bindings = ReturnType<typeof createBindings>

export function createBindings() {
  const byKey = new Map<string, Binding>()
  const byTable = new Map<string, Set<Binding>>()
  let lastId = Math.floor(Math.random() * 2 ** 26)

  const tableOf = ({ schema, table }: BindingRequest) => `${schema}\n${!table || table === '*' ? '' : table}`
  const keyOf = (request: BindingRequest) =>
    JSON.stringify([
      request.schema,
      request.table ?? '',
      request.event,
      request.filter ?? '',
      request.select ?? null,
    ])

  return {
    join(channel: Channel, request: BindingRequest, conditions: Condition[]): Binding {
      const key = keyOf(request)
      let binding = byKey.get(key)
      if (!binding) {
        const event = request.event.toUpperCase() as Binding['event']
        binding = { id: ++lastId, event, conditions, select: request.select, members: new Set() }
        byKey.set(key, binding)
        const table = tableOf(request)
        const known = byTable.get(table)
        if (known) known.add(binding)
        else byTable.set(table, new Set([binding]))
      }
      binding.members.add(channel)
      return binding
    },
    leave(channel: Channel, request: BindingRequest): void {
      const key = keyOf(request)
      const binding = byKey.get(key)
      if (!binding?.members.delete(channel) || binding.members.size > 0) return
      byKey.delete(key)
      const table = tableOf(request)
      const known = byTable.get(table)
      known?.delete(binding)
      if (known?.size === 0) byTable.delete(table)
    },
    /** Those of the table and those of its whole schema. */
    of(schema: string, table: string): Binding[] {
      return [...(byTable.get(`${schema}\n${table}`) ?? []), ...(byTable.get(`${schema}\n`) ?? [])]
    },
    members(): Set<Channel> {
      return new Set([...byKey.values()].flatMap(({ members }) => [...members]))
    },
  }
}
