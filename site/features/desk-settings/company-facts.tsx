/** What the site says about the company: one line for each fact; an empty one hides what would need it. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { capitalise } from '#site/lib/desk/desk-kind.ts'
import { useMyDesk } from '#site/lib/desk/my-desk.ts'
import { Refusal } from '#site/lib/desk/refusal.tsx'
import { useAction } from '#site/lib/desk/use-action.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'

interface Fact {
  key: string
  value: string | null
}

async function listFacts(): Promise<Fact[]> {
  const { data, error } = await (await getSupabase()).from('company_facts').select('key,value').order('key')
  if (error) throw error
  return data
}

export function CompanyFacts() {
  const { can } = useMyDesk()
  const query = useQuery({ queryKey: ['company_facts'], queryFn: listFacts })
  return (
    <Panel title="The company">
      <QueryState query={query} trouble="The facts could not be loaded.">
        {(facts) => (
          <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
            {facts.map((fact) => (
              <FactForm key={`${fact.key} ${fact.value}`} fact={fact} mayChange={can('settings.write')} />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  )
}

function FactForm({ fact, mayChange }: { fact: Fact; mayChange: boolean }) {
  const id = useId()
  const [value, setValue] = useState(fact.value ?? '')
  const label = capitalise(fact.key.replaceAll('_', ' '))
  const action = useAction({
    tables: ['company_facts'],
    done: { title: `${label} saved`, text: 'The pages are drawn anew.' },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    action.run(async (client) => {
      const { data, error } = await client
        .from('company_facts')
        .update({ value: value.trim() || null })
        .eq('key', fact.key)
        .select('key')
      // A row that a policy hides is not refused but not touched either.
      const untouched = {
        code: '42501',
        message: 'Please confirm with your second factor first',
        hint: 'aal2',
      }
      return { error: error ?? (data.length === 1 ? null : untouched) }
    })
  }

  return (
    <li>
      <form className="grid gap-2" noValidate onSubmit={submit}>
        <Field id={id} label={label}>
          <TextInput
            maxLength={500}
            value={value}
            disabled={!mayChange}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
        <Refusal action={action} />
        {mayChange && value.trim() !== (fact.value ?? '') && (
          <div>
            <Button type="submit" size="sm" busy={action.isBusy} busyLabel="Saving...">
              Save {label.toLowerCase()}
            </Button>
          </div>
        )}
      </form>
    </li>
  )
}
