/** The picture of a page's first screen: chosen, drawn again by the server, and what it shows in words. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { sendPicture } from '#site/lib/send-picture.ts'

interface PictureFieldsProps {
  /** The address, and on a second line what it shows. */
  value: string
  onChange: (value: string) => void
}

export function PictureFields({ value, onChange }: PictureFieldsProps) {
  const [path = '', shows = ''] = value.split('\n')
  const [status, setStatus] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    setStatus('Sending the picture...')
    try {
      onChange(`${await sendPicture(file)}\n${shows}`)
      setStatus('')
    } catch (error) {
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
        aria-describedby="edit-picture-status"
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
        aria-describedby="edit-text-problem"
        onChange={({ target }) => onChange(`${path}\n${target.value}`)}
      />
    </>
  )
}
