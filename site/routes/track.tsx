/** /track/:token : an application of somebody without an account; drawn in the browser, for nobody knows it but them. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type MetaArgs, useParams } from 'react-router'
import { sendCorrection } from '#site/features/tracking/track-calls.ts'
import { TrackingPage } from '#site/features/tracking/tracking-page.tsx'
import { queryClient } from '#site/lib/query-client.ts'
import { AnswersList } from '#site/lib/registrations/answers-list.tsx'
import { CorrectionForm } from '#site/lib/registrations/correction-form.tsx'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { pageMeta } from '#site/page-meta.ts'
import { WithDefinition } from '#site/registration-definitions.tsx'
import type { PageHandle } from '#site/root.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'

// The address is the secret: no canonical link carries it, and no request of the page names it as its referrer.
export const handle: PageHandle = { hydrate: 'soon', canonical: false }

export function meta(args: MetaArgs) {
  return [
    ...pageMeta(args, {
      title: 'Your application',
      description: 'Where your application stands.',
      index: false,
    }),
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function TrackRoute() {
  const { token = '' } = useParams()
  // The server draws one page for every link, and never learns which one it is drawn for.
  if (!useHydrated()) {
    return (
      <>
        <LoadingScreen label="Loading..." title="Where your application stands" />
        <noscript>
          <p className="notice mx-(--gutter) mb-10">
            This page needs JavaScript: it keeps the secret of your link out of every log. You can also call
            us with your reference.
          </p>
        </noscript>
      </>
    )
  }
  return (
    <QueryClientProvider client={queryClient}>
      <TrackingPage
        token={token}
        renderAnswers={({ form, answers }) => (
          <WithDefinition form={form}>
            {(definition) => <AnswersList definition={definition} answers={answers} />}
          </WithDefinition>
        )}
        renderCorrection={({ id, form, answers, correction }, onSent) =>
          correction && (
            <WithDefinition form={form}>
              {(definition) => (
                <CorrectionForm
                  definition={definition}
                  correction={correction}
                  answers={answers}
                  keptAs={{ id, owner: 'guest' }}
                  send={(corrected, key) => sendCorrection(token, corrected, key)}
                  onSent={onSent}
                />
              )}
            </WithDefinition>
          )
        }
      />
    </QueryClientProvider>
  )
}
