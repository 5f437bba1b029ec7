import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SignedIn as Pass } from '../../team/index.ts'
import { projectDirectory } from './build.ts'
import { leanProcess } from './desk-process.ts'

const desk = join(projectDirectory, 'src-main/hosts/headless/desk.js')

export type DevelopmentHost = ReturnType<typeof developmentHost>

/**
 * Starts the headless host of `npm run dev` on a sandbox with the sample. @param folder folder for the host's
 * workspace and home
 */
export function developmentHost(folder: string, print: (line: string) => void) {
  const home = join(folder, 'home')
  let child: ChildProcess | undefined
  /** The port of the last start, reused so that other programs find the local API again. */
  let apiPort = '0'
  let isClosed = false
  let started = start()
  /** Starts run one after the other, because two hosts cannot open the same workspace. */
  let queue: Promise<unknown> = started.catch(() => {})

  async function start(): Promise<{ address: string; pass: Pass }> {
    if (isClosed) throw new Error('The backend was ended.')
    const began = performance.now()
    const ports = ['--ui-port', '0', '--api-port', apiPort]
    const workspace = ['--sandbox', '--sample', '--data', join(folder, 'workspace')]
    const starting = spawn(
      process.execPath,
      [...leanProcess.options, desk, 'serve', '--json', '--no-screens', ...ports, ...workspace],
      {
        cwd: projectDirectory,
        // CATALOG_DESK_DEBUG prints stack traces; npm_lifecycle_event makes the host end together with this
        // program.
        env: {
          ...leanProcess.environment,
          CATALOG_DESK_HOME: home,
          CATALOG_DESK_DEBUG: '1',
          npm_lifecycle_event: 'dev',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    child = starting
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: starting.stdout }).once('line', resolve)
      starting.once('exit', () => reject(new Error('The backend did not start.')))
    })
    const { ui, api } = JSON.parse(line) as { ui: string; api: string }
    apiPort = new URL(api).port
    const { origin, hash } = new URL(ui)
    const token = new URLSearchParams(hash.slice(1)).get('token')
    const entered = await fetch(`${origin}/session`, { method: 'POST', body: JSON.stringify({ token }) })
    print(`The backend is ready (${((performance.now() - began) / 1000).toFixed(1)} s); local API: ${api}`)
    return { address: origin, pass: (await entered.json()) as Pass }
  }

  async function end(): Promise<void> {
    const ended = child
    child = undefined
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
    ended.kill('SIGTERM')
    await once(ended, 'exit')
  }

  return {
    /**
     * Resolves when the host is ready, also after a restart. For the host, the development server is a
     * signed-in browser.
     */
    ready: (): Promise<{ address: string; pass: Pass }> => started,
    /** Stops the host and starts it from the current sources. */
    async restart(): Promise<void> {
      child?.kill('SIGTERM')
      const next = queue.then(end).then(start)
      started = next
      queue = next.catch(() => {})
      await next.catch((error: Error) => print(`${error.message} It is tried again at the next change.`))
    },
    async close(): Promise<void> {
      isClosed = true
      await end()
    },
  }
}
