/** The part of Electron's `app` that Catalog Desk and Playwright use. */
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { announce, connect, endWith, hear, type Json, kill, profile, send } from './chromium.ts'
import { dispatch, openWindows } from './window/open-windows.ts'

interface Manifest {
  appPath: string
  name: string
  version: string
  isPackaged: boolean
  load(): Promise<void>
}

/**
 * Emits an event with `preventDefault`, followed by the arguments `more`. @returns whether a listener
 * prevented it
 */
export function prevented(
  emitter: EventEmitter,
  name: string,
  details: object = {},
  ...more: unknown[]
): boolean {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  emitter.emit(name, event, ...more)
  return event.defaultPrevented
}

let manifest: Manifest
const ready = Promise.withResolvers<void>()
const paths = new Map<string, string>()
const switches = new Map<string, string>()

class App extends EventEmitter {
  get isPackaged(): boolean {
    return manifest.isPackaged
  }
  badgeCount = 0
  addRecentDocument(): void {}
  clearRecentDocuments(): void {}
  getLocaleCountryCode = (): string => 'DE'
  getFileIcon = async (): Promise<Json> => ({})
  setBadgeCount(count: number): boolean {
    this.badgeCount = count
    return true
  }
  #ready = false
  #quitting = false
  isReady = (): boolean => this.#ready
  whenReady = (): Promise<void> => ready.promise
  markReady(): void {
    this.#ready = true
    this.emit('ready', {}, {})
    ready.resolve()
  }
  getName = (): string => manifest.name
  setName = (name: string): void => {
    manifest.name = name
  }
  getVersion = (): string => manifest.version
  getAppPath = (): string => manifest.appPath
  getLocale = (): string => 'en-US'
  getPreferredSystemLanguages = (): string[] => ['en-US']
  getPath(name: string): string {
    const known: Record<string, string> = {
      home: homedir(),
      temp: tmpdir(),
      appData: join(homedir(), '.config'),
      exe: process.argv[0] ?? '',
      userData: join(profile, 'userData'),
    }
    const path = paths.get(name) ?? known[name] ?? join(homedir(), name)
    if (name === 'userData') mkdirSync(path, { recursive: true })
    return path
  }
  setPath = (name: string, path: string): void => void paths.set(name, path)
  /** Pages are always sandboxed here; only the time of the call is checked. */
  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready')
  }
  disableHardwareAcceleration(): void {
    if (this.#ready)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
  }
  requestSingleInstanceLock = (): boolean => true
  setAppUserModelId(): void {}
  setAsDefaultProtocolClient = (): boolean => true
  relaunch(): void {}
  commandLine = {
    appendSwitch: (name: string, value = ''): void => void switches.set(name, value),
    hasSwitch: (name: string): boolean => switches.has(name),
    getSwitchValue: (name: string): string => switches.get(name) ?? '',
  }
  quit(): void {
    if (this.#quitting || prevented(this, 'before-quit')) return
    this.#quitting = true
    for (const window of [...openWindows.values()]) window.close()
    if (openWindows.size > 0 || prevented(this, 'will-quit')) {
      this.#quitting = false
      return
    }
    this.emit('quit', {}, 0)
    this.exit(0)
  }
  exit = (code = 0): void => endWith(code)
  windowGone(): void {
    if (openWindows.size > 0 || this.#quitting) return
    if (!this.emit('window-all-closed')) this.quit()
  }
}
export const app = new App()

/** Handles a new page target. A page opened by another page is closed before it loads; others continue. */
async function onAttached({ sessionId, targetInfo }: Json): Promise<void> {
  const closed = targetInfo.openerId && send('Target.closeTarget', { targetId: targetInfo.targetId })
  // A closing page also continues: an empty page shares the process of its opener, which would stop with it.
  await send('Runtime.runIfWaitingForDebugger', {}, sessionId)
  await closed
}

/** Loads the application's main module, then emits `ready`. */
export async function start(started: Manifest): Promise<void> {
  manifest = started
  // As in Electron, `process.exit` returns; the process ends a little later.
  process.exit = app.exit as typeof process.exit
  process.on('SIGTERM', () => app.quit())
  process.on('SIGINT', () => app.quit())
  process.on('exit', kill)
  hear((method, parameters, sessionId) => {
    if (method === 'Target.attachedToTarget') return void onAttached(parameters).catch(() => {})
    if (method !== 'Target.detachedFromTarget') return dispatch(method, parameters, sessionId)
    if (openWindows.get(parameters['sessionId'])?.gone()) app.windowGone()
  })
  const isDriven = process.argv.some((argument) => argument.startsWith('--remote-debugging-port'))
  // Playwright waits for Chromium before the app starts.
  const line = isDriven ? await connect() : undefined
  const loaded = started.load()
  // Announced after Playwright's own module has loaded, which blocks the app until Playwright has read this
  // line.
  if (line !== undefined) announce(line)
  await loaded
  app.markReady()
}
