/** A form that the browser sends by itself: without a line it would leave for a page of the browser, and take along what was typed. */
import { type FormEvent, useState } from 'react'
import { networkHint } from '#site/lib/network.ts'

interface Line {
  /** Why the last attempt stayed here. */
  problem: string | null
  onSubmit: (event: FormEvent) => void
}

export function useLine(): Line {
  const [problem, setProblem] = useState<string | null>(null)
  return {
    problem,
    onSubmit(event) {
      if (!navigator.onLine) event.preventDefault()
      setProblem(navigator.onLine ? null : networkHint)
    },
  }
}
