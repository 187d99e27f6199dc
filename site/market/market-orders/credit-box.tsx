/** In place of the account, where both sides agreed on a letter of credit: through whom, which documents, the draft, how far it is. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateInWords } from '#domain/dates.ts'
import { creditStatuses, sayCreditStep } from '#domain/market/credit-states.ts'
import {
  creditStatusWords,
  type LetterOfCredit,
  passedCreditWords,
  creditWords as words,
} from '#domain/market/letters-of-credit.ts'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { AttachFiles } from './attach-files.tsx'
import type { OrderClient } from './order-client.ts'

export default function CreditBox({ orderClient }: { orderClient: OrderClient }) {
  const queries = useQueryClient()
  const key = [...orderClient.key, 'letter-of-credit']
  const query = useQuery({ queryKey: key, queryFn: () => orderClient.readCredit?.() ?? null })
  const sending = useMutation({
    mutationFn: async (path: string) => orderClient.sendCreditDraft?.(path),
    async onSuccess() {
      toast.success(words.arrived.title, words.arrived.text)
      // The order says what it waits for.
      await queries.invalidateQueries({ queryKey: orderClient.key })
    },
  })
  const letter = query.data
  if (!letter) return query.isError ? <ErrorNotice text={query.error.message} /> : null
  // What there is still to say before it is issued.
  const step = sayCreditStep(letter.status, letter.draftAt !== null)
  const takesDraft = step !== ''
  return (
    <Panel title={words.title}>
      <div className="grid grid-cols-1 gap-5">
        {takesDraft && (
          <p>
            {words.lead} {step}
          </p>
        )}
        <CreditFacts letter={letter} isWaiting={takesDraft} />
        {letter.draftProblem && (
          <Notice kind="warn">
            <p>
              {words.draftProblem}: {letter.draftProblem}
            </p>
          </Notice>
        )}
        {letter.draftAt && takesDraft && <p>{words.sent(formatDateInWords(letter.draftAt))}</p>}
        {takesDraft && (
          <AttachFiles
            orderClient={orderClient}
            kind="proof"
            {...words.draft}
            {...(letter.draftProblem && { label: words.anotherDraft })}
            max={1}
            isNeeded
            attached={[]}
            onChange={(attached) => attached[0] && sending.mutate(attached[0].path)}
          />
        )}
        {sending.isError && <ErrorNotice text={sending.error.message} />}
      </div>
    </Panel>
  )
}

/** What is missing is promised only while the letter is not issued. */
function CreditFacts({ letter, isWaiting }: { letter: LetterOfCredit; isWaiting: boolean }) {
  const reached = creditStatuses.indexOf(letter.status)
  return (
    <>
      <dl className="border-t border-ink">
        {(letter.advisingBank || isWaiting) && (
          <div className="border-b border-line py-2">
            <dt className="text-stone">{words.advisingBank}</dt>
            <dd className="wrap-anywhere">{letter.advisingBank ?? words.noBank}</dd>
          </div>
        )}
        {(letter.documents || isWaiting) && (
          <div className="border-b border-line py-2">
            <dt className="text-stone">{words.documents}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              {letter.documents ?? words.noDocuments[letter.status]}
            </dd>
          </div>
        )}
      </dl>
      <ol aria-label={words.stages}>
        {creditStatuses.map((status, place) => (
          <li
            key={status}
            aria-current={status === letter.status ? 'step' : undefined}
            className={
              place <= reached
                ? 'flex items-center gap-3 py-1 font-semibold'
                : 'flex items-center gap-3 py-1 text-stone'
            }
          >
            <Icon
              name={place < reached || letter.status === 'paid' ? 'check' : 'clock'}
              className={place <= reached ? 'text-leaf' : undefined}
            />
            {(place < reached ? passedCreditWords : creditStatusWords)[status]}
          </li>
        ))}
      </ol>
    </>
  )
}
