/** In place of a part that is still being loaded, or could not be. */
import { partWords } from '#domain/part-words.ts'
import type { Loaded } from '#site/registrations/long-form/use-loaded.ts'
import { Button } from '#site/ui/button.tsx'

/** `data-waiting`: shows that something on the page is still to come. */
export function WaitingPart({ retry }: Pick<Loaded<unknown>, 'retry'>) {
  return retry ? (
    <Button size="sm" variant="outline" data-waiting onClick={retry}>
      {partWords.failed}
    </Button>
  ) : (
    <p role="status" className="text-stone" data-waiting>
      {partWords.loading}
    </p>
  )
}
