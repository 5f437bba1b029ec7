/**
 * electron-updater, set up so that it does nothing by itself. It is large, so only builds that are updated load
 * this module.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  AppImageUpdater,
  type AppUpdater,
  type BaseUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  type UpdateInfo,
} from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import type { Logger } from '../../../platform/log/log.ts'
import type { UpdateFacts } from './build-facts.ts'
import { replaceProgram } from './program-file.ts'
import { SignedProvider } from './signed-provider.ts'
import { UpdateError } from './update-error.ts'

export type { UpdateInfo }

/** The kinds of packages that are updated. The system installs all but an AppImage, which is a single file. */
export type PackageKind = 'AppImage' | 'deb' | 'exe' | 'zip'

export interface Library {
  updater: AppImageUpdater | BaseUpdater | MacUpdater
  kind: PackageKind
  /** Whether the installer of the system starts the new version. */
  startsAgain: boolean
  /** Installs the downloaded update. The app must have closed its workspace. @throws UpdateError */
  install(): void
}

/** What tests replace: the folders of the app, and the calls that Electron makes. */
export interface LibraryParts {
  app?: AppAdapter
  executor?: ElectronHttpExecutor
}

interface Options extends LibraryParts {
  facts: UpdateFacts
  kind: PackageKind
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/**
 * electron-updater deletes the old AppImage before it moves the new one in; if the computer stops in between,
 * there is no program. This one replaces the file in one step, under its name, so that starters still find it.
 */
class WholeAppImageUpdater extends AppImageUpdater {
  protected override doInstall(): boolean {
    const downloaded = this.downloadedUpdateHelper?.downloadedFileInfo
    const program = process.env['APPIMAGE']
    if (!program || !this.installerPath || !downloaded) throw new Error('There is no AppImage')
    replaceProgram(program, this.installerPath, downloaded.sha512)
    return true
  }
}

const updaters = { AppImage: WholeAppImageUpdater, deb: DebUpdater, exe: NsisUpdater, zip: MacUpdater }

/** @param resources folder of the installed app; electron-builder notes the kind of a Linux package in it */
export function packageKind(resources: string): PackageKind | undefined {
  if (process.platform === 'win32') return 'exe'
  if (process.platform === 'darwin') return 'zip'
  if (process.env['APPIMAGE']) return 'AppImage'
  const noted = join(resources, 'package-type')
  return existsSync(noted) && readFileSync(noted, 'utf8').trim() === 'deb' ? 'deb' : undefined
}

export function openLibrary({ facts, kind, log, app, executor }: Options): Library {
  const updater = new updaters[kind](undefined, app)
  if (executor) Object.assign(updater, { httpExecutor: executor })
  updater.logger = {
    info: (message) => log.info({}, `update: ${message}`),
    warn: (message) => log.warn({}, `update: ${message}`),
    error: (message) => log.error({}, `update: ${message}`),
  }
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  class Provider extends SignedProvider {
    constructor(_options: unknown, owner: AppUpdater, options: ProviderRuntimeOptions) {
      super(facts, owner, options)
    }
  }
  updater.setFeedURL({ provider: 'custom', updateProvider: Provider })
  return {
    updater,
    kind,
    startsAgain: kind === 'exe' || kind === 'zip',
    install() {
      // Its `install` and `quitAndInstall` report failures by this event only.
      let failure: Error | undefined
      const note = (error: Error): void => {
        failure = error
      }
      updater.once('error', note)
      if (updater instanceof MacUpdater) updater.quitAndInstall()
      else if (!updater.install(true, kind === 'exe')) failure ??= new Error('The update was not installed')
      updater.off('error', note)
      if (failure instanceof UpdateError) throw failure
      if (failure) throw new UpdateError('not-installed', failure.message, { cause: failure })
    },
  }
}
