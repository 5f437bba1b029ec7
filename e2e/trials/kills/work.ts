import type { Random } from '../random.ts'
import type { Stage } from './stage.ts'

/** A kind of work that is killed again and again at any moment. Whatever it promises, `round` and `finish` assert. */
interface Work {
  /** One life of the program: begun, killed, looked over. @returns whether it was killed before it had finished */
  round(random: Random): Promise<boolean>
  /** The same work without a kill: it must come to the end it would have come to anyway. */
  finish(): Promise<void>
}

export type MakeWork = (stage: Stage) => Promise<Work>
