/** "Erase my data" of a guest link: the key that the secrets were locked with is destroyed. */
import { erasureWords } from '#domain/account/erasure-words.ts'
import { formatDateTimeInWords, lagosTime } from '#domain/dates.ts'
import { guestDataWords } from '#domain/registrations/tracking-words.ts'
import { ownDataId } from '#site/lib/own-data/fetch-shape.ts'
import { EraseButton } from '#site/ui/erase-button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { eraseTracked } from './track-calls.ts'

const words = guestDataWords.erase

interface EraseDataProps {
  id: string
  /** When the link ends, where that is soon. */
  endsAt: string | null
  onErased: () => void
}

export function EraseData({ id, endsAt, onErased }: EraseDataProps) {
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p>{words.text}</p>
        <EraseButton erase={() => eraseTracked(id)} onErased={onErased} saveFirst={ownDataId}>
          {() => (
            <p>
              {erasureWords.ask.final}{' '}
              {words.final(endsAt && `${formatDateTimeInWords(endsAt)} ${lagosTime}`)}
            </p>
          )}
        </EraseButton>
      </div>
    </Panel>
  )
}
