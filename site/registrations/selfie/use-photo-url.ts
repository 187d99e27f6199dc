/** An address for a picture that is only here, revoked when it is not shown any more. */
import { useEffect, useState } from 'react'

export function usePhotoUrl(photo: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!photo) return setUrl(null)
    const created = URL.createObjectURL(photo)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [photo])
  return url
}
