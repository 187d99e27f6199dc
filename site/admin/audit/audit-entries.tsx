/** What staff did, or who looked at what, in sentences. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AuditEntry, auditKinds } from '#domain/admin/audit-trail.ts'
import { nameActorRole, nounOf } from '#domain/admin/audit-words.ts'
import { describeEntry, type Target } from '#domain/admin/describe-entry.ts'
import { formatDateTime } from '#domain/dates.ts'
import { rolesQuery } from '#site/admin/people/people-data.ts'
import { ExportButton } from '#site/admin/records/export-button.tsx'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { paths } from '#site/paths.ts'
import { Select } from '#site/ui/inputs.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { AuditPages } from './audit-pages.tsx'
import { AuditTools } from './audit-tools.tsx'
import { type AuditFilterControls, kindOptions } from './use-audit-filters.ts'

export function AuditEntries({ filters }: { filters: AuditFilterControls }) {
  const { view, search, kind, person, sinceTime, untilTime } = filters
  const onlyAccess = view === 'looks'
  // A link from elsewhere may name a single table.
  const isTable = kind !== '' && !Object.hasOwn(auditKinds, kind)
  return (
    <>
      <AuditTools
        filters={filters}
        searchHelp="Name, farm, code, bank reference"
        hasPerson
        actions={
          <>
            <PrintButton />
            <ExportButton
              type="audit_trail"
              state={{
                search,
                since: sinceTime ?? '',
                until: untilTime ?? '',
                filters: {
                  ...(person && { actor: person }),
                  ...(kind && !onlyAccess && { kind }),
                  ...(onlyAccess && { view }),
                },
              }}
            />
          </>
        }
      >
        {!onlyAccess && (
          <Select
            aria-label="Kind"
            placeholder="All kinds"
            value={kind}
            options={isTable ? [...kindOptions, { value: kind, label: nounOf(kind) }] : kindOptions}
            onChange={(event) => filters.change({ kind: event.target.value })}
          />
        )}
      </AuditTools>
      <AuditPages<AuditEntry>
        name="search_audit"
        args={{
          search: search || null,
          actor: person || null,
          kind: onlyAccess ? null : kind || null,
          since: sinceTime,
          until: untilTime,
          only_access: onlyAccess,
        }}
        after={({ id }) => ({ before_id: id })}
        noneFound="No entries found"
      >
        {(entries) => (
          <Table label={onlyAccess ? 'Who looked' : 'Audit trail'}>
            <TableHead>
              <HeadCell className="audit-when">When</HeadCell>
              <HeadCell className="audit-who">Who</HeadCell>
              <HeadCell>What</HeadCell>
              <HeadCell className="audit-from">From</HeadCell>
            </TableHead>
            <TableBody>
              {entries.map((entry) => (
                <Row key={entry.id}>
                  <Cell label="When">{formatDateTime(entry.at)}</Cell>
                  <Cell label="Who">
                    <Actor name={entry.actor_name} role={entry.actor_role} />
                  </Cell>
                  <Cell label="What">
                    <Deed entry={entry} />
                  </Cell>
                  <Cell label="From">
                    {entry.address || !entry.is_sealed ? (
                      <div className="text-stone">
                        {entry.address}
                        {!entry.is_sealed && <p className="text-xs">Not sealed yet</p>}
                      </div>
                    ) : null}
                  </Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        )}
      </AuditPages>
    </>
  )
}

/** A name and the role of that time; without a name, the role alone. */
export function Actor({ name, role }: { name: string | null; role: string | null }) {
  const { data: roles = [] } = useQuery(rolesQuery)
  const title = nameActorRole(role, roles)
  if (!name) return <p>{title}</p>
  return (
    <div>
      <p>{name}</p>
      <p className="text-xs text-stone">{title}</p>
    </div>
  )
}

function Deed({ entry }: { entry: AuditEntry }) {
  const { data: roles = [] } = useQuery(rolesQuery)
  const { parts, changes } = describeEntry(entry, roles)
  return (
    <div>
      <p className="wrap-anywhere">
        {parts.map((part, at) =>
          typeof part === 'string' ? (
            part
          ) : part.to ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no names and never move
            <TargetLink key={at} to={part.to}>
              {part.name}
            </TargetLink>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <strong key={at}>{part.name}</strong>
          ),
        )}
      </p>
      {changes.length > 0 && (
        <ul className="audit-changes">
          {changes.map(({ label, before, after }) => (
            <li key={label} className="wrap-anywhere">
              <span className="text-stone">{label}:</span>{' '}
              {after === null ? <del>{before}</del> : `${before === null ? '' : `${before} → `}${after}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function TargetLink({ to, children }: { to: Target; children: string }) {
  // No page of the application: a file of the public storage.
  if ('file' in to)
    return (
      <a href={to.file} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  return (
    <Link to={to.type === 'mails' ? `${paths.adminMails}?record=${to.id}` : recordPath(to.type, to.id)}>
      {children}
    </Link>
  )
}
