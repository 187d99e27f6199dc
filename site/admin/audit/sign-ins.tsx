/** Who signed in, failed to, or signed out. */
import type { SignIn } from '#domain/admin/audit-trail.ts'
import { formatDateTime } from '#domain/dates.ts'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { Actor } from './audit-entries.tsx'
import { AuditPages } from './audit-pages.tsx'
import { AuditTools } from './audit-tools.tsx'
import type { AuditFilterControls } from './use-audit-filters.ts'

const deeds: Readonly<Record<SignIn['action'], string>> = {
  login: 'Signed in',
  login_failed: 'Failed to sign in',
  logout: 'Signed out',
  verification_attempted: 'Passed the second step',
  verification_failed: 'Failed the second step',
  invite_accepted: 'Signed in by an invitation',
}

const ways: Readonly<Record<string, string>> = {
  totp: 'by a code of an app',
  webauthn: 'by a passkey',
  recovery_code: 'by a recovery code',
}

const failed: readonly string[] = ['login_failed', 'verification_failed']

export function SignIns({ filters }: { filters: AuditFilterControls }) {
  const { person, who, only, sinceTime, untilTime } = filters
  return (
    <>
      <AuditTools filters={filters} hasPerson actions={<PrintButton />}>
        <Select
          aria-label="Whose"
          value={who === 'everybody' ? who : 'staff'}
          options={[
            { value: 'staff', label: 'Colleagues' },
            { value: 'everybody', label: 'All accounts' },
          ]}
          onChange={(event) =>
            filters.change({ who: event.target.value === 'staff' ? '' : event.target.value })
          }
        />
        <Select
          aria-label="Outcome"
          placeholder="All"
          value={only === 'failed' ? only : ''}
          options={[{ value: 'failed', label: 'Failed' }]}
          onChange={(event) => filters.change({ only: event.target.value })}
        />
      </AuditTools>
      <AuditPages<SignIn>
        name="search_sign_ins"
        args={{
          actor: person || null,
          everybody: who === 'everybody',
          only_failed: only === 'failed',
          since: sinceTime,
          until: untilTime,
        }}
        after={({ id, at }) => ({ before_at: at, before_id: id })}
        noneFound="No sign-ins found"
      >
        {(rows) => (
          <Table label="Sign-ins">
            <TableHead>
              <HeadCell className="audit-when">When</HeadCell>
              <HeadCell className="audit-who">Who</HeadCell>
              <HeadCell>What</HeadCell>
              <HeadCell>From</HeadCell>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <Row key={row.id}>
                  <Cell label="When">{formatDateTime(row.at)}</Cell>
                  <Cell label="Who">
                    {row.actor_id ? (
                      row.actor_role ? (
                        <Actor name={row.actor_name} role={row.actor_role} />
                      ) : (
                        <p>{row.actor_name ?? 'An account that is gone'}</p>
                      )
                    ) : (
                      <p className="text-stone">An address without an account</p>
                    )}
                  </Cell>
                  <Cell label="What">
                    <p className={failed.includes(row.action) ? 'due-late' : undefined}>
                      {deeds[row.action]}{' '}
                      {row.way && (ways[row.way] ?? (row.way === 'email' ? '' : `by ${row.way}`))}
                    </p>
                  </Cell>
                  <Cell label="From">{row.address && <span className="text-stone">{row.address}</span>}</Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        )}
      </AuditPages>
    </>
  )
}
