/** Leadership and investors: three tabs, a grid or a list, one card for each person. */
import { useSearchParams } from 'react-router'
import { type BoardEntry, type BoardTab, boardTabs, listBoard } from '#domain/company/board.ts'
import type { BoardMember } from '#domain/company/content.ts'
import { addressParams } from '#site/lib/address-params.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { boardMemberPath } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Tabs } from '#site/ui/tabs.tsx'
import { BoardBadges } from './board-badges.tsx'
import { Portrait } from './portrait.tsx'

const layouts = [
  { value: 'grid', label: 'Grid', icon: 'grid' },
  { value: 'list', label: 'List', icon: 'list' },
] as const
type Layout = (typeof layouts)[number]['value']

export function BoardMembers({ members }: { members: readonly BoardMember[] }) {
  const { tab, layout, show } = useBoardView()
  return (
    <div className="board">
      <fieldset className="board-layout needs-scripts">
        <legend className="sr-only">Layout</legend>
        {layouts.map(({ value, label, icon }) => (
          <button
            key={value}
            type="button"
            className="board-layout-choice"
            aria-pressed={layout === value}
            onClick={() => show({ view: value === 'grid' ? null : value })}
          >
            <Icon name={icon} />
            {label}
          </button>
        ))}
      </fieldset>
      <Tabs
        label="Who to show"
        value={tab}
        onValueChange={(id) => show({ tab: id === 'all' ? null : id })}
        tabs={boardTabs.map(({ value, label }) => ({
          id: value,
          label,
          panel: <People people={listBoard(members, value)} layout={layout} />,
        }))}
      />
    </div>
  )
}

/** Tab and layout live in the address; the page that the server has drawn shows all, as a grid. */
function useBoardView() {
  const [search, setSearch] = useSearchParams()
  const isHydrated = useHydrated()
  const requested = isHydrated ? search.get('tab') : null
  const tab: BoardTab = boardTabs.find(({ value }) => value === requested)?.value ?? 'all'
  const layout: Layout = isHydrated && search.get('view') === 'list' ? 'list' : 'grid'

  function show(changes: Record<string, string | null>): void {
    const next = addressParams()
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return { tab, layout, show }
}

function People({ people, layout }: { people: readonly BoardEntry[]; layout: Layout }) {
  if (people.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title="Nobody has been published here yet">
          Names appear once people have agreed.
        </EmptyState>
      </div>
    )
  }
  return (
    <ul className={cx('people', `people-${layout}`)}>
      {people.map((person) => (
        <li key={person.id} className="person">
          <Portrait member={person} />
          <div className="person-body">
            <BoardBadges types={person.types} isDemo={person.isDemo} />
            <h3>{person.name}</h3>
            <p className="person-position">{person.position}</p>
            <p className="person-bio">{person.bio}</p>
            <ButtonLink
              to={boardMemberPath(person.id)}
              variant="outline"
              size="sm"
              aria-label={`View Profile of ${person.name}`}
            >
              View Profile
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  )
}
