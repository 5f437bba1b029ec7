/** The updates of the app under Electron. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { Desk } from '../../../app/desk.ts'
import { homeDirectory, proxySecretsFile } from '../../../platform/files/home.ts'
import type { Logger } from '../../../platform/log/log.ts'
import { sealedSecrets, secretsInFile } from '../../../platform/secrets.ts'
import { createNetwork } from '../../../upstream/index.ts'
import { secretsInKeyStore, systemProxy } from '../desk.ts'
import type { Ending } from '../quit.ts'
import { isSafeMode } from '../restart.ts'
import { updateFactsOf } from './build-facts.ts'
import { checkDaily } from './schedule.ts'
import type { UpdateRecord } from './update-record.ts'
import type { Updates } from './updates.ts'
import { workInProgress } from './work-in-progress.ts'

interface Options {
  desk: Desk
  record: UpdateRecord
  ending: Ending
  log: Logger
  logs: string
  onChange(): void
}

/** @returns undefined if this app is not updated by itself: by its build, or by the kind of its package */
export async function openAppUpdates(options: Options): Promise<Updates | undefined> {
  const { desk, record, ending, log, logs, onChange } = options
  const facts = app.isPackaged ? updateFactsOf(app.getAppPath()) : undefined
  if (!facts) return undefined
  const [{ openLibrary, packageKind }, { createUpdates }, { proxyFor }] = await Promise.all([
    import('./library.ts'),
    import('./updates.ts'),
    import('./proxy.ts'),
  ])
  const kind = packageKind(process.resourcesPath)
  if (!kind) return undefined
  const library = openLibrary({ facts, kind, log })
  const inFile = secretsInFile(join(homeDirectory(), proxySecretsFile))
  const secrets = secretsInKeyStore(sealedSecrets(inFile, join(homeDirectory(), 'computer.key')))
  const updates = createUpdates({
    library,
    record,
    version: app.getVersion(),
    workInProgress: () => workInProgress(desk),
    quit: () => app.quit(),
    startAgain: () => ending.startAgain(),
    installerBefore,
    logs,
    onChange,
    beforeCalls: proxyFor(library.updater, createNetwork({ systemProxy, secrets }), facts.address),
  })
  ending.whenClosed((isClosed) => updates.installWhenClosed(isClosed))
  if (!isSafeMode()) checkDaily({ settings: desk.computer, check: () => updates.act('check') })
  return updates
}

/** On Windows, the installer of electron-builder keeps a copy of itself in a folder named after the package. */
function installerBefore(): string | undefined {
  const local = process.env['LOCALAPPDATA']
  const path = local && join(local, 'catalog-desk-updater', 'installer.exe')
  return path && existsSync(path) ? path : undefined
}
