/** The photo of a registration: that it is missing, or the way to it; in a sitting it is there at once, and each access is written down. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermissions } from '#site/account/my-permissions.ts'
import { useFetchAhead } from '#site/admin/records/load-part.tsx'
import { ServerError } from '#site/lib/call-server.ts'
import { Button } from '#site/ui/button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { RevealDialog } from './loaded-dialogs.ts'
import { photoField, reveal } from './reveal.ts'
import { type SittingQueue, sittingQuery } from './sitting.ts'
import { SittingBar } from './sitting-bar.tsx'

interface PhotoPanelProps {
  queue: SittingQueue
  id: string
  hasPhoto: boolean
}

export function PhotoPanel({ queue, id, hasPhoto }: PhotoPanelProps) {
  const { can } = usePermissions()
  const maySee = can('vault.reveal')
  const sitting = useQuery({ ...sittingQuery, enabled: maySee })
  const isSitting = sitting.data?.queue === queue
  return (
    <section className="photo-panel" aria-label="Photo">
      <h3>Photo</h3>
      {!hasPhoto && (
        <Notice>
          <p data-step="photo" tabIndex={-1}>
            No photo has come.
          </p>
        </Notice>
      )}
      {hasPhoto && !maySee && <p>Received. Your role does not open photos.</p>}
      {hasPhoto && maySee && isSitting && (
        <div data-step="photo" tabIndex={-1}>
          <SittingPhoto queue={queue} id={id} reason={sitting.data?.reason ?? ''} />
        </div>
      )}
      {hasPhoto && maySee && !isSitting && sitting.data !== undefined && (
        <PhotoOnRequest queue={queue} id={id} />
      )}
      {maySee && <SittingBar queue={queue} />}
    </section>
  )
}

function Photo({ url }: { url: string }) {
  return <img src={url} alt="Sent with this registration" className="secret-photo" />
}

interface PhotoProps {
  queue: SittingQueue
  id: string
}

function PhotoOnRequest({ queue, id }: PhotoProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  useFetchAhead(RevealDialog)
  return (
    <>
      {url && <Photo url={url} />}
      <div>
        <Button
          data-step="photo"
          size="sm"
          variant="outline"
          onClick={() => (url ? setUrl(null) : setIsAsking(true))}
        >
          {url ? 'Hide photo' : 'Reveal photo'}
        </Button>
      </div>
      <RevealDialog
        table={queue}
        id={id}
        field={isAsking ? photoField : null}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onRevealed={(_, value) => {
          setIsAsking(false)
          setUrl(value)
        }}
      />
    </>
  )
}

/** The address of a photo is good for a minute: who comes back within it sees the picture of the same access. */
const sameLookMs = 50_000

function SittingPhoto({ queue, id, reason }: PhotoProps & { reason: string }) {
  const queries = useQueryClient()
  const query = useQuery({
    // Not under the name of the table, whose changes would look again.
    queryKey: ['look', queue, id],
    async queryFn() {
      const url = await reveal(queue, id, photoField, reason)
      void queries.invalidateQueries({ queryKey: sittingQuery.queryKey })
      return url
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: sameLookMs,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (query.isError)
    return (
      <RetryNotice onRetry={() => void query.refetch()}>
        {query.error instanceof ServerError ? query.error.message : 'The photo could not be opened.'}
      </RetryNotice>
    )
  return query.data ? <Photo url={query.data} /> : <p role="status">Opening the photo...</p>
}
