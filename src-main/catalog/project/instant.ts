const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2})?)?$/i

/**
 * Parses an ISO 8601 timestamp to milliseconds since the epoch. Without an offset it counts as UTC. Undefined
 * if it is not a timestamp.
 */
export function instant(text: string): number | undefined {
  // The same timestamp is usually requested several times in a row.
  if (text !== last.text) last = { text, instant: read(text) }
  return last.instant
}
let last: { text: string; instant: number | undefined } = { text: '', instant: undefined }

function read(text: string): number | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [
    ,
    year,
    month,
    day,
    hour = 0,
    minute = 0,
    second = 0,
    fraction = '',
    ,
    sign,
    offsetHours = 0,
    offsetMinutes = 0,
  ] = match
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const date = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    milliseconds,
  )
  if (
    Number(day) < 1 ||
    Number(day) > daysOf(Number(year), Number(month)) ||
    Number(hour) > 24 ||
    Number(minute) > 59 ||
    Number(second) > 60
  ) {
    return undefined
  }
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000
  return sign === '-' ? date + offset : date - offset
}

/** Number of days of a month; 0 for an invalid month. */
function daysOf(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeapYear ? 29 : ([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
}

const dayLength = 24 * 3600 * 1000

/** First and last millisecond (UTC) of a day given as `YYYYMMDD`; undefined if there is no such day. */
export function dayBounds(day: string): { first: number; last: number } | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(day)
  const first = match ? instant(`${match[1]}-${match[2]}-${match[3]}`) : undefined
  return first === undefined ? undefined : { first, last: first + dayLength - 1 }
}
