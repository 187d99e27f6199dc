/** The picture of a page's first screen: chosen, drawn again by the server, and what it shows in words. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { adminPaths, boardPhotoBytesMax, boardPhotoRefusal } from '#domain/admin/admin.ts'
import { sendPicture } from '#site/lib/send-picture.ts'

// As domain/admin has them: imported, they would become a file of their own, which every page of the admin area would fetch.
const to: typeof adminPaths.boardPhoto = '/admin/board-photo'
const bytesMax: typeof boardPhotoBytesMax = 8_000_000
const refusal: typeof boardPhotoRefusal = 'Please choose a photo: JPEG, PNG or WebP, at most 8 MB'
const rules = { to, bytesMax, refusal }

interface PictureFieldsProps {
  /** The address, and on a second line what it shows. */
  value: string
  isInvalid: boolean
  onChange: (value: string) => void
}

export function PictureFields({ value, isInvalid, onChange }: PictureFieldsProps) {
  const [path = '', shows = ''] = value.split('\n')
  const [status, setStatus] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  /** As it is when the picture has arrived: the words may be typed while it is sent. */
  const latest = useRef(value)
  latest.current = value
  /** The one whose answer counts; none once another text is open. */
  const wanted = useRef<File | null>(null)
  useEffect(
    () => () => {
      wanted.current = null
    },
    [],
  )

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    wanted.current = file
    setStatus('Sending the picture...')
    try {
      const sent = await sendPicture(file, rules)
      if (wanted.current !== file) return
      onChange(`${sent}\n${latest.current.split('\n')[1] ?? ''}`)
      setStatus('')
    } catch (error) {
      if (wanted.current !== file) return
      setStatus(error instanceof Error ? error.message : 'The picture did not arrive. Please try again.')
    }
  }
  return (
    <>
      <label htmlFor="edit-picture">Picture</label>
      <input
        id="edit-picture"
        ref={field}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-invalid={isInvalid && !path}
        aria-describedby="edit-picture-status edit-text-problem"
        onChange={(event) => void choose(event)}
      />
      <p>JPEG, PNG or WebP, at most 8 MB. It is made small, and everything hidden in it is removed.</p>
      <p id="edit-picture-status" role="status">
        {status}
      </p>
      {path && <img src={path} alt={shows || 'The chosen picture'} width="160" height="120" />}
      <label htmlFor="edit-picture-shows">What it shows</label>
      <input
        id="edit-picture-shows"
        type="text"
        value={shows}
        maxLength={160}
        aria-invalid={isInvalid && path !== ''}
        aria-describedby="edit-text-problem"
        onChange={({ target }) => onChange(`${path}\n${target.value}`)}
      />
    </>
  )
}
