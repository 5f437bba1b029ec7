import { backgroundWord } from '../evidence/reader/protocol.ts'
import { type ChildProgram, type StartProgram, startNodeProgram } from '../platform/child-program.ts'

/** A running process of one kind, whose listeners are those of its present user. */
interface KeptProgram {
  kind: string
  program: ChildProgram
  /** Messages that it has not answered yet. */
  unanswered: number
  onMessage: ((message: unknown) => void)[]
  onEnd: ((code: number | null) => void)[]
}

/** How long an idle process is kept, in milliseconds. */
const maxIdle = 10_000

const idle = new Map<KeptProgram, NodeJS.Timeout>()

/**
 * Starts processes that read pictures for tests. An ended one that works on nothing stays for the next user, because
 * a new one takes seconds to load its models. All run at the usual priority, because other tests run beside them.
 */
export const startKeptReader: StartProgram = (entry, words, limits) => {
  const usual = words.filter((word) => word !== backgroundWord)
  const kind = JSON.stringify([entry.href, usual, limits])
  const kept =
    [...idle.keys()].find((one) => one.kind === kind) ?? keep(kind, startNodeProgram(entry, usual, limits))
  clearTimeout(idle.get(kept))
  idle.delete(kept)
  let isMine = true
  return {
    pid: kept.program.pid,
    send(message) {
      if (!isMine) return
      kept.unanswered++
      kept.program.send(message)
    },
    onMessage: (listener) => void kept.onMessage.push(listener),
    onEnd: (listener) => void kept.onEnd.push(listener),
    kill() {
      if (!isMine) return
      isMine = false
      if (kept.unanswered > 0) {
        kept.program.kill()
        return
      }
      // The next user must hear nothing of this one, and this one nothing of the next.
      for (const listener of kept.onEnd.splice(0)) listener(null)
      kept.onMessage.length = 0
      const end = (): void => {
        idle.delete(kept)
        kept.program.kill()
      }
      idle.set(kept, setTimeout(end, maxIdle).unref())
    },
  }
}

function keep(kind: string, program: ChildProgram): KeptProgram {
  const kept: KeptProgram = { kind, program, unanswered: 0, onMessage: [], onEnd: [] }
  program.onMessage((message) => {
    kept.unanswered--
    for (const listener of [...kept.onMessage]) listener(message)
  })
  program.onEnd((code) => {
    clearTimeout(idle.get(kept))
    idle.delete(kept)
    for (const listener of kept.onEnd.splice(0)) listener(code)
  })
  return kept
}
