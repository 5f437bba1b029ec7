/** The update of the app: found, downloaded and installed, each only when the person wants it. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CancellationToken } from 'electron-updater'
import type {
  UninterruptedWork,
  UpdateAction,
  UpdateFailure,
  UpdateState,
} from '../../../../src-shared/update-state.ts'
import type { Library, UpdateInfo } from './library.ts'
import { keepProgram, tryProgram } from './program-file.ts'
import { failureOf } from './update-error.ts'
import type { UpdateRecord } from './update-record.ts'

export interface UpdateServices {
  library: Library
  record: UpdateRecord
  /** Version of the running app. */
  version: string
  workInProgress(): Promise<UninterruptedWork[]>
  /** Milliseconds between two looks at the work that is waited for. */
  workInterval?: number
  /** Quits the app; `installWhenClosed` is called once its workspace is closed. */
  quit(): void
  /** Starts the app again when it has ended. */
  startAgain(): void
  /** The kept installer of this version, on systems whose installer replaces the app. */
  installerBefore?: () => string | undefined
  /** The folder of the log, for messages. */
  logs: string
  onChange(): void
  /** Prepares the calls to the server. */
  beforeCalls?: () => Promise<void>
}

export interface Updates {
  state(): UpdateState
  /** Resolves when the action has ended; failures are part of the state. */
  act(action: UpdateAction): Promise<void>
  /**
   * Installs what the person has decided to install, while the app quits.
   * @param isClosed whether the workspace is closed; if not, nothing is installed
   */
  installWhenClosed(isClosed: boolean): void
}

export function createUpdates(services: UpdateServices): Updates {
  const { library, record, version, workInterval = 1000 } = services
  const { updater } = library
  const { failure, ...remembered } = record.read()
  const { returned } = remembered
  // Told once.
  if (failure) record.write(remembered)
  let state: UpdateState = {
    version,
    step: 'idle',
    waitsFor: [],
    installsOnQuit: false,
    failure,
    returned: returned && { ...returned, log: services.logs },
  }
  let cancellation: CancellationToken | undefined
  let file = ''

  const change = (part: Partial<UpdateState>): void => {
    state = { ...state, ...part }
    services.onChange()
  }
  const fail = (step: UpdateState['step'], error: unknown, otherwise: UpdateFailure): void =>
    change({ step, failure: failureOf(error, otherwise), progress: undefined, waitsFor: [] })

  updater.on('download-progress', ({ transferred, total }) => {
    if (state.step === 'downloading') change({ progress: { done: transferred, total } })
  })

  function offerOf({ version: offered, files, releaseNotes }: UpdateInfo): UpdateState['offer'] {
    const size = files.find(({ url }) => url.toLowerCase().endsWith(`.${library.kind.toLowerCase()}`))?.size
    return { version: offered, size, notes: typeof releaseNotes === 'string' ? releaseNotes : '' }
  }

  async function check(): Promise<void> {
    if (state.step !== 'idle' && state.step !== 'offered') return
    change({ step: 'checking', failure: undefined, answer: undefined })
    try {
      await services.beforeCalls?.()
      const result = await updater.checkForUpdates()
      if (!result) return change({ step: 'idle' })
      const { updateInfo: info, isUpdateAvailable } = result
      const order = updater.currentVersion.compare(info.version)
      const kind = order === 0 ? 'newest' : order > 0 ? 'older' : 'later'
      change({
        checkedAt: new Date().toISOString(),
        ...(isUpdateAvailable
          ? { step: 'offered', offer: offerOf(info) }
          : { step: 'idle', offer: undefined, answer: { kind, version: info.version } }),
      })
    } catch (error) {
      change({ offer: undefined })
      fail('idle', error, 'unreachable')
    }
  }

  async function download(): Promise<void> {
    if (state.step !== 'offered') return
    cancellation = new CancellationToken()
    change({ step: 'downloading', failure: undefined, progress: { done: 0, total: state.offer?.size ?? 0 } })
    try {
      await services.beforeCalls?.()
      const [downloaded = ''] = await updater.downloadUpdate(cancellation)
      file = downloaded
      change({ step: 'downloaded', progress: undefined })
    } catch (error) {
      if (cancellation.cancelled) change({ step: 'offered', progress: undefined })
      else fail('offered', error, 'interrupted')
    }
  }

  /** Starts the downloaded program once. @returns whether it can be installed */
  async function isUsable(): Promise<boolean> {
    const program = process.env['APPIMAGE']
    if (library.kind !== 'AppImage' || !program) return true
    try {
      await tryProgram(file, state.offer?.version ?? '', program)
      return true
    } catch (error) {
      fail('downloaded', error, 'does-not-start')
      return false
    }
  }

  /** The person may decide against the installation while it waits. */
  const isWaiting = (): boolean => state.step === 'waiting'

  async function install(): Promise<void> {
    if (state.step !== 'downloaded') return
    change({ step: 'waiting', failure: undefined })
    if (!(await isUsable())) return
    for (;;) {
      const waitsFor = await services.workInProgress()
      if (!isWaiting()) return
      if (waitsFor.length === 0) break
      if (waitsFor.join() !== state.waitsFor.join()) change({ waitsFor })
      await delay(workInterval)
    }
    change({ step: 'installing', waitsFor: [] })
    services.quit()
  }

  const actions: Record<UpdateAction, () => Promise<void> | void> = {
    check,
    download,
    cancel: () => cancellation?.cancel(),
    install,
    async 'install-on-quit'() {
      if (state.step === 'downloaded' && (await isUsable())) change({ installsOnQuit: true })
    },
    'not-now'() {
      if (state.step === 'waiting') change({ step: 'downloaded', waitsFor: [] })
      change({ installsOnQuit: false })
    },
    dismiss() {
      const { returned: _read, ...others } = record.read()
      record.write(others)
      change({ returned: undefined })
    },
  }

  /** Keeps the package of this version. @returns its path; undefined if this system cannot put it back */
  function keepBefore(): string | undefined {
    const present = library.kind === 'AppImage' ? process.env['APPIMAGE'] : services.installerBefore?.()
    if (present === undefined) return undefined
    const before = join(record.folder, library.kind === 'AppImage' ? 'before.AppImage' : 'before.exe')
    keepProgram(present, before)
    return before
  }

  return {
    state: () => state,
    async act(action) {
      try {
        await actions[action]()
      } catch (error) {
        fail(state.offer ? 'offered' : 'idle', error, 'not-installed')
      }
    },
    installWhenClosed(isClosed) {
      const isRestart = state.step === 'installing'
      if (!isRestart && !(state.step === 'downloaded' && state.installsOnQuit)) return
      try {
        if (!isClosed) throw new Error('The workspace was not closed in time')
        const before = keepBefore()
        const to = state.offer?.version ?? ''
        record.write({ installed: { from: version, to, starts: 0, databases: [], before } })
        library.install()
        if (isRestart && !library.startsAgain) services.startAgain()
      } catch (error) {
        record.write({ failure: failureOf(error, 'not-installed') })
        if (isRestart) services.startAgain()
      }
    },
  }
}
