/** What we say about a document whose code is ours: a record to compare it with. */
import { formatDateInWords } from '#domain/dates.ts'
import { documentTitles, nameAmount, type VerifiedDocument } from '#domain/market/documents.ts'
import { formatMoney } from '#domain/money.ts'
import { Confirmation, type Fact, FactList } from '#site/ui/confirmation.tsx'
import { Notice } from '#site/ui/panel.tsx'

export function VerifiedFacts({ verified }: { verified: VerifiedDocument }) {
  const { kind, number, issuedAt, orderCode, currency, amountKobo, isDemo, isReplaced } = verified
  const isWrong = kind === 'receipt' && isReplaced
  const facts: Fact[] = [
    { term: 'Issued on', detail: formatDateInWords(issuedAt) },
    { term: 'For order', detail: <span className="code">{orderCode}</span> },
    ...(amountKobo === null
      ? []
      : [
          {
            term: isWrong ? 'Amount on this paper, which is wrong' : nameAmount(verified),
            detail: formatMoney(amountKobo, currency),
          },
        ]),
  ]
  return (
    <div className="document-check">
      {isDemo && <Notice kind="warn">This paper is a demonstration, and stands for no real order.</Notice>}
      <Confirmation label={documentTitles[kind]} code={number}>
        <FactList facts={facts} />
      </Confirmation>
      <p>
        Lay the paper beside this page: number, date, order and amount must be the same. If one of them
        differs, the paper has been changed. Names and addresses are not shown here, because anybody who holds
        the paper can open this page.
      </p>
    </div>
  )
}
