/** Figures that pages claim: the same claim with two values is a contradiction, and each should say where it comes from. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { formatDate } from '#domain/dates.ts'
import { useMyDesk } from '#site/lib/desk/my-desk.ts'
import { Refusal } from '#site/lib/desk/refusal.tsx'
import { useAction } from '#site/lib/desk/use-action.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

async function listClaims() {
  const { data, error } = await (await getSupabase())
    .from('impact_figures')
    .select('id,page,value,label,source,as_of')
    .order('page')
    .order('position')
  if (error) throw error
  return data
}

type Claim = Awaited<ReturnType<typeof listClaims>>[number]

/** What is counted, without what was done with it: "farmers reached" and "farmers trained" count the same people. */
function subjectOf({ label }: Claim): string {
  return (
    label
      .toLowerCase()
      .split(' ')
      .find((word) => ['farmers', 'projects', 'years', 'hectares'].includes(word)) ?? label
  )
}

function findContradictions(claims: readonly Claim[]): { subject: string; claims: Claim[] }[] {
  return [...Map.groupBy(claims, subjectOf)]
    .filter(([, group]) => new Set(group.map(({ value }) => value)).size > 1)
    .map(([subject, group]) => ({ subject, claims: group }))
}

export function ImpactWarning() {
  const { can } = useMyDesk()
  const query = useQuery({ queryKey: ['impact_figures'], queryFn: listClaims })
  return (
    <Panel title="Figures on the pages">
      <QueryState query={query} trouble="The figures could not be loaded.">
        {(claims) => (
          <div className="grid gap-4">
            {findContradictions(claims).map(({ subject, claims: group }) => (
              <Notice key={subject} kind="warn">
                <p>
                  <strong>These claims about {subject} differ:</strong>{' '}
                  {group.map(({ page, value, label }) => `${value} ${label} (${page})`).join('; ')}
                </p>
              </Notice>
            ))}
            <ul className="ruled">
              {claims.map((claim) => (
                <ClaimRow
                  key={`${claim.id} ${claim.source} ${claim.as_of}`}
                  claim={claim}
                  mayChange={can('content.write')}
                />
              ))}
            </ul>
          </div>
        )}
      </QueryState>
    </Panel>
  )
}

function ClaimRow({ claim, mayChange }: { claim: Claim; mayChange: boolean }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useState({
    value: claim.value,
    label: claim.label,
    source: claim.source ?? '',
    asOf: claim.as_of ?? '',
  })
  const action = useAction({
    tables: ['impact_figures'],
    done: { title: 'Figure saved', text: 'The pages are drawn anew.' },
    onDone: () => setIsOpen(false),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    action.run(async (client) => {
      const { data, error } = await client
        .from('impact_figures')
        .update({
          value: draft.value.trim(),
          label: draft.label.trim(),
          source: draft.source.trim() || null,
          as_of: draft.asOf || null,
        })
        .eq('id', claim.id)
        .select('id')
      return {
        error: error ?? (data.length === 1 ? null : { code: 'P0002', message: 'This figure is gone.' }),
      }
    })
  }

  const fields = [
    ['value', 'Value', 'text'],
    ['label', 'What it counts', 'text'],
    ['source', 'Where it comes from', 'text'],
    ['asOf', 'As of', 'date'],
  ] as const
  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="me-auto">
          <strong>{claim.value}</strong> {claim.label} <span className="text-stone">({claim.page})</span>
          <br />
          <span className="text-sm text-stone">
            {claim.source ?? 'Nobody has said where it comes from'}
            {claim.as_of && `, as of ${formatDate(claim.as_of)}`}
          </span>
        </span>
        {mayChange && !isOpen && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Change ${claim.value} ${claim.label} on ${claim.page}`}
            onClick={() => setIsOpen(true)}
          >
            Change
          </Button>
        )}
      </div>
      {isOpen && (
        <form className="grid gap-3" noValidate onSubmit={submit}>
          <div className="grid gap-3 sm:grid-cols-2">
            {fields.map(([name, label, type]) => (
              <Field key={name} id={`${id}-${name}`} label={label}>
                <TextInput
                  type={type}
                  maxLength={300}
                  value={draft[name]}
                  onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
                />
              </Field>
            ))}
          </div>
          <Refusal action={action} />
          <div className="flex gap-3">
            <Button type="submit" size="sm" busy={action.isBusy} busyLabel="Saving...">
              Save
            </Button>
            <Button size="sm" variant="outline" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </li>
  )
}
