/** The command palette: a combobox whose list is places, people, records and what can be done, all by keyboard. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { searchLengthMin } from '#domain/admin/search.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { copyText } from '#site/admin/records/copy-text.ts'
import { findOpenGroups } from '#site/admin/shell/admin-places.ts'
import { useShortcuts } from '#site/admin/shell/my-shortcuts.ts'
import { noticesQuery } from '#site/admin/shell/notices-query.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { askToLeave } from '#site/lib/leaving.ts'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'
import { toast } from '#site/ui/toast.tsx'
import { findOpenRecord } from './open-record.ts'
import {
  buildGroups,
  foundMax,
  isNamed,
  type PaletteAction,
  type PaletteGroup,
  type PaletteOption,
} from './palette-options.ts'
import { findOpenPlaces } from './palette-places.ts'
import { readRecentRecords, rememberRecord } from './recent-records.ts'
import { takeStep } from './take-step.ts'
import { useSearch } from './use-search.ts'

/** What was typed while the palette was on its way. */
export interface Begun {
  text: string
  isEntered: boolean
}

interface PaletteProps {
  begun: Begun
  onClose: () => void
  onKeys: () => void
}

export function Palette({ begun, onClose, onKeys }: PaletteProps) {
  const id = useId()
  const { userId = '' } = useAuth()
  const { can, isAdmin } = usePermissions()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  /** The option whose steps are listed in place of the options. */
  const [stepsOf, setStepsOf] = useState<PaletteOption | null>(null)
  /** What is typed there narrows the steps; what was searched for stays. */
  const [stepText, setStepText] = useState('')
  /** Enter was pressed before the answer came: the first that it brings is opened. */
  const [opensFirst, setOpensFirst] = useState(false)
  const typed = text.trim()
  const search = useSearch(typed, true)
  const [recents] = useState(() => readRecentRecords(userId))
  const queries = useQueryClient()
  const { pathname, search: query } = useLocation()
  const [open] = useState(() => findOpenRecord(queries, pathname, query))
  const { data: notices = [] } = useQuery(noticesQuery)
  const { data: parts = [] } = useQuery({
    queryKey: ['palette', 'parts'],
    queryFn: async () => (await import('./place-parts.ts')).placeParts,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shortcuts = useShortcuts((path) =>
    findOpenGroups(can).some(({ places }) => places.some((place) => place.path === path)),
  )
  const listGroups = () =>
    buildGroups({
      typed,
      answer: search.answer,
      recents,
      open,
      notices,
      can,
      ...findOpenPlaces(can, isAdmin, shortcuts, parts),
    })
  const groups: PaletteGroup[] = stepsOf
    ? [{ title: stepsOf.title, options: listSteps(stepsOf) }]
    : listGroups()
  function listSteps({ steps = [] }: PaletteOption): PaletteOption[] {
    return steps.filter(({ title }) => isNamed(title, stepText.trim()))
  }
  const options = groups.flatMap((group) => group.options)
  const index = Math.min(active, options.length - 1)
  const option = options[index]
  const idOf = (at: number) => `${id}-${at}`

  // Takes over from the field that stood here until now, with what was typed so far.
  useLayoutEffect(() => {
    input.current?.focus()
    setText(begun.text)
    setOpensFirst(begun.isEntered)
  }, [begun])
  useEffect(() => {
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index])
  useEffect(() => {
    if (!opensFirst || search.isWaiting) return
    setOpensFirst(false)
    document.getElementById(`${id}-0`)?.click()
  }, [opensFirst, search.isWaiting, id])

  function change(next: string) {
    if (stepsOf) setStepText(next)
    else setText(next)
    setActive(0)
    setOpensFirst(false)
  }

  function showSteps() {
    if (stepsOf || !option?.steps) return false
    setStepsOf(option)
    setStepText('')
    setActive(0)
    return true
  }

  function leaveSteps() {
    if (!stepsOf) return false
    const before = stepsOf.key
    setStepsOf(null)
    const all = listGroups().flatMap((group) => group.options)
    setActive(
      Math.max(
        0,
        all.findIndex(({ key }) => key === before),
      ),
    )
    return true
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { selectionStart, value } = event.currentTarget
    const takes = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ArrowRight: () => selectionStart === value.length && showSteps(),
      ArrowLeft: () => selectionStart === 0 && leaveSteps(),
      Backspace: () => value === '' && leaveSteps(),
      Tab: () => !event.shiftKey && showSteps(),
      Escape: () => leaveSteps(),
      Enter: () => {
        // A place stands there already, and stays.
        if (search.isWaiting && !stepsOf && !option?.key.startsWith('place ')) setOpensFirst(true)
        else if (option) document.getElementById(idOf(index))?.click()
        return true
      },
    }[event.key]
    if (takes?.()) event.preventDefault()
  }

  function move(step: 1 | -1) {
    if (options.length > 0) setActive((index + step + options.length) % options.length)
    return true
  }

  function take(chosen: PaletteOption | PaletteAction) {
    if (chosen.copies !== undefined) void copy(chosen.copies)
    if ('recent' in chosen && chosen.recent) rememberRecord(userId, chosen.recent)
    if (chosen.showsKeys) return onKeys()
    onClose()
    const { takes } = chosen
    // Once the key that chose it has gone by, and the dialog has given the focus back.
    if (takes) setTimeout(() => takeStep(takes, new AbortController().signal, () => {}))
    if (chosen.signsOut) askToLeave()
  }

  return (
    <>
      <div className="palette-head">
        <Icon name="search" />
        <input
          ref={input}
          data-focus=""
          type="text"
          role="combobox"
          aria-label={
            stepsOf
              ? `What to do with ${stepsOf.title}`
              : 'Name, phone, code, amount, bank reference, or a place of the desk'
          }
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={option ? idOf(index) : undefined}
          aria-describedby={`${id}-help`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          placeholder={
            stepsOf ? `What to do with ${stepsOf.title}` : 'Name, phone, code, amount, bank reference'
          }
          value={stepsOf ? stepText : text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
        />
        <button type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={stepsOf ? `What to do with ${stepsOf.title}` : 'Results'}
        aria-busy={search.isWaiting || undefined}
        className="palette-list"
      >
        {groups.map((group, at) => (
          <Group
            key={group.title}
            id={`${id}-group-${at}`}
            group={group}
            first={options.indexOf(group.options[0] as PaletteOption)}
            active={index}
            idOf={idOf}
            onPoint={setActive}
            onTake={take}
          />
        ))}
      </div>
      {stepsOf ? (
        <StepsState count={options.length} />
      ) : (
        <PaletteState
          typed={typed}
          search={search}
          count={options.length}
          isCut={groups.some((group) => group.isCut)}
        />
      )}
      <p id={`${id}-help`} className="palette-foot">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        {!stepsOf && (
          <span>
            <kbd>Tab</kbd> what else
          </span>
        )}
        <span>
          <kbd>Esc</kbd> {stepsOf ? 'back' : 'close'}
        </span>
      </p>
    </>
  )
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.success('Copied', text)
}

interface GroupProps {
  id: string
  group: PaletteGroup
  /** Where its first option stands among all. */
  first: number
  active: number
  idOf: (at: number) => string
  onPoint: (at: number) => void
  onTake: (option: PaletteOption) => void
}

function Group({ id, group, first, active, idOf, onPoint, onTake }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-labelledby={id}>
      <p id={id} className="palette-group">
        {group.title}
        {group.isCut && <i>: the first {foundMax}, type more to find the others</i>}
      </p>
      {group.options.map((option, at) => (
        <Option
          key={option.key}
          id={idOf(first + at)}
          option={option}
          isActive={first + at === active}
          onPoint={() => onPoint(first + at)}
          onTake={() => onTake(option)}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  option: PaletteOption
  isActive: boolean
  onPoint: () => void
  onTake: () => void
}

function Option({ id, option, isActive, onPoint, onTake }: OptionProps) {
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: 'palette-option',
    onPointerMove: onPoint,
    onClick: (event: React.MouseEvent) => {
      // In a tab of its own: this one stays as it is.
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onTake()
    },
    children: (
      <>
        <b className={cx(option.isCode && 'code')}>{option.title}</b>
        {option.detail && <span>{option.detail}</span>}
        {option.note && <small>{option.note}</small>}
      </>
    ),
  }
  if (option.to) return <Link {...shared} to={option.to} />
  if (option.href) return <a {...shared} href={option.href} />
  return <button {...shared} type="button" />
}

interface PaletteStateProps {
  typed: string
  search: ReturnType<typeof useSearch>
  count: number
  isCut: boolean
}

function StepsState({ count }: { count: number }) {
  return (
    <p className={count === 0 ? 'palette-state' : 'sr-only'} role="status">
      {count === 0
        ? 'None of its commands has these words. Esc goes back to the search.'
        : `${count} to choose from`}
    </p>
  )
}

/** What the list does not say by itself. */
function PaletteState({ typed, search, count, isCut }: PaletteStateProps) {
  const isEmpty = count === 0
  if (search.hasFailed)
    return (
      <p className="palette-state" role="alert">
        The search was not answered.{' '}
        <button type="button" onClick={search.retry}>
          Try again
        </button>
      </p>
    )
  if (typed && search.isOffline)
    return (
      <p className="palette-state" role="status">
        You are offline: records are searched again once the line is back.
      </p>
    )
  const words = search.isWaiting
    ? 'Searching...'
    : isEmpty && typed.length < searchLengthMin
      ? 'Three letters or digits are enough to search.'
      : isEmpty
        ? 'Nothing found. Try a part of the name, seven digits of the number, or the code.'
        : null
  return (
    <p className={words ? 'palette-state' : 'sr-only'} role="status">
      {words ?? `${count} to choose from${isCut ? ', and more: type more to find them' : ''}`}
    </p>
  )
}
