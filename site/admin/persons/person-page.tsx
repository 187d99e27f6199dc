/** One person: who they are, what happened last, and everything of one account, one number or one address, by the reader's rights. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type AdminRecordType, recordWords } from '#domain/admin/admin.ts'
import {
  type Person,
  type PersonEntry,
  type PersonSection,
  personPageSize,
  personSections,
} from '#domain/admin/persons.ts'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { mailFact, phoneFact } from '#site/admin/records/contact-links.tsx'
import { adminRefreshMs } from '#site/admin/records/list-records.ts'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { countsKey } from '#site/admin/refetch.ts'
import { AdminHead } from '#site/admin/shell/admin-head.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { cx } from '#site/ui/cx.ts'
import { Pagination } from '#site/ui/pagination.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { describeEntry, entryPath, sectionTitles, viaWords } from './person-words.ts'

interface PersonPageProps {
  recordType: AdminRecordType
  id: string
}

export function PersonPage({ recordType, id }: PersonPageProps) {
  const [params] = useSearchParams()
  const section = personSections.find((known) => known === params.get('section'))
  const page = section ? Math.max(1, Math.trunc(Number(params.get('page'))) || 1) : 1
  const query = useQuery({
    // Any change of a record may be one of theirs.
    queryKey: [...countsKey, 'person', recordType, id, section, page],
    queryFn: () =>
      callAdmin<Person>('find_person', {
        record_type: recordType,
        record_id: id,
        only_section: section ?? null,
        page_index: page - 1,
      }),
    refetchInterval: adminRefreshMs,
  })
  const who = query.data?.who
  return (
    <div className="admin-page">
      <AdminHead title={who ? (who.name ?? who.label ?? 'Without a name') : 'Person'}>
        {who && (
          <p className="text-stone">
            by {recordWords[who.recordType][0]}{' '}
            <Link to={recordPath(who.recordType, who.recordId)}>{who.label ?? 'record'}</Link>
          </p>
        )}
        <PrintButton />
      </AdminHead>
      <QueryState query={query} errorText="This person could not be loaded.">
        {(person) =>
          section ? <All person={person} section={section} page={page} /> : <Found person={person} />
        }
      </QueryState>
    </div>
  )
}

function Found({ person }: { person: Person }) {
  const named = personSections.flatMap((section) => {
    const content = person.sections[section]
    return content ? [{ section, ...content }] : []
  })
  const empty = named.filter(({ count }) => count === 0)
  return (
    <div className="admin-columns">
      <div className="grid gap-4">
        <Who person={person} />
        {named
          .filter(({ count }) => count > 0)
          .map(({ section, count, entries }) => (
            <Panel
              key={section}
              title={sectionTitles[section][0]}
              aside={<span className="num text-sm text-stone">{sayCount(count, entries.length)}</span>}
            >
              <Entries section={section} entries={entries} />
              {count > entries.length && (
                <p className="pt-2">
                  <Link to={`?section=${section}`}>
                    All {formatCount(count)} {sectionTitles[section][0].toLowerCase()}
                  </Link>
                </p>
              )}
            </Panel>
          ))}
        {empty.length > 0 && (
          <p className="text-stone">
            None of: {empty.map(({ section }) => sectionTitles[section][0].toLowerCase()).join(', ')}
          </p>
        )}
      </div>
      <Timeline person={person} />
    </div>
  )
}

/** Every entry of one section, twenty on a page. */
function All({ person, section, page }: { person: Person; section: PersonSection; page: number }) {
  const content = person.sections[section]
  const title = sectionTitles[section][0]
  const back = (
    <p>
      <Link to="?">Everything of this person</Link>
    </p>
  )
  if (!content)
    return (
      <div className="grid gap-4">
        {back}
        <Panel title={title}>
          <p className="text-stone">Your account may not see the {title.toLowerCase()} of this person.</p>
        </Panel>
      </div>
    )
  const { count, entries } = content
  return (
    <div className="grid gap-4">
      {back}
      <Panel title={title} aside={<span className="num text-sm text-stone">{formatCount(count)}</span>}>
        {entries.length > 0 ? (
          <Entries section={section} entries={entries} />
        ) : (
          <p className="text-stone">Nothing is on this page.</p>
        )}
        <Pagination
          page={page}
          pageCount={Math.ceil(count / personPageSize)}
          total={count}
          hrefFor={(to) => `?section=${section}&page=${to}`}
        />
      </Panel>
    </div>
  )
}

const sayCount = (count: number, shown: number) =>
  count > shown ? `the newest ${shown} of ${formatCount(count)}` : formatCount(count)

/** What a chat begins with where the record has no code: never with a name, which would stand in the address. */
const chatsAbout: Partial<Record<AdminRecordType, string>> = {
  contact_messages: 'your message',
  partnership_applications: 'your application',
  job_applications: 'your application',
}

function Who({ person: { who } }: { person: Person }) {
  const { recordType, phone, email, organisation, place, account, accounts, name, label } = who
  return (
    <Panel title="Who">
      <dl className="person-facts">
        {Object.entries({
          Name: name,
          Company: organisation !== name && organisation,
          Phone: phoneFact(phone, chatsAbout[recordType] ?? label),
          Email: mailFact(email),
          Place: place,
          Account: account
            ? [account.name, account.email, `since ${formatDate(account.since)}`].filter(Boolean).join(', ')
            : accounts > 0 && 'Yes',
        }).map(
          ([term, detail]) =>
            detail && (
              <div key={term}>
                <dt>{term}</dt>
                <dd className="wrap-anywhere">{detail}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="pt-2 text-stone">
        Of the same account, number or email address. That two records share a number does not prove that they
        are one person’s.
      </p>
    </Panel>
  )
}

function Entries({ section, entries }: { section: PersonSection; entries: readonly PersonEntry[] }) {
  return (
    <ul className="ruled person-entries">
      {entries.map((entry) => (
        <li key={`${entry.recordId} ${entry.at} ${entry.code} ${entry.words}`}>
          <Entry section={section} entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ section, entry }: { section: PersonSection; entry: PersonEntry }) {
  const { title, isCode, detail } = describeEntry(section, entry)
  const via = viaWords[entry.via]
  return (
    <>
      <span className="wrap-anywhere">
        <Link to={entryPath(entry)} className={cx(isCode && 'code')}>
          {title}
        </Link>{' '}
        <span className="text-stone">{detail}</span> {via && <span className="person-via">{via}</span>}
      </span>
      <time dateTime={entry.at} className="num text-stone">
        {formatDateTime(entry.at)}
      </time>
    </>
  )
}

function Timeline({ person }: { person: Person }) {
  const newest = personSections
    .flatMap((section) => (person.sections[section]?.entries ?? []).map((entry) => ({ section, entry })))
    .sort((a, b) => Date.parse(b.entry.at) - Date.parse(a.entry.at))
    // Each section brings as many, so the newest of all are exact.
    .slice(0, personPageSize)
  return (
    <Panel title="What happened last">
      <ol className="trail">
        {newest.map(({ section, entry }) => {
          const { title, isCode, detail } = describeEntry(section, entry)
          return (
            <li key={`${section} ${entry.recordId} ${entry.at} ${entry.code} ${entry.words}`}>
              <p className="num text-sm text-stone">{formatDateTime(entry.at)}</p>
              <p className="wrap-anywhere">
                {sectionTitles[section][1]}{' '}
                <Link to={entryPath(entry)} className={cx(isCode && 'code')}>
                  {title}
                </Link>
                {detail && `, ${detail}`}
              </p>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
