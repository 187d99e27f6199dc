/** A date that people know by heart, as day, month and year in boxes of their own: quicker than any calendar. */
import { dateWords as words } from '#domain/step-words.ts'

interface DateBoxesProps {
  /** The id of the first box; the others are `${id}-month` and `${id}-year`. */
  id: string
  /** The boxes are called `${name}-day`, `${name}-month`, `${name}-year`. */
  name: string
  day: string
  month: string
  year: string
  /** For the browser's own memory: `bday`. */
  autoComplete?: 'bday'
  invalid?: boolean
}

export function DateBoxes({ id, name, day, month, year, autoComplete, invalid = false }: DateBoxesProps) {
  const boxes = [
    { part: 'day', label: words.day, value: day, length: 2, boxId: id },
    { part: 'month', label: words.month, value: month, length: 2, boxId: `${id}-month` },
    { part: 'year', label: words.year, value: year, length: 4, boxId: `${id}-year` },
  ]
  return (
    <div className="date-boxes">
      {boxes.map(({ part, label, value, length, boxId }) => (
        <div key={part} data-part={part}>
          <label htmlFor={boxId}>{label}</label>
          <input
            className="input num"
            id={boxId}
            name={`${name}-${part}`}
            defaultValue={value || undefined}
            inputMode="numeric"
            maxLength={length}
            autoComplete={autoComplete && `${autoComplete}-${part}`}
            aria-invalid={invalid || undefined}
          />
        </div>
      ))}
    </div>
  )
}
