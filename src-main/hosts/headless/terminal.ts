/** Questions and progress for a person at a terminal. */
import { createInterface } from 'node:readline/promises'
import type { EvidenceProgress } from '../../../src-shared/evidence/model.ts'
import type { UpkeepPhase, UpkeepProgress } from '../../../src-shared/workspace/model.ts'

/** Whether a person is at a terminal and can be asked. */
export const isInteractive = (): boolean => process.stdin.isTTY === true

/** Asks the person at the terminal. @returns true for `y` or `yes` only; the end of the input counts as no */
export async function confirm(question: string): Promise<boolean> {
  const line = createInterface({ input: process.stdin, output: process.stderr })
  line.on('SIGINT', () => process.emit('SIGINT'))
  const ended = new Promise<string>((resolve) => line.once('close', () => resolve('')))
  const typed = await Promise.race([line.question(question), ended]).finally(() => line.close())
  return /^y(es)?$/i.test(typed.trim())
}

/** A size, such as `12.3 MB`; a MB is 1,000,000 bytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Minimum time between two updates of the line, in milliseconds. */
const interval = 100

type Phase = UpkeepPhase | EvidenceProgress['step'] | 'moving'

const phases: Record<Phase, string> = {
  items: 'Rebuilding',
  space: 'Reclaiming space',
  database: 'Checking the database',
  index: 'Checking the index',
  pictures: 'Checking pictures',
  reading: 'Reading pictures',
  comparing: 'Comparing items',
  moving: 'Copying and comparing pictures',
}

type LineProgress = Omit<UpkeepProgress, 'phase'> & { phase: Phase }

/** Shows progress in one line on standard error; shows nothing if standard error is not a terminal. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr) {
  let drawnAt = Number.NEGATIVE_INFINITY
  const draw = (line: string): void => void stream.write(`\r\x1b[2K${line}`)
  return {
    show(progress: LineProgress): void {
      if (!stream.isTTY || performance.now() - drawnAt < interval) return
      drawnAt = performance.now()
      draw(progressWords(progress))
    },
    /** Removes the line, so that other output can follow. */
    clear(): void {
      if (stream.isTTY && drawnAt > 0) draw('')
    },
  }
}

function progressWords({ phase, done, total, perSecond, secondsLeft }: LineProgress): string {
  if (phase === 'space' && total === 0) return 'Writing the whole database again; this cannot be stopped'
  return [
    phase === 'space'
      ? `${phases[phase]}: ${megabytes(done)} of ${megabytes(total)}`
      : `${phases[phase]}: ${done} of ${total}`,
    ...(perSecond === undefined ? [] : [`${perSecond} a second`]),
    ...(secondsLeft === undefined ? [] : [`${secondsLeft} s left`]),
  ].join(', ')
}
