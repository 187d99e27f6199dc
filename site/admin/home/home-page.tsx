/** The home of a member of staff: what waits with the late ones first, what is theirs, the money of the day, what is new. */
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { type AdminRecordType, formRecords, type PlaceCounts, recordWords } from '#domain/admin/admin.ts'
import type { AdminHome } from '#domain/admin/home.ts'
import { formatDateInWords, formatDateTime, formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { Due } from '#site/admin/records/due.tsx'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { adminRefreshMs } from '#site/admin/records/list-records.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { listPath, recordPath } from '#site/admin/records/record-path.ts'
import { countsKey } from '#site/admin/refetch.ts'
import { AdminHead } from '#site/admin/shell/admin-head.tsx'
import { AdminNotices } from '#site/admin/shell/admin-notices.tsx'
import { type AdminPlace, describeWaits, findOpenGroups } from '#site/admin/shell/admin-places.ts'
import { usePlaceCounts } from '#site/admin/shell/place-counts.ts'
import { formatDue } from '#site/admin/tasks/task-data.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { queuePath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { SetupCard } from './setup-card.tsx'

const Balances = loadPart(async () => (await import('./balances.tsx')).Balances)

export function HomePage() {
  const { email = '' } = useAuth()
  const { can, name } = usePermissions()
  const query = useQuery({
    queryKey: [...countsKey, 'home'],
    queryFn: () => callAdmin<AdminHome>('admin_home'),
    refetchInterval: adminRefreshMs,
  })
  const firstName = (name ?? email.split('@')[0] ?? '').split(' ')[0]
  return (
    <div className="admin-page">
      <AdminHead title={`${greet(new Date())}, ${firstName}`}>
        <p className="text-stone">{formatDateInWords(new Date())}</p>
        <PrintButton />
        {can('registrations.enter') && hasCountedPlace(can) && (
          <ButtonLink to={paths.adminEnter} size="sm" variant="outline">
            Enter a registration
          </ButtonLink>
        )}
      </AdminHead>
      {query.data && <SetupCard missing={query.data.missing} />}
      <div className="admin-columns">
        <div className="grid gap-4">
          {hasCountedPlace(can) || !can('registrations.enter') ? <WhatWaits /> : <EnterForms />}
          <AdminNotices />
        </div>
        <QueryState query={query} errorText="Your home could not be loaded.">
          {({ mine, tasks, news, money }) => (
            <div className="grid content-start gap-4">
              {money && <Money money={money} />}
              {tasks && <Tasks tasks={tasks} />}
              {(mine.count > 0 || can('records.work')) && <Mine mine={mine} />}
              {news && hasCountedPlace(can) && <News news={news} />}
            </div>
          )}
        </QueryState>
      </div>
    </div>
  )
}

/** By the clock of the company: staff in Lagos and abroad read the same. */
function greet(now: Date): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Africa/Lagos' }).format(
      now,
    ),
  )
  return hour < 12 ? 'Good morning' : hour < 17 ? 'Good afternoon' : 'Good evening'
}

const hasCountedPlace = (can: Parameters<typeof findOpenGroups>[0]) =>
  findOpenGroups(can).some(({ places }) => places.some(({ counted }) => counted))

/** For those for whom nothing waits and nothing is new: they begin it. */
function EnterForms() {
  return (
    <Panel title="Your work">
      <p>Fill in a form with somebody who comes in or calls.</p>
      <ButtonLink to={paths.adminEnter} className="mt-3">
        Enter a registration
      </ButtonLink>
    </Panel>
  )
}

function WhatWaits() {
  const query = usePlaceCounts()
  return (
    <Panel title="What waits" aside={<span className="text-sm text-stone">late first</span>}>
      {/* Before the answer nobody knows that nothing waits. */}
      <QueryState query={query} errorText="What waits could not be counted.">
        {(counts) => <Waiting counts={counts} />}
      </QueryState>
    </Panel>
  )
}

function Waiting({ counts }: { counts: PlaceCounts }) {
  const { can } = usePermissions()
  const waiting = findOpenGroups(can)
    .flatMap(({ places }) => places)
    .flatMap((place) => {
      const match = place.counted ? counts[place.counted] : undefined
      return match && match.waiting > 0 ? [{ place, ...match }] : []
    })
    .sort(
      (a, b) => Number(b.late > 0) - Number(a.late > 0) || sortKey(a.oldestDueAt) - sortKey(b.oldestDueAt),
    )
  if (waiting.length === 0)
    return <p className="text-stone">Nothing waits for you. What comes in shows here by itself.</p>
  return (
    <Table label="What waits">
      <TableHead>
        <HeadCell>Place</HeadCell>
        <HeadCell numeric>Waiting</HeadCell>
        <HeadCell numeric>Late</HeadCell>
        <HeadCell>Oldest</HeadCell>
      </TableHead>
      <TableBody>
        {waiting.map(({ place, waiting: count, late, oldestDueAt }) => (
          <Row key={place.path}>
            <Cell label="Place">
              <Link to={place.path} className="font-semibold">
                {place.label}
              </Link>{' '}
              <span className="text-stone">{describeWaits(place, can)}</span>
            </Cell>
            <Cell label="Waiting" numeric>
              <Link to={waitingPath(place)}>{formatCount(count)}</Link>
            </Cell>
            <Cell label="Late" numeric>
              {late > 0 ? <LateLink place={place} late={late} /> : null}
            </Cell>
            <Cell label="Oldest">
              <Due at={oldestDueAt} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

/** What a list is filtered by to show what its place counts and nothing else; the others do so without. */
const waitingQueries: Readonly<Record<string, string>> = {
  orders: 'step=to_decide',
  corrections: 'status=answered',
  ...Object.fromEntries(
    [
      ...['listings', 'farmers', 'training', 'buyers', 'investors'],
      ...Object.values(formRecords).map(({ place }) => place),
    ].map((place) => [place, 'status=pending']),
  ),
}

function waitingPath({ path, counted = '' }: AdminPlace): string {
  const query = waitingQueries[counted]
  return query ? `${path}?${query}` : path
}

function LateLink({ place, late }: { place: AdminPlace; late: number }) {
  return (
    <Link to={`${place.path}?due=overdue`} className="font-semibold text-clay">
      {formatCount(late)}
    </Link>
  )
}

const sortKey = (dueAt: string | null) => (dueAt ? Date.parse(dueAt) : Number.POSITIVE_INFINITY)

/** What came in has a day; the others are open from whatever day they are. */
const moneyWords: Record<NonNullable<AdminHome['money']>[number]['part'], string> = {
  received: 'Received today',
  claimed: 'Claimed, of all days',
  outstanding: 'Outstanding, of all days',
  to_refund: 'To refund, of all days',
}

/** Exactly the orders that the figure counts. */
function moneyPath(part: keyof typeof moneyWords): string {
  const filter = part === 'received' ? `received=${getLagosDay(new Date())}` : `money=${part}`
  return `${queuePath('orders')}?${filter}`
}

const entryWords: Record<keyof typeof moneyWords, [one: string, many: string]> = {
  received: ['in 1 transfer', 'transfers'],
  claimed: ['1 order waits for the statement', 'orders wait for the statement'],
  outstanding: ['on 1 order', 'orders'],
  to_refund: ['on 1 order', 'orders'],
}

function Money({ money }: { money: NonNullable<AdminHome['money']> }) {
  const currencies = [...new Set(['NGN', ...money.map(({ currency }) => currency)])]
  return (
    <Panel
      title="Money today"
      aside={<span className="text-sm text-stone">{formatDateInWords(new Date())}</span>}
    >
      <dl className="admin-money">
        {(Object.keys(moneyWords) as (keyof typeof moneyWords)[]).map((part) => (
          <div key={part}>
            <dt>
              <Link to={moneyPath(part)}>{moneyWords[part]}</Link>
            </dt>
            {currencies.map((currency) => {
              const match = money.find((sum) => sum.part === part && sum.currency === currency)
              if (!match && currency !== 'NGN') return null
              const [one, many] = entryWords[part]
              const count = match?.entries ?? 0
              return (
                <dd key={currency}>
                  <b className="num">{formatMoney(match?.amountKobo ?? 0, currency)}</b>{' '}
                  {count > 0 && (
                    <span className="text-stone">
                      {count === 1
                        ? one
                        : part === 'received'
                          ? `in ${formatCount(count)} ${many}`
                          : `${part === 'claimed' ? '' : 'on '}${formatCount(count)} ${many}`}
                    </span>
                  )}
                </dd>
              )
            })}
          </div>
        ))}
      </dl>
      <FoldedPart title="Balances of all accounts">{() => <Balances />}</FoldedPart>
    </Panel>
  )
}

function Tasks({ tasks }: { tasks: NonNullable<AdminHome['tasks']> }) {
  return (
    <Panel
      title={<Link to={paths.adminTasks}>My tasks</Link>}
      aside={
        <span className="num text-sm text-stone">
          {formatCount(tasks.count)}
          {tasks.late > 0 && `, ${formatCount(tasks.late)} late`}
        </span>
      }
    >
      {tasks.count === 0 ? (
        <p className="text-stone">Nothing to do by a day. A task is added on the record that it is about.</p>
      ) : (
        <ul className="admin-lines">
          {tasks.first.map((task) => (
            <li key={task.id}>
              <Link to={recordPath(task.recordType, task.recordId)}>{task.title}</Link>
              <span className="num text-stone">
                {[task.label, formatDue(task.dueOn, task.dueTime)].filter(Boolean).join(', ')}
              </span>
              <Due at={task.dueAt} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Mine({ mine }: { mine: AdminHome['mine'] }) {
  return (
    <Panel title="Mine" aside={<span className="num text-sm text-stone">{formatCount(mine.count)}</span>}>
      {mine.count === 0 ? (
        <p className="text-stone">Nothing is assigned to you.</p>
      ) : (
        <ul className="admin-lines">
          {mine.first.map(({ recordType, recordId, name, dueAt }) => (
            <li key={recordId}>
              <Link to={recordPath(recordType, recordId)}>{name}</Link>
              <span className="text-stone">{recordWords[recordType][0]}</span>
              <Due at={dueAt} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function News({ news }: { news: NonNullable<AdminHome['news']> }) {
  const countsOf = (counts: Partial<Record<AdminRecordType, number>>) =>
    (Object.entries(counts) as [AdminRecordType, number][]).map(
      ([type, count]) => [type, `${formatCount(count)} ${recordWords[type][count === 1 ? 0 : 1]}`] as const,
    )
  const arrived = countsOf(news.arrived)
  const decided = countsOf(news.decided)
    .map(([, words]) => words)
    .join(', ')
  // A list is filtered by whole days, and by the day on which a record came in alone.
  const since = getLagosDay(news.since)
  return (
    <Panel title="Since you were last here">
      <p className="text-sm text-stone">
        <time dateTime={news.since}>{formatDateTime(news.since)}</time>
      </p>
      <ul className="admin-lines">
        {arrived.length > 0 && (
          <li>
            Came in:{' '}
            {arrived.map(([type, words], place) => (
              <Fragment key={type}>
                {place > 0 && ', '}
                <Link to={`${listPath(type)}?since=${since}`}>{words}</Link>
              </Fragment>
            ))}
            <span className="text-stone"> (each list: since {formatDayInWords(since)})</span>
          </li>
        )}
        {decided && <li>Decided by colleagues: {decided}</li>}
        {news.moved > 0 && (
          <li>
            Money or goods moved: {formatCount(news.moved)} {recordWords.orders[news.moved === 1 ? 0 : 1]}
          </li>
        )}
        {arrived.length === 0 && !decided && !news.moved && <li>Nothing new.</li>}
      </ul>
    </Panel>
  )
}
