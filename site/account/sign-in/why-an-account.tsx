/** Beside the forms: what an account is for, as lines of a ledger. */
import { whyAccountWords as words } from '#domain/account/sign-in-words.ts'

export function WhyAnAccount() {
  return (
    <aside
      className="border-t border-line bg-sand lg:col-span-5 lg:border-t-0 lg:border-s"
      aria-label={words.label}
    >
      <div className="grid gap-6 px-(--gutter) py-10 lg:py-20">
        <p className="eyebrow">{words.eyebrow}</p>
        <dl className="grid">
          {words.reasons.map(({ title, text }) => (
            <div key={title} className="py-5 border-t border-line">
              <dt className="font-serif text-xl font-semibold">{title}</dt>
              <dd className="mt-1 text-stone">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  )
}
