/** Who stands here or rings, found by phone, name or reference. What is typed stands in no address: it names a person. */

import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { recordWords } from '#domain/admin/admin.ts'
import { describeFound, type FoundPerson, type FoundRecord, searchLengthMin } from '#domain/admin/search.ts'
import { joinPlace } from '#domain/nigeria/places.ts'
import { groupPhone } from '#domain/phone-groups.ts'
import { useSearch } from '#site/admin/search/use-search.ts'
import { personPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'

/** FM7K4-2X9Q, with its hyphen or without. */
const referenceForm = /^(FM|TR|BY|IV)[2-9A-HJKMNP-Z]{3}[- ]?[2-9A-HJKMNP-Z]{4}$/i

export function FindCaller({ reference }: { reference: string }) {
  const [, setParams] = useSearchParams()
  const [text, setText] = useState(reference)
  const typed = text.trim()
  const isReference = referenceForm.test(typed)
  const search = useSearch(typed, !isReference)
  const people = (search.answer.people ?? []).filter(({ records }) => records.length > 0)
  const records = people.flatMap((person) => person.records)

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const compact = typed.toUpperCase().replace(/[- ]/, '')
    if (isReference)
      setParams({ reference: `${compact.slice(0, 5)}-${compact.slice(5)}` }, { preventScrollReset: true })
    else if (records.length === 1 && records[0])
      setParams({ reference: records[0].reference }, { preventScrollReset: true })
    else if (!typed) setParams({}, { preventScrollReset: true })
  }

  return (
    <Panel
      title="Have they registered already?"
      aside={
        reference && (
          <Link to={paths.adminEnter} className="text-sm">
            Somebody else
          </Link>
        )
      }
    >
      <div className="grid gap-3">
        <form className="find-caller" noValidate onSubmit={find}>
          <Field
            id="find-caller"
            label="Phone, name or reference"
            help="The number in any spelling, or as on their confirmation: FM7K4-2X9Q."
          >
            <TextInput
              name="caller"
              value={text}
              autoComplete="off"
              maxLength={100}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Button type="submit" variant="outline">
            Find
          </Button>
        </form>
        {search.hasFailed && !isReference && (
          <RetryNotice onRetry={search.retry}>The search was not answered.</RetryNotice>
        )}
        {!isReference && people.length > 0 && (
          <ul className="ruled" aria-label="People found">
            {people.map((person) => (
              <Caller key={person.id} person={person} />
            ))}
          </ul>
        )}
        <p role="status" className="text-stone">
          {isReference ? '' : describeSearch(typed, search, people.length)}
        </p>
      </div>
    </Panel>
  )
}

function describeSearch(typed: string, search: ReturnType<typeof useSearch>, count: number): string {
  if (typed.length < searchLengthMin || search.hasFailed) return ''
  if (search.isOffline) return 'You are offline: people are searched again once the line is back.'
  if (search.isWaiting) return 'Searching...'
  if (count > 0) return count === 1 ? 'One person found' : `${count} people found`
  return 'Nobody has registered so. Try seven digits of the number or a part of the name; or enter a registration below.'
}

function Caller({ person }: { person: FoundPerson }) {
  const { id, recordType, name, organisation, phone, email, place, records } = person
  return (
    <li className="grid gap-1">
      <p>
        <strong>{name ?? organisation ?? 'Without a name'}</strong>{' '}
        <span className="text-stone">
          {[phone ? groupPhone(phone) : email, joinPlace(place)].filter(Boolean).join(', ')}
        </span>
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {records.map((record) => (
          <Link key={record.id} to={`${paths.adminEnter}?reference=${record.reference}`}>
            {nameRecord(record)}
          </Link>
        ))}
        <Link to={personPath(recordType, id)}>Everything of this person</Link>
      </p>
    </li>
  )
}

const nameRecord = (record: FoundRecord) =>
  `Help with ${record.reference} (${recordWords[record.recordType][0]}, ${describeFound(record)})`
