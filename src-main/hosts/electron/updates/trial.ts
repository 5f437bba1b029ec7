/** The first start of a new version under Electron: proven by its page, or ended by the version before. */
import { app, dialog } from 'electron'
import { say } from '../../../../src-shared/texts/say.ts'
import type { Desk } from '../../../app/desk.ts'
import type { Logger } from '../../../platform/log/log.ts'
import { startWhenEnded } from '../quit.ts'
import type { Speak } from '../texts.ts'
import { keepDatabase } from './databases.ts'
import { beginStart, type FirstStart, prove } from './first-start.ts'
import { putBack } from './put-back.ts'
import type { Installed, UpdateRecord } from './update-record.ts'

type Handler = (request: Request) => Promise<Response>

export interface Trial {
  /** Resolves when a new version has proven itself; undefined if there is nothing to prove. */
  proven: Promise<void> | undefined
  /**
   * Keeps what the version before needs, or puts that version back.
   * @param directory the workspace that the app is about to open
   * @returns false if the app ends
   */
  begin(directory: string, thread: URL): Promise<boolean>
  /** Wraps the handler of the page, to see whether the page works. */
  watch(handler: Handler): Handler
  /** The window has loaded its page. */
  pageLoaded(desk: Pick<Desk, 'current' | 'trouble' | 'onSwitch'>): void
}

interface Options {
  record: UpdateRecord
  version: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  speak: Speak
  /** The folder of the log, for messages. */
  logs: string
}

/** Counts the start; call it once, early. */
export function createTrial({ record, version, log, speak, logs }: Options): Trial {
  const start = countedStart({ record, version, log })
  if (start.kind === 'usual')
    return { proven: undefined, begin: async () => true, watch: (handler) => handler, pageLoaded: () => {} }
  const { installed } = start
  const proven = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()

  /** @returns whether the app goes on */
  async function endWithVersionBefore(reason: string): Promise<boolean> {
    log.error({ from: installed.from, to: installed.to, reason }, 'the version before is put back')
    let detail = reason
    try {
      const starter = putBack(record, record.read().installed ?? installed, reason)
      if (starter) {
        if (starter === 'app') startWhenEnded([])
        app.exit(0)
        return false
      }
    } catch (error) {
      detail = (error as Error).message
      log.error({ err: error }, 'the version before was not put back')
    }
    return explain(installed, { speak, logs, detail })
  }

  async function proveOrAsk(desk: Pick<Desk, 'current' | 'trouble' | 'onSwitch'>): Promise<void> {
    const done = (): void => {
      prove(record)
      log.info({ version }, 'the new version works')
      proven.resolve()
    }
    if (desk.current()) return done()
    // The page works, so this start does not count, and the window shows what is wrong with the workspace.
    const { installed: noted, ...others } = record.read()
    if (noted) record.write({ ...others, installed: { ...noted, starts: 1 } })
    const stop = desk.onSwitch(() => {
      if (!desk.current()) return
      stop()
      done()
    })
    const trouble = desk.trouble()
    if (!trouble || !noted?.databases.some(({ directory }) => directory === trouble.directory)) return
    if (await asksForVersionBefore(noted, trouble.message, speak)) await endWithVersionBefore(trouble.message)
  }

  return {
    proven: proven.promise,
    async begin(directory, thread) {
      if (start.kind === 'failed')
        return endWithVersionBefore(say`It did not show its window in ${installed.starts - 1} starts.`)
      try {
        await keepDatabase(record, directory, thread)
        return true
      } catch (error) {
        return endWithVersionBefore((error as Error).message)
      }
    },
    watch: (handler) => async (request) => {
      const response = await handler(request)
      if (response.ok && new URL(request.url).pathname.startsWith('/rpc/')) answered.resolve()
      return response
    },
    pageLoaded: (desk) =>
      void answered.promise
        .then(() => proveOrAsk(desk))
        .catch((error: unknown) => log.error({ err: error }, 'the new version could not be confirmed')),
  }
}

function countedStart({ record, version, log }: Pick<Options, 'record' | 'version' | 'log'>): FirstStart {
  try {
    return beginStart(record, version)
  } catch (error) {
    // On a full disk nothing can be noted; the next start tries again.
    log.error({ err: error }, 'the first start of a version could not be noted')
    return { kind: 'usual' }
  }
}

/** @returns whether the person wants to go on with the new version */
async function explain(
  { from, to }: Installed,
  { speak, logs, detail }: { speak: Speak; logs: string; detail: string },
): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: speak(say`Catalog Desk ${to} does not work here`),
    detail: [
      speak(detail),
      speak(
        say`Version ${from} could not be put back. Install it again: when it starts, it opens your workspace as it was. The log is in ${logs}.`,
      ),
    ].join('\n\n'),
    buttons: [speak(say`Continue`), speak(say`Quit`)],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  if (response !== 0) app.exit(1)
  return response === 0
}

async function asksForVersionBefore({ from, to }: Installed, cause: string, speak: Speak): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: speak(say`Catalog Desk ${to} cannot open this workspace`),
    detail: `${speak(cause)}\n\n${speak(say`Version ${from} could open it, and can be put back with the workspace as it was.`)}`,
    buttons: [speak(say`Put version ${from} back`), speak(say`Continue`)],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}
