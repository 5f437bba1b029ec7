/** A process that answers for the local API, beside others on the same port. */
import { settingValues, workspaceSettings } from '../../../src-shared/workspace/settings.ts'
import type { ItemQuery } from '../../catalog/index.ts'
import type { MediaSource } from '../../media/index.ts'
import { openParentPort } from '../../platform/child-program.ts'
import { systemClock } from '../../platform/clock.ts'
import { forwardedLog } from '../../platform/log/forwarded-log.ts'
import { openAnsweringStorage, type RoomModules, settingReader } from '../../storage/index.ts'
import { createCopyState } from '../server/answers/freshness.ts'
import { type ApiServer, createApiServer } from '../server/api-server.ts'
import { createWrongPasswordCounter } from '../server/requests/wrong-passwords.ts'
import { openChannel, type Program, type Worker, type WorkerStart, type WorkerState } from './protocol.ts'
import { createWorkerUsage } from './worker-usage.ts'

/**
 * Serves until the program that started it closes it or ends.
 * @param rooms the stores that the process calls itself
 */
export function serveApiWorker(rooms: RoomModules): void {
  // Ctrl+C in a terminal reaches every process of the program; the program decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const clock = systemClock
  const wrongPasswords = createWrongPasswordCounter(clock)
  let state: WorkerState
  let server: ApiServer | undefined
  let closeStorage = async (): Promise<void> => undefined

  async function start({ path, way, thread, port, mediaKey, run, tls, state: first }: WorkerStart) {
    update(first)
    const storage = openAnsweringStorage({
      ...{ path, way, rooms, clock, isQuick },
      thread: new URL(thread),
    })
    closeStorage = storage.close
    const settings = storage.reader(settingReader)
    const role = async () =>
      settingValues({ role: workspaceSettings.role }, await settings.all(), () => undefined).role
    const { usage, observe } = createWorkerUsage({
      limited: { used: program.used, takeItems: program.takeItems },
      report: program.report.asEvent,
      now: clock.now,
    })
    server = createApiServer({
      ...{ storage, usage, observe, clock, log, media },
      ...{ mediaKey, run, ...(tls && { tls }) },
      feedIntake: { submit: program.submit, status: program.status },
      users: () => state.users,
      conditions,
      namespaceBase: () => state.namespaceBase,
      copyState: createCopyState(storage, role),
      wrongPasswords: {
        ...wrongPasswords,
        count(attempt) {
          void program.noteWrongPassword.asEvent(attempt)
          return wrongPasswords.count(attempt)
        },
      },
    })
    return server.listen({ port })
  }
  const conditions = {} as WorkerState['conditions']
  function update(changed: WorkerState): void {
    state = changed
    Object.assign(conditions, changed.conditions)
  }

  const program = openChannel<Program, Worker>(
    {
      start,
      update,
      countWrongPassword: (attempt) => void wrongPasswords.count(attempt),
      async close() {
        await server?.close()
        await closeStorage()
        // After the reply has been sent.
        setImmediate(() => process.disconnect())
      },
    },
    openParentPort(),
  )
  const media: MediaSource = {
    entries: program.pictureEntries,
    named: program.picturesNamed,
    open: program.openPicture,
  }
  const log = forwardedLog((line) => void program.log.asEvent(line))
}

/** Calls that read a few rows by a key. */
const isQuick = ({
  store,
  function: name,
  arguments: [first],
}: {
  store: string
  function: string
  arguments: unknown[]
}): boolean =>
  (store === 'catalog' && name === 'sharedAnswer' && isOfOneItem(first as ItemQuery)) ||
  store === settingReader.name ||
  store === 'sync' ||
  store === 'local-api/newest-item'

const isOfOneItem = ({ id, upc }: ItemQuery): boolean => id !== undefined || upc !== undefined
