/** Beside the forms: what an account is for, as lines of a ledger. */

const reasons = [
  { title: 'Order in bulk', text: 'Ask for a tonne or a container; we call you within 24 hours.' },
  { title: 'Follow every record', text: 'Each order keeps its code, its status and its dates.' },
  { title: 'Register once', text: 'Buyer and investor registrations start from your account.' },
]

export function WhyAnAccount() {
  return (
    <aside
      className="border-t border-line bg-sand lg:col-span-5 lg:border-t-0 lg:border-s"
      aria-label="What an account is for"
    >
      <div className="grid gap-6 px-(--gutter) py-10 lg:py-20">
        <p className="eyebrow">Your account</p>
        <dl className="grid">
          {reasons.map(({ title, text }) => (
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
