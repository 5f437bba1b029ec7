import type { Random } from '../random.ts'
import type { Stage } from './stage.ts'

/**
 * A kind of work that is killed repeatedly at random times. `round` and `finish` check everything the work
 * guarantees.
 */
interface Work {
  /** Starts the program, kills it and checks the workspace. @returns whether it was killed before it ended */
  round(random: Random): Promise<boolean>
  /** Runs the work without a kill, and checks that the result is the same as without any kills. */
  finish(): Promise<void>
}

export type MakeWork = (stage: Stage) => Promise<Work>
