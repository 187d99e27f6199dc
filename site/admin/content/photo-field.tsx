/** A portrait, a photograph or the logo: chosen, drawn again by the server, and shown here as the draft will have it. */
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useId } from 'react'
import { adminPaths, boardPhotoBytesMax, boardPhotoRefusal } from '#domain/admin/admin.ts'
import { sendPicture } from '#site/lib/send-picture.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

interface PhotoFieldProps {
  label: string
  /** Whom it shows. */
  alt: string
  path: string
  /** What is transparent in it stays so. */
  isLogo?: boolean
  onChange: (path: string) => void
}

export function PhotoField({ label, alt, path, isLogo = false, onChange }: PhotoFieldProps) {
  const id = useId()
  const sending = useMutation({
    mutationFn: (file: File) =>
      sendPicture(file, {
        // What is transparent in a logo stays so.
        to: isLogo ? `${adminPaths.boardPhoto}?as=logo` : adminPaths.boardPhoto,
        bytesMax: boardPhotoBytesMax,
        refusal: boardPhotoRefusal,
      }),
    onSuccess: onChange,
  })

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // The same file may be chosen again after a refusal.
    event.target.value = ''
    if (file) sending.mutate(file)
  }

  return (
    <div className="grid gap-3">
      <Field
        id={id}
        label={label}
        help="JPEG, PNG or WebP, at most 8 MB. It is made small, and everything hidden in it is removed."
        error={sending.error?.message}
      >
        <TextInput
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={sending.isPending}
          onChange={choose}
        />
      </Field>
      {sending.isPending && <p role="status">Sending the photo...</p>}
      {path && (
        <div className="flex items-end gap-3">
          <img
            className={isLogo ? 'size-24 object-contain' : 'size-24 object-cover'}
            src={path}
            alt={alt}
            width="96"
            height="96"
          />
          <Button size="sm" variant="quiet" onClick={() => onChange('')}>
            Remove the photo
          </Button>
        </div>
      )}
    </div>
  )
}
