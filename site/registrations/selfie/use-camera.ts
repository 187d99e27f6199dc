/** The front camera: none, live, or refused; it is off as soon as it is not shown. */
import { useCallback, useEffect, useRef, useState } from 'react'

export interface Camera {
  stream: MediaStream | null
  isStarting: boolean
  /** False when the device has none, or the person or the browser refuses it. */
  start: () => Promise<boolean>
  stop: () => void
}

export function useCamera(): Camera {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const open = useRef<MediaStream | null>(null)
  /** Grows with every start and stop: an answer to an older question is not wanted any more. */
  const turn = useRef(0)

  const stop = useCallback(() => {
    turn.current++
    for (const track of open.current?.getTracks() ?? []) track.stop()
    open.current = null
    setStream(null)
    setIsStarting(false)
  }, [])

  const start = useCallback(async () => {
    stop()
    const mine = ++turn.current
    setIsStarting(true)
    try {
      const result = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
      })
      if (mine !== turn.current) {
        for (const track of result.getTracks()) track.stop()
        return true
      }
      open.current = result
      setStream(result)
      setIsStarting(false)
      return true
    } catch {
      if (mine !== turn.current) return true
      setIsStarting(false)
      return false
    }
  }, [stop])

  useEffect(() => {
    // A page that is put aside does not go on looking.
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [stop])

  return { stream, isStarting, start, stop }
}
