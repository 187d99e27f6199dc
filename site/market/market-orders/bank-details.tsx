/** The account to pay into, each value with its copy button; what to beware of, and since when it holds. */
import type { ReactNode } from 'react'
import { formatDateInWords, formatDateTimeInWords } from '#domain/dates.ts'
import { accountSafety, freshAccountWords, isFreshAccount } from '#domain/market/documents.ts'
import { accountWords, groupAccountNumber } from '#domain/market/settlement-accounts.ts'
import { formatMoney } from '#domain/money.ts'
import { useCompany } from '#site/page-company.ts'
import { Notice } from '#site/ui/panel.tsx'
import { CopyValue } from './copy-value.tsx'
import { asPlainAmount, type DueNow, type Payable } from './due-now.ts'

export function BankDetails({ details, dueNow }: { details: Payable; dueNow: DueNow }) {
  const { currency, phone } = details
  const { phones } = useCompany()
  const isFresh = isFreshAccount(details.changedAt, new Date())
  return (
    <div className="grid grid-cols-1 gap-5">
      {dueNow.isEarly && (
        <p>
          <strong>{dueNow.sentence}</strong>
        </p>
      )}
      <p>
        Transfer the amount to this account, and write the reference where your bank asks for a remark: it
        tells us whose money it is.
      </p>
      <dl className="border-t border-ink">
        <Line term="Bank">
          <strong>{details.bankName}</strong>
        </Line>
        <Line term="Account name">
          <strong>{details.accountName}</strong>
        </Line>
        <Line term={details.swiftBic ? accountWords.accountNumber : 'Account number'}>
          <CopyValue
            name="account number"
            shown={groupAccountNumber(details.accountNumber)}
            value={details.accountNumber}
          />
        </Line>
        {details.swiftBic && (
          <Line term={accountWords.swiftBic}>
            <CopyValue name="SWIFT code" shown={details.swiftBic} />
          </Line>
        )}
        {details.bankAddress && <Line term={accountWords.bankAddress}>{details.bankAddress}</Line>}
        {details.correspondent && <Line term={accountWords.correspondent}>{details.correspondent}</Line>}
        <Line term={dueNow.words}>
          <CopyValue
            name="amount"
            shown={formatMoney(dueNow.amountKobo, currency)}
            value={asPlainAmount(dueNow.amountKobo)}
          />
        </Line>
        {dueNow.amountKobo !== details.dueKobo && (
          <Line term="Still to pay in total">
            <span className="num">{formatMoney(details.dueKobo, currency)}</span>
          </Line>
        )}
        <Line term="Reference">
          <CopyValue name="reference" shown={details.code} />
          {phone && (
            <>
              <p className="text-stone">or your phone number</p>
              <CopyValue name="phone number" shown={phone} />
            </>
          )}
        </Line>
        {details.expiresAt && (
          <Line term="Transfer before">
            <span className="num">{formatDateTimeInWords(details.expiresAt)} (Lagos)</span>
          </Line>
        )}
      </dl>
      {isFresh && (
        <Notice kind="warn">
          <p>
            <strong>
              {freshAccountWords}{' '}
              <time dateTime={details.changedAt}>{formatDateInWords(details.changedAt)}</time>.
            </strong>{' '}
            Use the one on this page, not one that you have saved before. If you are not sure,{' '}
            {phones.length > 0 ? 'call us first on the number at the foot of this page' : 'ask us first'}.
          </p>
        </Notice>
      )}
      <Notice kind="warn">
        <p>
          <strong>{accountSafety}</strong> If somebody does, do not pay, and{' '}
          {phones.length > 0 ? 'call' : 'tell'} us.
        </p>
        {!isFresh && (
          <p>
            These details last changed on{' '}
            <time dateTime={details.changedAt}>{formatDateInWords(details.changedAt)}</time>.
          </p>
        )}
      </Notice>
    </div>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 border-b border-line py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-stone">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
