/** Who may be the same person: hints, never a verdict, each opened by its link or compared with the registration that is read. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '#domain/dates.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { type Duplicate, duplicatesQuery } from './registration-data.ts'
import type { RegistrationSheetProps } from './sheet-props.ts'

const MergeDialog = loadPart(async () => (await import('./merge-dialog.tsx')).MergeDialog)

const duplicateWords: Record<string, string> = {
  same_phone: 'the same phone number',
  same_email: 'the same email',
  same_member: 'the same account',
  same_name: 'the same name',
  same_bvn: 'the same BVN',
  same_idNumber: 'the same ID number',
  same_accountNumber: 'the same bank account',
  same_sidraWalletAddress: 'the same wallet',
  near_name_and_birth_date: 'a like name and the same date of birth',
}

/** A shared phone of a village makes many: they must not bury the record itself. */
const duplicatesShown = 5

type TwinsProps = Pick<RegistrationSheetProps, 'table' | 'form' | 'renderWith'> & { id: string }

export function Twins(props: TwinsProps) {
  const duplicates = useQuery(duplicatesQuery(props.table, props.id))
  const [compared, setCompared] = useState<Duplicate | null>(null)
  if (!duplicates.data || duplicates.data.length === 0) return null
  const list = (twins: readonly Duplicate[]) => (
    <ul className="grid gap-1 pt-1">
      {twins.map((other) => (
        <Twin key={other.id} other={other} table={props.table} onCompare={() => setCompared(other)} />
      ))}
    </ul>
  )
  return (
    <Notice kind="look">
      <p className="font-semibold">This may be a person whom we know already</p>
      {list(duplicates.data.slice(0, duplicatesShown))}
      {duplicates.data.length > duplicatesShown && (
        <details>
          <summary className="cursor-pointer py-1 font-semibold">
            and {duplicates.data.length - duplicatesShown} more
          </summary>
          {list(duplicates.data.slice(duplicatesShown))}
        </details>
      )}
      {compared && <MergeDialog {...props} otherId={compared.id} onClose={() => setCompared(null)} />}
    </Notice>
  )
}

interface TwinProps {
  other: Duplicate
  table: string
  onCompare: () => void
}

function Twin({ other, table, onCompare }: TwinProps) {
  return (
    <li>
      <Link to={recordPath(other.recordType, other.id)}>
        <span className="code">{other.reference}</span> {other.name}
      </Link>{' '}
      ({describeStatus(other.status).toLowerCase()}, {formatDateTime(other.createdAt)}):{' '}
      {other.reasons.map((reason) => duplicateWords[reason] ?? reason.replace('_', ' ')).join(', ')}
      {other.recordType === table && (
        <>
          {' '}
          <Button
            size="sm"
            variant="quiet"
            data-step="compare"
            aria-label={`Compare with ${other.reference}`}
            {...MergeDialog.ahead}
            onClick={onCompare}
          >
            Compare
          </Button>
        </>
      )}
    </li>
  )
}
