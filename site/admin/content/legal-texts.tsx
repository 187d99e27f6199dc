/** Terms and privacy: a draft in plain writing, versions that stay as they were, and how many agreed to each. */

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type AcceptanceCount, type LegalKind, type LegalText, legalKinds } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import { describeTextVersion } from '#domain/terms.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin, rpcAdmin } from '#site/admin/call-admin.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { legalDraft } from '#site/admin/records/form-drafts.ts'
import { readWordDraft, removeWordDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { readSections, writeSections } from './legal-writing.ts'
import { usePreview } from './use-preview.ts'

async function listTexts(kind: LegalKind): Promise<LegalText[]> {
  const { data, error } = await (await getSupabase())
    .from('legal_texts')
    .select('id,kind,version,sections,updated_at,published_at')
    .eq('kind', kind)
    .order('published_at', { ascending: false, nullsFirst: true })
    .limit(50)
  if (error) throw error
  return data as unknown as LegalText[]
}

type Sections = LegalText['sections']

/** What the site brings of each, before a version is published. */
export type BroughtTexts = Readonly<Record<LegalKind, Sections>>

export function LegalTexts({ brought }: { brought: BroughtTexts }) {
  const { can } = usePermissions()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-4">
      {can('settings.write') && <SecondStepNotice what="What is saved or published here" />}
      {legalKinds.map((kind) => (
        <LegalPanel key={kind} kind={kind} brought={brought[kind]} />
      ))}
    </div>
  )
}

function LegalPanel({ kind, brought }: { kind: LegalKind; brought: Sections }) {
  const { can } = usePermissions()
  const texts = useQuery({ queryKey: ['legal_texts', kind], queryFn: () => listTexts(kind) })
  const acceptances = useQuery({
    queryKey: ['legal_texts', 'acceptances', kind],
    queryFn: () => callAdmin<AcceptanceCount[]>('count_acceptances', { kind }),
    retry: false,
    enabled: can('settings.read'),
  })
  return (
    <Panel title={capitalise(kind)}>
      <QueryState query={texts} errorText="The texts could not be loaded.">
        {(result) => {
          const draft = result.find(({ published_at }) => published_at === null)
          const published = result.filter(({ published_at }) => published_at !== null)
          return (
            <div className="grid gap-4">
              {published.length === 0 && (
                <p>The pages show the text that the site brings. Its writing begins with that text.</p>
              )}
              <ul className="ruled num">
                {published.map(({ id, version, published_at }, index) => (
                  <li key={id}>
                    Version {version}, {published_at && formatDateTime(published_at)}
                    {index === 0 && ', in force'}
                  </li>
                ))}
                {acceptances.data?.map(({ text_version, people, last_at }) => (
                  <li key={text_version}>
                    {formatCount(people)} agreed to {nameAccepted(text_version)}, the last one{' '}
                    {formatDateTime(last_at)}
                  </li>
                ))}
              </ul>
              <LegalForm
                kind={kind}
                draft={draft}
                newest={draft ?? published[0]}
                brought={brought}
                readAgain={texts.refetch}
              />
            </div>
          )
        }}
      </QueryState>
    </Panel>
  )
}

interface LegalFormProps {
  kind: LegalKind
  draft: LegalText | undefined
  /** The draft, or else the text in force: what is written on. */
  newest: LegalText | undefined
  brought: Sections
  readAgain: () => Promise<unknown>
}

function LegalForm({ kind, draft, newest, brought, readAgain }: LegalFormProps) {
  const id = useId()
  const { can } = usePermissions()
  const stored = writeSections(newest?.sections ?? brought)
  const wordDraft = legalDraft(kind, newest?.updated_at)
  /** Null: nothing is typed that is not stored. */
  const [typed, setTyped] = useState<string | null>(() => readWordDraft(wordDraft).text ?? null)
  const text = typed ?? stored
  const isTyped = text !== stored
  const saving = useActionForm({
    id,
    tables: ['legal_texts'],
    done: { title: 'Draft saved' },
    onDone: () => setTyped(null),
    read: () => async (client) => {
      const answer = await rpcAdmin(client, 'save_legal_text', {
        kind,
        sections: readSections(text),
        expected_updated_at: newest?.updated_at ?? null,
      })
      // Read before the typed text gives way to what is stored of it.
      if (!answer.error) {
        await readAgain()
        removeWordDraft(wordDraft)
      }
      return answer
    },
  })
  const { action: previewing, preview } = usePreview()
  const publishing = useAction({
    tables: ['legal_texts', 'content_drafts'],
    done: { title: 'Published', text: 'The page is drawn again; earlier versions stay as they were.' },
  })
  if (!can('settings.write')) return null

  return (
    <FormElement form={saving} className="grid gap-4" label={`Text of ${kind}`}>
      <Field
        id={id}
        label="Text"
        help="A line that begins with # is the title of a section; an empty line ends a paragraph."
      >
        <TextArea
          rows={14}
          value={text}
          onChange={({ target: { value } }) => {
            setTyped(value)
            saveWordDraft(wordDraft, value === stored ? {} : { text: value })
          }}
        />
      </Field>
      <Refusal action={saving.action} />
      {saving.action.field === 'draft' && isTyped && (
        <>
          <p>What you typed is kept above. Carry over what you need of the text as it is now, then save.</p>
          <details>
            <summary className="cursor-pointer py-1 font-semibold">The text as it is now</summary>
            <p className="max-w-[70ch] whitespace-pre-line">{stored}</p>
          </details>
        </>
      )}
      <Refusal action={previewing} />
      <Refusal action={publishing} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" variant="outline" busy={saving.isBusy} busyLabel="Saving...">
          Save draft
        </Button>
        {draft && (
          <Button
            size="sm"
            variant="outline"
            busy={previewing.isBusy}
            busyLabel="Drawing..."
            disabled={isTyped}
            onClick={() => preview(draft.id, paths[kind])}
          >
            Preview {kind}
          </Button>
        )}
        {draft && (
          <Button
            size="sm"
            busy={publishing.isBusy}
            busyLabel="Publishing..."
            disabled={isTyped}
            onClick={() =>
              publishing.run((client) =>
                rpcAdmin(client, 'publish_legal_text', {
                  id: draft.id,
                  expected_updated_at: draft.updated_at,
                }),
              )
            }
          >
            Publish this version
          </Button>
        )}
      </div>
    </FormElement>
  )
}

/** A day is read as one; other texts are counted. */
const nameAccepted = (version: string) =>
  version.includes('-') ? `the ${describeTextVersion(version)}` : `version ${version}`
