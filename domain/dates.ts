/** The one place where stored UTC instants become the dates people in Nigeria read (decision 111). */
const timeZone = 'Africa/Lagos'

const numeric = lazyFormat({ day: '2-digit', month: '2-digit', year: 'numeric' })
const clock = lazyFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const weekdays = lazyFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const words = lazyFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** Created when the first date is written: a formatter takes a cheap phone some 20 ms, and most pages show no date. */
function lazyFormat(options: Intl.DateTimeFormatOptions): { format(date: Date): string } {
  let created: Intl.DateTimeFormat | undefined
  return {
    format(date) {
      created ??= new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
      return created.format(date)
    },
  }
}

export const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'].concat([
  'September',
  'October',
  'November',
  'December',
])

export type Instant = Date | string | number

/** DD/MM/YYYY */
export function formatDate(instant: Instant): string {
  return numeric.format(new Date(instant))
}

/** DD/MM/YYYY, HH:MM */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(instant)}, ${clock.format(new Date(instant))}`
}

/** 21 November 2026. No line ends between the day and its month; the year may stand on the next one, where there is little room. */
export function formatDateInWords(instant: Instant): string {
  return bindDay(words.format(new Date(instant)))
}

/** Saturday 21 November: of a day that is near. */
export function formatDayInWords(instant: Instant): string {
  return bindDay(weekdays.format(new Date(instant)).replace(',', ''))
}

const bindDay = (date: string) => date.replace(/(\d) (?=[A-Z])/, '$1\u00a0')

/** 21 November 2026, 14:05 */
export function formatDateTimeInWords(instant: Instant): string {
  return `${formatDateInWords(instant)}, ${clock.format(new Date(instant))}`
}

/** After a time, whatever the clock of its reader. */
export const lagosTime = '(Lagos)'

/** The calendar day in Lagos as YYYY-MM-DD, for comparing and for date inputs. */
export function getLagosDay(instant: Instant): string {
  const [day, month, year] = formatDate(instant).split('/')
  return `${year}-${month}-${day}`
}

/** A day as an address or a field writes it (2026-11-22); '' for anything else. */
export function readDay(text: string | null): string {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return ''
  const date = new Date(`${text}T00:00:00Z`)
  // The 31st of a short month would count on into the next one.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}
