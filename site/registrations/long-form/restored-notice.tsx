/** What was typed before is back: above everything until the person goes on, then only where something is to be given again. */
import { useEffect, useRef, useState } from 'react'
import { restoredWords as words } from '#domain/registrations/notice-words.ts'
import '#site/styles/finish.css'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import type { LongForm } from './use-long-form.ts'

export function RestoredNotice({ form }: { form: LongForm }) {
  const { wasRestored, isFresh, toGiveAgain, visible, steps, startAgain } = form
  const [isPrompting, setIsPrompting] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  // It comes after the step, whose heading a reload has scrolled to and focused: above the screen, unless somebody has gone on by then.
  useEffect(() => {
    if (document.activeElement?.matches('.long-form h2'))
      notice.current?.closest('.long-form')?.scrollIntoView()
  }, [])
  if (!wasRestored) return null
  if (!isFresh && !toGiveAgain.some((field) => visible.includes(field))) return null
  return (
    <>
      <div ref={notice} className="stored-form">
        <p>
          {[isFresh && words.back, toGiveAgain.length > 0 && words.toGive(toGiveAgain.map(nameOf))]
            .filter(Boolean)
            .join(' ')}
        </p>
        {isFresh && (
          <p className="stored-form-ways">
            {steps.index < steps.reached && (
              <button type="button" onClick={() => steps.open(steps.reached)}>
                {words.goOn(steps.reached + 1)}
              </button>
            )}
            <button type="button" onClick={() => setIsPrompting(true)}>
              {words.startAgain}
            </button>
          </p>
        )}
      </div>
      <Dialog
        open={isPrompting}
        role="alertdialog"
        title={words.question.title}
        onClose={() => setIsPrompting(false)}
        actions={
          <>
            <Button variant="danger" onClick={startAgain}>
              {words.question.confirm}
            </Button>
            <Button variant="outline" onClick={() => setIsPrompting(false)}>
              {words.question.keep}
            </Button>
          </>
        }
      >
        <p>{words.question.text}</p>
      </Dialog>
    </>
  )
}

function nameOf({ label, shortLabel }: { label: string; shortLabel?: string }): string {
  return shortLabel ?? label
}
