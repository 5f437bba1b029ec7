/** A person at the terminal: what is asked of them, and how far the work is that they wait for. */
import { createInterface } from 'node:readline/promises'
import type { UpkeepPhase, UpkeepProgress } from '../../../src-shared/workspace/model.ts'

/** Whether a person sits at a terminal and can be asked. */
export const canBeAsked = (): boolean => process.stdin.isTTY === true

/** Asks the person at the terminal; anything but a yes, an end of the input too, is a no. */
export async function agrees(question: string): Promise<boolean> {
  const line = createInterface({ input: process.stdin, output: process.stderr })
  line.on('SIGINT', () => process.emit('SIGINT'))
  const ended = new Promise<string>((resolve) => line.once('close', () => resolve('')))
  const typed = await Promise.race([line.question(question), ended]).finally(() => line.close())
  return /^y(es)?$/i.test(typed.trim())
}

/** Drawn anew no more often, in milliseconds. */
const interval = 100

const phases: Record<UpkeepPhase, string> = {
  items: 'Rebuilding',
  database: 'Checking the database',
  index: 'Checking the index',
  pictures: 'Checking pictures',
}

interface ProgressLine {
  show(progress: UpkeepProgress): void
  /** Takes the line away, for what is said next. */
  clear(): void
}

/** One line on standard error that says how far it is, for a person at a terminal; nothing anywhere else. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  let drawnAt = Number.NEGATIVE_INFINITY
  const draw = (line: string): void => void stream.write(`\r\x1b[2K${line}`)
  return {
    show(progress) {
      if (!stream.isTTY || performance.now() - drawnAt < interval) return
      drawnAt = performance.now()
      draw(progressWords(progress))
    },
    clear() {
      if (stream.isTTY && drawnAt > 0) draw('')
    },
  }
}

function progressWords({ phase, done, total, perSecond, secondsLeft }: UpkeepProgress): string {
  return [
    `${phases[phase]}: ${done} of ${total}`,
    ...(perSecond === undefined ? [] : [`${perSecond} a second`]),
    ...(secondsLeft === undefined ? [] : [`${secondsLeft} s left`]),
  ].join(', ')
}
