/** Electron's utility processes: Node processes with another channel. */
import { fork as forkNode } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Json } from './chromium.ts'

class UtilityProcess extends EventEmitter {
  pid: number | undefined
  postMessage: (message: unknown) => void
  kill: () => boolean
  constructor(path: string, words: string[], { execArgv = [] }: Json) {
    super()
    const start = new URL('./utility-start.ts', import.meta.url).href
    const child = forkNode(path, words, {
      execArgv: [...execArgv, '--disable-warning=ExperimentalWarning', '--import', start],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    this.pid = child.pid
    this.postMessage = (message) => void (child.connected && child.send(message as object))
    this.kill = () => child.kill()
    child.on('message', (message) => this.emit('message', message))
    child.on('exit', (code) => {
      this.pid = undefined
      this.emit('exit', code ?? 1)
    })
  }
}

export const utilityProcess = {
  fork: (path: string, words: string[] = [], options: Json = {}): UtilityProcess =>
    new UtilityProcess(path, words, options),
}
