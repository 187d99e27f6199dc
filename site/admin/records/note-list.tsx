/** Notes of colleagues about a record, with who wrote each and when. */
import type { RecordNote } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'

interface NoteListProps {
  notes: readonly RecordNote[]
  label?: string
}

export function NoteList({ notes, label }: NoteListProps) {
  if (notes.length === 0) return null
  return (
    <ol className="trail" aria-label={label}>
      {notes.map((note) => (
        <li key={note.id}>
          <p className="num text-sm text-stone">
            {note.author_name ?? 'A colleague'}, {formatDateTime(note.created_at)}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{note.body}</p>
        </li>
      ))}
    </ol>
  )
}
