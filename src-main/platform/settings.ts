/** Reads and writes the settings described in src-shared/workspace/settings.ts, in a file or a database. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type SettingDescriptions,
  type SettingValues,
  settingValues,
} from '../../src-shared/workspace/settings.ts'
import { writeFileAtomic } from './files/private-files.ts'
import type { Logger } from './log/log.ts'

/** The settings of one table. */
export interface Settings<Table extends SettingDescriptions> {
  /**
   * Returns all settings. A damaged value, or one of a newer version, is replaced by the default and logged
   * once.
   */
  read(): Promise<SettingValues<Table>>
  /**
   * Writes the given settings; undefined resets one to its default. All others are kept, including those of
   * newer versions.
   */
  write(values: Partial<SettingValues<Table>>): Promise<void>
  /** Calls the listener after every change, by any program. @returns a function that removes the listener */
  watch<Name extends keyof Table>(
    name: Name,
    listener: (value: SettingValues<Table>[Name]) => void,
  ): () => void
}

/** The store of the settings of a table. */
interface SettingKeeper {
  read(): Promise<Readonly<Record<string, unknown>>>
  write(values: Readonly<Record<string, unknown>>): Promise<void>
  /** Calls the listener when settings may have changed. */
  subscribe(listener: () => void): () => void
}

/** The logger methods that settings need. */
export type SettingLog = Pick<Logger, 'warn'>

export function openSettings<Table extends SettingDescriptions>(
  table: Table,
  keeper: SettingKeeper,
  log?: SettingLog,
): Settings<Table> {
  const onInvalid = logInvalidSettings(log)
  const read = async () => settingValues(table, await keeper.read(), onInvalid)
  return {
    read,
    write: (values) => keeper.write(values),
    watch(name, listener) {
      let isWatched = true
      const current = async () => (await read())[name]
      let isKnown = false
      let lastValue: Promise<string | undefined> = current().then((value) => {
        isKnown = true
        return JSON.stringify(value)
      })
      lastValue.catch(() => {})
      const unsubscribe = keeper.subscribe(() => {
        // Until the first value is read, it is unknown whether that read precedes the change: the listener is
        // called anyway.
        const wasKnown = isKnown
        lastValue = lastValue
          .then((before) => (wasKnown ? before : undefined))
          .catch(() => undefined)
          .then(async (before) => {
            const value = await current()
            const now = JSON.stringify(value)
            if (isWatched && now !== before) listener(value)
            return now
          })
        // Reading fails while the workspace is being closed.
        lastValue.catch(() => {})
      })
      return () => {
        isWatched = false
        unsubscribe()
      }
    },
  }
}

/** Returns a function that logs an invalid stored value, once per setting. */
export function logInvalidSettings(log: SettingLog | undefined): (setting: string, reason: string) => void {
  const reported = new Set<string>()
  return (setting, reason) => {
    if (reported.has(setting)) return
    reported.add(setting)
    log?.warn({ setting, reason }, 'a setting cannot be read; it is as at the beginning')
  }
}

/** A settings file. It is read on every access, because another program on this computer may change it. */
interface SettingFile extends SettingKeeper {
  /**
   * Updates the file. Changes run one after another, so that each starts from the result of the previous one.
   */
  change(next: (stored: Readonly<Record<string, unknown>>) => Record<string, unknown>): Promise<void>
}

/**
 * Opens a JSON settings file. A missing or damaged file counts as empty, because settings can be chosen
 * again.
 */
export function settingFile(path: string, log?: SettingLog): SettingFile {
  const onInvalid = logInvalidSettings(log)
  const listeners = new Set<() => void>()
  let turn: Promise<unknown> = Promise.resolve()
  const readNow = async (): Promise<Readonly<Record<string, unknown>>> => {
    try {
      const stored: unknown = JSON.parse(await readFile(path, 'utf8'))
      if (typeof stored === 'object' && stored !== null && !Array.isArray(stored)) return { ...stored }
      onInvalid(basename(path), 'It is no JSON object.')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        onInvalid(basename(path), (error as Error).message)
    }
    return {}
  }
  const file: SettingFile = {
    async read() {
      await turn
      return readNow()
    },
    change(next) {
      const changed = turn.then(async () =>
        writeFileAtomic(path, `${JSON.stringify(next(await readNow()), undefined, 2)}\n`),
      )
      turn = changed.catch(() => {})
      return changed.then(() => {
        for (const listener of listeners) listener()
      })
    },
    write: (values) => file.change((stored) => ({ ...stored, ...values })),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return file
}
