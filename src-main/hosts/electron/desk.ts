/** The backend under Electron: its folders, the computer's state, and the system's key store for passwords. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, net, powerMonitor, safeStorage, session } from 'electron'
import type { Services } from '../../app/app.ts'
import { createDesk, type Desk } from '../../app/desk.ts'
import { homeDirectory } from '../../platform/files/home.ts'
import type { Logger } from '../../platform/log/log.ts'
import { nodePowerState, type PowerState } from '../../platform/power.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sealedSecrets } from '../../platform/secrets.ts'
import { isWorkspace } from '../../workspace/index.ts'
import { startUtilityProgram } from './child-program.ts'
import { isSafeMode } from './restart.ts'
import { workspaceIn } from './start-arguments.ts'

/** The entry of the storage threads. */
export const thread = pathToFileURL(join(import.meta.dirname, 'thread.js'))
/** The folder of the built page. */
export const renderer = join(import.meta.dirname, '../renderer')
/** The folder with fonts, sample, schemas and reference. */
export const resources = (): string =>
  join(app.isPackaged ? process.resourcesPath : app.getAppPath(), 'resources')

/**
 * The desk of the app.
 * @param trial resolves when a new version has shown its page; before that nothing is sent, synced or served
 */
export function deskOfElectron(log: Logger, trial?: Promise<void>): Desk {
  const desk = createDesk({
    home: homeDirectory(),
    log,
    config: (directory) => ({
      directory,
      host: 'electron',
      version: app.getVersion(),
      thread,
      resources: resources(),
      log,
      power: powerOfElectron(),
      safeMode: isSafeMode(),
      systemProxy,
      startProgram: startUtilityProgram,
      wrapSecrets: (inFile) =>
        secretsInKeyStore(sealedSecrets(inFile, join(homeDirectory(), 'computer.key'))),
    }),
    async activate(services) {
      if (!trial) return start(services)
      void trial
        .then(async () => {
          if (desk.current()?.services === services) await start(services)
        })
        .catch((error: unknown) => log.error({ err: error }, 'the background work did not start'))
    },
  })
  return desk
}

async function start(services: Services): Promise<void> {
  await services.startBackgroundWork()
  await services.localApi.resume()
}

/**
 * Opens the workspace in CATALOG_DESK_DATA, or the one that was chosen in a launcher, or the last open one, or
 * the one of an early version, or a new one. A new one is in the local data of the person: Windows may move
 * `userData` to a server, where SQLite's write-ahead log does not work.
 */
export async function openFirst(desk: Desk): Promise<void> {
  await desk.tryOpen(...(await firstWorkspace(desk)))
}

/** The folder that `openFirst` opens, with the options for that. */
export async function firstWorkspace(desk: Desk): Promise<Parameters<Desk['tryOpen']>> {
  const named = process.env['CATALOG_DESK_DATA']
  if (named !== undefined) return [named, { create: true }]
  const asked = workspaceIn(process.argv)
  const known = await desk.known.list()
  const last = known.find(({ directory }) => directory === asked) ?? known[0]
  const before = join(app.getPath('userData'), 'workspace')
  if (last) return [last.directory]
  if (await isWorkspace(before)) return [before]
  return [join(homeDirectory(), 'workspace'), { create: true }]
}

/** The system's proxy for an address, also by its PAC script, in the notation of PAC. */
export const systemProxy = (address: string): Promise<string> => session.defaultSession.resolveProxy(address)

/**
 * Battery, network and sleep from Electron; only the operating system knows whether a connection is metered.
 */
export function powerOfElectron(): PowerState {
  const network = nodePowerState()
  let asleep = false
  return {
    now: () => ({
      ...network.now(),
      onBattery: powerMonitor.isOnBatteryPower(),
      online: net.isOnline(),
      asleep,
    }),
    subscribe(listener) {
      powerMonitor.on('on-battery', listener)
      powerMonitor.on('on-ac', listener)
      const sleep = (): void => {
        asleep = true
        listener()
      }
      const wake = (): void => {
        asleep = false
        listener()
      }
      powerMonitor.on('suspend', sleep)
      powerMonitor.on('resume', wake)
      const unsubscribe = network.subscribe(listener)
      return () => {
        powerMonitor.off('on-battery', listener)
        powerMonitor.off('on-ac', listener)
        powerMonitor.off('suspend', sleep)
        powerMonitor.off('resume', wake)
        unsubscribe()
      }
    },
  }
}

/**
 * Encrypts every value with the operating system's key store before `inner` stores it. Some Linux desktops
 * have no key store; there `inner` gets the value unencrypted.
 */
export function secretsInKeyStore(inner: Secrets): Secrets {
  const prefix = 'key-store:'
  return {
    async get(key) {
      const stored = await inner.get(key)
      if (!stored?.startsWith(prefix)) return stored
      try {
        const sealed = Buffer.from(stored.slice(prefix.length), 'base64')
        return (await safeStorage.decryptStringAsync(sealed)).result
      } catch {
        // The folder was copied from another computer, and only that computer's key store can decrypt the
        // value.
        return undefined
      }
    },
    async set(key, value) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return inner.set(key, value)
      const encrypted = await safeStorage.encryptStringAsync(value)
      await inner.set(key, prefix + encrypted.toString('base64'))
    },
    delete: (key) => inner.delete(key),
  }
}
