import { relativeTime } from '../../ui/words.ts'

/** Milliseconds below which a planned moment is called close: a clock that counts seconds would promise too much. */
const close = 45_000

/** `in 5 minutes`, or `within a minute` for what is due. */
export const plannedTime = (moment: string): string =>
  Date.parse(moment) - Date.now() < close ? 'within a minute' : relativeTime(moment)
