import { PlainError } from '../../../src-shared/plain-error.ts'
import { nameKey, type PeopleErrorCode } from '../../../src-shared/team/people-model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'

/** Milliseconds for which a failed try counts. */
const window = 15 * 60_000
/** Maximum number of failed tries in this time: for one name, and for all together. */
const maxTries = { ofName: 10, ofAll: 200 }

interface Try {
  name: string
  at: number
}

/**
 * Limits the tries to sign in, in memory of this process. Tries count from their start, so that parallel ones
 * do not exceed the limit. Names without a person count like others.
 */
export function createSignInLimits(clock: Pick<Clock, 'now'>) {
  let tries: Try[] = []
  return {
    /** Counts a try. @returns a function for a successful one: it and the earlier ones of the name are forgotten. */
    begin(given: string): () => void {
      const name = nameKey(given)
      tries = tries.filter(({ at }) => clock.now() - at < window)
      const ofName = tries.filter((one) => one.name === name)
      const blocked = [
        ofName.length >= maxTries.ofName ? ofName.at(-maxTries.ofName) : undefined,
        tries.length >= maxTries.ofAll ? tries.at(-maxTries.ofAll) : undefined,
      ].filter((one) => one !== undefined)
      if (blocked.length > 0) {
        const until = Math.max(...blocked.map(({ at }) => at + window))
        throw tooManyTries(Math.ceil((until - clock.now()) / 60_000))
      }
      tries.push({ name, at: clock.now() })
      return () => {
        tries = tries.filter((one) => one.name !== name)
      }
    },
  }
}

const tooManyTries = (minutes: number): PlainError<PeopleErrorCode> =>
  new PlainError(
    'TOO_MANY_TRIES',
    say`Too many failed tries to sign in. Wait, then try again. Minutes to wait: ${minutes}.`,
  )
