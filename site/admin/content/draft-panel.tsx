/** The draft: what it changes, the page as it would be, and publishing all of it or none. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ContentDraft } from '#domain/admin/admin.ts'
import type { DraftChange } from '#domain/content-drafts.ts'
import { formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { type Action, useAction } from '#site/admin/use-action.ts'
import { awaitNewPage, readPageTag } from '#site/lib/page-tag.ts'
import { Button } from '#site/ui/button.tsx'
import { FieldError } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { usePublishedRows } from './content-rows.ts'
import { contentTables } from './content-tables.ts'
import {
  type ChangedValue,
  describeChange,
  findPage,
  listChangedValues,
  nameColumns,
  sayByLabel,
} from './describe-change.ts'
import { usePreview } from './use-preview.ts'

const pages = [
  '/',
  '/board',
  '/careers',
  '/agriculture',
  '/sustainable-farming',
  '/rural-education',
  '/poultry-development',
  '/poultry-training',
  '/real-estate-construction',
  '/company-representation',
  '/general-contract',
  '/franchise-partnership',
  '/contact',
  '/terms',
  '/privacy',
]

interface DraftPanelProps {
  draft: ContentDraft | null
  /** The page that the editor came from to edit it: they return to it once it is as they published it. */
  back: string | null
}

export function DraftPanel({ draft, back }: DraftPanelProps) {
  const navigate = useNavigate()
  const { can } = usePermissions()
  const tagBefore = useRef<string | null>(null)
  const changed = ['content_drafts', ...contentTables.map(({ table }) => table)]
  const rows = usePublishedRows(draft?.changes.map(({ table }) => table) ?? [])
  const seenOn = findPage(draft?.changes ?? [], rows)
  const [page, setPage] = useState<string | null>(null)
  /** When the draft that was last tried was changed: a refusal names a row of that one. */
  const [tried, setTried] = useState<string | null>(null)
  const { action: previewing, preview } = usePreview()
  const publishing = useAction({
    tables: changed,
    done: { title: 'Published', text: 'The pages are drawn again.' },
    onDone: () => {
      if (back !== null) void awaitNewPage(back, tagBefore.current).then(() => navigate(back))
    },
  })
  const dropping = useAction({ tables: ['content_drafts'], done: { title: 'Draft dropped' } })
  const takingOut = useAction({ tables: ['content_drafts'], done: { title: 'Taken out of the draft' } })
  const place = useRef<HTMLParagraphElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const hadDraft = useRef(false)
  /** Where the change stood that is being taken out; its button keeps the focus until it is. */
  const takenFrom = useRef<number | null>(null)
  // A button is gone with what it took out, published or dropped: reading goes on with the change that follows, if one is left.
  useEffect(() => {
    if (hadDraft.current && document.activeElement === document.body) {
      const left = takenFrom.current === null ? [] : [...(list.current?.querySelectorAll('button') ?? [])]
      const next = left[takenFrom.current ?? 0] ?? left.at(-1)
      takenFrom.current = null
      if (next) next.focus()
      else place.current?.focus({ preventScroll: true })
    }
    hadDraft.current = draft !== null
  }, [draft])
  if (!draft)
    return (
      <p ref={place} tabIndex={-1} className="text-stone">
        No draft is open. The first change makes one.
      </p>
    )

  const unfit = readUnfit(publishing)
  const unfitIndex = tried === draft.updated_at ? unfit?.index : undefined

  /** What is published or dropped is what stands here, and nothing that a colleague has added since. */
  const seen = { id: draft.id, expected_updated_at: draft.updated_at }

  /** A draft without changes is none. */
  async function takeOut({ id, title, changes, updated_at }: ContentDraft, change: DraftChange) {
    if (takingOut.isBusy) return
    takenFrom.current = changes.indexOf(change)
    const rest = changes.filter((other) => other !== change)
    const isOut = await takingOut.run((client) =>
      rest.length > 0
        ? rpcAdmin(client, 'save_draft', { id, title, changes: rest, expected_updated_at: updated_at })
        : rpcAdmin(client, 'drop_draft', { id, expected_updated_at: updated_at }),
    )
    if (!isOut) takenFrom.current = null
  }

  return (
    <Panel title="Draft" aside={<span className="num text-sm">{formatDateTime(draft.updated_at)}</span>}>
      <div className="grid gap-4">
        <ul ref={list} className="ruled">
          {draft.changes.map((change, index) => (
            <li key={JSON.stringify(change)} className="flex flex-wrap items-center gap-3">
              <div className="me-auto grid gap-1 wrap-anywhere">
                <span>{describeChange(change, rows)}</span>
                <ChangedValues values={listChangedValues(change, rows)} />
                {unfit && unfitIndex === index && (
                  <div role="alert">
                    <FieldError message={sayUnfit(change, unfit)} />
                  </div>
                )}
              </div>
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Take out: ${describeChange(change, rows)}`}
                aria-disabled={takingOut.isBusy}
                onClick={() => void takeOut(draft, change)}
              >
                Take out
              </Button>
            </li>
          ))}
        </ul>
        {can('settings.write') && draft.changes.some(({ table }) => table === 'company_facts') && (
          <SecondStepNotice what="Publishing what the site says about the company" />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Select
            className="max-w-60"
            aria-label="Page to preview"
            options={pages}
            value={page ?? seenOn}
            onChange={(event) => setPage(event.target.value)}
          />
          <Button
            size="sm"
            variant="outline"
            busy={previewing.isBusy}
            busyLabel="Drawing..."
            onClick={() => preview(draft.id, page ?? seenOn)}
          >
            Preview
          </Button>
          <Button
            size="sm"
            busy={publishing.isBusy}
            busyLabel="Publishing..."
            onClick={() => {
              setTried(draft.updated_at)
              void publishing.run(async (client) => {
                tagBefore.current = back && (await readPageTag(back))
                return rpcAdmin(client, 'publish_draft', seen)
              })
            }}
          >
            Publish
          </Button>
          <Button
            size="sm"
            variant="quiet"
            busy={dropping.isBusy}
            busyLabel="Dropping..."
            onClick={() => dropping.run((client) => rpcAdmin(client, 'drop_draft', seen))}
          >
            Drop the draft
          </Button>
        </div>
        <Refusal action={previewing} />
        {!unfit && <Refusal action={publishing} />}
        <Refusal action={dropping} />
        <Refusal action={takingOut} />
      </div>
    </Panel>
  )
}

function ChangedValues({ values }: { values: readonly ChangedValue[] }) {
  if (values.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm">
      {values.map(({ label, before, after }) => (
        <li key={label}>
          <span className="text-stone">{label}:</span> {before !== null && `${before} → `}
          <strong>{after}</strong>
        </li>
      ))}
    </ul>
  )
}

/** Under its label, which a sentence may begin with. */
function sayUnfit(
  { table }: DraftChange,
  { columns, why }: NonNullable<ReturnType<typeof readUnfit>>,
): string {
  const sentence = sayByLabel(table, columns[0] ?? '', why)
  const label = capitalise(nameColumns(table, columns))
  return !label || sentence.startsWith(label) ? sentence : `${label}: ${sentence}`
}

/** Which change the database did not take, in which column, and why: its row is named in the words of its form, beside it. */
function readUnfit({ field, refusal }: Action) {
  const [, place, column = ''] = /^changes\.(\d+)\.(\w+)$/.exec(field ?? '') ?? []
  if (!refusal || !place) return null
  return {
    index: Number(place) - 1,
    columns: column === 'changes' ? [] : [column],
    why: refusal.slice(refusal.indexOf(': ') + 2),
  }
}
