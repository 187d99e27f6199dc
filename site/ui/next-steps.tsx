/** Beside a form: what happens to it once it is sent, step by step. */

export function NextSteps({
  title = 'What happens next',
  steps,
  level: Heading = 'h3',
}: {
  title?: string
  steps: readonly string[]
  level?: 'h2' | 'h3'
}) {
  return (
    <aside className="next-steps" aria-labelledby="next-steps-title">
      <Heading id="next-steps-title">{title}</Heading>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </aside>
  )
}
