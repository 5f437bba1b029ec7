import { join, resolve } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { WorkspaceTrouble } from '../../src-shared/workspace/model.ts'
import { type Backups, createBackups, settleRestores } from '../backup/index.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { expandHome } from '../platform/files/home.ts'
import { endThreads, keepThreads } from '../platform/load-thread.ts'
import type { Logger } from '../platform/log/log.ts'
import {
  acquireProcessLock,
  databaseFile,
  isReadOnlyDisk,
  makeFolder,
  type ProcessLock,
  toPlainError,
} from '../storage/index.ts'
import {
  type ComputerSettingsStore,
  computerSettingsIn,
  isWorkspace,
  type KnownWorkspaces,
  knownWorkspaces,
  workspaceName,
} from '../workspace/index.ts'
import { createServices, type Services, type ServicesConfig } from './app.ts'

/** Why a workspace cannot be opened, created or removed from the list. */
export type DeskErrorCode =
  | 'NOT_A_WORKSPACE'
  | 'OPEN_ELSEWHERE'
  | 'IN_USE'
  | 'NO_WORKSPACE'
  | 'FOLDER_IN_USE'
  | 'STORAGE_FAILED'

/** The open workspace, with everything that has the same lifetime. */
export interface OpenWorkspace {
  services: Services
  backups: Backups
}

interface DeskOptions {
  /** Folder for data of this computer that belongs to no workspace. */
  home: string
  config: (directory: string) => ServicesConfig
  /** Called for each opened workspace: the host starts background work and the local API. */
  activate: (services: Services) => Promise<void>
  log: Logger
  clock?: Clock
}

/**
 * Holds the services of the open workspace, and can open another workspace instead. On one computer, only one
 * desk at a time can open a folder.
 */
export interface Desk {
  home: string
  /** The settings of this computer. */
  computer: ComputerSettingsStore
  known: KnownWorkspaces
  /** The open workspace; undefined if none could be opened, in which case `trouble` returns the reason. */
  current(): OpenWorkspace | undefined
  /** @throws PlainError `NO_WORKSPACE` with the cause */
  required(): OpenWorkspace
  trouble(): WorkspaceTrouble | undefined
  /**
   * Opens a folder, then closes the current workspace; if the folder cannot be opened, nothing changes. A
   * running sync stops at its checkpoint and is resumed when its workspace is opened again.
   * @throws PlainError
   */
  open(directory: string, options?: { create?: boolean }): Promise<void>
  /** Opens a folder; a failure is stored as `trouble`, which the screen shows. */
  tryOpen(directory: string, options?: { create?: boolean }): Promise<void>
  /**
   * Closes the current workspace, runs `work` on its folder, and opens that folder again, even if a step
   * fails.
   */
  whileClosed<T>(work: (directory: string) => Promise<T>): Promise<T>
  /**
   * Calls the listener after every change of `current` or `trouble`. @returns a function that removes the
   * listener
   */
  onSwitch(listener: () => void): () => void
  /** Resolves when no change is in progress. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface Opened extends OpenWorkspace {
  directory: string
  lock: ProcessLock
}

/** Milliseconds within which a second failure of the storage is explained instead of opening it again. */
const failureWindow = 10 * 60_000

export function createDesk({ home, config, activate, log, clock = systemClock }: DeskOptions): Desk {
  // The threads of one workspace are reused for the next one.
  keepThreads()
  const known = knownWorkspaces(home, log)
  const computer = computerSettingsIn(home, log)
  const listeners = new Set<() => void>()
  let opened: Opened | undefined
  let trouble: WorkspaceTrouble | undefined
  let lastChange: Promise<unknown> = Promise.resolve()
  let lastFailure = Number.NEGATIVE_INFINITY

  /** Runs changes one after the other. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const done = lastChange.then(work)
    lastChange = done.catch(() => {})
    return done
  }
  const notifyListeners = (): void => {
    for (const listener of listeners) listener()
  }

  async function openFolder(directory: string, create: boolean): Promise<Opened> {
    await settleRestores(directory, (keptAside) => known.note(keptAside, {}))
    if (!create && !(await isWorkspace(directory)))
      throw new PlainError<DeskErrorCode>(
        'NOT_A_WORKSPACE',
        say`There is no workspace in ${directory}. Choose the folder that holds its catalog.db.`,
      )
    const lock = lockFolder(directory)
    try {
      const settings = { ...config(directory), onFailed: (error: Error) => void recover(directory, error) }
      const services = await createServices(settings)
      const { thread, version } = settings
      const source = { storage: services.storage, directory, thread, version }
      return { directory, lock, services, backups: createBackups({ source, known, home, clock, log }) }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  async function noteFacts(
    { directory, services }: Opened,
    facts: { lastOpenedAt?: string } = {},
  ): Promise<void> {
    const { role, items } = await services.workspace.state()
    // The list of workspaces may be on another disk, which may be full: the workspace is opened anyway.
    await known
      .note(directory, { role, items, ...facts })
      .catch((error: unknown) => log.warn({ err: error }, 'the list of workspaces could not be written'))
  }

  async function closeWorkspace(closing: Opened): Promise<void> {
    await noteFacts(closing).catch(() => {})
    try {
      await closing.backups.close().finally(closing.services.close)
    } finally {
      // A service that fails to close is closed as far as possible, and must not prevent the folder from
      // being opened again.
      closing.lock.release()
    }
  }

  async function switchTo(next: Opened): Promise<void> {
    const before = opened
    opened = next
    trouble = undefined
    try {
      if (before)
        await closeWorkspace(before).catch((error: unknown) =>
          log.error({ err: error, directory: before.directory }, 'a workspace was not closed properly'),
        )
      await noteFacts(next, { lastOpenedAt: new Date(clock.now()).toISOString() })
      next.backups.start()
      await activate(next.services)
    } finally {
      notifyListeners()
    }
  }

  async function noteTrouble(directory: string, error: unknown): Promise<void> {
    const { code, message } = toPlainError(error)
    log.warn({ err: error, directory }, 'a workspace could not be opened')
    trouble = { directory, name: await workspaceName(directory), code, message }
    notifyListeners()
  }

  /**
   * Opens a workspace again whose writer thread has ended. After a second failure the workspace is closed, and
   * the screen explains it.
   */
  async function recover(directory: string, error: Error): Promise<void> {
    log.error({ err: error, directory }, 'the storage of a workspace failed')
    const isFirst = clock.now() - lastFailure > failureWindow
    lastFailure = clock.now()
    if (opened?.directory !== directory) return
    if (isFirst) return desk.whileClosed(async () => {}).catch(() => {})
    await enqueue(async () => {
      const failed = opened
      if (failed?.directory !== directory) return
      opened = undefined
      await closeWorkspace(failed).catch(() => {})
      const message = say`The part of Catalog Desk that stores this workspace stopped twice. What was saved is on disk. Cause: ${error.message}`
      await noteTrouble(directory, new PlainError<DeskErrorCode>('STORAGE_FAILED', message, { cause: error }))
    })
  }

  const desk: Desk = {
    home,
    computer,
    known,
    current: () => opened,
    required() {
      if (opened) return opened
      throw new PlainError<DeskErrorCode>('NO_WORKSPACE', trouble?.message ?? say`No workspace is open.`)
    },
    trouble: () => trouble,
    open: (folder, { create = false } = {}) =>
      enqueue(async () => {
        const directory = resolve(expandHome(folder))
        if (opened?.directory === directory) return
        await switchTo(await openFolder(directory, create))
      }),
    async tryOpen(folder, options) {
      await desk.open(folder, options).catch((error) => noteTrouble(resolve(expandHome(folder)), error))
    },
    whileClosed: (work) =>
      enqueue(async () => {
        const before = opened
        if (!before) throw new PlainError<DeskErrorCode>('NO_WORKSPACE', say`No workspace is open.`)
        opened = undefined
        try {
          await closeWorkspace(before)
          return await work(before.directory)
        } finally {
          await openFolder(before.directory, false).then(switchTo, (error) =>
            noteTrouble(before.directory, error),
          )
        }
      }),
    onSwitch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async settled() {
      await lastChange
    },
    close: () =>
      enqueue(async () => {
        const closing = opened
        opened = undefined
        try {
          if (closing) await closeWorkspace(closing)
        } finally {
          await endThreads()
        }
      }),
  }
  return desk
}

/** @throws PlainError `OPEN_ELSEWHERE`, or the reason why the folder is not writable */
function lockFolder(directory: string): ProcessLock {
  makeFolder(directory)
  // Nobody can write on a read-only disk, so no lock is needed.
  if (isReadOnlyDisk(join(directory, databaseFile))) return { release: () => {} }
  const lock = acquireProcessLock(directory, 'desk')
  if (lock) return lock
  throw new PlainError<DeskErrorCode>(
    'OPEN_ELSEWHERE',
    say`The workspace in ${directory} is open in another Catalog Desk. Use that one, or close it and try again.`,
  )
}
