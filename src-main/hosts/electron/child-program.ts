import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { StartProgram } from '../../platform/child-program.ts'

/**
 * Starts a module as a program in a utility process: Electron's executable cannot run a module as Node does, because a
 * fuse forbids it. Electron ends the process together with the app.
 */
export const startUtilityProgram: StartProgram = (entry, words, { megabytes }) => {
  const child = utilityProcess.fork(fileURLToPath(entry), words, {
    execArgv: [`--max-old-space-size=${megabytes}`],
    serviceName: 'Catalog Desk Reader',
    stdio: 'ignore',
  })
  return {
    get pid() {
      return child.pid
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  }
}
