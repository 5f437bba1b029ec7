import type { Random } from '../random.ts'
import type { Stage } from './stage.ts'

/** A kind of work that is killed again and again at any moment. `round` and `finish` assert all that the work promises. */
interface Work {
  /** Starts the program, kills it and checks the workspace. @returns whether the kill came before the program's end */
  round(random: Random): Promise<boolean>
  /** Does the work without a kill, and checks that the result is the same as without any kills. */
  finish(): Promise<void>
}

export type MakeWork = (stage: Stage) => Promise<Work>
