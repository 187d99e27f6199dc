/** Beside a form: what happens to it once it is sent, step by step. */

export function NextSteps({
  title = 'What happens next',
  steps,
}: {
  title?: string
  steps: readonly string[]
}) {
  return (
    <aside className="next-steps" aria-labelledby="next-steps-title">
      <h3 id="next-steps-title">{title}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </aside>
  )
}
